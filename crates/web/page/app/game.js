// A game of Sprouts on the page: board, players, tools and moves, with the session that holds the game and the opponent
// that thinks. Knows no addresses; the places decide what game it is and what happens after it.
import { Board } from './board.js';
import { announce, ask, button, cardState, describe, h, icon, toast } from './dom.js';
import * as games from './games.js';
import { Session, stopThinking, think } from './engine.js';
import { MoveList } from './move-list.js';
import { colour, load, save, settings } from './settings.js';
import { sound } from './sound.js';
import { labelled, t } from './words.js';

const PLAYERS = ['host', 'guest'];
const DEADLINE_MS = 900;
const HINT_DEADLINE_MS = 4000;

/** The words for a way to join two spots, from what the engine says about it. */
export function wayWords({ kind, from, to, enclosed, side }) {
  if (kind === 'join') return t.ways.join(from, to);
  if (from === to) return enclosed ? t.ways.loopAround(from, side) : t.ways.loopCuts(from, side);
  return enclosed ? t.ways.around(from, to, side) : t.ways.cuts(from, to, side);
}

/** The words for why ink stopped. */
export function strokeWords(why) {
  if (!why) return null;
  const words = t.stroke[why.kind] ?? t.stroke.other;
  return typeof words === 'function' ? words(why.spot) : words;
}

/** What a board asks of the session that holds its picture, but for playing. */
export const inkAnswers = (session) => ({
  strokeBegin: async (spot, reach) => {
    const answer = await session.call('strokeBegin', spot, reach);
    return { ...answer, words: strokeWords(answer.why) };
  },
  strokeExtend: async (points) => {
    const answer = await session.call('strokeExtend', points);
    return { ...answer, words: strokeWords(answer.why) };
  },
  strokeEnd: async () => {
    const answer = await session.call('strokeEnd');
    return { ...answer, words: strokeWords(answer.why) };
  },
  strokeCancel: () => session.call('strokeCancel').catch(() => {}),
  endsFrom: (spot) => session.call('endsFrom', spot),
  ways: async (a, b) => {
    const { ways, why } = await session.call('ways', a, b);
    return { ways: ways.map((way) => ({ ...way, words: wayWords(way.words) })), why, words: strokeWords(why) };
  },
});

export class SproutsGame {
  /**
   * `config`: start ({spots} or {map}), ending, starter (0 or 1), players: two of {kind: 'person'|'computer', level, name,
   * colour}; kept: the entry under which the game is kept (id, kind, path and what the shelf says of it); slot and key: where
   * a drawing that is no game is kept; onEnd(result): called once a game, at once; actions: buttons for the end.
   */
  constructor(config) {
    this.config = config;
    this.session = new Session();
    this.alive = true;
    this.looking = null;
    this.board = new Board({
      allowed: () => this.mayMove(),
      idle: () => this.idleWords(),
      colourOf: (line) => this.lineColour(line),
      numbers: () => this.config.numbers,
      pointed: (move) => this.pointAtMove(move),
      moverColour: () => colour(this.player(this.turn ?? 0).colour),
      ...inkAnswers(this.session),
      strokePlay: () => this.perform(() => this.session.call('strokePlay')),
      wayPlay: (index) => this.perform(() => this.session.call('wayPlay', index)),
    });
    this.build();
    this.opened = this.open();
  }

  player(index) {
    return this.config.players[index];
  }

  name(index) {
    return this.player(index).name;
  }

  /** The one person at a table with a computer; null when two people share the screen. */
  get person() {
    const people = [0, 1].filter((index) => this.player(index).kind === 'person');
    return people.length === 1 ? people[0] : null;
  }

  mayMove() {
    return this.alive && this.turn !== null && this.turn !== undefined && !this.busy && this.looking === null && !this.config.frozen?.() && this.player(this.turn).kind === 'person';
  }

  idleWords() {
    if (!this.view || this.view.ended) return '';
    if (this.mayMove()) return this.view.moves.length < 2 ? t.game.howTo : '';
    return this.thinking?.late === null ? `${this.name(this.thinking.turn)} ${t.game.thinking}` : '';
  }

