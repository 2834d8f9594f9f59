// The sheet of paper: shows a picture, takes strokes and picks from mouse, finger, pen and keyboard, and says what was
// asked for. Knows nothing of rules, turns or the engine; whoever uses it answers its questions.
import { announce, fill, h, icon, s } from './dom.js';
import { Lens } from './lens.js';
import { between } from './frames.js';
import { SIZE, SPOT, budAngles, budPlace, lineAngles, numberPlaces, smooth } from './picture.js';
import { lessMotion, settings } from './settings.js';
import { sound } from './sound.js';
import { t } from './words.js';

/** How far from a spot a stroke may begin and end, in pixels of the screen. */
const MOUSE_REACH = 20;
const TOUCH_REACH = 34;
/** The least of it, in units of the board: what a large screen needs. */
const REACH_MIN = 24;
const DRAG = 7;
/** How far somebody has to draw on open paper to be told where a line begins: further than a hand that taps there, or scrolls. */
const ASTRAY = 30;

let boards = 0;

export class Board {
  /**
   * `answers` has: colourOf(line) → CSS colour and dash; strokeBegin(spot, reach), strokeExtend(points) → {ink, why, words,
   * snap, ends}, strokeEnd() → {ready, why, words}, strokeCancel(), strokePlay(); endsFrom(spot) → spots; ways(a, b) →
   * {ways: [{points, words}], why, words}, wayPlay(index); allowed() → whether the person may move now.
   * A `why` has the place to point at, and the spot or the line that is the reason.
   */
  constructor(answers) {
    this.answers = answers;
    this.number = ++boards;
    this.picture = { spots: [], lines: [], dead: [] };
    this.view = { x: 0, y: 0, size: SIZE };
    this.pointers = new Map();
    this.scale = 1;
    this.mode = { kind: 'idle' };
    const hatch = `hatch${this.number}`;
    this.deadLayer = s('g');
    this.lineLayer = s('g');
    this.coreLayer = s('g');
    this.extraLayer = s('g');
    this.ghostLayer = s('g');
    this.spotLayer = s('g');
    this.whyLayer = s('g', { 'pointer-events': 'none' });
    this.ink = s('path', { class: 'ink' });
    this.hatch = `url(#${hatch})`;
    this.svg = s('svg', { class: 'board', viewBox: `0 0 ${SIZE} ${SIZE}`, role: 'application', 'aria-label': t.board.name, 'aria-roledescription': t.board.role, tabindex: 0 },
      s('defs', {}, s('pattern', { id: hatch, width: 14, height: 14, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' },
        s('line', { class: 'hatch-line', x1: 0, y1: 0, x2: 0, y2: 14 }))),
      s('g', { id: `sheet${this.number}` }, this.deadLayer, this.lineLayer, this.coreLayer, this.extraLayer, this.ghostLayer, this.ink, this.spotLayer, this.whyLayer));
    this.label = h('div', { class: 'at-pointer', hidden: true });
    this.note = h('div', { class: 'board-note' });
    this.lens = new Lens(`sheet${this.number}`);
    const whole = () => this.zoom({ x: 0, y: 0, size: SIZE });
    this.whole = h('button', { type: 'button', class: 'zoom-step whole', hidden: true, 'aria-label': t.board.whole, title: t.board.whole, onclick: whole }, icon('whole'));
    this.element = h('div', { class: 'board-column' }, h('div', { class: 'board-box' }, this.svg, this.label, this.lens.element, this.whole), this.note);
    this.frame = this.element.firstChild;
    this.listen();
    this.resizer = new ResizeObserver(() => this.rescale());
    this.resizer.observe(this.svg);
  }

  /** Ink and spots keep a readable size on a small board, and give way where spots are many. */
  rescale() {
    const width = this.svg.getBoundingClientRect().width || 700;
    const few = this.picture.spots.length <= 8 ? 1.25 : this.picture.spots.length <= 24 ? 1.1 : 1;
    const scale = Math.max(1, Math.min(1.9, (620 / width) * few, few * 1.6));
    if (scale === this.scale) return;
    this.scale = scale;
    this.frame.style.setProperty('--k', scale.toFixed(3));
    if (this.spotElements) this.paint();
  }

  // ---- showing

  /** Shows a picture at once. `fresh` is the number of the move drawn last; `born` the spot to grow. */
  show(picture, options = {}) {
    this.stopAnimation();
    this.picture = picture;
    this.rescale();
    this.fresh = options.fresh ?? -1;
    this.born = options.born;
    this.paint();
  }

  /** Shows how a move is made: a faint line that grows from spot to spot, until a hand or a key does anything. */
  demonstrate(from, to) {
    const [a, b] = [from, to].map((spot) => this.picture.spots[spot]);
    if (!a || !b) return;
    const [x, y] = [(a.x + b.x) / 2 - (b.y - a.y) * 0.22, (a.y + b.y) / 2 + (b.x - a.x) * 0.22];
    const shown = s('g', { class: 'demonstration', 'pointer-events': 'none', 'aria-hidden': 'true' },
      s('path', { d: `M${a.x} ${a.y}Q${x} ${y} ${b.x} ${b.y}`, pathLength: 1 }), s('circle', { cx: (a.x + b.x) / 4 + x / 2, cy: (a.y + b.y) / 4 + y / 2, r: 11 * this.scale }));
    const end = () => {
      shown.remove();
      for (const name of ['pointerdown', 'keydown']) this.element.removeEventListener(name, end);
    };
    this.endDemonstration = end;
    for (const name of ['pointerdown', 'keydown']) this.element.addEventListener(name, end);
    this.spotLayer.before(shown);
  }

  paint() {
    const { picture } = this;
    if (picture.lines.length) this.endDemonstration?.();
    this.deadLayer.replaceChildren(...picture.dead.map((path) => s('path', { d: path, fill: this.hatch, 'fill-rule': 'evenodd' })));
    const dressed = picture.lines.map((line) => this.answers.colourOf(line));
    const isFresh = (line) => line.move === this.fresh && this.fresh >= 0;
    this.lineLayer.replaceChildren(...picture.lines.map((line, i) =>
      s('path', { class: `line ${isFresh(line) ? 'fresh' : ''} ${dressed[i].doubled ? 'doubled' : ''}`, d: line.path ?? smooth(line.points), line: dressed[i].colour, 'data-move': line.move })));
    // The second player's lines are doubled: a light core runs along them.
    this.coreLayer.replaceChildren(...picture.lines.map((line, i) => s('path', dressed[i].doubled ? { class: 'line-core', d: line.path ?? smooth(line.points) } : {})));
    this.light(this.lit ?? null);
    const angles = lineAngles(picture, this.scale);
    const numbers = numberPlaces(picture, angles, this.scale, this.overlaid);
    const focused = this.focusedSpot();
    this.spotElements = picture.spots.map((spot, i) => {
      const label = t.board.spot(i + 1, spot.lives);
      return s('g', { class: `spot ${spot.lives ? '' : 'dead'} ${this.born === i ? 'born' : ''}`, transform: this.place(spot), role: 'button', tabindex: -1, 'aria-label': label, 'aria-disabled': spot.lives ? undefined : 'true', 'data-spot': i },
        s('circle', { class: 'halo', r: 30 }),
        budAngles(spot.lives, angles[i]).map((angle) => s('circle', { class: 'bud', ...budPlace(angle), r: 4.5 })),
        s('circle', { class: 'body', r: spot.lives ? SPOT : SPOT - 3 }),
        s('text', { class: 'number', 'aria-hidden': 'true', 'text-anchor': 'middle', ...numbers[i] }, String(i + 1)));
    });
    this.spotLayer.replaceChildren(...this.spotElements);
    if (this.why) this.pointAt(this.why);
    // A spot that was taken back leaves the keyboard on the board.
    if (focused !== null) (this.spotElements[focused] ?? this.svg).focus({ preventScroll: true });
    this.born = undefined;
    this.svg.classList.toggle('can-draw', this.answers.allowed());
    this.markNumbers();
    this.frame.style.setProperty('--line', this.answers.moverColour?.() ?? 'var(--accent)');
    this.markTargets();
    this.idleNote();
  }

  place(spot) {
    return `translate(${spot.x.toFixed(1)} ${spot.y.toFixed(1)}) scale(${this.scale.toFixed(3)})`;
  }

  /** Lights up the lines of a move, and shows the numbers that its words use; nothing for null. */
  light(move) {
    this.lit = move;
    for (const line of this.lineLayer.children) line.classList.toggle('lit', move !== null && line.dataset.move === String(move));
    this.svg.classList.toggle('has-lit', move !== null);
    this.markNumbers();
  }

  /** Moves only what moves: the frames of a redrawing. */
  paintFrame(picture) {
    const lines = this.lineLayer.children;
    const cores = this.coreLayer.children;
    picture.lines.forEach((line, i) => {
      const path = smooth(line.points);
      lines[i]?.setAttribute('d', path);
      if (cores[i]?.hasAttribute('d')) cores[i].setAttribute('d', path);
    });
    picture.spots.forEach((spot, i) => this.spotElements[i]?.setAttribute('transform', this.place(spot)));
    this.deadLayer.replaceChildren();
  }

  /** Plays the frames of a redrawing over half a second and ends on `last`. */
  async relax(frames, last, options = {}) {
    if (lessMotion() || frames.length < 2) return this.show(last, options);
    this.show(frames[0], options);
    const time = options.time ?? 520;
    const token = (this.animation = {});
    await new Promise((resolve) => {
      const begin = performance.now();
      let shown = 0;
      const step = (now) => {
        if (this.animation !== token) return resolve();
        const part = Math.max(0, Math.min(1, (now - begin) / time));
        const eased = 1 - (1 - part) ** 2;
        const at = eased * (frames.length - 1);
        if (at !== shown) this.paintFrame(between(frames, (shown = at)));
        if (part < 1) requestAnimationFrame(step);
        else resolve();
      };
      requestAnimationFrame(step);
    });
    if (this.animation === token) this.show(last, { fresh: options.fresh });
  }

  /** Draws a curve as a pen would; a tap hurries it. */
  async pen(points, colour, time = 950) {
    const path = s('path', { class: 'ink', d: smooth(points), line: colour });
    this.extraLayer.append(path);
    if (!lessMotion()) {
      const length = path.getTotalLength();
      path.style.strokeDasharray = `${length}`;
      await new Promise((resolve) => {
        const begin = performance.now();
        const hurry = () => (time = 0);
        this.svg.addEventListener('pointerdown', hurry, { once: true });
        const step = (now) => {
          const part = time > 0 ? Math.max(0, Math.min(1, (now - begin) / time)) : 1;
          const eased = part < 0.5 ? 2 * part * part : 1 - (2 - 2 * part) ** 2 / 2;
          path.style.strokeDashoffset = `${length * (1 - eased)}`;
          if (part < 1) requestAnimationFrame(step);
          else {
            this.svg.removeEventListener('pointerdown', hurry);
            resolve();
          }
        };
        requestAnimationFrame(step);
      });
    }
    return () => path.remove();
  }

  stopAnimation() {
    this.animation = null;
  }

  /** Thin coloured curves over the picture: the values of moves. */
  overlay(curves, onclick) {
    this.extraLayer.replaceChildren(...curves.flatMap((curve, i) => [
      s('path', { class: `ghost ${curve.class} ${curve.chosen ? 'chosen' : ''}`, d: smooth(curve.points), line: 'initial' }),
      s('path', { class: 'ghost-touch', d: smooth(curve.points), onclick: () => onclick?.(i) }),
    ]));
    this.overlaid = curves.map((curve) => curve.points);
    if (!this.spotElements) return;
    // The numbers stay readable: they give way to curves that lie over the picture.
    const numbers = numberPlaces(this.picture, lineAngles(this.picture, this.scale), this.scale, this.overlaid);
    this.spotElements.forEach((spot, i) => fill(spot.querySelector('.number'), numbers[i], []));
  }

  say(words, x, y) {
    this.label.hidden = !words;
    if (!words) return;
    this.label.textContent = words;
    const box = this.frame.getBoundingClientRect();
    const half = this.label.offsetWidth / 2 + 6;
    this.label.style.left = `${Math.max(half, Math.min(box.width - half, x - box.left))}px`;
    this.label.style.top = `${Math.max(60, y - box.top)}px`;
  }

  // ---- input

  listen() {
    const { svg } = this;
    svg.addEventListener('pointerdown', (event) => this.down(event));
    svg.addEventListener('pointermove', (event) => this.move(event));
    svg.addEventListener('pointerup', (event) => this.up(event));
    svg.addEventListener('pointercancel', (event) => this.lost(event));
    svg.addEventListener('pointerleave', (event) => event.pointerType === 'mouse' && this.answers.pointed?.(null));
    svg.addEventListener('contextmenu', (event) => event.preventDefault());
    svg.addEventListener('wheel', (event) => this.wheel(event), { passive: false });
    svg.addEventListener('keydown', (event) => this.key(event));
    // Twice on a spot is a loop; twice on open paper shows everything again.
    svg.addEventListener('dblclick', (event) => {
      if (this.mode.kind === 'idle' && this.spotNear(this.toBoard(event), true) === null) this.zoom({ x: 0, y: 0, size: SIZE });
    });
  }

  toBoard(event, box = this.svg.getBoundingClientRect()) {
    const { x, y, size } = this.view;
    return { x: x + ((event.clientX - box.left) / box.width) * size, y: y + ((event.clientY - box.top) / box.height) * size };
  }

  /** The move whose line is under the pointer; null where there is none. */
  lineAt(event) {
    const line = event.target.closest?.('.line');
    const move = line ? Number(line.dataset.move) : -1;
    return move >= 0 ? move : null;
  }

  /** How far from a spot the pointer may be, in units of the board. */
  reach(touch) {
    const scale = this.view.size / this.svg.getBoundingClientRect().width;
    return Math.max((touch ? TOUCH_REACH : MOUSE_REACH) * scale, touch ? 0 : REACH_MIN * (this.view.size / SIZE));
  }

  /** The living spot within reach of a point. */
  spotNear(point, touch) {
    let best = null;
    let nearest = this.reach(touch);
    this.picture.spots.forEach((spot, i) => {
      const distance = Math.hypot(spot.x - point.x, spot.y - point.y);
      if (spot.lives && distance < nearest) [best, nearest] = [i, distance];
    });
    return best;
  }

  down(event) {
    if (event.button === 2) return this.cancel();
    if (event.button !== 0) return;
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.svg.setPointerCapture(event.pointerId);
    if (this.pointers.size === 2) {
      // A line that is being drawn is taken back. What waits to be played stays: one wants to see it larger.
      this.press = this.astray = null;
      if (this.mode.kind === 'stroke') this.cancel();
      this.pinchFrom();
      return;
    }
    if (this.pointers.size > 2 || !this.answers.allowed()) return;
    if (this.mode.kind === 'busy') return;
    const touch = event.pointerType !== 'mouse';
    const point = this.toBoard(event);
    const spot = this.spotNear(point, touch);
    if (spot === null) {
      this.answers.pointed?.(this.lineAt(event));
      const dead = this.picture.spots.findIndex((other) => !other.lives && Math.hypot(other.x - point.x, other.y - point.y) < 24);
      if (dead >= 0) this.flash(t.stroke.dead(dead + 1), event, { spot: dead + 1, at: [this.picture.spots[dead].x, this.picture.spots[dead].y] });
      else if (this.mode.kind === 'idle') this.astray = { id: event.pointerId, x: event.clientX, y: event.clientY };
      return;
    }
    this.press = { id: event.pointerId, spot, touch, x: event.clientX, y: event.clientY };
  }

  move(event) {
    // A line under the mouse lights up its move.
    if (event.pointerType === 'mouse' && this.mode.kind === 'idle') this.answers.pointed?.(this.lineAt(event));
    if (this.pointers.has(event.pointerId)) this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.pinch) return this.pinchMove();
    // While one button is held another one is no press of its own.
    if (event.pointerType === 'mouse' && event.buttons & 2) return void this.cancel();
    const { press, astray } = this;
    if (astray?.id === event.pointerId && Math.hypot(event.clientX - astray.x, event.clientY - astray.y) > ASTRAY) {
      this.astray = null;
      this.flash(t.stroke.begin, event);
    }
    const begins = press && press.id === event.pointerId && this.mode.kind !== 'stroke';
    if (begins && Math.hypot(event.clientX - press.x, event.clientY - press.y) < DRAG) return;
    if (!begins && (this.mode.kind !== 'stroke' || this.mode.id !== event.pointerId)) return;
    // Places are asked for before anything is marked: afterwards the browser would have to lay the board out first.
    const box = this.svg.getBoundingClientRect();
    const events = event.getCoalescedEvents?.() ?? [];
    const points = (events.length ? events : [event]).map((each) => this.toBoard(each, box));
    if (begins) {
      // Whoever draws again wants another line than the one that waits.
      if (this.mode.kind === 'waiting') this.cancel();
      this.clearPick();
      this.beginStroke(press);
    }
    for (const { x, y } of points) this.mode.queue.push(x / SIZE, y / SIZE);
    this.mode.at = { clientX: event.clientX, clientY: event.clientY };
    if (event.pointerType === 'touch') this.lens.show(this.toBoard(event, box), event, box, this.lens.units(this.view.size, box));
    this.flush(this.mode);
  }

