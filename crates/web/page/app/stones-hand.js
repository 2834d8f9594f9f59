// A person's hand on a board of stones: what is picked, what waits for a second tap, what is marked. Knows no rules: what is allowed
// comes with every view.
import { announce, button, h } from './dom.js';
import { settings } from './settings.js';
import { StonesBoard, stoneSign } from './stones.js';
import { t } from './words.js';

/** How long a refusal is shown. */
const REFUSED_MS = 4000;

export class StonesHand {
  /** `table` has: view (players as numbers from 0), mayMove(), isYou(player), nameOf(player), colourOf(player), play(text), and may have why(site): the words for why nothing can be played there. */
  constructor(shape, table) {
    Object.assign(this, { shape, table });
    this.board = new StonesBoard(shape, { allowed: () => table.mayMove(), chosen: (site, touch, sure) => this.choose(site, touch, sure), cancelled: () => this.cancel() });
    this.board.note.addEventListener('keydown', (event) => event.key === 'Escape' && this.cancel());
    this.letGo();
  }

  /** Forgets everything: the board is another one now. */
  letGo() {
    this.picked = null;
    this.wanted = null;
    this.closed = null;
    this.hint(null);
    this.needs([], null);
    this.prove(null);
  }

  /** What was proved of the position: moves that win, places that the winner needs, stones that these join. */
  prove(proved) {
    this.proved = proved;
  }

  /** Places that somebody needs to be sure of a win, and the words that say so. */
  needs(places, words) {
    this.needed = places;
    this.neededWords = words;
  }

  hint(legal) {
    this.hinted = legal?.to ?? null;
    this.hintedFrom = legal?.from ?? null;
  }

  /** The colour that is placed now: it may be another one than the mover's own. */
  get placed() {
    const { view } = this.table;
    const colours = new Set(view.legal.map((each) => each.colour).filter(Boolean));
    return colours.size === 1 ? [...colours][0] : view.colour;
  }

  /** Whether stones only move: then the first choice is one of them. */
  get onlyMoves() {
    const { legal } = this.table.view;
    return legal.some((each) => each.from !== null) && legal.every((each) => each.from !== null || each.to === null);
  }

  paint() {
    const { board, shape, table } = this;
    const { view } = table;
    const legal = table.mayMove() ? view.legal : [];
    const open = this.picked === null ? legal.map((each) => each.from ?? each.to) : legal.filter((each) => each.from === this.picked).map((each) => each.to);
    const { placed } = this;
    const foreign = view.turn !== null && !view.due && placed !== table.colourOf(view.turn);
    board.element.style.setProperty('--line', `var(--stone-${placed})`);
    const owner = view.players[placed - 1];
    const who = table.isYou(view.turn) ? null : table.nameOf(view.turn);
    board.note.replaceChildren(...(foreign || (table.mayMove() && shape.players > 2)
      ? [h('i', { class: 'sign' }, stoneSign(placed)), h('span', { class: 'words' }, t.connection.places(who, foreign ? (table.isYou(owner) ? t.connection.yours : table.nameOf(owner)) : null))] : []));
    const places = open.filter((site) => site !== null);
    board.show(view.stones, { within: view.legal.map((each) => each.to).filter((site) => site !== null), heights: view.heights, links: view.links, last: view.last, deciding: view.deciding, open: places, targets: this.picked === null ? [] : places, picked: this.picked ?? this.hintedFrom, wanted: this.wanted, closed: this.closed, hint: this.hinted, needed: this.proved?.needed ?? this.needed, winning: this.proved?.winning, chain: this.proved?.chain });
    // A turn made of several parts says which one is next.
    if (view.due && table.mayMove()) board.note.replaceChildren(h('i', { class: 'sign' }, stoneSign(placed)), h('span', { class: 'words' }, t.connection.due[view.due]));
    // Whoever was swapped has other sides now.
    if (view.moves.at(-1) === 'swap' && table.mayMove() && !board.note.children.length) {
      board.note.replaceChildren(h('i', { class: 'sign' }, stoneSign(placed)), h('span', { class: 'words' }, t.connection.swapped(table.nameOf(view.movers.at(-1)))));
    }
    // A turn that began with a move of a stone goes on with one that is placed.
    const moved = view.last.length === 2 && view.movers.at(-1) === view.turn && table.mayMove();
    if (moved && !board.note.children.length) board.note.replaceChildren(h('span', { class: 'words' }, t.connection.nowPlace));
    if (this.picked !== null) board.note.replaceChildren(h('span', { class: 'words' }, t.connection.picked(shape.sites[this.picked].name)));
    if (this.neededWords && !board.note.children.length) board.note.replaceChildren(h('span', { class: 'words' }, this.neededWords));
    // How a move begins is said until somebody has made one.
    if (table.mayMove() && view.moves.length < 2 && !board.note.children.length) board.note.replaceChildren(h('span', { class: 'words' }, this.onlyMoves ? t.connection.pickOwn : t.connection.howTo));
    // Whatever is heard meanwhile paints the board again; the reason stays beside its ring.
    if (this.closed !== null) board.note.replaceChildren(h('span', { class: 'words' }, this.closedWords));
    if (this.wanted !== null) board.note.replaceChildren(...this.question());
  }

