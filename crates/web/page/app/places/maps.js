// Positions of one's own: the shelf, the drawing desk, and the door for a map that somebody sent.
import { still } from '../picture.js';
import { ask, button, h, icon, toast } from '../dom.js';
import { draw } from '../engine.js';
import { SproutsGame } from '../game.js';
import * as maps from '../maps.js';
import { mayKeep } from '../settings.js';
import { shareLink } from '../share.js';
import { labelled, t } from '../words.js';

export function show(main, way) {
  const [what, id] = way.rest;
  if (what === 'new') return desk(main, way, null);
  if (what === 'edit') return desk(main, way, maps.find(id));
  if (what === 'shared') return shared(main, way);
  return shelf(main, way);
}

/** A small picture that fills itself in when the engine has answered. */
export function thumbnail(start, label) {
  const box = h('div', { class: 'picture' });
  draw('picture', start).then((picture) => box.replaceChildren(still(picture, () => 'var(--ink-soft)', { scale: 2.2, plain: picture.spots.length > 8, label })))
    .catch(() => box.replaceChildren(h('p', { class: 'soft small' }, t.maps.broken)));
  return box;
}

function shelf(main, way) {
  const w = t.maps;
  const paint = () => {
    const tiles = maps.all().map((map) => h('div', { class: 'tile' },
      h('a', { href: `/game?map=${map.id}&opponent=easy&n=${Date.now().toString(36)}`, 'data-link': true, 'aria-label': w.play(map.name) }, thumbnail({ map: map.text }, map.name)),
      h('div', { class: 'caption' }, h('b', {}, map.name), h('div', { class: 'tile-tools' },
        h('a', { class: 'tool-mini', href: `/play?map=${map.id}`, 'data-link': true, title: w.playShort, 'aria-label': w.play(map.name) }, icon('play')),
        h('a', { class: 'tool-mini', href: `/maps/edit/${map.id}`, 'data-link': true, title: w.edit, 'aria-label': labelled(w.edit, map.name) }, icon('pen')),
        h('a', { class: 'tool-mini', href: `/analyse#map=${map.text}`, 'data-link': true, title: t.game.analyse, 'aria-label': labelled(t.game.analyse, map.name) }, icon('look')),
        h('button', { class: 'tool-mini', type: 'button', title: w.share, 'aria-label': labelled(w.share, map.name), onclick: () => shareLink(maps.sharePath(map)) }, icon('share')),
        h('button', { class: 'tool-mini', type: 'button', title: w.remove, 'aria-label': labelled(w.remove, map.name), onclick: () => {
          const removed = maps.remove(map.id);
          paint();
          if (removed) toast(w.removed(map.name), { label: t.game.undo, run: () => { removed.restore(); paint(); } });
        } }, icon('trash'))))));
    main.replaceChildren(h('div', { class: 'page' }, h('h1', {}, w.title), h('p', { class: 'soft' }, w.words),
      h('div', { class: 'grid' }, h('button', { class: 'tile new', type: 'button', onclick: () => newMap(way.go) }, h('div', { class: 'picture plus' }, icon('plus')), h('div', { class: 'caption' }, h('b', {}, w.new))), tiles)));
  };
  paint();
}

async function newMap(go) {
  const w = t.maps;
  let spots = 4;
  const output = h('output', {}, String(spots));
  const field = h('div', { class: 'number-field' }, h('input', { type: 'range', min: 1, max: 20, value: spots, 'aria-label': t.play.spots, oninput: (event) => { spots = Number(event.target.value); output.textContent = event.target.value; } }), output);
  if (await ask(w.howMany, field, [{ label: w.begin, value: true, main: true }, { label: t.board.cancel, value: false }])) go(`/maps/new?spots=${spots}`);
}

/** Where a map is drawn: both sides in one neutral ink, and nothing is won. */
function desk(main, { go, query }, known) {
  const w = t.maps;
  const spots = Math.max(1, Math.min(20, Math.round(Number(query.get('spots'))) || 4));
  const name = h('input', { class: 'text-field', id: 'map-name', maxlength: 60, value: known?.name ?? w.unnamed(maps.all().length + 1) });
  const game = new SproutsGame({
    start: known ? { map: known.text } : { spots }, ending: 'normal', starter: 0, noHints: true, noParity: true, neutral: true,
    slot: known ? null : 'rhizome.game.desk', key: `desk${spots}`, quietResume: true,
    players: [{ kind: 'person', name: w.drawing, colour: 'ink' }, { kind: 'person', name: w.drawing, colour: 'ink' }],
    top: h('div', { class: 'card desk' }, h('h1', {}, known ? w.editing : w.newTitle), h('p', { class: 'soft small' }, w.deskWords),
      h('div', {}, h('label', { class: 'label', for: 'map-name' }, w.name), name),
      h('div', { class: 'row' }, button(w.save, async () => {
        const text = await game.session.call('mapText');
        const map = { id: known?.id ?? maps.newId(), name: name.value.trim() || w.unnamed(1), text };
        if (!maps.keep(map)) return toast(mayKeep() ? w.full : t.page.keepsNothing);
        localStorage.removeItem('rhizome.game.desk');
        game.config.slot = null;
        toast(w.saved(map.name));
        go('/maps');
      }, { class: 'main' }), h('a', { class: 'button quiet', href: '/maps', 'data-link': true }, t.board.cancel))),
  });
  main.append(game.element);
  return () => game.close();
}

function shared(main, { go, hash }) {
  const w = t.maps;
  const given = new URLSearchParams(hash);
  const text = given.get('map') ?? '';
  const name = (given.get('name') ?? '').slice(0, 60) || w.unnamed(maps.all().length + 1);
  const box = h('div', { class: 'card' }, h('h1', {}, name), h('p', { class: 'soft' }, w.sent));
  main.append(h('div', { class: 'page narrow' }, box));
  draw('picture', { map: text }).then((picture) => {
    const map = { id: maps.newId(), name, text };
    box.append(h('div', { class: 'sheet-small' }, still(picture, () => 'var(--ink-soft)', { scale: 1.2, label: name })),
      h('div', { class: 'row' }, button(w.playShort, () => { maps.keep(map); go(`/play?map=${map.id}`); }, { class: 'main', icon: 'play' }),
        button(w.keep, () => { maps.keep(map); toast(w.saved(name)); go('/maps'); })));
  }).catch((error) => box.append(h('p', {}, `${w.broken} (${error.message})`)));
}
