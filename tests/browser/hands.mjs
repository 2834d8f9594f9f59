// What a person's hands do on the board, for the tests.

/** The middle of a spot on the screen. */
export async function spotAt(page, index) {
  const box = await page.locator(`[data-spot="${index}"] .body`).boundingBox();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** A curve from spot to spot that bends to its side by `bend` times the distance. */
export function bow(a, b, bend = 0, steps = 24) {
  const points = [];
  for (let i = 0; i <= steps; i++) {
    const u = i / steps;
    const lift = Math.sin(Math.PI * u) * bend;
    points.push({ x: a.x + (b.x - a.x) * u - (b.y - a.y) * lift, y: a.y + (b.y - a.y) * u + (b.x - a.x) * lift });
  }
  return points;
}

export async function drag(page, points) {
  await page.mouse.move(points[0].x, points[0].y);
  await page.mouse.down();
  for (const point of points.slice(1)) await page.mouse.move(point.x, point.y);
  await page.mouse.up();
}

/** Resolves when so many moves stand on the board and it is somebody's turn or the game is over. */
export async function moves(page, count) {
  await page.waitForFunction((n) => document.querySelectorAll('.moves li button').length === n, count);
  await page.waitForTimeout(60);
}

/** A finger through Chromium's own touch input. */
export async function fingerDrag(page, points) {
  const session = await page.context().newCDPSession(page);
  const touch = (type, list) => session.send('Input.dispatchTouchEvent', { type, touchPoints: list });
  await touch('touchStart', [points[0]]);
  for (const point of points.slice(1)) await touch('touchMove', [point]);
  await touch('touchEnd', []);
  await session.detach();
}
