// The way to others: a form that opens a room, the rooms that wait for somebody, the games that can be watched, one's own.
import { button, choices, h } from '../dom.js';
import { draw } from '../engine.js';
import * as games from '../games.js';
import { all as maps } from '../maps.js';
import { gameWords, rulesWords } from '../room-words.js';
import { keepName, keepSeat, myName, newToken } from '../seats.js';
import { load, save } from '../settings.js';
import { refreshAll } from '../turns.js';
import { labelled, t } from '../words.js';
import { tile } from './games.js';
import { thumbnail } from './maps.js';
import { kept as ownGames } from './workshop.js';

const KEY = 'rhizome.friends';
const REFRESH_MS = 4000;
const DAY_MS = 86_400_000;

export function show(main, way) {
  const place = new Friends(main, way);
  return () => place.close();
}

/** A choice among numbers, as a list that opens. */
function numbers(id, label, values, value, onchange) {
  return h('div', {}, h('label', { class: 'label', for: id }, label), h('select', { class: 'text-field', id, onchange: (event) => onchange(Number(event.target.value)) }, values.map((each) => h('option', { value: each, selected: each === value }, String(each)))));
}

class Friends {
  constructor(main, { go }) {
    Object.assign(this, { main, go, alive: true, library: [] });
    this.wish = { kind: 'sprouts', spots: 5, map: null, ending: 'normal', game: 'hex', options: {}, opening: 'swap2', clock: 'none', minutes: 5, increment: 2, days: 2, listed: 'no', watchable: 'yes', room: '', ...load(KEY, {}) };
    this.form = h('div', { class: 'card' });
    this.rooms = h('div', { class: 'stack' });
    this.mine = h('div', { class: 'stack' });
    main.append(h('div', { class: 'page' }, h('div', {}, h('h1', {}, t.friends.title), h('p', { class: 'soft' }, t.friends.words)), h('div', { class: 'friends' }, this.form, h('div', { class: 'stack-side' }, this.mine, this.rooms))));
    this.paint();
    this.paintMine();
    draw('connectionGames').then((library) => {
      this.library = library;
      // Only where the form names games: whoever is about to press something else must not find it painted anew.
      if (this.alive && this.wish.kind === 'stones') this.paint();
    }).catch(() => {});
    this.look();
    refreshAll().then(() => this.alive && this.paintMine());
    this.seen = () => !document.hidden && this.look();
    document.addEventListener('visibilitychange', this.seen);
  }

  // ---- the form

  set(name, value, quiet = false) {
    this.wish[name] = value;
    save(KEY, this.wish);
    if (!quiet) this.paint();
  }

  paint() {
    const w = t.friends;
    const { wish } = this;
    const focused = document.activeElement;
    const [kept, keptName] = [focused?.id, focused?.name];
    const name = h('input', { class: 'text-field', id: 'name', value: this.name ?? myName(), maxlength: 40, autocomplete: 'nickname', oninput: () => { this.name = name.value; this.said.textContent = ''; } });
    this.said ??= h('p', { class: 'soft', role: 'status' });
    this.form.replaceChildren(
      h('div', {}, h('label', { class: 'label', for: 'name' }, w.name), name),
      choices('kind', w.kind, [{ value: 'sprouts', label: w.sprouts }, { value: 'stones', label: w.stones }], wish.kind, (value) => this.set('kind', value)),
      ...(wish.kind === 'sprouts' ? this.sprouts() : this.stones()),
      this.more(), this.said,
      h('div', { class: 'row' }, button(w.open, () => this.open(), { class: 'main', icon: 'play', id: 'open' })));
    if (kept && this.form.querySelector(`#${CSS.escape(kept)}`)) this.form.querySelector(`#${CSS.escape(kept)}`).focus();
    else if (keptName) this.form.querySelector(`[name="${CSS.escape(keptName)}"]:checked`)?.focus();
  }

  sprouts() {
    const { wish } = this;
    const w = t.play;
    const own = maps();
    const map = own.find((each) => each.id === wish.map);
    const output = h('output', {}, String(wish.spots));
    return [
      own.length ? choices('board', w.board, [{ value: 'plain', label: w.plain }, { value: 'map', label: w.map }], map ? 'map' : 'plain', (value) => this.set('map', value === 'map' ? own[0].id : null)) : null,
      map || wish.opening !== 'size' ? null : h('p', { class: 'soft' }, t.friends.openingWords.size),
      map ? h('div', { class: 'grid small' }, own.map((each) => h('button', { type: 'button', class: 'tile', 'aria-pressed': String(each.id === map.id), onclick: () => this.set('map', each.id) }, thumbnail({ map: each.text }, each.name), h('div', { class: 'caption' }, h('b', {}, each.name)))))
        : wish.opening === 'size' ? null : h('div', {}, h('label', { class: 'label', for: 'spots' }, w.spots), h('div', { class: 'number-field' }, h('input', { type: 'range', id: 'spots', min: 1, max: 20, value: wish.spots, oninput: (event) => { output.textContent = event.target.value; this.set('spots', Number(event.target.value), true); } }), output)),
      choices('ending', w.ending, [{ value: 'normal', label: w.normal }, { value: 'misere', label: w.misere }], wish.ending, (value) => this.set('ending', value)),
    ].filter(Boolean);
  }

