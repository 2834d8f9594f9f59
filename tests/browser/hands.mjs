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
  // A hand needs a moment before it taps again; Chromium drops a tap that comes sooner.
  await page.waitForTimeout(300);
}

/** The living spots, by index. */
export const living = (page) => page.locator('.spot:not(.dead)').evaluateAll((spots) => spots.map((spot) => Number(spot.dataset.spot)));

/** The points of the chosen preview on the screen, from spot to spot. */
const previewPoints = (page) =>
  page.locator('.ghost.chosen').evaluate((path) => {
    const matrix = path.getScreenCTM();
    const length = path.getTotalLength();
    const count = Math.max(12, Math.round(length / 12));
    return Array.from({ length: count + 1 }, (_, i) => {
      const at = path.getPointAtLength((length * i) / count).matrixTransform(matrix);
      return { x: at.x, y: at.y };
    });
  });

/** Picks the spot at a place as the first one; false where no line can begin. */
async function begins(page, at, tap = (point) => page.mouse.click(point.x, point.y)) {
  await tap(at);
  await page.waitForFunction(() => document.querySelector('.spot.target') || /No line can begin/.test(document.querySelector('.board-note')?.textContent ?? ''));
  return (await page.locator('.spot.target').count()) > 0;
}

/** Finds two spots that can be joined, picks them, and gives the points of a curve between them; null when none can. */
export async function findCurve(page, tap = (point) => page.mouse.click(point.x, point.y)) {
  const spots = await living(page);
  for (const a of spots) {
    for (const b of spots) {
      if (!(await begins(page, await spotAt(page, a), tap))) break;
      await tap(await spotAt(page, b));
      await page.waitForFunction(() => document.querySelector('.ghost.chosen') || /another region|loop needs two|No room/.test(document.querySelector('.board-note')?.textContent ?? ''));
      if (await page.locator('.ghost.chosen').count()) {
        const points = await previewPoints(page);
        await page.locator('.board').focus();
        await page.keyboard.press('Escape');
        await page.waitForFunction(() => !document.querySelector('.ghost'));
        return points;
      }
    }
  }
  return null;
}

export const isOver = (page) => page.locator('.end').isVisible();

/** Waits until the person may move or the game is over; true while it goes on. */
export async function myTurn(page) {
  await page.waitForFunction(() => document.querySelector('.end:not([hidden])') || document.querySelector('.board.can-draw'), null, { timeout: 60_000 });
  return !(await isOver(page));
}

/** All pairs of living spots in an order that `random` decides. */
async function pairs(page, random) {
  const spots = await living(page);
  const all = spots.flatMap((a) => spots.filter((b) => b >= a).map((b) => [a, b]));
  for (let i = all.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [all[i], all[j]] = [all[j], all[i]];
  }
  return all;
}

/** Picks some move and plays it. */
export async function playSome(page, random = Math.random) {
  for (const [a, b] of await pairs(page, random)) {
    if (!(await begins(page, await spotAt(page, a)))) continue;
    const end = await spotAt(page, b);
    await page.mouse.click(end.x, end.y);
    await page.waitForFunction(() => document.querySelector('.ghost.chosen') || /another region|loop needs two|No room/.test(document.querySelector('.board-note')?.textContent ?? ''));
    if (!(await page.locator('.ghost.chosen').count())) continue;
    const ways = await page.locator('.ghost').count();
    for (let i = Math.floor(random() * ways); i > 0; i--) await page.getByRole('button', { name: 'Next way' }).click();
    const before = await page.locator('.spot').count();
    await page.locator('.board-note').getByRole('button', { name: 'Play', exact: true }).click();
    await page.waitForFunction((n) => document.querySelectorAll('.spot').length > n, before);
    return;
  }
  throw new Error('no two spots could be joined');
}

/** A small generator, so that a failing test fails again. */
export function seeded(seed) {
  let state = seed * 2654435761 + 1;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0;
    return ((state >>> 8) & 0xffff) / 0x10000;
  };
}