  lineColour(line) {
    if (line.move < 0) return { colour: 'var(--ink-soft)' };
    const by = (line.move + this.config.starter) % 2;
    return { colour: colour(this.player(by).colour), doubled: by !== this.config.starter && !this.config.neutral };
  }

  // ---- the furniture

  build() {
    const tool = (name, label, run) => {
      const element = h('button', { type: 'button', class: 'tool', onclick: run }, icon(name), h('span', {}, label));
      return element;
    };
    const w = t.game;
    this.tools = {
      undo: tool('undo', w.undo, () => this.undo()),
      redo: tool('redo', w.redo, () => this.redo()),
      redraw: tool('redraw', w.redraw, () => this.redraw()),
      hint: tool('hint', w.hint, () => this.hint()),
      giveUp: tool('flag', w.giveUp, () => this.giveUp()),
    };
    this.cards = [0, 1].map((index) => h('div', { class: `player ${index === this.config.starter ? 'first' : 'second'}`, line: colour(this.player(index).colour) },
      h('div', { class: 'name' }, h('i', { class: 'swatch', 'aria-hidden': 'true' }), h('b', {}, this.name(index))), h('div', { class: 'state' }, '\u00a0')));
    this.facts = h('div', { class: 'facts' });
    this.help = h('p', { class: 'help-line', hidden: true });
    this.moveList = new MoveList((count) => this.look(count), (move) => this.board.light(move));
    this.endBox = h('div', { class: 'end', hidden: true });
    const { top, bottom, noMoves } = this.config;
    const order = this.config.starter === 0 ? this.cards : [this.cards[1], this.cards[0]];
    this.side = h('aside', { class: 'side' }, top, this.config.neutral ? null : h('div', { class: 'players' }, order), this.endBox,
      h('div', { class: 'tools' }, Object.values(this.tools)), this.facts, this.help, noMoves ? null : this.moveList.element, bottom);
    this.element = h('div', { class: 'table' }, this.board.element, this.side);
    this.keys = (event) => this.shortcut(event);
    document.addEventListener('keydown', this.keys);
    const { kept } = this.config;
    this.listening = kept ? [games.watch(() => kept.id, () => this.follow()), games.whenBack(() => this.lead())] : [];
  }

  shortcut(event) {
    if (event.target.closest?.('input, textarea, select, dialog')) return;
    const command = event.ctrlKey || event.metaKey;
    if (command && event.key.toLowerCase() === 'z') {
      event.preventDefault();
      if (event.shiftKey) this.redo();
      else this.undo();
    } else if (command && event.key.toLowerCase() === 'y') {
      event.preventDefault();
      this.redo();
    }
  }

  // ---- the game

  async open() {
    const { config } = this;
    const entry = config.kept ? games.find(config.kept.id) : null;
    this.tookBack = Boolean(entry?.tookBack);
    const saved = entry ? { key: config.key, record: entry.record } : config.slot ? load(config.slot, null) : null;
    const options = { start: config.start, ending: config.ending, starter: PLAYERS[config.starter] };
    let view = null;
    if (saved && saved.key === config.key && saved.record) {
      try {
        view = await this.session.call('open', { ...options, record: saved.record });
        if (view.moves.length && !view.ended && !config.quietResume) toast(t.game.resumed);
      } catch {
        toast(t.game.notResumed);
      }
    }
    try {
      view ??= await this.session.call('open', { ...options, record: config.record });
    } catch (error) {
      if (this.alive) this.board.showNote([h('span', { class: 'words' }, `${t.game.engineFailed} (${error.message})`)]);
      return;
    }
    if (!this.alive) return;
    this.setView(view);
    this.board.show(view.picture, { fresh: view.moves.length - 1 });
    if (config.demonstrated && !view.moves.length) this.board.demonstrate(0, 1);
    this.afterChange(true);
  }