  /** What may be placed there: one stone, or one of several colours. */
  placedAt(site) {
    return this.table.view.legal.filter((each) => each.from === null && each.to === site);
  }

  /** Asks about the place that waits: whether to play there, or in which colour. */
  question() {
    const { board, shape, table, wanted } = this;
    const colours = this.picked === null ? this.placedAt(wanted) : [];
    const cancel = button(t.board.cancel, () => this.cancel(), { class: 'quiet' });
    if (colours.length < 2) {
      const words = h('span', { class: 'words' }, t.connection.playHere(shape.sites[wanted].name));
      return [words, cancel, button(t.board.play, () => this.choose(wanted), { class: 'main' })];
    }
    const stones = colours.map(({ colour, text }) => {
      const take = () => { this.wanted = null; table.play(text); board.focus(wanted); };
      return button(h('i', { class: 'sign' }, stoneSign(colour)), take, { class: 'take', name: t.connection.colour(colour), title: t.connection.colour(colour) });
    });
    return [h('span', { class: 'words' }, t.connection.whichColour), ...stones, cancel];
  }

  /** Puts down what is picked or waits. */
  cancel() {
    if (this.picked === null && this.wanted === null) return;
    if (this.board.note.contains(document.activeElement)) this.board.focus(this.wanted ?? this.picked);
    this.picked = null;
    this.wanted = null;
    announce(t.board.cancelled);
    this.paint();
  }

  /** Says for a while that a place cannot be played on, and why: in `given` words, or where the engine says it. A ring shows the place. */
  async refuse(site, given = null) {
    const words = given ?? (await this.table.why?.(site)) ?? t.connection.closed;
    if (!this.table.mayMove()) return;
    announce(words);
    this.closed = site;
    this.closedWords = words;
    this.paint();
    clearTimeout(this.refused);
    this.refused = setTimeout(() => this.unrefuse(site), REFUSED_MS);
  }

  unrefuse(site) {
    if (this.closed !== site) return;
    this.closed = null;
    if (this.table.mayMove()) this.paint();
  }

  /** `sure`: the finger was no wider than the place, so a second tap on the same one means it. */
  async choose(site, touch = false, sure = true) {
    const { shape, table } = this;
    if (!table.mayMove()) return;
    const { legal } = table.view;
    // A finger's choice waits for a second tap, unless that was switched off.
    const ends = legal.some((each) => each.to === site && each.from === this.picked);
    this.closed = null;
    if (touch && settings.confirmTouch && ends && !(sure && this.wanted === site)) {
      this.wanted = site;
      announce(this.picked === null && this.placedAt(site).length > 1 ? t.connection.whichColour : t.connection.playHere(shape.sites[site].name));
      return this.paint();
    }
    this.wanted = null;
    const movable = legal.some((each) => each.from === site);
    if (this.picked !== null) {
      const { picked } = this;
      const shift = legal.find((each) => each.from === picked && each.to === site);
      // Where it cannot go it stays in the hand; another stone that can move takes its place.
      if (!shift && !movable) return this.refuse(site, t.connection.noWay(shape.sites[picked].name, shape.sites[site].name));
      this.picked = null;
      if (shift) return table.play(shift.text);
      if (site === picked) return this.paint();
    }
    if (movable) {
      this.picked = site;
      announce(t.connection.picked(shape.sites[site].name));
      return this.paint();
    }
    const placed = this.placedAt(site);
    if (!placed.length) return this.refuse(site, this.onlyMoves ? t.connection.pickOwn : null);
    if (placed.length === 1) return table.play(placed[0].text);
    this.wanted = site;
    announce(t.connection.whichColour);
    this.paint();
    // The keyboard goes on there.
    if (!touch) this.board.note.querySelector('.take').focus();
  }
}
