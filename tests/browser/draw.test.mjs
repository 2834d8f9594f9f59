// Games drawn by hand: mouse, finger, and what the ink may not do.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { bow, drag, moves, spotAt } from './hands.mjs';
import { startBrowser, startServer, visit } from './harness.mjs';

let server, browser;
before(async () => {
  server = await startServer();
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

const game = (spots) => `${server.address}/game?spots=${spots}&opponent=person&n=test`;

test('a forbidden crossing is refused with its reason', async () => {
  const { page, errors, context } = await visit(browser, game(4));
  await page.locator('[data-spot="3"]').waitFor();
  const spots = await Promise.all([0, 1, 2, 3].map((i) => spotAt(page, i)));
  await drag(page, bow(spots[0], spots[2]));
  await moves(page, 1);
  const now = await Promise.all([0, 1, 2, 3].map((i) => spotAt(page, i)));
  const line = bow(now[1], now[3], 0.12);
  await page.mouse.move(line[0].x, line[0].y);
  await page.mouse.down();
  for (const point of line.slice(1)) await page.mouse.move(point.x, point.y);
  await page.locator('.at-pointer').filter({ hasText: 'cross a line' }).waitFor();
  await page.mouse.up();
  await page.waitForTimeout(200);
  assert.equal(await page.locator('.moves li button').count(), 1);
  assert.deepEqual(errors, []);
  await context.close();
});