  /** Shows what became of this game in another window. Its computer answers there, until a hand comes back to this one. */
  async follow() {
    if (!this.alive || !this.view) return;
    if (this.busy) return void setTimeout(() => this.follow(), 200);
    const { config } = this;
    this.cancelThinking();
    this.board.cancel();
    this.board.overlay([]);
    this.board.hideNote();
    this.busy = true;
    try {
      const entry = games.find(config.kept.id);
      const view = await this.session.call('open', { start: config.start, ending: config.ending, starter: PLAYERS[config.starter], record: entry?.record ?? config.record });
      if (!this.alive) return;
      this.tookBack = Boolean(entry?.tookBack);
      this.told = this.finished = Boolean(view.ended);
      this.led = true;
      this.setView(view);
      announce(view.ended ? `${this.endTitle()}. ${this.endWords()}` : this.turnWords());
    } catch {
      // A record that cannot be read: what is shown here stays.
    } finally {
      this.busy = false;
    }
    this.paintSide();
    this.board.show(this.view.picture, { fresh: this.view.moves.length - 1 });
    config.onChange?.(this.view);
  }

  /** A hand has come back to this window. */
  lead() {
    if (!this.led || !this.alive) return;
    this.led = false;
    if (!this.view.ended && this.turn !== null && this.player(this.turn).kind === 'computer') this.computerMove();
  }

  setView(view) {
    this.view = view;
    this.turn = view.turn === null ? null : PLAYERS.indexOf(view.turn);
    this.looking = null;
    this.paintSide();
  }

  /** Whose turn it is, in a sentence. */
  turnWords() {
    return this.turn === null ? '' : this.turn === this.person ? t.game.yourTurn : t.game.turnOf(this.name(this.turn));
  }

  paintSide() {
    const { view } = this;
    const w = t.game;
    const ended = view.ended;
    this.cards.forEach((card, index) => {
      card.classList.toggle('turn', this.turn === index);
      let state = '';
      const title = this.player(index).title;
      if (ended) state = ended.winner === PLAYERS[index] ? w.won : w.lost;
      else if (this.turn === index) state = this.thinking?.late === null && this.thinking.turn === index ? w.thinking : this.drawing ? w.drawing : w.toMove;
      const known = !ended && this.knows && this.player(index).kind === 'computer' && this.turn !== index && view.moves.length ? t.game.proved[this.knows] : '';
      cardState(card, title, [state || known]);
    });
    if (!this.config.neutral) describe(this.board.svg, ended ? `${this.endTitle()}. ${this.endWords()}` : this.turnWords());
    this.facts.replaceChildren(...[h('span', {}, h('b', {}, String(view.lives)), ` ${w.lives(view.lives).replace(/^\d+ /, '')}`),
      h('span', {}, h('b', {}, String(view.moves.length)), ` ${w.moves(view.moves.length).replace(/^\d+ /, '')}`),
      this.config.neutral ? null : h('span', {}, this.config.ending === 'misere' ? w.misere : w.normal)].filter(Boolean));
    this.help.hidden = !settings.parity || ended !== null || this.config.noParity;
    if (!this.help.hidden) this.help.textContent = this.parityWords();
    const now = view.moves.length;
    this.moveList.paint(view.moves.map((move, i) => ({ text: move.text, words: labelled(this.name((i + this.config.starter) % 2), w.moveWords(move)) })), this.looking ?? now);
    const { undo, redo, redraw, hint, giveUp } = this.tools;
    const people = this.person === null;
    const waiting = this.busy || this.thinking;
    undo.disabled = now === 0 || this.busy || (!people && this.undoCount() === 0);
    redo.disabled = view.undone === 0 || waiting || !(this.turn !== null && this.player(this.turn).kind === 'person');
    redraw.disabled = waiting || now === 0;
    hint.disabled = !this.mayMove() || this.config.noHints;
    giveUp.disabled = ended !== null || this.turn === null || waiting;
    hint.hidden = Boolean(this.config.noHints);
    giveUp.hidden = Boolean(this.config.noGiveUp || this.config.neutral);
    this.paintEnd();
  }

