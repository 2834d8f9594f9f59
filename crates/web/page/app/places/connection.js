// Connection games: the shelf of sixteen, the box for a game of one's own, and the way to the table.
import { button, h, icon } from '../dom.js';
import { draw } from '../engine.js';
import { load, save } from '../settings.js';
import { StonesTable } from '../stones-table.js';
import { stillBoard } from '../stones.js';
import { t } from '../words.js';

const OWN = 'rhizome.connection.own';

export function show(main, way) {
  const [name] = way.rest;
  if (name === 'own') return own(main, way);
  if (name) return table(main, way, name);
  return shelf(main);
}

function shelf(main) {
  const w = t.connection;
  const grid = h('div', { class: 'grid wide' });
  main.append(h('div', { class: 'page' }, h('h1', {}, t.places.connection), h('p', { class: 'soft' }, w.words), grid));
  draw('connectionGames').then((games) => {
    grid.append(...games.map((game) => {
      const picture = h('div', { class: 'picture' });
      const small = game.options.find((option) => option.number && /size|base/.test(option.name));
      const size = small ? [[small.name, String(Math.max(Number(small.values[0]), Math.min(Number(small.default), 7)))]] : [];
      draw('connectionBoard', game.name, JSON.stringify(size)).then((board) => picture.append(stillBoard(board, game.title)));
      return h('a', { class: 'tile', href: `/connection/${game.name}`, 'data-link': true }, picture, h('div', { class: 'caption' }, h('b', {}, game.title), h('span', { class: 'soft small' }, w.abouts[game.name] ?? game.about)));
    }), h('a', { class: 'tile new', href: '/connection/own', 'data-link': true }, h('div', { class: 'picture plus' }, icon('pen')), h('div', { class: 'caption' }, h('b', {}, w.own), h('span', { class: 'soft small' }, w.ownWords))));
  }).catch((error) => grid.append(h('p', {}, error.message)));
}

/** A box to paste a description into. */
function own(main, { go }) {
  const w = t.connection;
  const box = h('textarea', { class: 'text-field', rows: 16, spellcheck: 'false', 'aria-label': w.description, id: 'description' });
  const said = h('p', { class: 'soft', role: 'status' });
  box.value = load(OWN, '') || '';
  if (!box.value) draw('connectionText', 'hex').then((text) => { if (!box.value) box.value = text; });
  let timer;
  const read = async () => {
    try {
      const game = await draw('connectionRead', box.value);
      said.textContent = w.understood(game.title);
      start.disabled = false;
    } catch (error) {
      said.textContent = error.message;
      start.disabled = true;
    }
  };
  box.addEventListener('input', () => { clearTimeout(timer); timer = setTimeout(read, 250); });
  const start = button(w.playIt, async () => { await read(); if (!start.disabled) { save(OWN, box.value); go('/connection/yours'); } }, { class: 'main', icon: 'play' });
  main.append(h('div', { class: 'page narrow' }, h('h1', {}, w.own), h('p', { class: 'soft' }, w.ownMore), h('div', { class: 'card' }, box, said, h('div', { class: 'row' }, start, h('a', { class: 'button quiet', href: '/connection', 'data-link': true }, t.board.cancel)))));
}

function table(main, way, name) {
  const text = name === 'yours' ? load(OWN, '') || '' : name;
  const view = new StonesTable(main, way, name, text);
  return () => view.close();
}