  up(event) {
    this.pointers.delete(event.pointerId);
    this.lens.hide();
    if (this.pinch) {
      if (this.pointers.size < 2) this.pinch = null;
      return;
    }
    const { press } = this;
    this.astray = null;
    if (press?.id === event.pointerId) this.press = null;
    if (this.mode.kind === 'stroke' && this.mode.id === event.pointerId) this.endStroke(this.mode);
    else if (press && press.id === event.pointerId) this.pick(press.spot);
  }

  lost(event) {
    this.pointers.delete(event.pointerId);
    this.lens.hide();
    this.press = this.astray = null;
    if (this.pointers.size < 2) this.pinch = null;
    if (this.mode.kind === 'stroke' && this.mode.id === event.pointerId) this.cancel();
  }

  beginStroke(press) {
    const reach = this.reach(press.touch) / SIZE;
    const mode = { kind: 'stroke', id: press.id, spot: press.spot, touch: press.touch, queue: [], at: { clientX: press.x, clientY: press.y } };
    this.mode = mode;
    this.ink.classList.remove('fading');
    this.ink.setAttribute('d', '');
    this.pointAt(null);
    this.say(null);
    this.markTargets();
    mode.begun = this.answers.strokeBegin(press.spot, reach).then((begun) => {
      if (begun?.why) return this.refuse(mode, begun);
      if (this.mode === mode && begun?.ends && !begun.ends.length) return this.refuse(mode, this.noEnds(press.spot));
      this.offer(mode, begun?.ends);
    });
  }