  /** The description that is wanted: its text or its name, and the options that it has. */
  get chosen() {
    const own = ownGames().find((each) => `own ${each.id}` === this.wish.game);
    const known = this.library.find((game) => game.name === this.wish.game) ?? this.library.find((game) => game.name === 'hex') ?? this.library[0];
    return own ? { game: own.text, options: [] } : { game: known?.name ?? 'hex', options: known?.options ?? [] };
  }

  stones() {
    const w = t.friends;
    const c = t.connection;
    const own = ownGames();
    const option = (value, label) => h('option', { value, selected: value === this.wish.game }, label);
    const select = h('select', { class: 'text-field', id: 'game', onchange: () => this.set('game', select.value) },
      h('optgroup', { label: w.shelf }, this.library.map((game) => option(game.name, game.title))), own.length ? h('optgroup', { label: w.own }, own.map((each) => option(`own ${each.id}`, each.title))) : null);
    const { game, options } = this.chosen;
    const wished = (this.wish.options[game] ??= {});
    const keep = (name, value) => {
      wished[name] = value;
      save(KEY, this.wish);
    };
    return [h('div', {}, h('label', { class: 'label', for: 'game' }, w.which), select), ...options.map(({ name, values, default: usual, number }) => {
      const label = c.optionNames[name] ?? name;
      const value = wished[name] ?? usual;
      if (!number) return choices(`option-${name}`, label, values.map((each) => ({ value: each, label: c.optionValues[each] ?? each })), value, (chosen) => keep(name, chosen));
      const output = h('output', {}, value);
      return h('div', {}, h('label', { class: 'label', for: `option-${name}` }, label), h('div', { class: 'number-field' }, h('input', { type: 'range', id: `option-${name}`, min: values[0], max: values[1], value, oninput: (event) => { output.textContent = event.target.value; keep(name, event.target.value); } }), output));
    })];
  }

  more() {
    const w = t.friends;
    const { wish } = this;
    const pick = (name, legend, labels) => choices(name, legend, Object.entries(labels).map(([value, label]) => ({ value, label })), wish[name], (value) => this.set(name, value));
    const opening = pick('opening', w.opening, w.openings);
    opening.append(h('p', { class: 'soft small' }, w.openingWords[wish.opening]));
    // A map has its size already, and a connection game has the swap rule among its options.
    if (wish.map) opening.querySelector('[value="size"]').disabled = true;
    const room = h('input', { class: 'text-field', id: 'room', maxlength: 40, value: wish.room, placeholder: myName() ? w.roomOf(myName()) : '', oninput: () => this.set('room', room.value, true) });
    const open = this.form.querySelector('details')?.open ?? load(`${KEY}.more`, false);
    return h('details', { class: 'options', open, ontoggle: (event) => save(`${KEY}.more`, event.target.open) }, h('summary', {}, w.more),
      wish.kind === 'sprouts' ? opening : null,
      pick('clock', w.clock, w.clocks),
      wish.clock === 'live' ? h('div', { class: 'pair' }, numbers('minutes', w.minutes, [1, 2, 3, 5, 10, 15, 20, 30, 60], wish.minutes, (value) => this.set('minutes', value, true)), numbers('increment', w.increment, [0, 1, 2, 3, 5, 10, 20, 30], wish.increment, (value) => this.set('increment', value, true))) : null,
      wish.clock === 'days' ? numbers('days', w.days, [1, 2, 3, 5, 7, 14], wish.days, (value) => this.set('days', value, true)) : null,
      pick('listed', w.found, w.listed),
      wish.listed === 'yes' ? h('div', {}, h('label', { class: 'label', for: 'room' }, w.roomName), room) : null,
      pick('watchable', w.watching, w.watchable));
  }

