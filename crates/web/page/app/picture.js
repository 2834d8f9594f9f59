// How a picture is drawn: smooth lines, spots with their buds, and the still pictures of cards and lists. Answers to nothing.
import { s } from './dom.js';

export const SIZE = 1000;
export const SPOT = 11;
/** How far from its spot a bud and a number stand, and what a bud needs to be seen whole. */
const BUD = 21;
const NUMBER = 34;
const BUD_ROOM = BUD + 6;

/** A smooth path through the middles of a polyline's pieces: it never leaves the triangles of neighbouring points. */
export function smooth(points) {
  if (points.length < 4) return '';
  const f = (value) => value.toFixed(1);
  let path = `M${f(points[0])} ${f(points[1])}`;
  for (let i = 2; i + 3 < points.length; i += 2) {
    const last = i + 5 >= points.length;
    const x = last ? points[i + 2] : (points[i] + points[i + 2]) / 2;
    const y = last ? points[i + 3] : (points[i + 1] + points[i + 3]) / 2;
    path += `Q${f(points[i])} ${f(points[i + 1])} ${f(x)} ${f(y)}`;
  }
  if (points.length === 4) path += `L${f(points[2])} ${f(points[3])}`;
  return path;
}

/** The directions in which a spot has most room, for its buds: the middles of the widest gaps between its lines. */
export function budAngles(lives, angles) {
  if (angles.length === 0) return Array.from({ length: lives }, (_, i) => -Math.PI / 2 + (i * 2 * Math.PI) / 3);
  const sorted = [...angles].sort((a, b) => a - b);
  const gaps = sorted.map((angle, i) => {
    const next = i + 1 < sorted.length ? sorted[i + 1] : sorted[0] + 2 * Math.PI;
    return { from: angle, size: next - angle || 2 * Math.PI, buds: 0 };
  });
  for (let i = 0; i < lives; i++) {
    gaps.reduce((best, gap) => (gap.size / (gap.buds + 1) > best.size / (best.buds + 1) + 1e-9 ? gap : best)).buds++;
  }
  return gaps.flatMap((gap) => Array.from({ length: gap.buds }, (_, i) => gap.from + (gap.size * (i + 1)) / (gap.buds + 1)));
}

/** For every spot the directions of its lines, a little way out, where the eye sees them, and of an edge of the paper close by. */
export function lineAngles(picture, scale = 1) {
  const angles = picture.spots.map(() => []);
  const towards = (spot, points, from, step) => {
    const { x, y } = picture.spots[spot];
    let i = from;
    for (let n = 0; n < points.length / 2 - 1; n++, i += step) {
      if (Math.hypot(points[i] - x, points[i + 1] - y) > 18) break;
    }
    i = Math.max(0, Math.min(points.length - 2, i));
    angles[spot].push(Math.atan2(points[i + 1] - y, points[i] - x));
  };
  for (const line of picture.lines) {
    towards(line.from, line.points, 2, 2);
    towards(line.to, line.points, line.points.length - 4, -2);
  }
  // A bud beyond the edge would be cut off. Spots without lines have room all round.
  picture.spots.forEach(({ x, y }, i) => {
    if (!angles[i].length) return;
    const room = BUD_ROOM * scale;
    const walls = [[x, Math.PI], [y, -Math.PI / 2], [SIZE - x, 0], [SIZE - y, Math.PI / 2]];
    angles[i].push(...walls.filter(([distance]) => distance < room).map(([, angle]) => angle));
  });
  return angles;
}

/** Where a bud stands, seen from its spot. */
export const budPlace = (angle, scale = 1) => ({ cx: Math.cos(angle) * BUD * scale, cy: Math.sin(angle) * BUD * scale });

/** How far a place is from a polyline. */
function distance(x, y, points) {
  let least = Infinity;
  for (let i = 0; i + 3 < points.length; i += 2) {
    const [dx, dy] = [points[i + 2] - points[i], points[i + 3] - points[i + 1]];
    const along = Math.max(0, Math.min(1, ((x - points[i]) * dx + (y - points[i + 1]) * dy) / (dx * dx + dy * dy || 1)));
    least = Math.min(least, Math.hypot(points[i] + dx * along - x, points[i + 1] + dy * along - y));
  }
  return least;
}

/**
 * Where the numbers stand, seen from their spots: in a gap between lines and buds, nearest to no spot but their own, and on none of `curves`, which
 * lie over the picture.
 */
export function numberPlaces(picture, angles, scale, curves = []) {
  const others = picture.spots.map(({ x, y }) => ({ x, y }));
  return picture.spots.map((spot, i) => {
    const taken = [...angles[i], ...budAngles(spot.lives, angles[i])];
    const places = (taken.length ? [1, 2, 3, 5, 8] : [1]).flatMap((count) => budAngles(count, taken)).map((angle) => ({ angle, x: spot.x + Math.cos(angle) * NUMBER * scale, y: spot.y + Math.sin(angle) * NUMBER * scale }));
    const near = curves.filter((points) => distance(spot.x, spot.y, points) < 2 * NUMBER * scale);
    // A curve may come nearer than a spot.
    const clear = ({ x, y }) => Math.min(x, y, SIZE - x, SIZE - y, ...near.map((points) => distance(x, y, points) + 20 * scale), ...others.map((other, j) => (j === i ? Infinity : Math.hypot(other.x - x, other.y - y))));
    // The widest gap comes first and stays where it is clear enough.
    const enough = 37 * scale;
    const best = places.reduce((one, other) => (Math.min(enough, clear(other)) > Math.min(enough, clear(one)) + 1 ? other : one));
    others.push({ x: best.x, y: best.y });
    return { x: Math.cos(best.angle) * NUMBER, y: Math.sin(best.angle) * NUMBER + 7 };
  });
}

/** A still picture, for cards and exports: everything the board shows and nothing that answers. */
export function still(picture, colours, options = {}) {
  const scale = options.scale ?? 1;
  const angles = lineAngles(picture, scale);
  const root = s('svg', { viewBox: `0 0 ${SIZE} ${SIZE}`, class: options.class ?? 'picture', 'aria-hidden': options.label ? undefined : 'true', role: 'img', 'aria-label': options.label });
  for (const line of picture.lines) {
    root.append(s('path', { d: line.path ?? smooth(line.points), fill: 'none', stroke: colours(line), 'stroke-width': 5 * scale, 'stroke-linecap': 'round', 'stroke-linejoin': 'round' }));
  }
  picture.spots.forEach((spot, i) => {
    root.append(s('circle', { cx: spot.x, cy: spot.y, r: SPOT * scale, fill: spot.lives ? options.ink ?? 'var(--ink)' : options.dead ?? 'var(--dead)' }));
    if (!options.plain) {
      for (const angle of budAngles(spot.lives, angles[i])) {
        const { cx, cy } = budPlace(angle, scale);
        root.append(s('circle', { cx: spot.x + cx, cy: spot.y + cy, r: 4.5 * scale, fill: options.sheet ?? 'var(--sheet)', stroke: options.ink ?? 'var(--ink)', 'stroke-width': 2.6 * scale }));
      }
    }
  });
  return root;
}
