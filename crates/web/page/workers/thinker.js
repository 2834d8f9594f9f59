// Chooses moves and proves values, away from the page's own thread. Only passes messages on to the engine.
import init, { Analyst, Thinker, chooseStone } from '../engine/web.js';

const ready = init({ module_or_path: new URL('../engine/web_bg.wasm', import.meta.url) });

/** Longest thoughts: a level stops earlier when its playouts are done. */
const STONE_MS = { easy: 300, medium: 600, strong: 1000, master: 2000 };

/** Whether time is left. */
function until(limit) {
  const end = performance.now() + limit;
  return () => performance.now() < end;
}

let analyst = null;
let proving = null;

/** Looks at every different move in turn and tells what it finds as it goes: who wins first, how much it is worth after. */
function analyse({ regions, position, ending, proof }, tell) {
  if (!analyst || proving !== proof) {
    analyst?.free();
    analyst = new Analyst(proof);
    proving = proof;
  }
  const moves = JSON.parse(regions ? analyst.moves(JSON.stringify(regions)) : analyst.children(position));
  tell({ moves });
  const misere = ending === 'misere';
  for (let index = 0; index < moves.length; index++) tell({ index, value: JSON.parse(analyst.value(index, misere, false)) });
  if (misere) return;
  for (let index = 0; index < moves.length; index++) {
    const value = JSON.parse(analyst.value(index, false, true));
    if (value.nimber !== null) tell({ index, value });
  }
}

let thinker = null;

/** A move within the deadline: the share of it that is gone is all the opponent learns of the time. */
function choose(question) {
  thinker ??= new Thinker();
  const begin = performance.now();
  return JSON.parse(thinker.choose(JSON.stringify(question), () => (performance.now() - begin) / question.deadline_ms));
}

const calls = {
  choose,
  analyse,
  chooseStone: (question) => chooseStone(JSON.stringify(question), until(STONE_MS[question.level] ?? 500)),
};

self.onmessage = async ({ data: { id, name, args } }) => {
  try {
    await ready;
    self.postMessage({ id, result: await calls[name](...args, (progress) => self.postMessage({ id, progress })) });
  } catch (error) {
    self.postMessage({ id, error: String(error?.message ?? error) });
  }
};
