// Holds the games in progress and their pictures, away from the page's own thread. Only passes messages on to the engine.
import { ask, start } from './engine.js';
import { said } from './said.js';

/** The page compiles the engine once and gives it to every worker. */
let begin = null;
const ready = new Promise((resolve) => (begin = resolve)).then(start);

const opens = ['open', 'openStones', 'openRemote'];

/** What is opened is wanted at once. */
function call(name, args) {
  const answer = ask(name, ...args);
  return opens.includes(name) ? ask('view', args[0]) : answer;
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
