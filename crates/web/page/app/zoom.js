// Zooming into a drawing whose places are smaller than a finger: two fingers, the wheel with Ctrl, or two buttons. Knows
// viewBoxes, no games.
import { h } from './dom.js';
import { t } from './words.js';

const MOST = 4;

export class Zoom {
  /** `box` is the viewBox that shows everything; `looked` is told whenever another part is shown. */
  constructor(svg, box, looked = () => {}) {
    // `chosen` says that a hand wanted another part than the one that is shown, `held` that one finger has something else to do.
    Object.assign(this, { svg, box, looked, view: [...box], pointers: new Map(), dragged: false, chosen: false, held: false });
    const step = (label, sign, factor) => h('button', { type: 'button', class: 'zoom-step', 'aria-label': label, title: label, onclick: () => this.by(factor) }, sign);
    this.element = h('div', { class: 'zoom', hidden: true }, step(t.board.zoomIn, '+', 0.5), step(t.board.zoomOut, '−', 2));
    svg.addEventListener('pointerdown', (event) => this.down(event));
    svg.addEventListener('pointermove', (event) => this.move(event));
    for (const name of ['pointerup', 'pointercancel', 'pointerleave']) svg.addEventListener(name, (event) => this.up(event));
    svg.addEventListener('wheel', (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      this.by(Math.exp(event.deltaY * 0.01), this.at(event.clientX, event.clientY));
    }, { passive: false });
  }

  /** Shows the buttons where they are needed. */
  offer(needed) {
    this.element.hidden = !needed;
  }

  /** Another drawing: shows all of it. */
  frame(box) {
    Object.assign(this, { box, chosen: false });
    this.look(box[0], box[1], box[2]);
  }

  at(x, y) {
    const edge = this.svg.getBoundingClientRect();
    return [this.view[0] + ((x - edge.left) / edge.width) * this.view[2], this.view[1] + ((y - edge.top) / edge.height) * this.view[3]];
  }

  /** Larger or smaller, by a hand. */
  by(factor, around = [this.view[0] + this.view[2] / 2, this.view[1] + this.view[3] / 2]) {
    const size = Math.max(this.box[2] / MOST, Math.min(this.box[2], this.view[2] * factor));
    const scale = size / this.view[2];
    this.chosen = true;
    this.look(around[0] - (around[0] - this.view[0]) * scale, around[1] - (around[1] - this.view[1]) * scale, size);
  }

  /** Moves what is shown when a place lies outside of it. */
  reveal({ x, y }) {
    const [left, top, width, height] = this.view;
    const seen = (value, from, size) => value > from + size * 0.06 && value < from + size * 0.94;
    if (!seen(x, left, width) || !seen(y, top, height)) this.look(x - width / 2, y - height / 2, width);
  }

  /** Shows what begins at x, y and is `size` wide. */
  look(x, y, size) {
    const limit = (value, low, room) => Math.max(low, Math.min(low + room, value));
    const height = (size * this.box[3]) / this.box[2];
    this.view = [limit(x, this.box[0], this.box[2] - size), limit(y, this.box[1], this.box[3] - height), size, height];
    this.svg.setAttribute('viewBox', this.view.join(' '));
    // While everything is in sight the window's own scrolling stays; zoomed in, a finger moves the board.
    this.svg.classList.toggle('zoomed', size < this.box[2] * 0.99);
    this.looked();
  }

  down(event) {
    if (!this.pointers.size) this.dragged = false;
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const [a, b] = [...this.pointers.values()];
    if (b) this.pinch = { distance: Math.hypot(a.x - b.x, a.y - b.y) || 1, size: this.view[2], at: this.at((a.x + b.x) / 2, (a.y + b.y) / 2) };
  }

  move(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before || event.pointerType === 'mouse') return;
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const [a, b] = [...this.pointers.values()];
    const edge = this.svg.getBoundingClientRect();
    if (b && this.pinch) {
      this.dragged = this.chosen = true;
      const size = Math.max(this.box[2] / MOST, Math.min(this.box[2], (this.pinch.size * this.pinch.distance) / (Math.hypot(a.x - b.x, a.y - b.y) || 1)));
      const [u, v] = [((a.x + b.x) / 2 - edge.left) / edge.width, ((a.y + b.y) / 2 - edge.top) / edge.height];
      this.look(this.pinch.at[0] - u * size, this.pinch.at[1] - (v * size * this.box[3]) / this.box[2], size);
    } else if (!this.held && this.svg.classList.contains('zoomed')) {
      const [dx, dy] = [event.clientX - before.x, event.clientY - before.y];
      if (Math.hypot(dx, dy) > 2) this.dragged = this.chosen = true;
      this.look(this.view[0] - (dx / edge.width) * this.view[2], this.view[1] - (dy / edge.height) * this.view[3], this.view[2]);
    }
  }

  up(event) {
    this.pointers.delete(event.pointerId);
    if (this.pointers.size < 2) this.pinch = null;
  }
}
