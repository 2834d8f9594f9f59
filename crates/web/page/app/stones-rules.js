// The rules of a connection game beside its board: in words, as a finished game, and as the engine reads them.
import { h } from './dom.js';
import { draw } from './engine.js';
import { example } from './example.js';
import { stillBoard } from './stones.js';
import { t } from './words.js';

const isOwn = (game) => game.includes('\n');

/** Words about a game, where its options change them: those of the options chosen. */
const chosen = (words, options) => (typeof words === 'function' ? words(Object.fromEntries(options)) : words);

/** What a game is about, in the reader's language where somebody wrote it down. */
export const aboutGame = (game, { about, options }) => (isOwn(game) ? null : chosen(t.connection.abouts[game], options)) ?? about;

/** The rules in full sentences; of a game that nobody wrote them down for, what its text says of itself. */
function sentences(game, shape) {
  const written = isOwn(game) ? null : chosen(t.connection.rulesOf[game], shape.options);
  return written ? h('ul', { class: 'rules' }, written.filter(Boolean).map((each) => h('li', {}, each))) : h('p', {}, aboutGame(game, shape));
}

/** What the engine knows of a game: a name from the shelf, or a whole description. */
const entryOf = async (game) => (isOwn(game) ? draw('connectionRead', game) : (await draw('connectionGames')).find((each) => each.name === game));

/** The rules of `game` as elements; `fill` makes everything that takes time. */
export function rulesContent(game, shape) {
  const w = t.connection;
  const picture = h('div', { class: 'sheet-small' });
  const words = h('p', { class: 'soft small' });
  const text = h('pre', { class: 'description', tabindex: 0 });
  const origin = h('p', { class: 'soft small' });
  const fill = async () => {
    if (text.textContent) return;
    text.textContent = isOwn(game) ? game : await draw('connectionText', game);
    const entry = await entryOf(game);
    if (entry.by) origin.textContent = w.by(entry.by);
    const found = await example(game, entry, shape.options);
    if (!found) return;
    picture.replaceChildren(stillBoard(found.board, w.exampleLabel, found.view.stones, found.view.deciding, found.view.links, found.view.heights));
    words.textContent = w.example(found.view.moves.length, w.causes[found.view.cause] ?? '');
  };
  return { fill, elements: [sentences(game, shape), origin, shape.swap ? h('p', { class: 'soft' }, w.swapWords) : null, picture, words, h('p', { class: 'label' }, w.asText), text] };
}

/** The rules of `game` to be opened beside its board. */
export function stonesRules(game, shape) {
  const { fill, elements } = rulesContent(game, shape);
  const details = h('details', { class: 'options', ontoggle: () => details.open && fill().catch(() => {}) }, h('summary', {}, t.connection.rules), elements);
  return details;
}
