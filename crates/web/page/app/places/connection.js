// Connection games: the shelf of sixteen, the box for a game of one's own, and the table.
import { announce, ask, button, choices, h, icon, toast } from '../dom.js';
import { StonesSession, draw, stopThinking, think } from '../engine.js';
import { load, save } from '../settings.js';
import { StonesBoard, stillBoard } from '../stones.js';
import { t } from '../words.js';

const PLAYERS = ['host', 'guest'];
const OWN = 'rhizome.connection.own';
const LEVELS = ['easy', 'medium', 'hard', 'insane'];

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
      return h('a', { class: 'tile', href: `/connection/${game.name}`, 'data-link': true }, picture, h('div', { class: 'caption' }, h('b', {}, game.title), h('span', { class: 'soft small' }, game.about)));
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

class StonesTable {
  constructor(main, { go, query }, name, text) {
    Object.assign(this, { main, go, name, text, alive: true, picked: null });
    this.slot = `rhizome.game.connection.${name}`;
    this.wish = { opponent: 'easy', options: {}, starts: 'you', ...load(`rhizome.connection.${name}`, {}) };
    for (const [key, value] of query) if (key !== 'opponent') this.wish.options[key] = value;
    if (query.has('opponent')) this.wish.opponent = query.get('opponent');
    this.session = new StonesSession();
    this.start();
  }

  async start() {
    const w = t.connection;
    try {
      this.entry = this.name === 'yours' ? await draw('connectionRead', this.text) : (await draw('connectionGames')).find((game) => game.name === this.name);
      if (!this.entry) throw new Error(w.noGame);
      const saved = load(this.slot, null);
      await this.open(saved && saved.text === this.text ? saved : null);
    } catch (error) {
      if (this.alive) this.main.replaceChildren(h('div', { class: 'page narrow' }, h('div', { class: 'card' }, h('h1', {}, w.cannot), h('p', {}, error.message), h('a', { class: 'button', href: '/connection', 'data-link': true }, t.places.connection))));
    }
  }

  get starter() {
    return this.wish.starts === 'you' ? 0 : 1;
  }

  async open(saved) {
    this.stop();
    if (saved) Object.assign(this.wish, saved.wish);
    const known = new Set(this.entry.options.map((option) => option.name));
    const options = Object.entries(this.wish.options).filter(([key]) => known.has(key));
    const ask1 = { game: this.text, options, starter: PLAYERS[this.starter], record: saved?.record };
    try {
      this.view = await this.session.call('open', ask1);
    } catch (error) {
      if (!saved) throw error;
      this.view = await this.session.call('open', { ...ask1, record: undefined });
    }
    const shape = await this.session.call('board');
    if (!this.alive) return;
    this.shape = shape;
    this.board = new StonesBoard(shape, { allowed: () => this.mayMove(), chosen: (site) => this.choose(site) });
    this.build();
    this.paint();
    this.next();
  }

  person(index) {
    return index === 0 || this.wish.opponent === 'person';
  }

  get turn() {
    return this.view.turn === null ? null : PLAYERS.indexOf(this.view.turn);
  }

  mayMove() {
    return this.alive && this.turn !== null && this.person(this.turn) && !this.busy && this.looking === undefined;
  }

  name1(index) {
    if (this.wish.opponent === 'person') return index === this.starter ? t.game.first : t.game.second;
    return index === 0 ? t.game.you : t.game.computer;
  }

