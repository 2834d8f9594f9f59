// What a finger hides: a round glass beside it that shows the sheet under it, twice as large. Knows no rules and no game.
import { s, h } from './dom.js';

const WIDE = 124;
const LARGER = 1.9;

export class Lens {
  /** `sheet` is the id of the drawing to look at, `wide` how wide the glass is on the screen. */
  constructor(sheet, wide = WIDE) {
    this.wide = wide;
    this.cross = s('circle', { class: 'lens-tip', r: 4 });
    this.svg = s('svg', { 'aria-hidden': 'true' }, s('use', { href: `#${sheet}` }), this.cross);
    this.element = h('div', { class: 'lens', hidden: true }, this.svg);
    this.element.style.setProperty('--glass', `${wide}px`);
  }

  /** How many units of a drawing, of which `size` are as wide as `box`, the glass shows when it makes them larger. */
  units(size, box) {
    return ((size / box.width) * this.wide) / LARGER;
  }

  /** Shows so many units of the sheet round a point of it; `event` says where the finger is, `box` where the sheet is, on the screen. */
  show(point, event, box, units) {
    const { wide } = this;
    const away = wide / 2 + 30;
    this.svg.setAttribute('viewBox', `${point.x - units / 2} ${point.y - units / 2} ${units} ${units}`);
    this.cross.setAttribute('cx', point.x);
    this.cross.setAttribute('cy', point.y);
    this.cross.setAttribute('r', units / 34);
    const x = event.clientX - box.left;
    const y = event.clientY - box.top;
    // Above the finger; beside it where there is no room above.
    const above = event.clientY - away - wide / 2 > 0;
    const left = above ? x : x > box.width / 2 ? x - away - wide / 2 : x + away + wide / 2;
    const limit = (value, low, high) => Math.max(low, Math.min(high, value));
    this.element.style.left = `${limit(left, wide / 2, box.width - wide / 2)}px`;
    this.element.style.top = `${above ? y - away : Math.max(wide / 2 - box.top, y)}px`;
    this.element.hidden = false;
  }

  hide() {
    this.element.hidden = true;
  }
}
