// The way to the engine: two workers, one that draws and one that thinks, so that a long thought never holds up a line.
// Knows messages; knows nothing of what they mean. Why a call fails is said in the reader’s language.
import { inWords } from './mistakes.js';
import { t } from './words.js';

const beside = (path) => new URL(path, import.meta.url);

/** What the page itself has begun: the compiled engine, which all workers share; where it could not be had this way, its address, so that a worker tries for itself and says why. */
const begun = globalThis.engine;
const compiled = (begun?.module ?? Promise.reject(new Error(t.game.engineFailed))).catch(() => String(beside('../engine/web.wasm')));

class Helper {
  /** `early` gives the worker that the page itself has begun, if it could. */
  constructor(file, name, early = () => null) {
    this.url = beside(`../workers/${file}`);
    this.name = name;
    this.early = early;
    this.waiting = new Map();
    this.next = 1;
  }

  start() {
    if (this.worker) return;
    const worker = (this.worker = this.early() ?? new Worker(this.url, { type: 'module', name: this.name }));
    this.early = () => null;
    compiled.then((engine) => worker.postMessage({ engine }));
    this.worker.onmessage = ({ data }) => {
      const entry = this.waiting.get(data.id);
      if (!entry) return;
      if ('progress' in data) return entry.progress?.(data.progress);
      this.waiting.delete(data.id);
      if ('error' in data) inWords(data.error).catch(() => data.error.words).then((words) => entry.reject(new Error(words)));
      else entry.resolve(data.result);
    };
    this.worker.onerror = (event) => {
      event.preventDefault();
      this.fail(new Error(event.message || t.game.engineFailed));
    };
  }

  call(name, args = [], progress) {
    this.start();
    const id = this.next++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject, progress });
      this.worker.postMessage({ id, name, args });
    });
  }

  /** Asks a long run to end; what it found is kept for the next one. */
  halt() {
    this.worker?.postMessage({ name: 'halt' });
  }

  /** Ends whatever is going on; the next call starts afresh. */
  stop() {
    this.worker?.terminate();
    this.worker = null;
    this.fail(new Error('stopped'));
  }

  fail(error) {
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    for (const entry of waiting) entry.reject(error);
  }
}

const drawer = new Helper('drawer.js', 'drawing', () => begun?.drawing);
const thinker = new Helper('thinker.js', 'thinking');

let sessions = 0;

/** A game (or a map, or a study) held by the drawing worker. */
export class Session {
  constructor() {
    this.id = ++sessions;
  }

  call(name, ...args) {
    return drawer.call(name, [this.id, ...args]);
  }

  close() {
    drawer.call('close', [this.id]).catch(() => {});
  }
}

/** A connection game held by the drawing worker. */
export class StonesSession extends Session {
  call(name, ...args) {
    return super.call(name === 'open' ? 'openStones' : name, ...args);
  }
}

/** A place in a room on a server, held by the drawing worker. */
export class RemoteSession extends Session {
  call(name, ...args) {
    return super.call(name === 'open' ? 'openRemote' : name, ...args);
  }
}

export const draw = (name, ...args) => drawer.call(name, args);
export const think = (name, args, progress) => thinker.call(name, args, progress);
export const stopThinking = () => thinker.stop();
export const haltThinking = () => thinker.halt();
/** Resolves once the engine answers. */
export const warmUp = () => drawer.call('version');