  /**
   * Sends what the pointer did since the last answer. One question at a time: the answers stay in order. The first one goes
   * out with the beginning of the stroke, so that the first ink waits for no answer.
   */
  async flush(mode) {
    if (mode.sending || !mode.queue.length || this.mode !== mode) return;
    mode.sending = this.answers.strokeExtend(new Float64Array(mode.queue.splice(0))).catch((error) => {
      // A stroke that was refused when it began, or has been taken back, has nothing to extend.
      if (this.mode === mode) throw error;
    });
    const answer = await mode.sending;
    mode.sending = null;
    if (this.mode !== mode) return;
    mode.snap = answer.snap ?? null;
    this.ink.setAttribute('d', smooth(answer.ink));
    this.offer(mode, answer.ends);
    this.say(answer.words, mode.at.clientX, mode.at.clientY);
    this.pointAt(answer.why);
    if (answer.words && answer.words !== mode.words) announce(answer.words);
    mode.words = answer.words;
    this.spotElements.forEach((element, i) => element.classList.toggle('snapped', i === mode.snap));
    if (mode.queue.length) await this.flush(mode);
  }

  async endStroke(mode) {
    mode.ending = true;
    await mode.begun;
    while (this.mode === mode && (mode.sending || mode.queue.length)) {
      if (mode.sending) await mode.sending;
      await Promise.resolve();
      await this.flush(mode);
    }
    if (this.mode !== mode) return;
    const result = await this.answers.strokeEnd();
    if (this.mode !== mode) return;
    if (!result.ready) return this.refuse(mode, result);
    this.ink.setAttribute('d', smooth(result.ink));
    this.say(null);
    this.pointAt(null);
    if (mode.touch && settings.confirmTouch) {
      this.mode = { kind: 'waiting' };
      this.showNote([h('span', { class: 'words' }, t.board.playThis),
        this.noteButton(t.board.takeBack, () => this.cancel(), 'quiet'), this.noteButton(t.board.play, () => this.playStroke(), 'main')]);
    } else {
      await this.playStroke();
    }
  }

