// A finished game, move by move: who kept the win, who threw it away, where the game turned, and what should have been drawn.
// Knows how marks follow from outcomes; who wins is the engine's word.
import { Board } from '../board.js';
import { announce, button, h, icon, notation, toast } from '../dom.js';
import { Session, draw, haltThinking, stopThinking, think } from '../engine.js';
import { wayWords } from '../game.js';
import * as games from '../games.js';
import { colour, settings } from '../settings.js';
import { shareLink } from '../share.js';
import { labelled, t } from '../words.js';

const PLAYERS = ['host', 'guest'];
const REVIEW_MS = 20_000;
const BETTER_MS = 6000;

export function show(main, way) {
  const review = new Review(main, way);
  return () => review.close();
}

/**
 * What each move did, from what every position is worth to whoever moved into it ('win', 'loss' or nothing). A move that
 * wins shows that the position before was won, even where that one was too large.
 */
export function marks(values) {
  const after = values.map((value) => value ?? 'unknown');
  return after.slice(1).map((mine, i) => {
    // What the position before was worth to whoever moves now is the opposite of what it was worth to the other.
    const theirs = after[i];
    const before = mine === 'win' || theirs === 'loss' ? 'win' : theirs === 'win' ? 'loss' : 'unknown';
    if (before === 'loss') return 'nothing';
    if (before === 'unknown' || mine === 'unknown') return 'unknown';
    return mine === 'win' ? 'kept' : 'threw';
  });
}

class Review {
  constructor(main, way) {
    Object.assign(this, { main, way, alive: true, values: [], session: new Session() });
    const given = new URLSearchParams(way.hash).get('game');
    const entry = way.rest[0] ? games.find(decodeURIComponent(way.rest[0])) : null;
    if (entry && entry.kind !== 'stones' && entry.game !== 'stones') this.begin(entry, entry);
    else if (given) this.read(given);
    else this.paste();
  }

  /** The box for a game that somebody has as text. */
  paste(words = '', text = '') {
    const w = t.review;
    const box = h('textarea', { class: 'text-field', rows: 5, id: 'import', placeholder: w.placeholder, 'aria-label': w.paste, spellcheck: 'false' });
    // What could not be read stays, so that it can be mended.
    box.value = text;
    this.main.replaceChildren(h('div', { class: 'page narrow' }, h('h1', {}, t.places.review), h('div', { class: 'card' }, h('p', {}, w.pasteWords), box,
      h('p', { class: 'soft', role: 'status' }, words), h('div', { class: 'row' }, button(w.read, () => box.value.trim() && this.read(box.value), { class: 'main', id: 'read' }), h('a', { class: 'button quiet', href: '/games', 'data-link': true }, t.places.games)))));
  }

  async read(text) {
    try {
      const read = await draw('readText', text);
      if (!this.alive) return;
      if (!read.record?.moves.length) return this.paste(t.review.noMoves, text);
      this.begin(read, null);
    } catch (error) {
      if (this.alive) this.paste(`${t.analyse.cannotRead} ${error.message}`, text);
    }
  }

  async begin({ start, ending, record }, entry) {
    Object.assign(this, { start, ending, record, entry });
    this.starter = Math.max(0, PLAYERS.indexOf(record.starter));
    try {
      this.view = await this.session.call('open', { start, ending, starter: PLAYERS[this.starter], record });
      this.line = await this.session.call('line');
    } catch (error) {
      if (this.alive) this.paste(`${t.analyse.cannotRead} ${error.message}`);
      return;
    }
    if (!this.alive) return;
    this.build();
    await this.look(this.view.moves.length);
    this.study();
  }

  name(index) {
    const { opponent, names } = this.entry ?? {};
    if (names) return names[index];
    if (!opponent || opponent === 'person') return index === 0 ? t.game.first : t.game.second;
    return index === 0 ? t.game.you : t.game.computer;
  }

  isYou(index) {
    if (this.entry?.kind === 'remote') return index === this.entry.you;
    return index === 0 && Boolean(this.entry?.opponent) && this.entry.opponent !== 'person';
  }

  mover(move) {
    return (move + this.starter) % 2;
  }

