// What a finger hides: a round glass beside it that shows the sheet under it, twice as large. Knows no rules and no game.
import { s, h } from './dom.js';

const WIDE = 124;
const AWAY = 92;

export class Lens {
  /** `sheet` is the id of the drawing to look at. */
  constructor(sheet) {
    this.cross = s('circle', { class: 'lens-tip', r: 4 });
    this.svg = s('svg', { 'aria-hidden': 'true' }, s('use', { href: `#${sheet}` }), this.cross);
    this.element = h('div', { class: 'lens', hidden: true }, this.svg);
  }

  /** Shows the sheet round a point of it; `event` says where the finger is, `box` where the sheet is, on the screen. */
  show(point, event, box, size) {
    const zoom = 1.9;
    const units = ((size / box.width) * WIDE) / zoom;
    this.svg.setAttribute('viewBox', `${point.x - units / 2} ${point.y - units / 2} ${units} ${units}`);
    this.cross.setAttribute('cx', point.x);
    this.cross.setAttribute('cy', point.y);
    this.cross.setAttribute('r', units / 34);
    const x = event.clientX - box.left;
    const y = event.clientY - box.top;
    // Above the finger; beside it where there is no room above.
    const above = event.clientY - AWAY - WIDE / 2 > 0;
    const left = above ? x : x > box.width / 2 ? x - AWAY - WIDE / 2 : x + AWAY + WIDE / 2;
    const limit = (value, low, high) => Math.max(low, Math.min(high, value));
    this.element.style.left = `${limit(left, WIDE / 2, box.width - WIDE / 2)}px`;
    this.element.style.top = `${above ? y - AWAY : Math.max(WIDE / 2 - box.top, y)}px`;
    this.element.hidden = false;
  }

  hide() {
    this.element.hidden = true;
  }
}