  async playStroke() {
    this.hideNote();
    this.mode = { kind: 'busy' };
    await this.answers.strokePlay();
    this.ink.setAttribute('d', '');
    if (this.mode.kind === 'busy') this.mode = { kind: 'idle' };
    this.markTargets();
  }

  /** Takes the ink back and says why. */
  refuse(mode, { why, words }) {
    this.mode = { kind: 'idle' };
    this.flash(words, mode.at, why);
    this.fade();
    this.answers.strokeCancel();
    this.markTargets();
  }

  /** Says something at a place for a while, and points at what is meant. */
  flash(words, at, why = null) {
    announce(words);
    sound('refused');
    this.say(words, at.clientX, at.clientY);
    this.pointAt(why);
    clearTimeout(this.flashTimer);
    this.flashTimer = setTimeout(() => {
      if (this.mode.kind === 'stroke') return;
      this.say(null);
      this.pointAt(null);
    }, 2800);
  }

  /** Shows where and at what a refusal points: a ring round the place, the line or the spot that is in the way. */
  pointAt(why) {
    this.why = why ?? null;
    this.lineLayer.querySelector('.guilty')?.classList.remove('guilty');
    this.whyLayer.replaceChildren();
    if (why?.at) {
      const ring = s('circle', { class: 'why-ring', cx: why.at[0], cy: why.at[1], r: (why.spot ? 24 : 17) * this.scale });
      this.whyLayer.append(ring);
    }
    if (why?.edge !== null && why?.edge !== undefined) this.lineLayer.children[why.edge]?.classList.add('guilty');
    this.markNumbers();
  }

