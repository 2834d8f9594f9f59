// The start page: a small game ready to be played, one line of rules, and the doors to the rest.
import { h } from '../dom.js';
import { SproutsGame } from '../game.js';
import { settings } from '../settings.js';
import { t } from '../words.js';

import { DOORS } from '../doors.js';

export function show(main, { go }) {
  const [mine, theirs] = settings.colours;
  const words = h('div', { class: 'home-words' }, h('h1', {}, t.home.title), h('p', {}, t.home.rules));
  const doors = h('nav', { class: 'doors-below', 'aria-label': t.home.more }, DOORS.map((name) =>
    h('a', { class: 'door', href: `/${name}`, 'data-link': true }, h('b', {}, t.places[name]), h('span', {}, t.home.doors[name]))));
  let game = null;
  const begin = () => {
    game?.close();
    game?.element.remove();
    game = new SproutsGame({
      start: { spots: 3 }, ending: 'normal', starter: 0, slot: 'rhizome.game.home', key: 'home', quietResume: true,
      players: [{ kind: 'person', name: t.game.you, colour: mine }, { kind: 'computer', level: 'easy', name: t.game.computer, title: t.game.levels.easy, colour: theirs }],
      noMoves: true, noParity: true, top: words, bottom: doors,
      actions: () => [
        { label: t.game.rematch, main: true, run: () => { localStorage.removeItem('rhizome.game.home'); begin(); } },
        { label: t.game.back, run: () => go('/play') },
      ],
    });
    main.append(game.element);
  };
  begin();
  return () => game.close();
}
