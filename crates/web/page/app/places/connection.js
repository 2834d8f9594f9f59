// Connection games: the shelf, and the way to the table.
import { h, icon } from '../dom.js';
import { draw } from '../engine.js';
import { OWN, load } from '../settings.js';
import { aboutGame } from '../stones-rules.js';
import { StonesTable } from '../stones-table.js';
import { stillBoard } from '../stones.js';
import { t } from '../words.js';
import { show as workshop } from './workshop.js';

export function show(main, way) {
  const [name] = way.rest;
  if (name === 'own') return workshop(main, way);
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
      return h('a', { class: 'tile', href: `/connection/${game.name}`, 'data-link': true }, picture, h('div', { class: 'caption' }, h('b', {}, game.title), h('span', { class: 'soft small' }, aboutGame(game.name, { about: game.about, options: [] }))));
    }), h('a', { class: 'tile new', href: '/workshop', 'data-link': true }, h('div', { class: 'picture plus' }, icon('pen')), h('div', { class: 'caption' }, h('b', {}, w.own), h('span', { class: 'soft small' }, w.ownWords))));
  }).catch((error) => grid.append(h('p', {}, error.message)));
}

function table(main, way, name) {
  const text = name === 'yours' ? load(OWN, '') || '' : name;
  const view = new StonesTable(main, way, name, text);
  return () => view.close();
}
