// Chooses moves and proves values, away from the page's own thread. Only passes messages on to the engine.
import init, { choose, chooseStone } from '../engine/web.js';

const ready = init({ module_or_path: new URL('../engine/web_bg.wasm', import.meta.url) });

const STONE_MS = { easy: 250, medium: 500, hard: 900, insane: 2500 };

/** Whether time is left. */
function until(limit) {
  const end = performance.now() + limit;
  return () => performance.now() < end;
}

const calls = {
  chooseStone: (question) => chooseStone(JSON.stringify(question), until(STONE_MS[question.level] ?? 500)),
  choose: (question) => JSON.parse(choose(JSON.stringify(question))),
};

self.onmessage = async ({ data: { id, name, args } }) => {
  try {
    await ready;
    self.postMessage({ id, result: await calls[name](...args, (progress) => self.postMessage({ id, progress })) });
  } catch (error) {
    self.postMessage({ id, error: String(error?.message ?? error) });
  }
};