  /** A line under the pointer lights up its move in the list. */
  pointAtMove(move) {
    if (this.pointedMove === move) return;
    this.pointedMove = move;
    this.board.light(move);
    this.moveList.point(move);
  }

  /** Which number of survivors is good for whom, as the engine says. */
  parityWords() {
    const { view } = this;
    if (this.turn === null) return '';
    const moverWants = view.wants;
    if (this.person === null) return t.game.parity(this.name(this.turn), moverWants);
    const other = moverWants === 'odd' ? 'even' : 'odd';
    return t.game.yourParity(this.turn === this.person ? moverWants : other);
  }

  /** Against the computer a move is taken back together with its answer. */
  undoCount() {
    const { moves } = this.view;
    if (this.person === null) return moves.length ? 1 : 0;
    const moverOf = (index) => (index + this.config.starter) % 2;
    for (let count = 1; count <= moves.length; count++) {
      if (moverOf(moves.length - count) === this.person) return count;
    }
    return 0;
  }

  /** Runs one change of the game; while it runs nobody else may change it. */
  async perform(change) {
    if (this.busy) return;
    this.busy = true;
    this.board.overlay([]);
    try {
      const played = await change();
      // What happened is kept before it is shown: whoever leaves while the picture still moves loses nothing.
      this.settle(played.view);
      if (!this.alive) return;
      this.ponder(played.view);
      await this.keeping;
      await this.showPlayed(played);
    } catch (error) {
      if (this.alive) toast(error.message);
    } finally {
      this.busy = false;
    }
    if (this.alive) this.afterChange();
  }

  async showPlayed(played) {
    const by = (played.view.moves.length - 1 + this.config.starter) % 2;
    this.board.ink.setAttribute('d', '');
    this.setView(played.view);
    const last = played.view.moves.at(-1);
    announce(`${t.game.played(this.name(by), t.game.moveWords(last))} ${this.turnWords()}`);
    if (!played.view.ended) sound('move');
    await this.board.relax(played.frames, played.view.picture, { fresh: played.view.moves.length - 1, born: played.born });
  }

  /** Keeps the game as it stands, and tells once that it is over. Works on while the page is being left. */
  settle(view, first = false) {
    this.keep(view);
    if (!view.ended) this.told = false;
    else if (!this.told) {
      this.told = true;
      if (!first) this.config.onEnd?.({ winner: PLAYERS.indexOf(view.ended.winner), person: this.person, clean: !this.tookBack, view });
    }
  }

  afterChange(first = false) {
    this.settle(this.view, first);
    this.paintSide();
    this.board.paint();
    if (this.view.ended) {
      this.config.onChange?.(this.view);
      return this.finish(first);
    }
    this.finished = false;
    this.config.onChange?.(this.view);
    if (this.turn !== null && this.player(this.turn).kind === 'computer') this.computerMove();
  }

  keep(view) {
    const { config } = this;
    if (config.kept && !view.moves.length && !view.ended) {
      if (games.find(config.kept.id)) games.remove(config.kept.id);
      return;
    }
    if (!config.kept && !config.slot) return;
    const turn = view.turn === null ? null : PLAYERS.indexOf(view.turn);
    this.keeping = this.session.call('record').then((record) => {
      if (config.slot) return save(config.slot, { key: config.key, record });
      if (!config.kept) return;
      const ended = view.ended && { winner: PLAYERS.indexOf(view.ended.winner), reason: view.ended.reason, person: this.person };
      const mine = this.person === null ? null : turn === this.person;
      const kept = games.keep({ ...config.kept, start: config.start, ending: config.ending, starter: config.starter, record, moves: view.moves.length, tookBack: this.tookBack, ended, mine, shot: games.shot(view.picture) });
      if (!kept && !this.warned) {
        this.warned = true;
        toast(games.whyNotKept());
      }
    }).catch(() => {});
  }

