// The campaign's levels and how far a person has come. Knows which opponents stand open; knows no boards.
import { load, save } from './settings.js';

const KEY = 'rhizome.campaign';

/** The opponents of the campaign, weakest first. */
export const RANKS = ['easy', 'medium', 'hard', 'perfect'];

let levels = null;

/** All levels; fetched once, when somebody wants them. */
export async function allLevels() {
  levels ??= fetch(new URL('../data/campaign.json', import.meta.url)).then((answer) => {
    if (!answer.ok) throw new Error('the levels could not be loaded');
    return answer.json();
  });
  levels.catch(() => (levels = null));
  return levels;
}

/** For every level number the ranks beaten there. */
export function progress() {
  const kept = load(KEY, {});
  const won = {};
  for (const [level, ranks] of Object.entries(kept?.won ?? {})) if (Array.isArray(ranks)) won[level] = ranks.filter((rank) => RANKS.includes(rank));
  return won;
}

/** For every level number the ranks beaten there without taking a move back. */
export const stars = () => load(KEY, {})?.stars ?? {};

/** The ranks beaten on every level. What was won once stays, even if levels are added later. */
export const trophies = () => (load(KEY, {})?.trophies ?? []).filter((rank) => RANKS.includes(rank));

/** Notes a win; `clean` when no move was taken back, `count` is the number of levels. */
export function win(level, rank, clean, count) {
  const won = progress();
  const add = (some) => [...new Set([...(some ?? []), rank])];
  won[level] = add(won[level]);
  const kept = stars();
  if (clean) kept[level] = add(kept[level]);
  const whole = Array.from({ length: count }, (_, i) => i + 1).every((each) => best(won[each]) >= RANKS.indexOf(rank));
  save(KEY, { won, stars: kept, trophies: whole ? add(trophies()) : trophies() });
}

const best = (ranks) => Math.max(-1, ...(ranks ?? []).map((rank) => RANKS.indexOf(rank)));

/** The ranks open at a level: all at the first; after it those that were beaten, or outdone, on the level before. */
export function open(level, won = progress()) {
  if (level === 1) return RANKS;
  return RANKS.slice(0, best(won[level - 1]) + 1);
}

/** Where to go on: the first level that nobody was beaten on. */
export function current(count, won = progress()) {
  for (let level = 1; level <= count; level++) if (!won[level]?.length) return level;
  return count;
}