  invitation(name) {
    const { wish } = this;
    const map = maps().find((each) => each.id === wish.map);
    const { game, options } = this.chosen;
    const wished = this.wish.options[game] ?? {};
    const sprouts = { start: map ? { map: map.text } : { spots: wish.spots }, ending: wish.ending };
    const stones = { game, options: options.map((option) => [option.name, String(wished[option.name] ?? option.default)]) };
    const opening = wish.kind !== 'sprouts' || (map && wish.opening === 'size') ? 'plain' : wish.opening;
    const time = { live: { live: { base_ms: wish.minutes * 60_000, increment_ms: wish.increment * 1000 } }, days: { move: { each_ms: wish.days * DAY_MS } } }[wish.clock];
    return { title: (wish.listed === 'yes' && wish.room.trim()) || t.friends.roomOf(name).slice(0, 40), game: wish.kind === 'sprouts' ? { sprouts } : { stones }, rules: { opening, take_back: 'byconsent', ...(time ? { time } : {}) }, listed: wish.listed === 'yes', watchable: wish.watchable === 'yes' };
  }

  async open() {
    const w = t.friends;
    const name = (this.name ?? myName()).trim();
    if (!name) {
      this.said.textContent = w.needName;
      return this.form.querySelector('#name').focus();
    }
    keepName(name);
    const token = newToken();
    const press = this.form.querySelector('#open');
    press.disabled = true;
    this.said.textContent = w.isOpening;
    try {
      const invitation = this.invitation(name);
      // What the server would refuse is said here first, in the reader’s language.
      await draw('roomCheck', invitation, name).catch((error) => { throw new Error(w.openFailed(error.message)); });
      const answer = await fetch('/api/rooms', { method: 'POST', body: JSON.stringify({ invitation, name, token }) });
      if (!answer.ok) throw new Error(w.openFailed(answer.status === 429 ? w.gone.toomany : await answer.text()));
      const { room } = await answer.json();
      keepSeat(room, token);
      if (this.alive) this.go(`/g/${room}`);
    } catch (error) {
      this.said.textContent = error instanceof TypeError ? w.offline : error.message;
      press.disabled = false;
    }
  }

  // ---- the lists

  async look() {
    clearTimeout(this.timer);
    try {
      const answer = await fetch('/api/rooms');
      if (!answer.ok) throw new Error(answer.statusText);
      const rooms = await answer.json();
      const words = await Promise.all(rooms.map((room) => gameWords(room)));
      if (this.alive) this.paintRooms(rooms, words);
    } catch {
      if (this.alive && !this.shown) this.rooms.replaceChildren(h('h2', {}, t.friends.openRooms), h('p', { class: 'soft' }, t.friends.listLost));
    }
    if (this.alive) this.timer = setTimeout(() => this.look(), document.hidden ? REFRESH_MS * 10 : REFRESH_MS);
  }

  paintRooms(rooms, words) {
    const w = t.friends;
    const key = JSON.stringify(rooms);
    if (key === this.shown) return;
    this.shown = key;
    // Whoever has the focus on a room keeps it while the list changes around it.
    const focused = this.rooms.contains(document.activeElement) ? document.activeElement.getAttribute('href') : null;
    const row = (room, i) => h('li', { class: 'room' }, h('div', {}, h('b', {}, room.title), h('span', { class: 'soft small' }, [room.title.includes(room.host) ? '' : room.host, words[i]].filter(Boolean).join(' · ')), h('span', { class: 'soft small' }, rulesWords(room.rules, room.watchable))),
      h('a', { class: `button small ${room.waiting ? 'main' : ''}`, href: `/g/${room.room}`, 'data-link': true, 'aria-label': labelled(room.waiting ? w.join : w.watch, room.title) }, room.waiting ? w.join : w.watch));
    const lists = [true, false].map((waiting) => rooms.flatMap((room, i) => (room.waiting === waiting ? [row(room, i)] : [])));
    this.rooms.replaceChildren(h('h2', {}, w.openRooms), lists[0].length ? h('ul', { class: 'rooms', id: 'open-rooms' }, lists[0]) : h('p', { class: 'soft' }, w.noRooms),
      ...(lists[1].length ? [h('h2', {}, w.running), h('ul', { class: 'rooms', id: 'running-games' }, lists[1])] : []));
    if (focused) this.rooms.querySelector(`[href="${CSS.escape(focused)}"]`)?.focus();
  }

  paintMine() {
    const mine = games.all().filter((entry) => entry.kind === 'remote' && !entry.ended).slice(0, 6);
    this.mine.hidden = !mine.length;
    this.mine.replaceChildren(h('div', { class: 'row spread' }, h('h2', {}, t.friends.yours), h('a', { href: '/games', 'data-link': true }, t.games.all)), h('div', { class: 'grid small' }, mine.map((entry) => tile(entry, () => this.paintMine()))));
  }

  close() {
    this.alive = false;
    clearTimeout(this.timer);
    document.removeEventListener('visibilitychange', this.seen);
  }
}
