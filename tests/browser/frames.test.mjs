// The frames of a redrawing, shown as one movement: what lies between two frames, without a browser.

import test from 'node:test';
import assert from 'node:assert/strict';
import { between } from '../../crates/web/page/app/frames.js';

const frame = (x, points) => ({ spots: [{ x, y: 0, lives: 3 }], lines: [{ from: 0, to: 0, points }] });

test('between two frames everything is on its way', () => {
  const frames = [frame(0, [0, 0, 10, 0]), frame(10, [0, 10, 10, 10])];
  const half = between(frames, 0.5);
  assert.equal(half.spots[0].x, 5);
  assert.deepEqual(half.lines[0].points, [0, 5, 10, 5]);
  assert.equal(half.spots[0].lives, 3);
});

test('frames themselves are shown as they are, the last one included', () => {
  const frames = [frame(0, [0, 0, 10, 0]), frame(10, [0, 10, 10, 10])];
  assert.equal(between(frames, 0), frames[0]);
  assert.equal(between(frames, 1), frames[1]);
});

test('a line that gains or loses points does not jump', () => {
  const three = frame(0, [0, 0, 50, 0, 100, 0]);
  const five = frame(0, [0, 8, 25, 8, 50, 8, 75, 8, 100, 8]);
  for (const frames of [[three, five], [five, three]]) {
    const [a, b] = [0.001, 0.999].map((at) => between(frames, at).lines[0].points);
    const heights = (points) => points.filter((_, i) => i % 2 === 1);
    for (const y of heights(a)) assert.ok(Math.abs(y - frames[0].lines[0].points[1]) < 0.01);
    for (const y of heights(b)) assert.ok(Math.abs(y - frames[1].lines[0].points[1]) < 0.01);
    assert.deepEqual([a[0], a.at(-2)], [0, 100]);
  }
});