  /** Numbers stand beside the spots wherever words use them. */
  markNumbers() {
    const wanted = settings.numbers || this.wantsNumbers || (this.lit ?? null) !== null || this.answers.numbers?.() || ['picked', 'looking', 'choosing'].includes(this.mode.kind) || Boolean(this.why?.spot);
    this.svg.classList.toggle('numbered', Boolean(wanted));
  }

  /** Shows the numbers for as long as something else speaks of spots: a hint, a list of moves under the pointer. */
  showNumbers(wanted) {
    this.wantsNumbers = wanted;
    this.markNumbers();
  }

  /** Only spots that a line from here can reach are offered. */
  offer(mode, ends) {
    if (this.mode !== mode || !ends) return;
    mode.ends = ends;
    this.markTargets();
  }

  fade() {
    const ink = this.ink;
    ink.classList.add('fading');
    setTimeout(() => {
      if (ink.classList.contains('fading')) {
        ink.setAttribute('d', '');
        ink.classList.remove('fading');
      }
    }, lessMotion() ? 0 : 360);
  }

  /** Takes back whatever is unfinished: a stroke, a pick, a preview. True when there was something. */
  cancel() {
    const { kind } = this.mode;
    this.press = null;
    if (kind === 'busy' || kind === 'idle') return false;
    if (kind === 'stroke' || kind === 'waiting') {
      this.answers.strokeCancel();
      this.fade();
      this.say(null);
      this.pointAt(null);
      this.lens.hide();
    }
    this.clearPick();
    this.mode = { kind: 'idle' };
    this.hideNote();
    this.markTargets();
    return true;
  }

