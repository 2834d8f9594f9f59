// A connection game at the table: who sits where, whose turn it is, undo and redo, the end. Knows no rules: what is allowed
// comes from the engine with every view.
import { announce, ask, button, cardState, choices, copy, describe, download, h, icon, toast } from './dom.js';
import { StonesSession, draw, stopThinking, think } from './engine.js';
import * as games from './games.js';
import { inWords } from './mistakes.js';
import { MoveList } from './move-list.js';
import { OWN, load, save } from './settings.js';
import { shareLink } from './share.js';
import { sound } from './sound.js';
import { StonesHand } from './stones-hand.js';
import { StonesProof } from './stones-proof.js';
import { aboutGame, stonesRules } from './stones-rules.js';
import { moveName, specialWords, stoneSign } from './stones.js';
import { t } from './words.js';

const PLAYERS = ['host', 'guest', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'];
const LEVELS = ['easy', 'medium', 'strong', 'master'];
const SEATS = ['person', ...LEVELS];

/** Players as numbers from 0, in the order in which they sit. */
export function numbered(view) {
  const number = (player) => (player === null || player === undefined ? null : PLAYERS.indexOf(player));
  const ended = view.ended && { ...view.ended, winner: number(view.ended.winner), by: number(view.ended.by) };
  return { ...view, turn: number(view.turn), ended, players: view.players.map(number), movers: view.movers.map(number) };
}

/** Who sits where, as an address or an older visit may have said it. */
function wishedSeats(wish, query) {
  if (query.has('seats')) return query.get('seats').split(',');
  const opponent = query.get('opponent') ?? wish.opponent;
  if (!opponent) return wish.seats ?? [];
  return (query.get('starts') ?? wish.starts) === 'them' ? [opponent, 'person'] : ['person', opponent];
}

export class StonesTable {
  constructor(main, { query, hash }, name, text) {
    Object.assign(this, { main, name, text, alive: true, given: new URLSearchParams(hash).get('game') });
    // A game from the shelf goes on under its own name; otherwise every kind of game has one place.
    this.id = games.find(query.get('kept') ?? '')?.id ?? `stones.${name}`;
    const wish = { options: {}, ...load(`rhizome.connection.${name}`, {}) };
    for (const [key, value] of query) if (!['opponent', 'starts', 'seats', 'kept'].includes(key)) wish.options[key] = value;
    this.asked = new Set(query.keys());
    this.wish = { options: wish.options, seats: wishedSeats(wish, query) };
    this.session = new StonesSession();
    this.keys = (event) => this.shortcut(event);
    document.addEventListener('keydown', this.keys);
    this.listening = [games.watch(() => this.id, () => this.follow()), games.whenBack(() => this.lead())];
    this.start();
  }

  /** Shows what became of this game in another window. Its computers answer there, until a hand comes back to this one. */
  follow() {
    if (!this.alive || !this.view) return;
    if (this.busy) return void setTimeout(() => this.follow(), 200);
    this.looking = undefined;
    this.led = true;
    this.open(games.find(this.id)).catch(() => {});
  }

  lead() {
    if (!this.led || !this.alive) return;
    this.led = false;
    this.next();
  }

  shortcut(event) {
    if (!this.view || !(event.ctrlKey || event.metaKey) || event.target.closest?.('input, textarea, select, dialog')) return;
    const key = event.key.toLowerCase();
    if (key !== 'z' && key !== 'y') return;
    event.preventDefault();
    if (key === 'y' || event.shiftKey) this.redo();
    else this.undo();
  }

  async start() {
    const w = t.connection;
    try {
      this.entry = this.name === 'yours' ? await draw('connectionRead', this.text) : (await draw('connectionGames')).find((game) => game.name === this.name);
      if (!this.entry) throw new Error(w.noGame);
      if (this.given) return await this.import(this.given);
      let saved = games.find(this.id);
      // An address that asks for another board begins a game of its own; the old one waits on the shelf.
      const before = Object.fromEntries(saved?.options ?? []);
      if (saved && this.options.some(([name, value]) => this.asked.has(name) && before[name] !== undefined && before[name] !== value)) {
        games.shelve(this.id);
        saved = null;
      }
      await this.open(saved && saved.text === this.text ? saved : null);
    } catch (error) {
      if (this.alive) this.main.replaceChildren(h('div', { class: 'page narrow' }, h('div', { class: 'card' }, h('h1', {}, w.cannot), h('p', {}, error.message), h('a', { class: 'button', href: '/connection', 'data-link': true }, t.places.connection))));
    }
  }

  /** The options that this game really has. */
  get options() {
    const known = new Set(this.entry.options.map((option) => option.name));
    return Object.entries(this.wish.options).filter(([key]) => known.has(key));
  }

  async open(saved) {
    this.stop();
    this.paused = false;
    if (saved?.seats) Object.assign(this.wish, { seats: saved.seats, options: Object.fromEntries(saved.options) });
    const wanted = { game: this.text, options: this.options, record: saved?.record };
    let view;
    try {
      view = await this.session.call('open', wanted);
    } catch (error) {
      if (!saved) throw error;
      view = await this.session.call('open', { ...wanted, record: undefined });
    }
    const shape = await this.session.call('board');
    if (!this.alive) return;
    this.view = numbered(view);
    this.shape = shape;
    // A seat that nobody chose goes to the computer, as strong as the one before.
    const seats = this.wish.seats;
    this.wish.seats = [];
    for (let i = 0; i < shape.players; i++) {
      const before = this.wish.seats.findLast((seat) => seat !== 'person') ?? 'easy';
      this.wish.seats.push(SEATS.includes(seats[i]) ? seats[i] : i === 0 ? 'person' : before);
    }
    this.hand = new StonesHand(shape, this);
    this.board = this.hand.board;
    this.build();
    this.paint();
    this.next();
  }

  get about() {
    return aboutGame(this.text, this.shape);
  }

  isPerson(player) {
    return this.wish.seats[player] === 'person';
  }

  get persons() {
    return this.wish.seats.filter((seat) => seat === 'person').length;
  }

  get turn() {
    return this.view.turn;
  }

  /** Whether one person plays against computers, and so is spoken to. */
  isYou(player) {
    return this.persons === 1 && this.isPerson(player);
  }

  mayMove() {
    return this.alive && this.turn !== null && this.isPerson(this.turn) && !this.busy && this.looking === undefined;
  }

  /** Whether somebody may ask who wins: not while the computer thinks, which it does at the same place. */
  mayAsk() {
    return this.alive && this.turn !== null && !this.busy && !this.thinking && this.looking === undefined;
  }

  /** Why no stone can come on a place, as the engine says it. */
  async why(site) {
    const said = await this.session.call('whyNot', site);
    return said && inWords(said);
  }

  nameOf(player) {
    if (this.isPerson(player)) return this.persons === 1 ? t.game.you : t.connection.player(player + 1);
    return this.wish.seats.length - this.persons === 1 ? t.game.computer : t.connection.computer(player + 1);
  }

  colourOf(player) {
    return this.view.players.indexOf(player) + 1;
  }

  build() {
    const w = t.connection;
    const tool = (iconName, label, run) => h('button', { type: 'button', class: 'tool', onclick: run }, icon(iconName), h('span', {}, label));
    this.tools = {
      undo: tool('undo', t.game.undo, () => this.undo()),
      redo: tool('redo', t.game.redo, () => this.redo()),
      hint: tool('hint', t.game.hint, () => this.hint()),
      giveUp: tool('flag', t.game.giveUp, () => this.giveUp()),
      again: tool('again', t.game.again, () => this.again()),
    };
    this.cards = this.wish.seats.map(() => h('div', { class: 'player' }, h('div', { class: 'name' }, h('i', { class: 'sign' }), h('b')), h('div', { class: 'state' })));
    this.special = h('div', { class: 'row special' });
    this.proof = new StonesProof(this);
    this.moveList = new MoveList((count) => this.look(count));
    this.end = h('div', { class: 'end', hidden: true });
    const options = this.entry.options.map((option) => {
      const value = this.wish.options[option.name] ?? option.default;
      if (option.number) {
        const output = h('output', {}, value);
        return h('div', {}, h('span', { class: 'label' }, w.optionNames[option.name] ?? option.name), w.optionWords[option.name] ? h('p', { class: 'soft small' }, w.optionWords[option.name]) : null, h('div', { class: 'number-field' }, h('input', { type: 'range', min: option.values[0], max: option.values[1], value, 'aria-label': w.optionNames[option.name] ?? option.name, oninput: (event) => (output.textContent = event.target.value), onchange: (event) => this.again({ [option.name]: event.target.value }) }), output));
      }
      const field = choices(`option-${option.name}`, w.optionNames[option.name] ?? option.name, option.values.map((each) => ({ value: each, label: w.optionValues[each] ?? each })), value, (chosen) => this.again({ [option.name]: chosen }));
      if (w.optionWords[option.name]) field.append(h('p', { class: 'soft small' }, w.optionWords[option.name]));
      return field;
    });
    this.side = h('aside', { class: 'side' }, h('div', {}, h('h1', {}, this.shape.title), h('p', { class: 'soft' }, this.about)),
      h('div', { class: `players ${this.shape.players > 2 ? 'many' : ''}` }, this.cards), this.end, this.special, h('div', { class: 'tools' }, Object.values(this.tools)), this.proof.element,
      this.moveList.element,
      h('details', { class: 'options' }, h('summary', {}, w.options), this.buildSeats(), options), stonesRules(this.text, this.shape), this.buildExchange());
    this.main.replaceChildren(h('div', { class: 'table' }, this.board.element, this.side));
  }

  /** The ways in and out: a link, a file, a text. */
  buildExchange() {
    const w = t.connection;
    const exported = async () => JSON.stringify({ game: this.name === 'yours' ? this.text : this.name, options: this.options, seats: this.wish.seats, record: await this.session.call('record') });
    const box = h('textarea', { class: 'text-field', rows: 3, 'aria-label': w.importLabel, placeholder: w.importLabel, spellcheck: 'false' });
    const read = async (text) => {
      try {
        await this.import(text);
      } catch (error) {
        toast(`${t.analyse.cannotRead} ${error.message}`);
      }
    };
    const file = h('input', { type: 'file', accept: '.sgf,.json', hidden: true, onchange: async () => { const [chosen] = file.files; file.value = ''; if (chosen) read(await chosen.text()); } });
    return h('details', { class: 'options' }, h('summary', {}, t.analyse.out), h('div', { class: 'row' },
      button(w.copyMoves, () => copy(this.view.moves.join(' '), t.analyse.copied), { class: 'small' }),
      this.shape.sgf ? button('SGF', async () => download(`${this.name}.sgf`, new Blob([await this.session.call('sgf')], { type: 'application/x-go-sgf' })), { class: 'small' }) : null,
      button('JSON', async () => download(`${this.name}.json`, new Blob([await exported()], { type: 'application/json' })), { class: 'small' }),
      button(t.analyse.link, async () => shareLink(`/connection/${this.name}#${new URLSearchParams({ game: await exported() })}`), { class: 'small' })),
      box, h('div', { class: 'row' }, button(t.analyse.read, () => box.value.trim() && read(box.value), { class: 'small' }), button(w.openFile, () => file.click(), { class: 'small' }), file));
  }

  /** Opens a game that somebody exported. */
  async import(text) {
    this.given = null;
    const { game, options, seats, record, setUp } = await draw('readStones', text);
    const fits = setUp ? setUp === this.entry.name : game === this.name || game === this.text;
    if (!fits) throw new Error(t.connection.otherGame);
    // What is on the board now is kept under a name of its own.
    games.shelve(this.id);
    if (setUp) {
      // A position that was set up is a description with stones: it is played as one's own.
      this.name = 'yours';
      this.text = game;
      save(OWN, game);
      history.replaceState(history.state, '', '/connection/yours');
    }
    this.id = `stones.${this.name}`;
    const known = new Set(this.entry.options.map((option) => option.name));
    await this.open({ record, options: (Array.isArray(options) ? options : []).filter(([name]) => known.has(name)), seats: (seats ?? PLAYERS).map((seat) => (SEATS.includes(seat) ? seat : 'person')) });
    await this.keep();
  }

  async hint() {
    if (!this.mayMove()) return;
    this.proof.forget();
    const count = this.view.moves.length;
    this.tools.hint.disabled = true;
    this.board.note.replaceChildren(h('span', { class: 'words' }, t.game.hintLooking));
    try {
      const { move: choice } = await think('chooseStone', [{ game: this.text, options: this.options, moves: this.view.moves, level: 'strong', seed: 1 }]);
      if (!this.alive || this.view.moves.length !== count) return;
      const legal = this.view.legal.find((each) => each.text === choice);
      this.hand.hint(legal);
      const words = t.connection.hint(moveName(this.shape, choice, this.view.taking === choice));
      this.paint();
      this.board.note.replaceChildren(h('span', { class: 'words' }, words));
      announce(words);
    } catch (error) {
      if (this.alive && error.message !== 'stopped') toast(t.game.hintFailed);
    }
  }

  /** One line for every seat. A seat may change hands in the middle of a game. */
  buildSeats() {
    const w = t.connection;
    return h('fieldset', { class: 'seats' }, h('legend', {}, w.seats), this.wish.seats.map((seat, player) => h('label', { class: 'seat' }, h('i', { class: 'sign' }, stoneSign(this.colourOf(player))), h('span', {}, w.player(player + 1)),
      h('select', { class: 'text-field', 'aria-label': w.player(player + 1), onchange: (event) => this.seat(player, event.target.value) },
        SEATS.map((value) => h('option', { value, selected: value === seat }, value === 'person' ? w.person : w.computerLevel(t.game.levels[value])))))));
  }

  seat(player, value) {
    this.stop();
    this.paused = false;
    this.wish.seats[player] = value;
    const select = this.side.querySelectorAll('.seat select')[player];
    if (select) select.value = value;
    save(`rhizome.connection.${this.name}`, this.wish);
    this.keep();
    this.paint();
    this.next();
  }

  paint() {
    const { view } = this;
    const { ended } = view;
    const w = t.connection;
    this.cards.forEach((card, player) => {
      const colour = this.colourOf(player);
      card.className = `player ${this.turn === player ? 'turn' : ''}`;
      card.style.setProperty('--line', `var(--stone-${colour})`);
      card.querySelector('.sign').replaceChildren(stoneSign(colour));
      card.querySelector('b').textContent = this.nameOf(player);
      const state = [];
      if (ended) state.push(this.fate(player));
      else if (this.turn === player) state.push(this.thinking && !this.isPerson(player) ? t.game.thinking : t.game.toMove);
      const score = view.scores[colour - 1];
      // An open board belongs to everybody: points are counted from when all have stones on it.
      if (score && score !== '0' && (ended || this.everybodyStands())) state.push(w.score(score));
      cardState(card, this.isPerson(player) ? '' : t.game.levels[this.wish.seats[player]], state);
    });
    const now = view.moves.length;
    this.moveList.paint(view.moves.map((text, i) => ({ text: moveName(this.shape, text, view.taken === i), words: this.nameOf(view.movers[i]), sign: h('i', { class: 'sign small' }, stoneSign(this.colourOf(view.movers[i]))) })), this.looking ?? now);
    this.tools.undo.disabled = this.undoCount() === 0;
    this.tools.redo.disabled = view.undone === 0 || this.busy;
    this.tools.giveUp.disabled = ended !== null || !this.mayMove();
    this.tools.hint.disabled = !this.mayMove();
    this.proof.paint();
    const words = this.mayMove() ? view.legal.filter((legal) => legal.to === null) : [];
    this.special.replaceChildren(...words.map((legal) => button(moveName(this.shape, legal.text, view.taking === legal.text), () => this.play(legal.text), {})),
      specialWords(words.map((legal) => legal.text).filter((text) => view.taking !== text)),
      ...(this.paused && !ended ? [button(w.goOn, () => { this.paused = false; this.next(); this.paint(); }, { icon: 'play' })] : []));
    this.special.hidden = !this.special.children.length;
    this.end.hidden = !ended;
    if (ended) this.paintEnd();
    describe(this.board.svg, ended ? this.endWords() : this.turnWords());
    this.paintBoard();
    // On a phone the board is as high as the window: how the game ended stands right under it, too.
    if (ended && this.looking === undefined) this.board.note.replaceChildren(h('b', { class: 'words' }, this.end.querySelector('h2').textContent));
  }

  /** Whose turn it is, in a sentence. */
  turnWords() {
    return this.turn === null ? '' : this.persons === 1 && this.isPerson(this.turn) ? t.game.yourTurn : t.game.turnOf(this.nameOf(this.turn));
  }

  /** How the game ended, and why, as it stands beside the board. */
  endWords() {
    return [...this.end.querySelectorAll('h2, p')].map((each) => each.textContent).join('. ');
  }

  everybodyStands() {
    return this.view.players.every((_, i) => this.view.stones.includes(i + 1));
  }

  /** How the game went for one player. */
  fate(player) {
    const { ended } = this.view;
    if (ended.winner !== null) return ended.winner === player ? t.game.won : t.game.lost;
    return ended.by === null ? t.connection.drawn : ended.by === player ? t.connection.gaveUp : '';
  }

  paintEnd() {
    const { ended, scores } = this.view;
    const w = t.connection;
    let title = ended.by === null ? w.drawn : w.nobodyWins;
    if (ended.winner !== null) {
      const mine = this.isPerson(ended.winner);
      title = this.persons !== 1 ? t.game.wins(this.nameOf(ended.winner)) : mine ? t.game.youWin : this.shape.players > 2 ? t.game.wins(this.nameOf(ended.winner)) : t.game.youLose;
    }
    let words = [w.causes[this.view.cause], this.about].filter(Boolean).join(' ');
    if (ended.by !== null) words = ended.winner !== null ? t.game.over.resigned : w.resigned(this.nameOf(ended.by));
    // The scores in order, for more players than two cards can compare at a glance.
    const table = this.shape.players > 2 && scores.some((score) => score !== '0')
      ? h('ol', { class: 'ranking' }, scores.map((score, i) => ({ score: BigInt(score), player: this.view.players[i] })).sort((a, b) => (a.score < b.score ? 1 : a.score > b.score ? -1 : 0))
        .map(({ score, player }) => h('li', {}, h('i', { class: 'sign' }, stoneSign(this.colourOf(player))), h('span', {}, this.nameOf(player)), h('b', {}, String(score)))))
      : null;
    this.end.replaceChildren(h('h2', {}, title), h('p', { class: 'soft' }, words), table ?? '', h('div', { class: 'row' }, button(t.game.rematch, () => this.rematch(), { class: 'main' })));
  }

  paintBoard() {
    if (this.looking === undefined) this.hand.paint();
  }

  /** `sure` says which player is sure of a win after this move, and which places that player needs for it. */
  async play(text, sure = null) {
    await this.change('movePlay', text);
    this.tellSure(sure);
    this.next();
  }

  tellSure(sure) {
    if (!sure || !this.alive || this.view.ended) return;
    const words = t.connection.sure(this.nameOf(sure.player));
    this.hand.needs(sure.needs, words);
    this.paintBoard();
    announce(words);
  }

  async change(name, ...args) {
    this.busy = true;
    try {
      this.view = numbered(await this.session.call(name, ...args));
    } catch (error) {
      if (this.alive) toast(error.message);
    }
    this.busy = false;
    if (!this.alive) return;
    this.looking = undefined;
    this.hand.letGo();
    this.proof.forget();
    await this.keep();
    if (!this.alive) return;
    this.paint();
    const played = this.view.moves.at(-1);
    const last = played && moveName(this.shape, played, this.view.taken === this.view.moves.length - 1);
    if (this.view.ended) {
      announce(this.endWords());
      if (name !== 'takeBack') sound(this.view.ended.winner === null || this.isPerson(this.view.ended.winner) ? 'won' : 'lost');
    } else if (last && name !== 'takeBack') {
      announce(`${t.connection.played(this.nameOf(this.view.movers.at(-1)), last)} ${this.turnWords()}`);
      sound('move');
    }
  }

  keep() {
    const { view } = this;
    if (!view.moves.length && !view.ended) return void (games.find(this.id) && games.remove(this.id));
    const person = this.persons === 1 ? this.wish.seats.indexOf('person') : null;
    const mine = person === null ? null : view.turn === person;
    const entry = { id: this.id, kind: 'stones', path: `/connection/${this.name}${this.id.includes('@') ? `?kept=${encodeURIComponent(this.id)}` : ''}`, text: this.text, title: this.shape.title, options: this.options, seats: this.wish.seats, stones: view.stones, heights: view.heights, moves: view.moves.length, mine, ended: view.ended && { winner: view.ended.winner, person } };
    return this.session.call('record').then((record) => games.keep({ ...entry, record }) || toast(games.whyNotKept())).catch(() => {});
  }

  async next() {
    if (this.turn === null || this.isPerson(this.turn) || this.thinking || this.paused || this.led) return;
    const token = (this.thinking = {});
    const count = this.view.moves.length;
    setTimeout(() => this.thinking === token && this.alive && this.looking === undefined && this.paint(), 330);
    try {
      const question = { game: this.text, options: this.options, moves: this.view.moves, level: this.wish.seats[this.turn], seed: Math.floor(Math.random() * 2 ** 31) };
      const player = this.turn;
      const { move: choice, needs } = await think('chooseStone', [question]);
      if (this.thinking !== token) return;
      this.thinking = null;
      if (this.alive && this.view.moves.length === count) await this.play(choice, needs && { player, needs });
    } catch (error) {
      if (this.thinking === token) this.thinking = null;
      if (this.alive && error.message !== 'stopped') toast(error.message);
    }
  }

  /** How many moves undo takes back: to the last decision of a person, or one where no person plays. */
  undoCount() {
    const { movers } = this.view;
    if (!this.persons) return Math.min(movers.length, 1);
    const last = movers.findLastIndex((player) => this.isPerson(player));
    return last < 0 ? 0 : movers.length - last;
  }

  async undo() {
    // A key that is held down, or a second press, comes faster than moves are taken back.
    const count = this.undoCount();
    if (!count || this.busy) return;
    this.stop();
    this.paused = !this.persons;
    await this.change('takeBack', count);
    this.next();
  }

  async redo() {
    if (this.tools.redo.disabled || this.busy) return;
    this.stop();
    this.paused = !this.persons;
    await this.change('redo');
    while (this.alive && this.persons && this.view.undone && this.turn !== null && !this.isPerson(this.turn)) await this.change('redo');
    this.next();
  }

  /** Of two the other one wins; with more the game ends without a winner, unless the computer may take the seat. */
  async giveUp() {
    const turn = this.turn;
    const many = this.shape.players > 2;
    const answers = [{ label: t.game.goOn, value: null, main: true }, ...(many ? [{ label: t.connection.handOver, value: 'hand' }] : []), { label: many ? t.connection.endGame : t.game.giveUpYes, value: 'end' }];
    const answer = await ask(t.game.giveUpTitle, many ? t.connection.giveUpWords : t.game.giveUpWords, answers);
    if (!answer || !this.alive || this.turn !== turn) return;
    if (answer === 'hand') return this.seat(turn, 'medium');
    this.change('resign', PLAYERS[turn]);
  }

  /** The same again, and whoever was second begins. */
  rematch() {
    const [first, ...others] = this.wish.seats;
    this.wish.seats = [...others, first];
    return this.again();
  }

  async again(options = {}) {
    Object.assign(this.wish.options, options);
    save(`rhizome.connection.${this.name}`, this.wish);
    games.shelve(this.id);
    this.id = `stones.${this.name}`;
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
    if (this.looking === undefined) return this.paint();
    const { stones, heights, links } = await this.session.call('stonesAt', index);
    if (!this.alive || this.looking !== index) return;
    this.board.show(stones, { heights, links });
    this.paint();
    this.board.note.replaceChildren(h('span', { class: 'words' }, t.game.viewing(index, now)), button(t.game.backToNow, () => this.look(now), { class: 'main' }));
  }

  stop() {
    this.proof?.forget();
    if (!this.thinking) return;
    this.thinking = null;
    stopThinking();
  }

  close() {
    this.alive = false;
    for (const stop of this.listening) stop();
    document.removeEventListener('keydown', this.keys);
    this.stop();
    this.session.close();
  }
}
