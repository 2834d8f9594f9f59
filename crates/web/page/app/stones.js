// The board of a connection game, drawn from its geometry. Shows stones and takes clicks and keys; knows no rules.
import { announce, h, s } from './dom.js';
import { Lens } from './lens.js';
import { settings } from './settings.js';
import { bestTurn, turnedBoard, turnedPoint } from './stones-turn.js';
import { t } from './words.js';
import { Zoom } from './zoom.js';

const MARGIN = 0.75;
/** What a coloured edge needs beside its cells, and a name round its middle, across and up. */
const EDGE = 0.4;
const NAME_BOX = [0.42, 0.34];
/** The least size of a place that a finger finds without zoom, in pixels. */
const CELL_MIN = 30;
/** How wide the glass is that shows what a finger hides, and a place in it. */
const GLASS = 156;
const GLASS_CELL = 42;
/** How far outside its points the band of a side runs. */
const BAND = 0.52;
/** How wide a board is whose game may be followed, how much is shown round it, and how much of the board it may fill. */
const VAST = 24;
const FOLLOW = 4;
const PART = 0.7;
/** The least size of the names of rows and columns, in pixels, and the most room they may take. */
const NAME_MIN = 10;
const NAME_MOST = 0.52;

/** How far a board reaches: left, right, top, bottom. */
function extent(board) {
  const xs = [];
  const ys = [];
  for (const site of board.sites) {
    for (let i = 0; i < site.outline.length; i += 2) {
      xs.push(site.outline[i]);
      ys.push(site.outline[i + 1]);
    }
    xs.push(site.x);
    ys.push(site.y);
  }
  return [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
}

/** The viewBox that holds a board and the names beside it, and no more: every step of it makes cells larger. */
function tightFrame(board, names) {
  const [left, right, top, bottom] = extent(board);
  // Sides that keep clear of stones, and bands outside of points, reach further out.
  const edge = board.sites.some((site) => site.cell) || board.intersections ? MARGIN : EDGE;
  const [across, up] = NAME_BOX;
  const x = Math.min(left - edge, ...names.map((name) => name.x - across));
  const y = Math.min(top - edge, ...names.map((name) => name.y - up));
  return [x, y, Math.max(right + edge, ...names.map((name) => name.x + across)) - x, Math.max(bottom + edge, ...names.map((name) => name.y + up)) - y];
}

/** The viewBox of a board as a small picture: never higher than wide, and as low as the board is, so that a wide one becomes large. */
function frame(board, margin = MARGIN) {
  const [left, right, top, bottom] = extent(board);
  const height = bottom - top + 2 * margin;
  const width = Math.max(right - left + 2 * margin, height);
  return [(left + right - width) / 2, (top + bottom - height) / 2, width, height];
}

const polygon = (outline) => {
  let path = '';
  for (let i = 0; i < outline.length; i += 2) path += `${i ? 'L' : 'M'}${outline[i].toFixed(3)} ${outline[i + 1].toFixed(3)}`;
  return `${path}Z`;
};

/** How large a stone may be: a little less than half the least distance between neighbours. */
function stoneRadius(board) {
  // Where stones win cells, they stand on points that are no neighbours of each other.
  if (board.sites.some((site) => site.cell)) return 0.4;
  let least = Infinity;
  for (const [a, b] of board.joints) least = Math.min(least, Math.hypot(board.sites[a].x - board.sites[b].x, board.sites[a].y - board.sites[b].y));
  return Math.min(0.46, (Number.isFinite(least) ? least : 1) * 0.42);
}

/** The edges of the board that belong to a player: pieces of outline that no other cell shares, along his sides. */
function coloured(board) {
  // Where stones stand on the corners of cells, the sides keep clear of them.
  const away = board.sites.some((site) => site.cell) ? BAND : 0;
  // Neighbours compute a shared corner each in their own way: rounding off the grid of round numbers makes them agree.
  const near = (value) => Math.round((value + 0.00137) * 500);
  const key = ([a, b, c, d]) => [[a, b], [c, d]].map(([x, y]) => `${near(x)},${near(y)}`).sort().join(' ');
  const edges = (site) => {
    const { outline } = board.sites[site];
    return Array.from({ length: outline.length / 2 }, (_, i) => {
      const j = (2 * i + 2) % outline.length;
      return [outline[2 * i], outline[2 * i + 1], outline[j], outline[j + 1]];
    });
  };
  const shared = new Map();
  board.sites.forEach((_, site) => edges(site).forEach((edge) => shared.set(key(edge), (shared.get(key(edge)) ?? 0) + 1)));
  const mean = (sites) => sites.reduce((sum, { x, y }) => ({ x: sum.x + x / sites.length, y: sum.y + y / sites.length }), { x: 0, y: 0 });
  const middle = mean(board.sites);
  const sides = board.sides.map((side) => {
    const centre = mean(side.sites.map((site) => board.sites[site]));
    return { ...side, out: Math.atan2(centre.y - middle.y, centre.x - middle.x), path: '' };
  });
  board.sites.forEach((place, site) => {
    const mine = sides.filter((side) => side.sites.includes(site));
    if (!mine.length) return;
    for (const edge of edges(site).filter((each) => shared.get(key(each)) === 1)) {
      // A corner cell lies on two sides: an edge belongs to the one that it looks towards.
      const way = Math.atan2((edge[1] + edge[3]) / 2 - place.y, (edge[0] + edge[2]) / 2 - place.x);
      const best = mine.reduce((one, other) => (Math.cos(way - other.out) > Math.cos(way - one.out) ? other : one));
      // Cells of a side that stand apart have edges between them, too: those look along the side and are left out.
      if (Math.cos(way - best.out) < 0.2) continue;
      const [dx, dy] = [Math.cos(best.out) * away, Math.sin(best.out) * away];
      best.path += `M${(edge[0] + dx).toFixed(3)} ${(edge[1] + dy).toFixed(3)}L${(edge[2] + dx).toFixed(3)} ${(edge[3] + dy).toFixed(3)}`;
    }
  });
  return sides.filter((side) => side.path);
}

/** On intersections a side is a row of points: a band runs along it, half a step outside. */
function bands(board) {
  const mean = (sites) => sites.reduce((sum, { x, y }) => ({ x: sum.x + x / sites.length, y: sum.y + y / sites.length }), { x: 0, y: 0 });
  const middle = mean(board.sites);
  return board.sides.map((side) => {
    const places = side.sites.map((site) => board.sites[site]);
    const centre = mean(places);
    const length = Math.hypot(centre.x - middle.x, centre.y - middle.y) || 1;
    const out = { x: (centre.x - middle.x) / length, y: (centre.y - middle.y) / length };
    const along = ({ x, y }) => (x - centre.x) * -out.y + (y - centre.y) * out.x;
    const row = places.toSorted((a, b) => along(a) - along(b));
    const path = row.map(({ x, y }, i) => `${i ? 'L' : 'M'}${(x + out.x * BAND).toFixed(3)} ${(y + out.y * BAND).toFixed(3)}`).join('');
    return { colour: side.colour, path };
  });
}

/** A second sign for every colour but the first, so that colour alone never tells two stones apart: paths in a unit circle. */
const SIGNS = [
  '', '', 'M-.34 0a.34 .34 0 1 0 .68 0a.34 .34 0 1 0 -.68 0Z', 'M0-.46L.42.28H-.42Z', 'M-.13-.46H.13V-.13H.46V.13H.13V.46H-.13V.13H-.46V-.13H-.13Z',
  'M-.33-.33H.33V.33H-.33Z', 'M-.5-.13H.5V.13H-.5Z', 'M0-.5L.38 0L0 .5L-.38 0Z', 'M-.5 0a.2 .2 0 1 0 .4 0a.2 .2 0 1 0 -.4 0ZM.1 0a.2 .2 0 1 0 .4 0a.2 .2 0 1 0 -.4 0Z',
  // Nobody's stones.
  'M-.5-.34L-.34-.5L0-.16L.34-.5L.5-.34L.16 0L.5.34L.34.5L0 .16L-.34.5L-.5.34L-.16 0Z',
];

const sign = (colour, x, y, r) => (SIGNS[colour] ? s('path', { class: 'stone-sign', d: SIGNS[colour], transform: `translate(${x} ${y}) scale(${r})` }) : null);

/** A stone as a small picture, for names and lists. */
export const stoneSign = (colour) => s('svg', { viewBox: '-1.1 -1.1 2.2 2.2', 'aria-hidden': 'true' }, s('circle', { r: 1, class: `stone stone-${colour}` }), sign(colour, 0, 0, 1.1));

/** Star points, where a square of intersections is as large as those that Go is played on. */
function stars(board) {
  const size = Math.sqrt(board.sites.length);
  const lines = { 9: [2, 6], 13: [3, 9], 19: [3, 9, 15] }[size];
  if (!board.intersections || !lines) return [];
  const [xs, ys] = ['x', 'y'].map((axis) => [...new Set(board.sites.map((site) => Math.round(site[axis] * 100) / 100))].sort((a, b) => a - b));
  const middle = (size - 1) / 2;
  const places = lines.flatMap((i) => lines.map((j) => [i, j]));
  if (size < 19) places.push([middle, middle]);
  return places.map(([i, j]) => ({ x: xs[i], y: ys[j] }));
}

/** The names of rows and columns, outside the board where each begins. */
function coordinates(board) {
  const places = board.sites.filter((site) => !site.cell);
  const named = places.map((site) => ({ ...site, pair: site.name.match(/^([a-z]+)(\d+)$/i)?.slice(1) })).filter((site) => site.pair);
  if (named.length < places.length) return [];
  // On hexagons rows have the letters, which stand at their left ends, and the numbers stand where their lines begin at the top.
  const lettered = named.every((site) => named.every((other) => site.pair[0] !== other.pair[0] || Math.abs(site.y - other.y) < 0.01));
  const label = (axis, before) => {
    const firsts = new Map();
    for (const site of named) {
      const known = firsts.get(site.pair[axis]);
      if (!known || before(site, known)) firsts.set(site.pair[axis], site);
    }
    return [...firsts.values()];
  };
  // A name stands on the continuation of its row, a step beyond the first place.
  const text = (site, axis) => {
    const row = named.filter((other) => other !== site && other.pair[axis] === site.pair[axis]);
    const next = row.toSorted((a, b) => Math.hypot(a.x - site.x, a.y - site.y) - Math.hypot(b.x - site.x, b.y - site.y))[0];
    const [dx, dy] = next ? [site.x - next.x, site.y - next.y] : lettered && axis ? [0.5, -1] : lettered || axis ? [-1, 0] : [0, 1];
    // Beside cells it keeps clear of the coloured edge.
    const far = (board.intersections || board.sites.length > places.length ? 0.95 : 1.12) / (Math.hypot(dx, dy) || 1);
    return { dx, dy, x: site.x + dx * far, y: site.y + dy * far, words: site.pair[axis] };
  };
  // Where every second row begins half a cell further in, a column goes to and fro: its number stands above its middle.
  const groups = [...new Set(named.map(({ pair }) => pair[1]))].map((number) => named.filter(({ pair }) => pair[1] === number));
  const between = (values) => (Math.min(...values) + Math.max(...values)) / 2;
  if (lettered && groups.some((group) => group.length > 2) && groups.every((group) => Math.max(...group.map(({ x }) => x)) - Math.min(...group.map(({ x }) => x)) < 0.7)) {
    const [left, top] = [Math.min(...places.map(({ x }) => x)) - 1.3, Math.min(...places.map(({ y }) => y)) - 1.2];
    const letters = label(0, () => false).map((site) => ({ x: left, y: site.y, words: site.pair[0] }));
    return [...letters, ...groups.map((group) => ({ x: between(group.map(({ x }) => x)), y: top, words: group[0].pair[1] }))];
  }
  const columns = label(0, lettered ? (a, b) => a.x < b.x - 0.01 : (a, b) => a.y > b.y + 0.01).map((site) => text(site, 0));
  const rows = label(1, lettered ? (a, b) => a.y < b.y - 0.01 : (a, b) => a.x < b.x - 0.01).map((site) => text(site, 1));
  // Where columns and rows are straight, all names stand in line, also of those that begin further in.
  const straight = columns.every(({ dx }) => Math.abs(dx) < 0.01) && rows.every(({ dy }) => Math.abs(dy) < 0.01);
  // Where a row and a column begin at the same corner, the second name steps further out.
  const all = [...columns, ...rows];
  if (!straight) all.forEach((name, i) => {
    if (!all.slice(0, i).some((other) => Math.hypot(other.x - name.x, other.y - name.y) < 0.6)) return;
    const step = 0.6 / (Math.hypot(name.dx, name.dy) || 1);
    name.x += name.dx * step;
    name.y += name.dy * step;
  });
  const [below, beside] = [Math.max(...columns.map(({ y }) => y)), Math.min(...rows.map(({ x }) => x))];
  return [
    ...columns.map(({ x, y, words }) => ({ x, y: straight ? below : y, words })),
    ...rows.map(({ x, y, words }) => ({ x: straight ? beside : x, y, words })),
  ];
}

function ground(board) {
  const layer = s('g');
  if (board.intersections && board.joints.length) {
    layer.append(s('path', { class: 'grid-line', d: board.joints.map(([a, b]) => `M${board.sites[a].x} ${board.sites[a].y}L${board.sites[b].x} ${board.sites[b].y}`).join('') }));
  } else {
    // A point that stones come on is a dot on the lines, so that the cells between the points are seen.
    const points = board.sites.some((site) => site.cell);
    layer.append(...board.sites.map((site) => (points && !site.cell
      ? s('circle', { class: 'point', cx: site.x, cy: site.y, r: 0.13 })
      : s('path', { class: 'cell', d: polygon(site.outline) }))));
  }
  if (board.intersections) layer.append(...bands(board).map((side) => s('path', { class: `edge stone-${side.colour}`, d: side.path })));
  else layer.append(...coloured(board).map((side) => s('path', { class: `edge stone-${side.colour}`, d: side.path })));
  return layer;
}

const namesOf = new WeakMap();

/** The text of a move with its places named as players name them: `c3` for `2,2` where the board has columns and rows. */
export function placeNames(board, text) {
  if (!namesOf.has(board)) namesOf.set(board, new Map(board.sites.map((site) => [site.label, site.name])));
  const names = namesOf.get(board);
  // A dash may be a sign, or stand between two places.
  return text.replace(/(-?)(\d+,-?\d+)/g, (label, dash, place) => names.get(label) ?? (names.has(place) ? dash + names.get(place) : label));
}

/** The words for a move: of one that is no place on the board, its name; `takes` when it takes the colour of an opening. */
export const moveName = (board, text, takes) => (takes ? t.connection.take : t.connection.special[text] ?? placeNames(board, text));

/** What a move without a place does, where its name alone does not say it; nothing otherwise. */
export const specialWords = (texts) => (texts.includes('swap') ? h('p', { class: 'soft small' }, t.connection.swapNow) : '');

/** A plate for the number of a stack, for every colour but the first: round for the second, angular for nobody's. */
const plate = (colour, x, y, r) => (colour === 1 ? null : s('path', { class: 'stone-sign', d: SIGNS[colour === 9 ? 5 : 2], transform: `translate(${x} ${y}) scale(${r * 1.75})` }));

/** A stack: how high it is stands on it. */
const stack = (colour, height, x, y, r) => [
  s('circle', { cx: x, cy: y, r, class: `stone stone-${colour}` }), plate(colour, x, y, r),
  s('text', { class: `stone-height ${colour === 1 ? '' : `stone-${colour}`}`, x, y: y + r * 0.36, 'font-size': r * 1.05, 'text-anchor': 'middle' }, String(height)),
];

/** Everything that lies on a board: cells that somebody won, links, stones, stacks with their heights. */
function laid(board, stones, links, r, heights = []) {
  const { sites } = board;
  const each = (draw) => stones.flatMap((colour, site) => (colour ? draw(colour, sites[site], heights[site]) : []));
  return [
    ...each((colour, { cell, outline, x, y }) => (cell ? [s('path', { class: `won stone-${colour}`, d: polygon(outline) }), sign(colour, x, y, r * 0.8)] : [])),
    ...links.map(([a, b]) => s('path', { class: `link stone-${stones[a]}`, d: `M${sites[a].x} ${sites[a].y}L${sites[b].x} ${sites[b].y}` })),
    ...each((colour, { cell, x, y }, height) => (cell ? [] : height ? stack(colour, height, x, y, r) : [s('circle', { cx: x, cy: y, r, class: `stone stone-${colour}` }), sign(colour, x, y, r)])),
  ].filter(Boolean);
}

/** From where to where places lie, in x and in y. */
const ranges = (places) => ['x', 'y'].map((axis) => {
  const all = places.map((place) => place[axis]);
  return [Math.min(...all), Math.max(...all)];
});

/** The part of a large board in which these places lie, with room round them: where it begins, and how wide it is. Null when it is nearly all of the board. */
function partOf(box, places) {
  const [[left, right], [top, bottom]] = ranges(places);
  const room = 2 * FOLLOW;
  const size = Math.max(box[2] / 4, right - left + room, ((bottom - top + room) * box[2]) / box[3]);
  return size > box[2] * PART ? null : [(left + right - size) / 2, (top + bottom - (size * box[3]) / box[2]) / 2, size];
}

/** A board that answers to nothing; `lit` names the stones that decided the game. Of a large board it shows the part where the game is. */
export function stillBoard(board, label, stones = board.start, lit = [], links = [], heights = stones === board.start ? board.heights : []) {
  const r = stoneRadius(board);
  const box = frame(board);
  const places = box[2] < VAST ? [] : board.sites.filter((_, i) => stones[i]);
  const [x, y, width] = (places.length && partOf(box, places)) || box;
  return s('svg', { class: 'stones-board still', viewBox: [x, y, width, (width * box[3]) / box[2]].join(' '), role: 'img', 'aria-label': label }, ground(board), laid(board, stones, links, r, heights),
    lit.map((site) => s('circle', { cx: board.sites[site].x, cy: board.sites[site].y, r: r * 1.02, class: 'mark-deciding' })));
}

/** Boards on the page so far: each sheet has a name of its own, under which the glass finds it. */
let sheets = 0;

export class StonesBoard {
  /** `answers`: allowed(), chosen(site, touch, sure) (`sure`: the finger could not have meant another place) and cancelled(): Escape was pressed. */
  constructor(board, answers) {
    Object.assign(this, { shape: board, answers, aiming: null, aimed: false });
    this.radius = stoneRadius(board);
    this.names = settings.coordinates ? coordinates(board) : [];
    this.stars = stars(board);
    this.groundLayer = s('g', { 'aria-hidden': 'true' });
    this.stoneLayer = s('g');
    this.markLayer = s('g', { 'pointer-events': 'none' });
    this.aimLayer = s('g', { 'pointer-events': 'none' });
    this.siteElements = board.sites.map((site, i) => s('path', { class: 'site', role: 'button', tabindex: -1, 'data-site': i, 'aria-label': site.name, onclick: (event) => this.click(i, event) }));
    const id = `stones${(sheets += 1)}`;
    this.svg = s('svg', { class: 'board stones-board', role: 'application', 'aria-label': t.connection.board, tabindex: 0, onkeydown: (event) => this.key(event) },
      s('g', { id, class: 'stones-board' }, this.groundLayer, this.stoneLayer, this.markLayer, this.aimLayer), s('g', {}, this.siteElements));
    this.lens = new Lens(id, GLASS);
    this.lens.element.addEventListener('click', (event) => this.pickInGlass(event));
    this.zoom = new Zoom(this.svg, this.frameAt(0), () => this.measure());
    this.note = h('div', { class: 'board-note' });
    this.room = h('i', { class: 'board-room', 'aria-hidden': 'true' });
    // The zoom's buttons stand under the board: on it they would lie on places that one wants to play on.
    this.element = h('div', { class: 'board-column stones' }, this.room, h('div', { class: 'board-box' }, this.svg, this.lens.element), h('div', { class: 'board-foot' }, this.note, this.zoom.element));
    this.lay(0);
    for (const name of ['pointerdown', 'pointermove', 'pointerup', 'pointercancel']) this.svg.addEventListener(name, (event) => this.point(event));
    // A phone that is turned turns the board with it, where that makes its cells larger.
    new ResizeObserver(() => this.turn()).observe(this.room);
    new ResizeObserver(() => this.measure()).observe(this.svg);
  }

  /** The viewBox of the board turned by an angle. */
  frameAt(angle) {
    return tightFrame(turnedBoard(this.shape, angle), this.names.map((name) => turnedPoint(name, angle)));
  }

  /** Turns the board as the room on the screen wants it. */
  turn() {
    const room = this.room.getBoundingClientRect();
    if (!room.width || !room.height) return;
    const angle = bestTurn(room, (each) => this.frameAt(each));
    if (angle === this.angle) return;
    this.lay(angle);
    this.shown?.();
  }

  /** Draws everything that never changes, turned by an angle. */
  lay(angle) {
    this.angle = angle;
    const board = (this.board = turnedBoard(this.shape, angle));
    const names = this.names.map((name) => ({ ...turnedPoint(name, angle), words: name.words }));
    this.groundLayer.replaceChildren(...names.map(({ x, y, words }) => s('text', { class: 'coordinate', x, y: y + 0.13, 'text-anchor': 'middle' }, words)), ground(board),
      ...this.stars.map((star) => turnedPoint(star, angle)).map(({ x, y }) => s('circle', { class: 'star', cx: x, cy: y, r: 0.13 })));
    const points = board.sites.some((site) => site.cell);
    board.sites.forEach((site, i) => this.siteElements[i].setAttribute('d', site.cell || !(points || board.intersections) ? polygon(site.outline) : this.disc(site)));
    const box = this.frameAt(angle);
    this.element.style.setProperty('--wide', (box[2] / box[3]).toFixed(4));
    this.letGo();
    this.zoom.frame(box);
  }

  /** How large a place is on the screen, and what follows from it. */
  measure() {
    const { width } = this.svg.getBoundingClientRect();
    const { box, view } = this.zoom;
    const step = width / box[2];
    const place = step * this.radius * 2.2;
    // Places smaller than a finger need the zoom; its buttons show only then.
    this.zoom.offer(place < CELL_MIN);
    this.place = (place * box[2]) / view[2];
    // A finger that is wider than a place aims, and the window cannot scroll under it.
    this.svg.classList.toggle('fine', this.fine);
    this.svg.style.setProperty('--name-size', `${Math.min(NAME_MOST, Math.max(0.36, NAME_MIN / (step || 1))).toFixed(3)}px`);
  }

  /** Whether places are smaller than a finger, as they are shown now. */
  get fine() {
    return this.place < CELL_MIN;
  }

  // ---- a finger that aims

  click(site, event) {
    // What a finger aimed at is chosen already.
    if (this.zoom.dragged || this.aimed) return;
    this.answers.chosen(site, event.pointerType === 'touch', true);
  }

  /** One finger on places smaller than itself: the glass shows what is under it, sliding corrects, lifting chooses. */
  point(event) {
    if (event.type === 'pointerdown') {
      this.aimed = false;
      const first = this.zoom.pointers.size <= 1;
      if (event.pointerType !== 'touch' || !first || !this.fine || !this.answers.allowed()) return this.aiming === null ? undefined : this.letGo();
      this.aiming = event.pointerId;
      this.zoom.held = true;
      return this.aim(event);
    }
    if (event.pointerId !== this.aiming) return;
    if (event.type === 'pointermove') return this.aim(event);
    const site = this.siteAt(this.zoom.at(event.clientX, event.clientY));
    this.stopAiming();
    if (event.type === 'pointercancel') return this.letGo();
    this.aimed = true;
    if (site === null) return this.letGo();
    this.answers.chosen(site, true, false);
  }

  aim(event) {
    const [x, y] = this.zoom.at(event.clientX, event.clientY);
    const site = this.siteAt([x, y]);
    const open = site !== null && this.open?.has(site);
    const { x: cx, y: cy } = this.board.sites[site] ?? { x, y };
    this.aimLayer.replaceChildren(...(site === null ? [] : [s('circle', { cx, cy, r: this.radius, class: open ? 'mark-wanted' : 'mark-closed' }), s('circle', { cx, cy, r: this.radius * 2.3, class: 'mark-aim' })]));
    this.lens.show({ x, y }, event, this.svg.getBoundingClientRect(), this.glassUnits());
  }

  stopAiming() {
    this.aiming = null;
    this.zoom.held = false;
    this.aimLayer.replaceChildren();
  }

  /** Puts the glass away. */
  letGo() {
    this.stopAiming();
    this.lens.hide();
  }

  /** How much of the board the glass shows, in its own units. */
  glassUnits() {
    return (GLASS * this.radius * 2.2) / GLASS_CELL;
  }

  /** The place nearest to a point; one that may be played on is preferred where the point lies between two. */
  siteAt([x, y]) {
    const found = { any: null, open: null };
    const away = { any: Infinity, open: Infinity };
    this.board.sites.forEach((site, i) => {
      const far = Math.hypot(site.x - x, site.y - y);
      if (far < away.any) [found.any, away.any] = [i, far];
      if (this.open?.has(i) && far < away.open) [found.open, away.open] = [i, far];
    });
    const place = this.radius * 2.2;
    if (away.any > Math.max(place, (CELL_MIN / this.place) * place)) return null;
    return away.open < away.any + place * 0.45 ? found.open : found.any;
  }

  /** A tap in the glass that stayed open: its places are as large as a finger. */
  pickInGlass(event) {
    const matrix = this.lens.svg.getScreenCTM();
    if (!matrix) return;
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    const site = this.siteAt([x, y]);
    if (site !== null) this.answers.chosen(site, true, true);
  }

  disc(site) {
    const r = this.radius * 1.1;
    return `M${site.x - r} ${site.y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
  }

  /**
   * On a large board whose game has just begun in the middle, what can be played on would be too small to see: shows the part
   * where the game is, as long as nobody chose another one. `within` are the sites that may be played on.
   */
  follow(within) {
    const { box, view, chosen } = this.zoom;
    if (chosen || this.spread || box[2] < VAST || !within.length) return;
    const sites = [...this.stones.keys()].filter((site) => this.stones[site]).concat(within);
    const places = sites.map((site) => this.board.sites[site]);
    const [[left, right], [top, bottom]] = ranges(places);
    const inside = left - 1 > view[0] && right + 1 < view[0] + view[2] && top - 1 > view[1] && bottom + 1 < view[1] + view[3];
    if (inside && view[2] < box[2]) return;
    const part = partOf(box, places);
    // Once the game is everywhere it stays so: the few places left at its end are nothing to follow.
    this.spread = part === null;
    this.zoom.look(...(part ?? box.slice(0, 3)));
  }

  /** `marks`: within (all sites that may be played on, by whoever is to move), heights (of stacks), links (pairs of linked stones), last (sites of the last move), deciding (the group that won), needed (places that make a win sure), winning (moves that win), chain (stones that are joined for sure), open (sites that may be chosen), picked, closed (a place that was refused). */
  show(stones, marks = {}) {
    const { sites } = this.board;
    this.stones = stones;
    this.shown = () => this.show(stones, marks);
    // The glass stays open as long as something waits that was chosen through it.
    if (marks.wanted === undefined || marks.wanted === null) this.lens.hide();
    if (marks.within) this.follow(marks.within);
    const circle = (site, attributes) => s('circle', { cx: sites[site].x, cy: sites[site].y, ...attributes });
    this.stoneLayer.replaceChildren(...laid(this.board, stones, marks.links ?? [], this.radius, marks.heights));
    const last = marks.last ?? [];
    // Where only some of the empty places can be played on, those are shown.
    const open = new Set(marks.open ?? []);
    const empty = stones.filter((stone, site) => !stone && !sites[site].cell).length;
    const few = !marks.targets?.length && open.size * 2 < empty ? [...open].filter((site) => !stones[site]) : [];
    this.markLayer.replaceChildren(
      ...few.map((site) => circle(site, { r: this.radius * 0.2, class: 'mark-open' })),
      ...(marks.deciding ?? []).map((site) => circle(site, { r: this.radius * 1.02, class: 'mark-deciding' })),
      ...(marks.chain ?? []).map((site) => circle(site, { r: this.radius * 1.02, class: 'mark-deciding' })),
      ...last.slice(-1).map((site) => circle(site, { r: this.radius * 0.8, class: 'mark-last' })),
      ...(marks.needed ?? []).filter((site) => !stones[site]).map((site) => circle(site, { r: this.radius * 0.4, class: 'mark-needed' })),
      ...(marks.winning ?? []).map((site, i) => circle(site, { r: this.radius * 0.72, class: `mark-winning ${i ? '' : 'best'}` })),
      // A dot on a stone that would be taken could be a sign of that stone: it gets a ring.
      ...(marks.targets ?? []).map((site) => circle(site, this.stones[site] ? { r: this.radius * 1.08, class: 'mark-target taken' } : { r: this.radius * 0.34, class: 'mark-target' })),
      ...(marks.wanted !== undefined && marks.wanted !== null ? [circle(marks.wanted, { r: this.radius, class: 'mark-wanted' })] : []),
      ...(marks.closed !== undefined && marks.closed !== null ? [circle(marks.closed, { r: this.radius * 1.1, class: 'mark-closed' })] : []),
      ...(marks.hint !== undefined && marks.hint !== null ? [circle(marks.hint, { r: this.radius * 0.9, class: 'mark-hint' })] : []),
      ...(marks.picked !== undefined && marks.picked !== null ? [circle(marks.picked, { r: this.radius * 1.1, class: 'mark-picked' })] : []));
    this.open = open;
    this.siteElements.forEach((element, i) => {
      element.classList.toggle('open', open.has(i));
      element.setAttribute('aria-label', t.connection.site(sites[i].name, stones[i], open.has(i), marks.heights?.[i]));
    });
    this.svg.classList.toggle('can-draw', this.answers.allowed());
  }

  /** Lets the keyboard go on at a place. */
  focus(site) {
    this.siteElements[site].focus({ preventScroll: true });
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    const focused = document.activeElement?.dataset?.site;
    if (arrow) {
      event.preventDefault();
      const here = this.board.sites[focused ?? 0];
      // Where rows stand half a place apart, the way up or down goes to and fro about the column in which it began.
      const axis = arrow[0] ? 'y' : 'x';
      if (this.column?.axis !== axis || this.column.at !== focused) this.column = { axis, value: here[axis] };
      let best = null;
      let least = Infinity;
      this.board.sites.forEach((site, i) => {
        if (String(i) === focused || site.cell) return;
        const along = (site.x - here.x) * arrow[0] + (site.y - here.y) * arrow[1];
        const across = Math.abs((site.x - here.x) * arrow[1] - (site.y - here.y) * arrow[0]);
        if (along < 0.01) return;
        // The nearest place ahead; what lies rather beside than ahead comes last.
        const cost = Math.hypot(along, across) + 0.1 * Math.abs(site[axis] - this.column.value) + (across > along + 0.01 ? 1000 * across : 0);
        if (cost < least) [best, least] = [i, cost];
      });
      if (focused === undefined) best = this.board.sites.findIndex((site) => !site.cell);
      if (best !== null) {
        this.column.at = String(best);
        this.zoom.reveal(this.board.sites[best]);
        this.focus(best);
        announce(this.siteElements[best].getAttribute('aria-label'));
      }
    } else if ((event.key === 'Enter' || event.key === ' ') && focused !== undefined) {
      event.preventDefault();
      this.answers.chosen(Number(focused));
    } else if (event.key === 'Escape') {
      this.answers.cancelled();
    } else if (/^[+=-]$/.test(event.key)) {
      const { x, y } = this.board.sites[focused] ?? {};
      this.zoom.by(event.key === '-' ? 1.25 : 0.8, focused === undefined ? undefined : [x, y]);
    }
  }
}