  /** Begins to think about the computer's move as soon as it is to move, while the picture still relaxes. */
  ponder(view) {
    const turn = PLAYERS.indexOf(view.turn);
    if (this.thinking || turn < 0 || this.player(turn).kind !== 'computer') return;
    const token = (this.thinking = { count: view.moves.length, turn });
    // Who answers at once is not said to think.
    token.late = setTimeout(() => {
      token.late = null;
      if (!this.alive || this.thinking !== token) return;
      this.paintSide();
      this.board.idleNote();
    }, 330);
    const question = { regions: view.regions, ending: this.config.ending, level: this.player(turn).level, seed: this.seed(view), deadline_ms: DEADLINE_MS };
    token.choice = think('choose', [question]).catch((error) => {
      if (error.message !== 'stopped' && this.alive) toast(error.message);
      return null;
    });
  }

  async computerMove() {
    this.ponder(this.view);
    const token = this.thinking;
    if (!token || token.awaited) return;
    token.awaited = true;
    const choice = await token.choice;
    clearTimeout(token.late);
    if (this.thinking !== token) return;
    this.thinking = null;
    const { turn, count } = token;
    if (!this.alive || !choice || this.turn !== turn || this.view.moves.length !== count) return;
    this.knows = choice.knows;
    let lift = null;
    await this.perform(async () => {
      this.drawing = true;
      this.paintSide();
      this.board.idleNote();
      const route = await this.session.call('route', choice.move);
      if (this.alive) lift = await this.board.pen(route.points, colour(this.player(turn).colour));
      const played = await this.session.call('movePlay', choice.move);
      lift?.();
      this.drawing = false;
      return played;
    });
    this.drawing = false;
    lift?.();
  }

  seed(view) {
    return this.config.seed !== undefined ? this.config.seed + view.moves.length : Math.floor(Math.random() * 2 ** 31);
  }

  async undo() {
    if (!this.view || this.busy || this.tools.undo.disabled) return;
    this.cancelThinking();
    const count = this.undoCount();
    if (!count) return;
    this.tookBack = true;
    this.board.cancel();
    this.board.overlay([]);
    // A second press that comes sooner than the answer would take back more than there is.
    this.busy = true;
    const view = await this.session.call('takeBack', count).finally(() => (this.busy = false));
    this.settle(view);
    if (!this.alive) return;
    this.setView(view);
    this.board.show(view.picture, { fresh: view.moves.length - 1 });
    announce(t.game.undo);
    this.afterChange();
  }

  async redo() {
    if (!this.view || this.busy || this.tools.redo.disabled) return;
    const count = this.person === null ? 1 : Math.min(2, this.view.undone);
    for (let i = 0; i < count && this.alive && this.view.undone; i++) {
      this.busy = true;
      try {
        const played = await this.session.call('redo');
        this.settle(played.view);
        await this.showPlayed(played);
      } finally {
        this.busy = false;
      }
    }
    if (this.alive) this.afterChange();
  }

  async redraw() {
    if (this.tools.redraw.disabled) return;
    this.board.cancel();
    this.board.overlay([]);
    this.busy = true;
    try {
      const redrawn = await this.session.call('redraw');
      if (this.alive) {
        this.view = redrawn.view;
        await this.board.relax(redrawn.frames, redrawn.view.picture, { fresh: redrawn.view.moves.length - 1 });
      }
    } finally {
      this.busy = false;
    }
    if (this.alive) {
      this.keep(this.view);
      this.paintSide();
      this.board.paint();
    }
  }

