// The form for a quick game. Its answer is an address, so that a game can be shared by its link.
import { button, choices, h } from '../dom.js';
import { COLOURS, change, colour, load, save, settings } from '../settings.js';
import { all, find } from '../maps.js';
import { thumbnail } from './maps.js';
import { t } from '../words.js';

const KEY = 'rhizome.play';

/** The opponents there are. */
export const LEVELS = ['easy', 'medium', 'hard', 'insane', 'perfect'];

export function show(main, { go, query }) {
  const w = t.play;
  const wish = { opponent: 'easy', spots: 5, ending: 'normal', starts: 'you', ...load(KEY, {}) };
  if (query.has('spots')) Object.assign(wish, { spots: Number(query.get('spots')), map: null });
  if (query.has('map')) wish.map = query.get('map');
  if (wish.map && !find(wish.map)) wish.map = null;
  const change1 = (name) => (value) => {
    wish[name] = value;
    save(KEY, wish);
    paint();
  };
  const paint = () => {
    const person = wish.opponent === 'person';
    const pick = (index, legend) => choices(`colour${index}`, legend,
      COLOURS.map((name) => ({ value: name, label: w.colours[name], title: w.colours[name], colour: colour(name) })), settings.colours[index], (value) => {
        const colours = [...settings.colours];
        if (colours[1 - index] === value) colours[1 - index] = colours[index];
        colours[index] = value;
        change('colours', colours);
        paint();
      });
    const output = h('output', {}, String(wish.spots));
    const focused = document.activeElement?.name;
    const form = h('div', { class: 'card' },
      choices('opponent', w.opponent, [{ value: 'person', label: w.person }, ...LEVELS.map((level) => ({ value: level, label: t.game.levels[level] }))], wish.opponent, change1('opponent')),
      all().length || wish.map ? choices('board', w.board, [{ value: 'plain', label: w.plain }, { value: 'map', label: w.map }], wish.map ? 'map' : 'plain', (value) => change1('map')(value === 'map' ? all()[0].id : null)) : null,
      wish.map ? h('div', { class: 'grid' }, all().map((map) => h('button', { type: 'button', class: 'tile', 'aria-pressed': String(map.id === wish.map), onclick: () => change1('map')(map.id) }, thumbnail({ map: map.text }, map.name), h('div', { class: 'caption' }, h('b', {}, map.name))))) :
      h('div', {}, h('label', { class: 'label', for: 'spots' }, w.spots), h('div', { class: 'number-field' },
        h('input', { type: 'range', id: 'spots', min: 1, max: 20, value: wish.spots, oninput: (event) => { wish.spots = Number(event.target.value); output.textContent = event.target.value; save(KEY, wish); } }), output)),
      choices('ending', w.ending, [{ value: 'normal', label: w.normal }, { value: 'misere', label: w.misere }], wish.ending, change1('ending')),
      choices('starts', w.starts, [{ value: 'you', label: w.you }, { value: 'them', label: person ? w.friend : w.them }], wish.starts, change1('starts')),
      pick(0, w.colour), pick(1, w.theirColour),
      h('div', { class: 'row' }, button(w.go, () => go(address(wish)), { class: 'main', icon: 'play' }), person ? h('a', { class: 'button quiet', href: '/friends', 'data-link': true }, t.friends.elsewhere) : null));
    main.replaceChildren(h('div', { class: 'page narrow' }, h('h1', {}, w.title), form));
    if (focused) main.querySelector(`[name="${focused}"]:checked`)?.focus();
  };
  paint();
}

export function address(wish) {
  const query = new URLSearchParams({ ...(wish.map ? { map: wish.map } : { spots: wish.spots }), opponent: wish.opponent, ending: wish.ending, starts: wish.starts, n: Date.now().toString(36) });
  return `/game?${query}`;
}
