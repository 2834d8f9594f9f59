// The way to a room on a server: one socket that is opened again whenever it breaks, greeted, kept awake, and told again what was
// not answered. Knows messages; what they mean is the engine's affair, what they look like the table's.
import { RemoteSession } from './engine.js';
import { inWords } from './mistakes.js';

/** A sign of life is sent this often; nothing heard for the second time means that the connection is dead. */
const PING_MS = 20_000;
const SILENCE_MS = 45_000;
/** What was not answered is said again after this time. */
const AGAIN_MS = 4000;
/** How long to wait before the next attempt: longer each time, and never the same for two. */
const PAUSES_MS = [250, 700, 1500, 3000, 6000, 12_000];
const BUSY_PAUSE_MS = 20_000;
/** There is no use in asking again. */
const FINAL = ['version', 'nosuchroom', 'notwatchable'];

/** A number that was not used before. */
function newId() {
  const [high, low] = crypto.getRandomValues(new Uint32Array(2));
  return high * 2 ** 21 + (low >>> 11);
}

/** Puts the words of the reader’s language to whatever was refused. */
async function inReadersWords(heard) {
  for (const news of heard.news) if (news.said) news.words = await inWords(news.said);
  return heard;
}

export class Remote {
  /**
   * `on` has: heard(heard) for everything that the engine makes of a message, in order; state(state) with 'open', 'lost' or
   * 'turned'.
   */
  constructor(room, token, on) {
    Object.assign(this, { room, on, alive: true, state: 'connecting', attempts: 0, joining: false });
    this.session = new RemoteSession();
    this.ready = this.session.call('open', token ?? undefined);
    this.hearing = this.ready;
    this.wake = () => this.nudge();
    this.sleep = () => this.socket && this.lose();
    addEventListener('online', this.wake);
    addEventListener('offline', this.sleep);
    document.addEventListener('visibilitychange', this.wake);
    this.beat = setInterval(() => this.tick(), 1000);
    this.connect();
  }

  // ---- the socket

  async connect() {
    clearTimeout(this.timer);
    this.timer = null;
    try {
      await this.ready;
    } catch (error) {
      return this.turn({ because: 'engine' }, error.message);
    }
    if (!this.alive || this.socket || this.state === 'turned') return;
    const address = new URL(`/api/rooms/${encodeURIComponent(this.room)}/socket`, location.href);
    address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:';
    const socket = (this.socket = new WebSocket(address));
    this.heardAt = performance.now();
    socket.onopen = async () => {
      // Everything that was heard before comes first, so that nothing is asked for twice.
      await this.hearing;
      if (this.socket === socket) this.say(await this.session.call('greet'));
    };
    socket.onmessage = ({ data }) => this.socket === socket && this.hear(data);
    socket.onclose = () => this.socket === socket && this.lose();
  }

  lose() {
    const { socket } = this;
    this.socket = null;
    socket?.close();
    if (!this.alive || this.state === 'turned') return;
    this.become('lost');
    const pause = this.busy ? BUSY_PAUSE_MS : PAUSES_MS[Math.min(this.attempts++, PAUSES_MS.length - 1)];
    this.busy = false;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.connect(), pause * (0.75 + Math.random() / 2));
  }

  /** The network is back, or somebody looks again: no more waiting. */
  nudge() {
    if (!this.alive || document.hidden) return;
    this.attempts = 0;
    if (!this.socket) this.connect();
    else if (performance.now() - this.heardAt > PING_MS) this.say(['ping']);
  }

  tick() {
    const { socket } = this;
    if (!socket) return;
    const now = performance.now();
    if (now - this.heardAt > SILENCE_MS) return this.lose();
    if (socket.readyState !== WebSocket.OPEN) return;
    if (now - (this.pingedAt ?? 0) > PING_MS) {
      this.pingedAt = now;
      this.say(['ping']);
    }
    if (this.state === 'open' && this.waiting && now - this.saidAt > this.patience) {
      this.patience = Math.min(60_000, this.patience * 2);
      this.session.call('unanswered').then((said) => this.say(said)).catch(() => {});
    }
  }

  say(messages) {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    for (const message of messages) this.socket.send(JSON.stringify(message));
    if (messages.some((message) => message !== 'ping')) this.saidAt = performance.now();
  }

  become(state) {
    if (this.state === state) return;
    this.state = state;
    this.on.state(state);
  }

  // ---- what is heard

  hear(text) {
    this.heardAt = performance.now();
    // One after the other: an answer must not overtake the one before it.
    this.hearing = this.hearing.then(() => this.session.call('receive', text)).then(inReadersWords).then((heard) => this.take(heard)).catch((error) => {
      if (this.alive) this.turn({ because: 'version' }, error.message);
    });
  }

  take(heard) {
    if (!this.alive) return;
    this.waiting = heard.view.waiting;
    for (const news of heard.news) {
      if (news.kind === 'everything' || news.kind === 'present') {
        this.attempts = 0;
        this.become('open');
      } else if (news.kind === 'astray') {
        this.session.call('greet').then((said) => this.say(said)).catch(() => {});
      } else if (news.kind === 'slower') {
        this.saidAt = performance.now();
        this.patience = Math.max(this.patience, AGAIN_MS) * 2;
      } else if (news.kind === 'turned') {
        if (FINAL.includes(news.why.because)) return this.turn(news.why, news.words, heard);
        if (this.joining) this.joining = false;
        else this.busy = true;
      } else if (news.kind === 'seated') {
        this.joining = false;
      }
    }
    this.on.heard(heard);
    if (this.busy) this.lose();
  }

  /** There is nothing here for us. */
  turn(why, words, heard = null) {
    this.become('turned');
    this.on.heard({ ...(heard ?? { news: [], view: {} }), news: [{ kind: 'turned', why, words, final: true }] });
    this.socket?.close();
  }

  // ---- what is asked for

  /** Asks under a new number, through a call of the engine that gives what to say. */
  async ask(name, ...args) {
    const message = await this.session.call(name, newId(), ...args);
    this.waiting = true;
    this.patience = AGAIN_MS;
    this.saidAt = performance.now();
    if (this.state === 'open') this.say([message]);
  }

  act(act) {
    return this.ask('act', JSON.stringify(act));
  }

  tell(what, value) {
    return this.act({ tell: value === undefined ? { do: what } : { do: what, with: value } });
  }

  async join(name, token) {
    this.joining = true;
    try {
      await this.ask('join', name, token);
    } catch (error) {
      this.joining = false;
      throw error;
    }
  }

  close() {
    this.alive = false;
    clearInterval(this.beat);
    clearTimeout(this.timer);
    removeEventListener('online', this.wake);
    removeEventListener('offline', this.sleep);
    document.removeEventListener('visibilitychange', this.wake);
    this.socket?.close();
    this.socket = null;
    this.session.close();
  }
}