  async hint() {
    if (!this.mayMove()) return;
    this.board.cancel();
    const count = this.view.moves.length;
    this.tools.hint.disabled = true;
    const late = setTimeout(() => this.board.showNote([h('span', { class: 'words' }, t.game.hintLooking)]), 330);
    try {
      const choice = await think('choose', [{ regions: this.view.regions, ending: this.config.ending, level: 'perfect', seed: 1, deadline_ms: HINT_DEADLINE_MS }]);
      clearTimeout(late);
      if (!this.alive || this.view.moves.length !== count) return this.board.hideNote();
      const route = await this.session.call('route', choice.move);
      this.board.overlay([{ points: route.points, class: choice.knows === 'loss' ? 'value-unknown' : 'value-win', chosen: true }]);
      const words = { win: t.game.hintWin, loss: t.game.hintLoss }[choice.knows] ?? t.game.hintGuess;
      const way = wayWords(route.words);
      const said = `${way[0].toUpperCase()}${way.slice(1)}. ${words}`;
      this.board.showNote([h('span', { class: 'words' }, said)], 8000, () => this.board.showNumbers(false));
      this.board.showNumbers(true);
      announce(said);
    } catch (error) {
      clearTimeout(late);
      this.board.hideNote();
      if (this.alive) toast(t.game.hintFailed);
    }
    if (this.alive) this.paintSide();
  }

  async giveUp() {
    if (this.tools.giveUp.disabled) return;
    const turn = this.turn;
    const yes = await ask(t.game.giveUpTitle, t.game.giveUpWords, [{ label: t.game.goOn, value: false, main: true }, { label: t.game.giveUpYes, value: true }]);
    if (!yes || !this.alive || this.turn !== turn) return;
    this.board.cancel();
    this.board.overlay([]);
    this.board.hideNote();
    const view = await this.session.call('resign', PLAYERS[this.person ?? turn]);
    this.settle(view);
    if (!this.alive) return;
    this.setView(view);
    this.afterChange();
  }

  /** Shows the board as it was after so many moves. */
  async look(index) {
    if (this.busy) return;
    this.board.cancel();
    this.board.overlay([]);
    const now = this.view.moves.length;
    this.looking = index === now ? null : index;
    const token = (this.lookToken = {});
    const picture = this.looking === null ? this.view.picture : await this.session.call('pictureAt', index);
    if (!this.alive || this.lookToken !== token) return;
    this.board.show(picture, { fresh: index - 1 });
    this.paintSide();
    if (this.looking !== null) {
      this.board.showNote([h('span', { class: 'words' }, t.game.viewing(index, now)), this.board.noteButton(t.game.backToNow, () => this.look(now), 'main')]);
    } else {
      this.board.hideNote();
    }
  }

  // ---- the end

  finish(first) {
    this.paintEnd();
    if (this.finished) return;
    this.finished = true;
    if (!first) sound(this.person === null || PLAYERS.indexOf(this.view.ended.winner) === this.person ? 'won' : 'lost');
    if (!first) announce(`${this.endTitle()}. ${this.endWords()}`);
    this.paintEnd();
  }

  endTitle() {
    const winner = PLAYERS.indexOf(this.view.ended.winner);
    if (this.person === null) return t.game.wins(this.name(winner));
    return winner === this.person ? t.game.youWin : t.game.youLose;
  }

  /** Why it is over. */
  endWords() {
    const { ended, survivors } = this.view;
    return ended.reason === 'resignation' ? t.game.over.resigned : `${t.game.over[this.config.ending]} ${t.game.survivors(survivors)}`;
  }

  paintEnd() {
    const { ended } = this.view;
    this.endBox.hidden = !ended || Boolean(this.config.neutral || this.config.quietEnd);
    if (!ended) return;
    const why = this.endWords();
    const winner = PLAYERS.indexOf(ended.winner);
    this.endBox.style.setProperty('--line', colour(this.player(winner).colour));
    this.endBox.replaceChildren(h('h2', {}, this.endTitle()), h('p', { class: 'soft' }, why),
      h('div', { class: 'row' }, (this.config.actions?.(this) ?? []).map((action) => button(action.label, () => (this.keeping ?? Promise.resolve()).then(action.run), { class: action.main ? 'main' : '' }))));
  }

  cancelThinking() {
    if (!this.thinking) return;
    this.thinking = null;
    stopThinking();
  }

  close() {
    this.alive = false;
    for (const stop of this.listening) stop();
    document.removeEventListener('keydown', this.keys);
    this.cancelThinking();
    this.session.close();
  }
}
