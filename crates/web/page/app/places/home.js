// The start page: a small game ready to be played, one line of rules, and the doors to the rest.
import { h } from '../dom.js';
import { SproutsGame } from '../game.js';
import * as games from '../games.js';
import { settings } from '../settings.js';
import { t } from '../words.js';

import { DOORS } from '../doors.js';
import { tile } from './games.js';

export function show(main, { go }) {
  const [mine, theirs] = settings.colours;
  const words = h('div', { class: 'home-words' }, h('h1', {}, t.home.title), h('p', {}, t.home.rules));
  // Somebody who comes back finds the games that wait, and a fresh board instead of the last result.
  if (games.find('home')?.ended) games.shelve('home');
  const waiting = h('div', { class: 'waiting' });
  const paintWaiting = () => {
    const some = games.running().filter((entry) => entry.id !== 'home').slice(0, 4);
    waiting.hidden = !some.length;
    waiting.replaceChildren(h('div', { class: 'row spread' }, h('h2', {}, t.games.waiting), h('a', { href: '/games', 'data-link': true }, t.games.all)), h('div', { class: 'grid small' }, some.map((entry) => tile(entry, paintWaiting))));
  };
  paintWaiting();
  const doors = h('nav', { class: 'doors-below', 'aria-label': t.home.more }, DOORS.map((name) =>
    h('a', { class: 'door', href: `/${name}`, 'data-link': true }, h('b', {}, t.places[name]), h('span', {}, t.home.doors[name]))));
  let game = null;
  const begin = (starter) => {
    game?.close();
    game?.element.remove();
    game = new SproutsGame({
      start: { spots: 3 }, ending: 'normal', starter, quietResume: true,
      kept: { id: 'home', kind: 'home', path: '/', spots: 3, opponent: 'easy' },
      players: [{ kind: 'person', name: t.game.you, colour: mine }, { kind: 'computer', level: 'easy', name: t.game.computer, title: t.game.levels.easy, colour: theirs }],
      noMoves: true, noParity: true, demonstrated: starter === 0, top: words, bottom: [waiting, doors],
      actions: () => [
        { label: t.game.rematch, main: true, run: () => { games.shelve('home'); begin(1 - starter); } },
        { label: t.game.review, run: () => go('/review/home') },
        { label: t.game.back, run: () => go('/play') },
      ],
    });
    main.append(game.element);
  };
  begin(games.find('home')?.starter ?? 0);
  return () => game.close();
}
