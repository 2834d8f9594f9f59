// A game played out by chance on a small board, to show how one ends. Knows nothing of rules: it asks for what is legal.
import { StonesSession } from './engine.js';

const MOVES_MAX = 400;
const TRIES = 6;

/** A small generator, so that the same game shows the same example each time. */
function chance(seed) {
  let state = seed * 7919 + 13;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0;
    return ((state >>> 8) & 0xffff) % below;
  };
}

/** A board and the view at the end of a game with these options but a small size, one that stones on the board decided if there is such a one. */
export async function example(game, entry, chosen) {
  const size = entry.options.find((option) => option.number && /size|base/.test(option.name));
  const small = size ? [[size.name, String(Math.max(Number(size.values[0]), Math.min(5, Number(size.default))))]] : [];
  const options = [...chosen.filter(([name]) => name !== size?.name), ...small];
  const session = new StonesSession();
  let best = null;
  try {
    for (let seed = 1; seed <= TRIES; seed++) {
      const pick = chance(seed);
      let view = await session.call('open', { game, options });
      const board = await session.call('board');
      while (!view.ended && view.moves.length < MOVES_MAX) {
        const stones = view.legal.filter((legal) => legal.to !== null);
        const moves = stones.length ? stones : view.legal;
        if (!moves.length) break;
        view = await session.call('movePlay', moves[pick(moves.length)].text);
      }
      if (view.ended && (!best || view.deciding.length)) best = { board, view };
      if (best?.view.deciding.length) return best;
    }
  } finally {
    session.close();
  }
  return best;
}
