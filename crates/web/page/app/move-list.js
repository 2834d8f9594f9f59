// The moves beside a board, with a slider through them: whoever presses one sees the board as it was. Knows no games.
import { h, notation } from './dom.js';
import { t } from './words.js';

export class MoveList {
  /** `look(count)` shows the board after so many moves; `light(move)` marks the line of a move on the board, none for null. */
  constructor(look, light = () => {}) {
    Object.assign(this, { look, light });
    this.list = h('ol', { 'aria-label': t.game.moveList });
    this.range = h('input', { type: 'range', min: 0, max: 0, value: 0, 'aria-label': t.game.scrub, oninput: () => look(Number(this.range.value)) });
    this.scrub = h('div', { class: 'scrub' }, this.range);
    this.element = h('div', { class: 'moves' }, this.list, this.scrub);
    // What comes up beside the board takes room from the list: the last move stays in sight.
    new ResizeObserver(() => this.follow()).observe(this.list);
  }

  /** `items` have text, words (what the move does, and who made it) and perhaps a sign; the board shows the game after `at` moves. */
  paint(items, at) {
    const light = (move) => () => this.light(move);
    this.list.replaceChildren(...(items.length ? items.map(({ text, words, sign }, i) => h('li', {}, h('button', {
      type: 'button', 'aria-current': at === i + 1 ? 'true' : undefined, title: words, 'aria-label': `${i + 1}.${text}, ${words}`,
      onclick: () => Promise.resolve(this.look(i + 1)).then(light(i)), onmouseenter: light(i), onfocus: light(i), onmouseleave: light(null), onblur: light(null),
    }, h('span', { class: 'n' }, `${i + 1}.`), sign, notation(text)))) : [h('li', { class: 'empty' }, t.game.noMoves)]));
    this.range.max = String(items.length);
    this.range.value = String(at);
    this.scrub.hidden = !items.length;
    this.atEnd = at === items.length;
    this.follow();
  }

  follow() {
    if (this.atEnd) this.list.scrollTop = this.list.scrollHeight;
  }

  /** Marks a move in the list and brings it into sight; none for null. */
  point(move) {
    [...this.list.children].forEach((item, i) => item.firstChild?.classList?.toggle('lit', i === move));
    const item = move === null ? null : this.list.children[move];
    if (item) this.list.scrollTop = Math.max(0, item.offsetTop - this.list.offsetTop - this.list.clientHeight / 2);
  }
}