  build() {
    const w = t.connection;
    const tool = (iconName, label, run) => h('button', { type: 'button', class: 'tool', onclick: run }, icon(iconName), h('span', {}, label));
    this.tools = {
      undo: tool('undo', t.game.undo, () => this.undo()),
      redo: tool('redo', t.game.redo, () => this.redo()),
      giveUp: tool('flag', t.game.giveUp, () => this.giveUp()),
      again: tool('again', t.game.again, () => this.again()),
    };
    this.cards = [0, 1].map(() => h('div', { class: 'player' }, h('div', { class: 'name' }, h('i', { class: 'stone-swatch' }), h('b')), h('div', { class: 'state' })));
    this.special = h('div', { class: 'row' });
    this.list = h('ol', { 'aria-label': t.game.moveList });
    this.range = h('input', { type: 'range', min: 0, 'aria-label': t.game.scrub, oninput: () => this.look(Number(this.range.value)) });
    this.end = h('div', { class: 'end', hidden: true });
    const levels = [{ value: 'person', label: t.play.person }, ...LEVELS.map((level) => ({ value: level, label: t.game.levels[level] }))];
    const options = this.entry.options.map((option) => {
      const value = this.wish.options[option.name] ?? option.default;
      if (option.number) {
        const output = h('output', {}, value);
        return h('div', {}, h('label', { class: 'label' }, option.name), h('div', { class: 'number-field' }, h('input', { type: 'range', min: option.values[0], max: option.values[1], value, 'aria-label': option.name, oninput: (event) => (output.textContent = event.target.value), onchange: (event) => this.again({ [option.name]: event.target.value }) }), output));
      }
      return choices(`option-${option.name}`, option.name, option.values.map((each) => ({ value: each, label: each })), value, (chosen) => this.again({ [option.name]: chosen }));
    });
    this.side = h('aside', { class: 'side' }, h('div', {}, h('h1', {}, this.shape.title), h('p', { class: 'soft' }, this.shape.about)),
      h('div', { class: 'players' }, this.starter === 0 ? this.cards : [this.cards[1], this.cards[0]]), this.end, this.special, h('div', { class: 'tools' }, Object.values(this.tools)),
      h('div', { class: 'moves' }, this.list, h('div', { class: 'scrub' }, this.range)),
      h('details', { class: 'options' }, h('summary', {}, w.options),
        choices('opponent', t.play.opponent, levels, this.wish.opponent, (value) => { this.wish.opponent = value; this.again(); }),
        choices('starts', t.play.starts, [{ value: 'you', label: t.play.you }, { value: 'them', label: this.wish.opponent === 'person' ? t.play.friend : t.play.them }], this.wish.starts, (value) => { this.wish.starts = value; this.again(); }),
        options));
    this.main.replaceChildren(h('div', { class: 'table' }, this.board.element, this.side));
  }

  paint() {
    const { view } = this;
    const { ended } = view;
    this.cards.forEach((card, index) => {
      const colour = view.first_colour === PLAYERS[index] ? 1 : 2;
      card.className = `player ${this.turn === index ? 'turn' : ''}`;
      card.style.setProperty('--line', `var(--stone-${colour})`);
      card.querySelector('i').className = `stone-swatch stone-${colour}`;
      card.querySelector('b').textContent = this.name1(index);
      let state = '';
      if (ended) state = ended.winner === null ? t.connection.drawn : ended.winner === PLAYERS[index] ? t.game.won : t.game.lost;
      else if (this.turn === index) state = this.thinking && !this.person(index) ? t.game.thinking : t.game.toMove;
      const score = view.scores[colour - 1];
      card.querySelector('.state').textContent = [state, score && score !== '0' ? t.connection.score(score) : ''].filter(Boolean).join(' · ') || '\u00a0';
    });
    const now = view.moves.length;
    const at = this.looking ?? now;
    this.list.replaceChildren(...(now ? view.moves.map((move, i) => h('li', {}, h('button', { type: 'button', 'aria-current': at === i + 1 ? 'true' : undefined, onclick: () => this.look(i + 1) }, h('span', { class: 'n' }, `${i + 1}.`), move))) : [h('li', { class: 'empty' }, t.connection.noMoves)]));
    this.range.max = String(now);
    this.range.value = String(at);
    this.range.parentElement.hidden = now === 0;
    if (at === now) this.list.scrollTop = this.list.scrollHeight;
    this.tools.undo.disabled = now === 0 || !this.undoCount();
    this.tools.redo.disabled = view.undone === 0 || !this.mayMove();
    this.tools.giveUp.disabled = ended !== null || !this.mayMove();
    const words = this.mayMove() ? view.legal.filter((legal) => legal.to === null) : [];
    this.special.replaceChildren(...words.map((legal) => button(t.connection.special[legal.text] ?? legal.text, () => this.play(legal.text), {})));
    this.special.hidden = !words.length;
    this.end.hidden = !ended;
    if (ended) {
      const winner = PLAYERS.indexOf(ended.winner);
      const title = ended.winner === null ? t.connection.drawn : this.wish.opponent === 'person' ? t.game.wins(this.name1(winner)) : winner === 0 ? t.game.youWin : t.game.youLose;
      this.end.replaceChildren(h('h2', {}, title), ended.reason === 'resignation' ? h('p', { class: 'soft' }, t.game.over.resigned) : h('p', { class: 'soft' }, this.shape.about), h('div', { class: 'row' }, button(t.game.rematch, () => this.again(), { class: 'main' })));
    }
    this.paintBoard();
  }

  paintBoard() {
    if (this.looking !== undefined) return;
    const { view } = this;
    const legal = this.mayMove() ? view.legal : [];
    const open = this.picked === null ? legal.map((each) => each.from ?? each.to) : legal.filter((each) => each.from === this.picked).map((each) => each.to);
    this.board.svg.style.setProperty('--line', `var(--stone-${view.colour})`);
    this.board.show(view.stones, { last: view.last, deciding: view.deciding, open: open.filter((site) => site !== null), picked: this.picked });
  }

