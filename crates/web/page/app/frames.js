// What lies between two frames of a redrawing. Knows numbers only.

/** The picture at a place between two frames of a redrawing, so that it moves as smoothly as the screen shows it. */
export function between(frames, at) {
  const index = Math.min(Math.floor(at), frames.length - 1);
  const [before, after] = [frames[index], frames[index + 1]];
  const part = at - index;
  if (!after || part === 0) return before;
  const mix = (a, b) => a + (b - a) * part;
  return {
    spots: before.spots.map((spot, i) => ({ ...spot, x: mix(spot.x, after.spots[i].x), y: mix(spot.y, after.spots[i].y) })),
    lines: before.lines.map((line, i) => {
      const there = after.lines[i].points;
      const here = line.points.length === there.length ? line.points : spread(line.points, there.length / 2);
      return { ...line, points: here.map((value, k) => mix(value, there[k])) };
    }),
  };
}

/** The same line through another number of points, evenly far apart. */
function spread(points, count) {
  const gone = [0];
  for (let i = 2; i < points.length; i += 2) {
    gone.push(gone.at(-1) + Math.hypot(points[i] - points[i - 2], points[i + 1] - points[i - 1]));
  }
  const line = [];
  let k = 0;
  for (let n = 0; n < count; n++) {
    const far = (gone.at(-1) * n) / (count - 1);
    while (k < gone.length - 2 && gone[k + 1] < far) k++;
    const part = gone[k + 1] > gone[k] ? Math.min(1, (far - gone[k]) / (gone[k + 1] - gone[k])) : 0;
    for (const c of [0, 1]) line.push(points[2 * k + c] + (points[2 * k + 2 + c] - points[2 * k + c]) * part);
  }
  return line;
}