  build() {
    const w = t.review;
    const colours = settings.colours;
    const never = () => Promise.resolve();
    this.board = new Board({
      allowed: () => false, idle: () => '', strokeCancel: never,
      colourOf: (line) => (line.move < 0 ? { colour: 'var(--ink-soft)' } : { colour: colour(colours[this.mover(line.move)]), doubled: this.mover(line.move) !== this.starter }),
      moverColour: () => 'var(--good)',
      pointed: (move) => this.board.light(move),
    });
    this.summary = h('p', { class: 'summary', role: 'status' });
    this.turning = h('div', { class: 'row' });
    this.list = h('ol', { class: 'reviewed', 'aria-label': t.game.moveList });
    this.words = h('p', { class: 'reviewed-words', 'aria-live': 'polite' });
    this.better = button(w.better, () => this.showBetter(), { class: 'small' });
    const step = (name, label, to) => h('button', { type: 'button', class: 'tool', 'aria-label': label, title: label, onclick: () => this.look(to()) }, icon(name));
    const last = this.view.moves.length;
    const steps = h('div', { class: 'tools' }, step('first', w.first, () => 0), step('left', w.previous, () => Math.max(0, this.at - 1)), step('right', w.next, () => Math.min(last, this.at + 1)), step('last', w.last, () => last));
    const exported = () => JSON.stringify({ start: this.start, ending: this.ending, record: this.record });
    this.side = h('aside', { class: 'side' }, h('div', {}, h('h1', {}, t.places.review), h('p', { class: 'soft' }, this.whoWon())), this.summary, this.turning, steps, this.words, h('div', { class: 'row' }, this.better), h('div', { class: 'moves' }, this.list),
      h('div', { class: 'row' }, button(t.game.analyse, () => this.way.go(`/analyse#${new URLSearchParams({ game: exported() })}`), { class: 'small', icon: 'look' }), button(t.game.share, () => shareLink(`/review#${new URLSearchParams({ game: exported() })}`), { class: 'small', icon: 'share' })));
    this.main.replaceChildren(h('div', { class: 'table' }, this.board.element, this.side));
    this.keys = (event) => {
      if (event.target.closest?.('input, textarea, select, dialog') || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === 'ArrowLeft') this.look(Math.max(0, this.at - 1));
      else if (event.key === 'ArrowRight') this.look(Math.min(last, this.at + 1));
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', this.keys);
  }

  whoWon() {
    const { ended } = this.view;
    if (!ended || ended.winner === null) return t.review.unfinished;
    const winner = PLAYERS.indexOf(ended.winner);
    const person = this.entry && this.entry.opponent !== 'person';
    const why = { resignation: t.game.over.resigned, time: t.friends.ended.time(this.name(1 - winner)) }[ended.reason] ?? t.game.over[this.ending];
    return `${!person ? t.game.wins(this.name(winner)) : winner === 0 ? t.game.youWin : t.game.youLose}. ${why}`;
  }

  /** Who lost a won position without drawing a move in it, by giving up or on time; null when nobody did. */
  leftWon() {
    const { ended, moves } = this.view;
    if (!ended || ended.winner === null || ended.reason === 'rules') return null;
    const loser = 1 - PLAYERS.indexOf(ended.winner);
    const worth = this.values[moves.length];
    const moved = moves.length > 0 && this.mover(moves.length - 1) === loser;
    return worth === (moved ? 'win' : 'loss') ? loser : null;
  }

  // ---- outcomes

  async study() {
    const w = t.review;
    this.values = this.line.map(() => null);
    this.summary.textContent = w.looking;
    this.paintList();
    const token = (this.studying = {});
    try {
      await think('review', [{ positions: this.line.map(({ position }) => position), ending: this.ending, limit_ms: REVIEW_MS }], (news) => {
        if (!this.alive || this.studying !== token || !news.value) return;
        this.values[news.index] = news.value.outcome;
        this.paintList();
        this.paintWords();
      });
    } catch (error) {
      if (this.alive && error.message !== 'stopped') toast(error.message);
    }
    if (!this.alive || this.studying !== token) return;
    this.studying = null;
    this.conclude();
  }

  conclude() {
    const w = t.review;
    const all = marks(this.values);
    const thrown = all.flatMap((mark, i) => (mark === 'threw' ? [i] : []));
    const unknown = all.filter((mark) => mark === 'unknown').length;
    const left = this.leftWon();
    const turning = left === null ? thrown.at(-1) : undefined;
    let words;
    if (left !== null) words = (this.view.ended.reason === 'time' ? w.lateWon : w.gaveUpWon)(this.isYou(left) ? null : this.name(left));
    else if (turning !== undefined) words = w.turning(turning + 1, this.isYou(this.mover(turning)) ? null : this.name(this.mover(turning)), thrown.length);
    else if (unknown) words = w.nobodyKnows(unknown);
    else words = this.view.ended ? w.flawless : w.flawlessSoFar;
    if (turning !== undefined && unknown) words += ` ${w.nobodyKnows(unknown)}`;
    this.summary.textContent = words;
    announce(words);
    if (turning !== undefined) this.turning.replaceChildren(button(w.showTurning, () => this.look(turning + 1), { class: 'main small' }));
    this.paintList();
    this.paintWords();
  }

  paintList() {
    const w = t.review;
    const all = marks(this.values);
    const turning = this.studying || this.leftWon() !== null ? -1 : all.lastIndexOf('threw');
    const light = (move) => () => this.board.light(move);
    this.list.replaceChildren(...this.view.moves.map((move, i) => h('li', {}, h('button', { type: 'button', class: `mark-${all[i]} ${i === turning ? 'turning' : ''}`, 'aria-current': this.at === i + 1 ? 'true' : undefined, onclick: () => this.look(i + 1), onmouseenter: light(i), onmouseleave: light(null) },
      h('i', { class: `verdict ${all[i]}`, 'aria-hidden': 'true' }), h('span', { class: 'n' }, `${i + 1}.`), h('b', {}, this.name(this.mover(i))), h('span', {}, notation(move.text)), h('small', {}, i === turning ? w.turningPoint : w.marks[all[i]])))));
    const here = this.list.querySelector('[aria-current]')?.parentElement;
    if (here) this.list.scrollTop = Math.max(0, here.offsetTop - this.list.offsetTop - this.list.clientHeight / 2);
  }

  /** What there is to say about the move on the board. */
  paintWords() {
    const w = t.review;
    const i = this.at - 1;
    const mark = i >= 0 ? marks(this.values)[i] : null;
    this.words.textContent = i < 0 ? w.start : `${i + 1}. ${labelled(this.name(this.mover(i)), t.game.moveWords(this.view.moves[i]))}. ${this.studying && mark === 'unknown' ? '' : w.long[mark]}`;
    this.better.hidden = mark !== 'threw';
  }

  async look(index) {
    this.at = index;
    const picture = index === this.view.moves.length ? this.view.picture : await this.session.call('pictureAt', index);
    if (!this.alive || this.at !== index) return;
    this.board.overlay([]);
    this.board.hideNote();
    this.board.showNumbers(true);
    this.board.show(picture, { fresh: index - 1 });
    this.paintList();
    this.paintWords();
  }

  /** Shows the board before a mistake, with a move that wins as ink. */
  async showBetter() {
    const w = t.review;
    const index = this.at - 1;
    const before = new Session();
    this.better.disabled = true;
    this.board.showNote([h('span', { class: 'words' }, w.lookingBetter)]);
    try {
      await before.call('open', { start: this.start, ending: this.ending, starter: PLAYERS[this.starter], record: { ...this.record, moves: this.record.moves.slice(0, index), ended: undefined } });
      const found = await this.winning(index);
      if (!this.alive || this.at !== index + 1) return;
      if (!found) return this.board.showNote([h('span', { class: 'words' }, w.noBetter)], 5000);
      const route = await before.call('route', found.move);
      const view = await before.call('view');
      if (!this.alive || this.at !== index + 1) return;
      this.board.show(view.picture, { fresh: index - 1 });
      this.board.overlay([{ points: route.points, class: 'value-win', chosen: true }]);
      const words = w.should(wayWords(route.words));
      this.board.showNote([h('span', { class: 'words' }, words), this.board.noteButton(w.asPlayed, () => this.look(index + 1), 'quiet')]);
      announce(words);
    } catch (error) {
      if (this.alive && error.message !== 'stopped') toast(error.message);
    } finally {
      before.close();
      this.better.disabled = false;
    }
  }

  /** A move that wins in the position before move `index`, if one is found in time. */
  async winning(index) {
    let moves = [];
    let found = null;
    await think('analyse', [{ regions: this.line[index].regions, ending: this.ending, limit_ms: BETTER_MS, outcomes: true }], (news) => {
      if (news.moves) moves = news.moves;
      if (news.value?.outcome === 'win' && !found) {
        found = moves[news.index];
        haltThinking();
      }
    });
    return found;
  }

  close() {
    this.alive = false;
    this.studying = null;
    if (this.keys) document.removeEventListener('keydown', this.keys);
    stopThinking();
    this.session.close();
  }
}