  markTargets() {
    const { kind, spot, ends } = this.mode;
    const from = kind === 'stroke' || kind === 'picked' ? spot : null;
    this.spotElements?.forEach((element, i) => {
      element.classList.toggle('target', from !== null && Boolean(ends?.includes(i)));
      element.classList.toggle('beyond', from !== null && Boolean(ends) && i !== from && !ends.includes(i));
      element.classList.toggle('picked', from === i);
      if (kind !== 'stroke') element.classList.remove('snapped');
    });
    this.markNumbers();
  }

  // ---- picking

  async pick(spot) {
    if (!this.answers.allowed() || this.mode.kind === 'busy' || this.mode.kind === 'waiting') return;
    if (this.mode.kind !== 'picked') {
      this.clearPick();
      this.pointAt(null);
      this.say(null);
      const mode = (this.mode = { kind: 'picked', spot });
      this.markTargets();
      this.answers.endsFrom(spot).then((ends) => {
        if (this.mode !== mode) return;
        if (!ends.length) return this.refusePick(this.noEnds(spot));
        this.offer(mode, ends);
        announce(t.board.reachable(spot + 1, ends.map((end) => end + 1)));
      }).catch(() => {});
      this.showNote([h('span', { class: 'words' }, t.board.pickSecond(spot + 1)), this.noteButton(t.board.cancel, () => this.cancel(), 'quiet')]);
      return;
    }
    const from = this.mode.spot;
    const looking = { kind: 'looking' };
    this.mode = looking;
    const { ways, why, words } = await this.answers.ways(from, spot);
    if (this.mode !== looking) return;
    if (!ways.length) return this.refusePick({ why, words: words ?? t.board.noWay(from + 1, spot + 1) });
    this.mode = { kind: 'choosing', ways, index: 0 };
    this.markTargets();
    this.showWay();
  }

