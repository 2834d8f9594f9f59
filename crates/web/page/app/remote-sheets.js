// The boards of a game with others: a sheet of paper or a board of stones, each with the same few words to the table that uses it.
// Knows how a change is shown; whose turn it is, the table knows.
import { Board } from './board.js';
import { h } from './dom.js';
import { inkAnswers } from './game.js';
import * as games from './games.js';
import { inWords } from './mistakes.js';
import { colour, settings } from './settings.js';
import { StonesHand } from './stones-hand.js';
import { stonesRules } from './stones-rules.js';
import { numbered } from './stones-table.js';
import { moveName, stoneSign } from './stones.js';
import { t } from './words.js';

const PEN_MS = 650;

/** The whole line of the last move in a picture, from spot to spot; null where its halves do not meet. */
function strokeOf(picture, move) {
  const [a, b] = picture.lines.filter((line) => line.move === move);
  if (!a || !b || a.to !== b.from) return null;
  return [...a.points, ...b.points.slice(2)];
}

export class InkSheet {
  constructor(table) {
    this.table = table;
    const { session } = table.remote;
    this.board = new Board({
      allowed: () => table.mayMove(), idle: () => table.idleWords(), pointed: (move) => this.point(move),
      colourOf: (line) => this.dress(line), moverColour: () => this.colourOf(table.turn ?? 0),
      ...inkAnswers(session), strokePlay: () => table.play('strokePlay'), wayPlay: (index) => table.play('wayPlay', index),
    });
    this.element = this.board.element;
  }

  read(view) {
    return view.table.sprouts;
  }

  /** One's own colour is the first of the two that were chosen; whoever watches gives it to the host. */
  colourOf(player) {
    return colour(settings.colours[player === (this.table.you ?? 0) ? 0 : 1]);
  }

  mover(move) {
    return (move + this.table.starter) % 2;
  }

  dress(line) {
    if (line.move < 0) return { colour: 'var(--ink-soft)' };
    const by = this.mover(line.move);
    return { colour: this.colourOf(by), doubled: by !== this.table.starter };
  }

  sign(player) {
    return h('i', { class: `swatch ${player === this.table.starter ? '' : 'doubled'}`, 'aria-hidden': 'true' });
  }

  items() {
    return this.table.game.moves.map((move, i) => ({ text: move.text, title: t.game.moveWords(move), by: this.mover(i) }));
  }

  facts() {
    const { lives, moves } = this.table.game;
    const { ending } = this.table.view.table.start.sprouts;
    return [h('span', {}, h('b', {}, String(lives)), ` ${t.game.lives(lives).replace(/^\d+ /, '')}`), h('span', {}, h('b', {}, String(moves.length)), ` ${t.game.moves(moves.length).replace(/^\d+ /, '')}`),
      h('span', {}, ending === 'misere' ? t.game.misere : t.game.normal)];
  }

  /** Shows what came of a message. Another's line is drawn as a pen would, unless more is waiting to be shown. */
  async show({ frames, born }, hurried) {
    const { board, table } = this;
    const { picture, moves } = table.game;
    board.cancel();
    board.overlay([]);
    board.hideNote();
    const last = moves.length - 1;
    if (hurried || frames.length < 2) {
      board.ink.setAttribute('d', '');
      return board.show(picture, { fresh: last, born });
    }
    const stroke = born !== null && this.mover(last) !== table.you ? strokeOf(frames[0], last) : null;
    const lift = stroke ? await board.pen(stroke, this.colourOf(this.mover(last)), PEN_MS) : null;
    lift?.();
    board.ink.setAttribute('d', '');
    await board.relax(frames, picture, { fresh: last, born });
  }

  repaint() {
    this.board.svg.classList.toggle('can-draw', this.table.mayMove());
    this.board.frame.style.setProperty('--line', this.colourOf(this.table.turn ?? 0));
    this.board.idleNote();
  }

  async look(index) {
    const { board, table } = this;
    board.cancel();
    const picture = index === null ? table.game.picture : await table.remote.session.call('pictureAt', index);
    if (table.looking !== index) return;
    board.show(picture, { fresh: (index ?? table.game.moves.length) - 1 });
  }

  light(move) {
    this.board.light(move);
  }

  /** A line under the pointer lights up its move in the list. */
  point(move) {
    if (this.pointed === move) return;
    this.pointed = move;
    this.board.light(move);
    this.table.moveList.point(move);
  }

  note(children) {
    if (children) this.board.showNote(children);
    else this.board.hideNote();
  }

  /** What the shelf of games keeps of it. */
  kept() {
    const { start, ending } = this.table.view.table.start.sprouts;
    return { game: 'sprouts', start, ending, spots: start.spots, map: start.map ? true : null, shot: games.shot(this.table.game.picture) };
  }
}

export class StonesSheet {
  /** `shape`: the board, which never changes. */
  constructor(table, shape) {
    this.table = table;
    this.shape = shape;
    const sheet = this;
    this.hand = new StonesHand(shape, {
      get view() { return table.game; },
      mayMove: () => table.mayMove(), isYou: (player) => player !== null && player === table.you, nameOf: (player) => table.nameOf(player), colourOf: (player) => sheet.number(player),
      play: (text) => table.play('act', JSON.stringify({ tell: { do: 'play', with: text } })),
      why: async (site) => {
        const said = await table.remote.session.call('whyNot', site);
        return said && inWords(said);
      },
    });
    this.board = this.hand.board;
    this.element = this.board.element;
  }

  read(view) {
    return numbered(view.table.stones);
  }

  number(player) {
    return this.table.game.players.indexOf(player) + 1;
  }

  colourOf(player) {
    return `var(--stone-${this.number(player)})`;
  }

  sign(player) {
    return h('i', { class: 'sign' }, stoneSign(this.number(player)));
  }

  items() {
    const { moves, movers } = this.table.game;
    const name = (text, i) => moveName(this.shape, text, this.table.game.taken === i);
    return moves.map((text, i) => ({ text: name(text, i), title: name(text, i), by: movers[i], sign: h('i', { class: 'sign small' }, stoneSign(this.number(movers[i]))) }));
  }

  facts() {
    const { moves } = this.table.game;
    return [h('span', {}, h('b', {}, String(moves.length)), ` ${t.game.moves(moves.length).replace(/^\d+ /, '')}`)];
  }

  rules() {
    return stonesRules(this.table.view.table.start.stones.game, this.shape);
  }

  /** Moves that are no place on the board: to pass, to swap. */
  words() {
    return this.table.mayMove() ? this.table.game.legal.filter((legal) => legal.to === null).map(({ text }) => text) : [];
  }

  score(player) {
    const { scores, players, stones } = this.table.game;
    const score = scores[this.number(player) - 1];
    // An open board belongs to everybody: points are counted from when all have stones on it.
    const all = players.every((_, i) => stones.includes(i + 1));
    return score && score !== '0' && (all || this.table.ended) ? t.connection.score(score) : '';
  }

  async show() {
    this.hand.letGo();
    this.hand.paint();
  }

  repaint() {
    if (this.table.looking === null) this.hand.paint();
  }

  async look(index) {
    if (index === null) return this.hand.paint();
    const { stones, heights, links } = await this.table.remote.session.call('stonesAt', index);
    if (this.table.looking === index) this.board.show(stones, { heights, links });
  }

  light() {}

  note(children) {
    if (children) this.board.note.replaceChildren(...children);
    else this.repaint();
  }

  kept() {
    const { game, options = [] } = this.table.view.table.start.stones;
    return { game: 'stones', text: game, options, title: this.shape.title, stones: this.table.game.stones };
  }
}