  async choose(site) {
    if (!this.mayMove()) return;
    const { legal } = this.view;
    if (this.picked !== null) {
      const shift = legal.find((each) => each.from === this.picked && each.to === site);
      this.picked = null;
      if (shift) return this.play(shift.text);
      return this.paintBoard();
    }
    const from = legal.filter((each) => each.from === site);
    if (from.length) {
      this.picked = site;
      announce(t.connection.picked(this.shape.sites[site].name));
      return this.paintBoard();
    }
    const placed = legal.filter((each) => each.from === null && each.to === site);
    if (!placed.length) return announce(t.connection.closed);
    if (placed.length === 1) return this.play(placed[0].text);
    const chosen = await ask(t.connection.whichColour, null, placed.map((each) => ({ label: t.connection.colour(each.colour), value: each.text })));
    if (chosen) this.play(chosen);
  }

  async play(text) {
    await this.change('movePlay', text);
    this.next();
  }

  async change(name, ...args) {
    this.busy = true;
    try {
      this.view = await this.session.call(name, ...args);
    } catch (error) {
      if (this.alive) toast(error.message);
    }
    this.busy = false;
    if (!this.alive) return;
    this.looking = undefined;
    this.picked = null;
    this.board.note.replaceChildren();
    this.paint();
    this.keep();
    const last = this.view.moves.at(-1);
    if (last && name !== 'takeBack') announce(t.connection.played(last));
  }

  keep() {
    this.session.call('record').then((record) => save(this.slot, { text: this.text, wish: this.wish, record })).catch(() => {});
  }

  async next() {
    if (this.turn === null || this.person(this.turn) || this.thinking) return;
    const token = (this.thinking = {});
    const count = this.view.moves.length;
    setTimeout(() => this.thinking === token && this.paint(), 330);
    try {
      const known = new Set(this.entry.options.map((option) => option.name));
      const options = Object.entries(this.wish.options).filter(([key]) => known.has(key));
      const choice = await think('chooseStone', [{ game: this.text, options, moves: this.view.moves, level: this.wish.opponent, seed: Math.floor(Math.random() * 2 ** 31) }]);
      if (this.thinking !== token) return;
      this.thinking = null;
      if (this.alive && this.view.moves.length === count) await this.play(choice);
    } catch (error) {
      if (this.thinking === token) this.thinking = null;
      if (this.alive && error.message !== 'stopped') toast(error.message);
    }
  }

  undoCount() {
    const { moves } = this.view;
    if (this.wish.opponent === 'person') return moves.length ? 1 : 0;
    return Math.min(moves.length, this.turn === 0 || this.view.ended ? (moves.length >= 2 ? 2 : this.starter === 0 ? 1 : 0) : 1);
  }

  async undo() {
    this.stop();
    const count = this.undoCount();
    if (!count) return;
    await this.change('takeBack', count);
    while (this.alive && this.turn !== null && !this.person(this.turn) && this.view.moves.length) await this.change('takeBack', 1);
    this.next();
  }

  async redo() {
    if (this.tools.redo.disabled) return;
    await this.change('redo');
    if (this.wish.opponent !== 'person' && this.view.undone && this.turn !== null && !this.person(this.turn)) await this.change('redo');
    else this.next();
  }

  async giveUp() {
    const turn = this.turn;
    const yes = await ask(t.game.giveUpTitle, t.game.giveUpWords, [{ label: t.game.goOn, value: false, main: true }, { label: t.game.giveUpYes, value: true }]);
    if (yes && this.alive && this.turn === turn) this.change('resign', PLAYERS[turn]);
  }

  async again(options = {}) {
    Object.assign(this.wish.options, options);
    save(`rhizome.connection.${this.name}`, this.wish);
    save(this.slot, null);
    this.looking = undefined;
    const shown = this.side.querySelector('details')?.open;
    try {
      await this.open(null);
      if (shown) this.side.querySelector('details').open = true;
    } catch (error) {
      toast(error.message);
    }
  }

  async look(index) {
    const now = this.view.moves.length;
    this.looking = index === now ? undefined : index;
    if (this.looking === undefined) {
      this.board.note.replaceChildren();
      this.paint();
      return;
    }
    const stones = await this.session.call('stonesAt', index);
    if (!this.alive || this.looking !== index) return;
    this.board.show(stones, {});
    this.paint();
    this.board.note.replaceChildren(h('span', { class: 'words' }, t.game.viewing(index, now)), button(t.game.backToNow, () => this.look(now), { class: 'main' }));
  }

  stop() {
    if (!this.thinking) return;
    this.thinking = null;
    stopThinking();
  }

  close() {
    this.alive = false;
    this.stop();
    this.session.close();
  }
}
