// Holds the games in progress and their pictures, away from the page's own thread. Only passes messages on to the engine.
import init, { RemoteSession, Session, StonesSession, connectionBoard, connectionCheck, connectionGames, connectionRead, connectionText, pictureOf, readStones, readText, roomCheck, version } from '../engine/web.js';
import { said } from './said.js';

/** The page compiles the engine once and gives it to every worker. */
let begin = null;
const ready = new Promise((resolve) => (begin = resolve)).then((engine) => init({ module_or_path: engine }));
const sessions = new Map();

function open(id, make) {
  sessions.get(id)?.free();
  sessions.delete(id);
  const session = make();
  sessions.set(id, session);
  return JSON.parse(session.view());
}

const calls = {
  open: (id, options) => open(id, () => Session.open(JSON.stringify(options))),
  openStones: (id, options) => open(id, () => StonesSession.open(JSON.stringify(options))),
  openRemote: (id, token) => open(id, () => RemoteSession.open(token)),
  readStones: (text) => JSON.parse(readStones(text)),
  roomCheck: (invitation, name) => roomCheck(JSON.stringify(invitation), name),
  readText: (text) => JSON.parse(readText(text)),
  connectionGames: () => JSON.parse(connectionGames()),
  connectionCheck: (text) => JSON.parse(connectionCheck(text)),
  version: () => version(),
  connectionRead: (text) => JSON.parse(connectionRead(text)),
  connectionBoard: (game, options) => JSON.parse(connectionBoard(game, options)),
  connectionText: (game) => JSON.parse(connectionText(game)),
  close(id) {
    sessions.get(id)?.free();
    sessions.delete(id);
  },
  picture(start) {
    return JSON.parse(pictureOf(JSON.stringify(start)));
  },
};

function call(name, args) {
  if (Object.hasOwn(calls, name)) return calls[name](...args);
  const [id, ...rest] = args;
  const session = sessions.get(id);
  if (!session) throw new Error('this game is closed');
  const result = session[name](...rest.map((value) => (value instanceof Float64Array || typeof value !== 'object' ? value : JSON.stringify(value))));
  return typeof result === 'string' ? JSON.parse(result) : result;
}

self.onmessage = async ({ data: { id, name, args, engine } }) => {
  if (engine) return void begin(engine);
  try {
    await ready;
    self.postMessage({ id, result: call(name, args) });
  } catch (error) {
    self.postMessage({ id, error: said(error) });
  }
};
