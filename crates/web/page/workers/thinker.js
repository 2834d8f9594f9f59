// Chooses moves and proves values, away from the page's own thread. Only passes messages on to the engine.
import { ask, askPatiently, start } from './engine.js';
import { said } from './said.js';

/** The page compiles the engine once and gives it to every worker. */
let begin = null;
const ready = new Promise((resolve) => (begin = resolve)).then(start);

/** Longest thoughts: a level stops earlier when its playouts are done. */
const STONE_MS = { easy: 300, medium: 600, strong: 900, master: 2700 };

/** Whether time is left. */
function until(limit) {
  const end = performance.now() + limit;
  return () => performance.now() < end;
}

/** What is thought about between two looks at the messages, and how often news is told when there is none of the moves. */
const TURN_MS = 100;
const NEWS_MS = 300;

/** What lasts in the engine from question to question. */
const [OPPONENTS, ANALYST, PROOF] = [1, 2, 3];

/** The same for the engine: all of the time is gone, or none. */
const asked = (goOn) => () => Number(!goOn());

let hasAnalyst = false;
let running = null;

/** Lets messages in: a wish to stop, or the next question. */
const turn = () => new Promise((resolve) => setTimeout(resolve));

/**
 * Finds values in turns that grow longer and tells them as they are found. What was found is kept when it is stopped, and
 * helps the next time. `order` names what is asked, the easiest first.
 */
async function weigh(order, { misere, nimbers, limit_ms }, tell) {
  const run = (running = {});
  const goOn = until(limit_ms ?? Infinity);
  let mayThink = until(TURN_MS);
  let quiet = until(NEWS_MS);
  for (const nimber of nimbers ? [false, true] : [false]) {
    let open = order;
    for (let share = 20; open.length; share *= 2) {
      const still = [];
      for (const index of open) {
        const mine = until(share);
        let value = null;
        do {
          if (!mayThink()) {
            await turn();
            mayThink = until(TURN_MS);
          }
          // Another run has taken over, or there is nothing left to do but stop.
          if (running !== run || !goOn()) return;
          value = askPatiently(asked(() => mine() && mayThink()), 'value', ANALYST, index, misere, nimber);
          if (!quiet()) {
            tell({ settled: ask('settled', ANALYST, misere) });
            quiet = until(NEWS_MS);
          }
        } while (value.outcome === 'unknown' && !value.full && mine());
        if (value.full) {
          ask('close', ANALYST);
          hasAnalyst = false;
          return tell({ full: true });
        }
        if (value.outcome === 'unknown') still.push(index);
        else tell({ index, value });
      }
      open = still;
    }
  }
}

/** An analyst, who stays warm between questions. */
function wakeAnalyst() {
  if (!hasAnalyst) ask('openAnalyst', ANALYST);
  hasAnalyst = true;
}

/** Looks at every different move of a position: who wins first, how much it is worth after. */
async function analyse({ regions, position, ending, limit_ms, outcomes }, tell) {
  wakeAnalyst();
  const misere = ending === 'misere';
  const moves = regions ? ask('moves', ANALYST, regions) : ask('children', ANALYST, position);
  tell({ moves, settled: ask('settled', ANALYST, misere) });
  await weigh([...moves.keys()], { misere, nimbers: !misere && !outcomes, limit_ms }, tell);
}

/** Looks at every position of a game, the last ones first: they are the smallest. */
async function review({ positions, ending, limit_ms }, tell) {
  wakeAnalyst();
  ask('line', ANALYST, positions);
  await weigh([...positions.keys()].reverse(), { misere: ending === 'misere', nimbers: false, limit_ms }, tell);
}

let prepared = null;

/** The opponents, with what was proved beforehand; without it they play as well, but may have to guess on hard levels. */
async function opponents() {
  ask('openThinker', OPPONENTS);
  const answer = await fetch(new URL('../data/lessons.txt', import.meta.url)).catch(() => null);
  if (answer?.ok) ask('learn', OPPONENTS, await answer.text());
}

/** A move within the deadline: the share of it that is gone is all the opponent learns of the time. */
async function choose(question) {
  await (prepared ??= opponents());
  const begin = performance.now();
  return askPatiently(() => (performance.now() - begin) / question.deadline_ms, 'choose', OPPONENTS, question);
}

/** The longest search for who wins a connection game. */
const SOLVE_MS = 120_000;

let hasProof = false;

/** Finds who wins a connection game, and by which moves, and tells what is known so far. What was found helps the next question. */
async function solveStones(question, tell) {
  const run = (running = {});
  const goOn = until(SOLVE_MS);
  ask(hasProof ? 'ask' : 'openProof', PROOF, question);
  hasProof = true;
  let quiet = until(0);
  for (;;) {
    const news = askPatiently(asked(until(TURN_MS)), 'think', PROOF);
    if (news.answer && !news.waiting) return news;
    if (!goOn()) return { ...news, late: true };
    if (!quiet()) {
      tell(news);
      quiet = until(NEWS_MS);
    }
    await turn();
    if (running !== run) return news;
  }
}

const calls = {
  choose,
  solveStones,
  analyse,
  review,
  chooseStone: (question) => askPatiently(asked(until(STONE_MS[question.level] ?? 500)), 'chooseStone', question),
};

self.onmessage = async ({ data: { id, name, args, engine } }) => {
  if (engine) return void begin(engine);
  if (name === 'halt') return void (running = null);
  try {
    await ready;
    self.postMessage({ id, result: await calls[name](...args, (progress) => self.postMessage({ id, progress })) });
  } catch (error) {
    self.postMessage({ id, error: said(error) });
  }
};