  /** Says why nothing came of a pick, and points at what is meant. */
  refusePick({ why, words }) {
    this.mode = { kind: 'idle' };
    this.markTargets();
    this.pointAt(why);
    this.showNote([h('span', { class: 'words' }, words)], 2800, () => this.mode.kind === 'idle' && this.pointAt(null));
    announce(words);
  }

  /** Why no line begins at a spot that is alive: nothing that it could be joined to is left in its regions. */
  noEnds(spot) {
    const { x, y } = this.picture.spots[spot];
    return { words: t.board.noEnds(spot + 1), why: { spot: spot + 1, at: [x, y] } };
  }

  showWay() {
    const { ways, index } = this.mode;
    this.ghostLayer.replaceChildren(
      ...ways.map((way, i) => s('path', { class: `ghost ${i === index ? 'chosen' : ''}`, d: smooth(way.points) })),
      ...ways.map((way, i) => s('path', { class: 'ghost-touch', d: smooth(way.points), onclick: () => (i === this.mode.index ? this.playWay() : this.chooseWay(i)) })));
    const words = t.board.way(index + 1, ways.length, ways[index].words);
    const step = (icon, name, by) => {
      const element = this.noteButton(icon, () => this.chooseWay((index + by + ways.length) % ways.length), 'step');
      element.setAttribute('aria-label', name);
      return element;
    };
    this.showNote([h('span', { class: 'words' }, words),
      ...(ways.length > 1 ? [step('‹', t.board.previousWay, -1), step('›', t.board.nextWay, 1)] : []),
      this.noteButton(t.board.play, () => this.playWay(), 'main')]);
    announce(words);
  }

  chooseWay(index) {
    if (this.mode.kind !== 'choosing') return;
    this.mode.index = index;
    this.showWay();
  }

  async playWay() {
    if (this.mode.kind !== 'choosing') return;
    const { index } = this.mode;
    this.clearPick();
    this.hideNote();
    this.mode = { kind: 'busy' };
    await this.answers.wayPlay(index);
    if (this.mode.kind === 'busy') this.mode = { kind: 'idle' };
    this.markTargets();
  }

  clearPick() {
    this.ghostLayer.replaceChildren();
    if (['picked', 'choosing', 'looking'].includes(this.mode.kind)) {
      this.mode = { kind: 'idle' };
      this.hideNote();
    }
  }

  noteButton(label, onclick, kind) {
    return h('button', { type: 'button', class: `button ${kind}`, onclick }, label);
  }

  /** Shows words under the board, for a time or until others come; `after` runs when they go, however that happens. */
  showNote(children, time, after) {
    this.endNote();
    this.note.replaceChildren(...children);
    this.noted = true;
    this.noteAfter = after;
    if (time) this.noteTimer = setTimeout(() => this.hideNote(), time);
  }

  endNote() {
    clearTimeout(this.noteTimer);
    const after = this.noteAfter;
    this.noteAfter = null;
    after?.();
  }

  /** What stands under the board while nothing is going on there. */
  idleNote() {
    if (this.noted) return;
    const words = this.answers.idle?.() ?? '';
    this.note.replaceChildren(h('span', { class: 'words soft' }, words || '\u00a0'));
  }

  hideNote() {
    this.endNote();
    const held = this.note.contains(document.activeElement);
    this.noted = false;
    this.idleNote();
    if (held) this.svg.focus({ preventScroll: true });
  }

  // ---- keyboard

