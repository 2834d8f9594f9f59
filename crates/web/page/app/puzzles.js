// The puzzles and which of them were solved, kept in the browser. Knows days and numbers; knows no boards.
import { load, save } from './settings.js';

const KEY = 'rhizome.puzzles';
const DAY_MS = 86_400_000;

let puzzles = null;

/** All puzzles; fetched once, when somebody wants them. */
export async function allPuzzles() {
  puzzles ??= fetch(new URL('../data/puzzles.json', import.meta.url)).then((answer) => {
    if (!answer.ok) throw new Error('the puzzles could not be loaded');
    return answer.json();
  });
  puzzles.catch(() => (puzzles = null));
  return puzzles;
}

/** The day where the person is, as a number that grows by one each midnight. */
export function today(now = new Date()) {
  return Math.floor((now.getTime() - now.getTimezoneOffset() * 60_000) / DAY_MS);
}

/** The number of the puzzle of a day, from 1: in a hundred days every one of a hundred comes once. */
export const dailyOf = (day, count) => ((day * 37) % count) + 1;

const state = () => {
  const kept = load(KEY, {});
  return { solved: Array.isArray(kept?.solved) ? kept.solved : [], days: Array.isArray(kept?.days) ? kept.days : [] };
};

export const solved = () => new Set(state().solved);

/** Notes that a puzzle was solved; the one of today counts for the row of days. */
export function solve(number, count, day = today()) {
  const { solved: numbers, days } = state();
  save(KEY, { solved: [...new Set([...numbers, number])], days: number === dailyOf(day, count) ? [...new Set([...days, day])].slice(-400) : days });
}

/** How many days in a row the daily puzzle was solved, up to today or yesterday. */
export function streak(day = today()) {
  const days = new Set(state().days);
  let last = days.has(day) ? day : day - 1;
  let count = 0;
  for (; days.has(last); last--) count++;
  return count;
}