  focusedSpot() {
    const element = document.activeElement?.closest?.('[data-spot]');
    return element && this.svg.contains(element) ? Number(element.dataset.spot) : null;
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (event.key === 'Escape') {
      if (this.cancel()) {
        event.preventDefault();
        event.stopPropagation();
        announce(t.board.cancelled);
      }
    } else if (arrow && this.mode.kind === 'choosing') {
      event.preventDefault();
      const { ways, index } = this.mode;
      const by = arrow[0] + arrow[1];
      this.chooseWay((index + by + ways.length) % ways.length);
    } else if (arrow) {
      event.preventDefault();
      this.focusTowards(arrow);
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      if (this.mode.kind === 'choosing') return void this.playWay();
      const spot = this.focusedSpot();
      if (spot === null) this.focusTowards([1, 0]);
      else this.pick(spot);
    } else if (/^[+=-]$/.test(event.key)) {
      const factor = event.key === '-' ? 1.25 : 0.8;
      this.zoomAt({ x: this.view.x + this.view.size / 2, y: this.view.y + this.view.size / 2 }, factor);
    }
  }

  /** The next living spot in a direction; the first one when none has the focus yet. */
  focusTowards([dx, dy]) {
    const current = this.focusedSpot();
    const living = this.picture.spots.map((spot, i) => ({ ...spot, i })).filter((spot) => spot.lives);
    if (!living.length) return;
    let best = living[0];
    if (current !== null) {
      const here = this.picture.spots[current];
      let least = Infinity;
      best = null;
      for (const spot of living) {
        if (spot.i === current) continue;
        const along = (spot.x - here.x) * dx + (spot.y - here.y) * dy;
        const across = Math.abs((spot.x - here.x) * dy - (spot.y - here.y) * dx);
        // Whoever lies behind comes after everything ahead, so that a row of arrows reaches every spot.
        const cost = along > 0 ? along + 2 * across : 1e5 + along + across;
        if (cost < least) [best, least] = [spot, cost];
      }
      best ??= living[0];
    }
    this.lookAt(best);
    this.spotElements[best.i].focus({ preventScroll: true });
    announce(t.board.spot(best.i + 1, best.lives));
  }

  // ---- zoom

  /** Moves the paper when a place lies outside of what is seen. */
  lookAt(place) {
    const { x, y, size } = this.view;
    const seen = (value, from) => value > from + size * 0.06 && value < from + size * 0.94;
    if (!seen(place.x, x) || !seen(place.y, y)) this.zoom({ x: place.x - size / 2, y: place.y - size / 2, size });
  }

  wheel(event) {
    if (!event.ctrlKey) return;
    event.preventDefault();
    this.zoomAt(this.toBoard(event), Math.exp(event.deltaY * 0.01));
  }

  zoomAt(point, factor) {
    const size = Math.max(SIZE / 8, Math.min(SIZE, this.view.size * factor));
    const scale = size / this.view.size;
    this.zoom({ x: point.x - (point.x - this.view.x) * scale, y: point.y - (point.y - this.view.y) * scale, size });
  }

  zoom({ x, y, size }) {
    const limit = SIZE - size;
    this.view = { size, x: Math.max(0, Math.min(limit, x)), y: Math.max(0, Math.min(limit, y)) };
    this.svg.setAttribute('viewBox', `${this.view.x} ${this.view.y} ${size} ${size}`);
    this.whole.hidden = size > SIZE * 0.99;
  }

  pinchFrom() {
    const [a, b] = [...this.pointers.values()];
    const middle = { clientX: (a.x + b.x) / 2, clientY: (a.y + b.y) / 2 };
    this.pinch = { distance: Math.hypot(a.x - b.x, a.y - b.y) || 1, size: this.view.size, at: this.toBoard(middle) };
  }

  pinchMove() {
    if (this.pointers.size < 2) return;
    const [a, b] = [...this.pointers.values()];
    const size = Math.max(SIZE / 8, Math.min(SIZE, (this.pinch.size * this.pinch.distance) / (Math.hypot(a.x - b.x, a.y - b.y) || 1)));
    const box = this.svg.getBoundingClientRect();
    const u = ((a.x + b.x) / 2 - box.left) / box.width;
    const v = ((a.y + b.y) / 2 - box.top) / box.height;
    this.zoom({ x: this.pinch.at.x - u * size, y: this.pinch.at.y - v * size, size });
  }
}
