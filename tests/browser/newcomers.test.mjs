// What people do who have never seen the page: they begin beside a spot, draw over a line and back, change their mind with the
// other button, look closer before they play, go back, open the same game twice, come by a slow line, or let the page keep nothing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bow, drag, fingerDrag, moves, myTurn, spotAt } from './hands.mjs';
import { desktop, phone, visit } from './harness.mjs';
import { browser, server } from './started.mjs';

let count = 0;
const game = (spots, opponent = 'person') => `${server.address}/game?spots=${spots}&opponent=${opponent}&n=new${++count}`;
const inkLength = (page) => page.locator('.ink').first().evaluate((ink) => (ink.getAttribute('d') ? ink.getTotalLength() : 0));
const ready = (page) => page.locator('.board.can-draw').waitFor();

/** Presses at the first place and goes through the others, without letting go. */
async function hold(page, [first, ...others], steps = 8) {
  await page.mouse.move(first.x, first.y);
  await page.mouse.down();
  for (const point of others) await page.mouse.move(point.x, point.y, { steps });
}

test('the right button takes a line back while it is drawn', async () => {
  const { page, errors, context } = await visit(browser, game(3));
  await ready(page);
  const [a, b] = [await spotAt(page, 0), await spotAt(page, 1)];
  const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  await hold(page, [a, middle]);
  await page.waitForFunction(() => document.querySelector('.ink').getAttribute('d'));
  await page.mouse.down({ button: 'right' });
  await page.waitForFunction(() => !document.querySelector('.ink').getAttribute('d'));
  await page.mouse.up({ button: 'right' });
  await page.mouse.move(b.x, b.y, { steps: 6 });
  await page.mouse.up();
  await page.waitForTimeout(200);
  assert.equal(await page.locator('.spot').count(), 3, 'nothing was played');
  await drag(page, bow(a, b));
  await moves(page, 1);
  assert.deepEqual(errors, []);
  await context.close();
});

test('a hand that ran into a line goes back along its ink and takes another way', async () => {
  const { page, errors, context } = await visit(browser, game(3));
  await ready(page);
  await drag(page, bow(await spotAt(page, 0), await spotAt(page, 1)));
  await moves(page, 1);
  const [a, b, from, middle] = await Promise.all([0, 1, 2, 3].map((spot) => spotAt(page, spot)));
  // Over the first half of the line, and exactly back: the ink gets shorter, and the words go.
  const there = { x: (a.x + middle.x) / 2, y: (a.y + middle.y) / 2 };
  const beyond = { x: from.x + (there.x - from.x) * 1.3, y: from.y + (there.y - from.y) * 1.3 };
  await hold(page, [from, beyond], 30);
  await page.locator('.at-pointer').filter({ hasText: 'that would cross a line' }).waitFor();
  const longest = await inkLength(page);
  const back = { x: from.x + (there.x - from.x) * 0.4, y: from.y + (there.y - from.y) * 0.4 };
  await page.mouse.move(back.x, back.y, { steps: 20 });
  await page.locator('.at-pointer').waitFor({ state: 'hidden' });
  await page.waitForFunction((long) => document.querySelector('.ink').getTotalLength() < long * 0.7, longest);
  await page.mouse.move(b.x, b.y, { steps: 12 });
  await page.mouse.up();
  await moves(page, 2);
  assert.deepEqual(errors, []);
  await context.close();
});

test('who begins on open paper is told where a line begins, and a click there says nothing', async () => {
  const { page, errors, context } = await visit(browser, game(3));
  await ready(page);
  const a = await spotAt(page, 0);
  await page.mouse.click(a.x + 90, a.y + 60);
  assert.equal(await page.locator('.at-pointer').isVisible(), false);
  await hold(page, [{ x: a.x + 90, y: a.y + 60 }, { x: a.x + 150, y: a.y + 120 }]);
  await page.locator('.at-pointer').filter({ hasText: 'begin on a spot' }).waitFor();
  await page.mouse.up();
  assert.deepEqual(errors, []);
  await context.close();
});

test('a spot that nothing can be joined to says so at once, picked or drawn from', async () => {
  const { page, errors, context } = await visit(browser, game(2));
  await ready(page);
  // A loop at spot 1 away from spot 2, and a line through it: the spot on that line is alone on both of its sides.
  const [one, two] = [await spotAt(page, 0), await spotAt(page, 1)];
  const away = Math.sign(one.x - two.x) * 60;
  const round = Array.from({ length: 30 }, (_, i) => (Math.PI * 2 * (i + 1)) / 31);
  await drag(page, [one, ...round.map((angle) => ({ x: one.x + away * (1 - Math.cos(angle)), y: one.y + 60 * Math.sin(angle) })), one]);
  await moves(page, 1);
  await drag(page, [await spotAt(page, 0), await spotAt(page, 2)]);
  await moves(page, 2);
  const at = await spotAt(page, 3);
  await page.mouse.click(at.x, at.y);
  await page.locator('.board-note').filter({ hasText: 'No line can begin at spot 4 now.' }).waitFor();
  assert.equal(await page.locator('.spot.picked').count(), 0);
  await hold(page, [at, { x: at.x + 30, y: at.y + 30 }]);
  await page.locator('.at-pointer').filter({ hasText: 'No line can begin at spot 4 now.' }).waitFor();
  await page.mouse.up();
  // The others still play.
  await drag(page, bow(await spotAt(page, 2), await spotAt(page, 1)));
  await page.waitForTimeout(200);
  assert.deepEqual(errors, []);
  await context.close();
});

test('on a phone a line that waits for “Play” can be looked at from near', async () => {
  const { page, errors, context } = await visit(browser, game(4), { viewport: phone, hasTouch: true, isMobile: true });
  await ready(page);
  await fingerDrag(page, bow(await spotAt(page, 0), await spotAt(page, 1)));
  const play = page.locator('.board-note').getByRole('button', { name: 'Play', exact: true });
  await play.waitFor();
  const { x, y, width, height } = await page.locator('.board').boundingBox();
  const session = await page.context().newCDPSession(page);
  const fingers = (type, apart) => session.send('Input.dispatchTouchEvent', { type, touchPoints: apart ? [{ x: x + width / 2 - apart, y: y + height / 2, id: 1 }, { x: x + width / 2 + apart, y: y + height / 2, id: 2 }] : [] });
  await fingers('touchStart', 20);
  for (const apart of [30, 45, 60]) await fingers('touchMove', apart);
  await fingers('touchEnd');
  await page.getByRole('button', { name: 'Whole board' }).waitFor();
  assert.ok((await inkLength(page)) > 100, 'the line is still there');
  await page.waitForTimeout(300);
  await play.tap();
  await moves(page, 1);
  assert.deepEqual(errors, []);
  await context.close();
});

test('the same game in two windows is one game: each shows what was played in the other, and one computer answers', async () => {
  const { page, errors, context } = await visit(browser, game(4, 'easy'));
  await ready(page);
  const other = await context.newPage();
  other.on('pageerror', (error) => errors.push(String(error)));
  await other.goto(page.url());
  await ready(other);
  await page.bringToFront();
  await drag(page, bow(await spotAt(page, 0), await spotAt(page, 1)));
  await moves(page, 2);
  const list = (window) => window.locator('.moves li button').allTextContents();
  await moves(other, 2);
  assert.deepEqual(await list(other), await list(page));
  await other.bringToFront();
  await myTurn(other);
  await other.getByRole('button', { name: 'Undo' }).click();
  await moves(other, 0);
  await moves(page, 0);
  // A connection game, too.
  for (const window of [page, other]) {
    await window.goto(`${server.address}/connection/hex?size=3&swap=no&seats=person,person`);
    await window.locator('.site').first().waitFor();
  }
  await other.locator('.site[aria-label^="b2, "]').click({ force: true });
  await page.locator('.site[aria-label^="b2, "]:not([aria-label*="empty"])').waitFor();
  await page.locator('.site[aria-label^="a1, "]').click({ force: true });
  await moves(other, 2);
  assert.deepEqual(errors, []);
  await context.close();
});

test('whoever goes back is where they were, and the keyboard is at the new place', async () => {
  const { page, errors, context } = await visit(browser, `${server.address}/connection`, { viewport: phone });
  await page.locator('.tile .stones-board').first().waitFor();
  const link = page.locator('a[href^="/connection/"]').nth(20);
  await link.scrollIntoViewIfNeeded();
  await page.waitForTimeout(300);
  const before = await page.evaluate(() => scrollY);
  assert.ok(before > 800, 'far down');
  await link.click();
  await page.locator('.table .site').first().waitFor();
  assert.equal(await page.evaluate(() => scrollY), 0);
  assert.equal(await page.evaluate(() => document.activeElement.id), 'place');
  await page.goBack();
  await page.waitForFunction((top) => Math.abs(scrollY - top) < 3, before);
  // A screen reader hears which place it is.
  await page.goto(`${server.address}/`);
  await page.locator('.door[href="/play"]').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'A quick game' }).waitFor();
  await page.waitForFunction(() => document.getElementById('announce').textContent === 'Play · Rhizome');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'place');
  assert.deepEqual(errors, []);
  await context.close();
});

test('a slow line says what is being waited for, and the words go when it is there', async () => {
  const { page, errors, context } = await visit(browser, 'about:blank');
  let arrive;
  const opened = new Promise((resolve) => (arrive = resolve));
  await page.route('**/*.wasm', async (route) => {
    await opened;
    await route.continue();
  });
  await page.goto(server.address, { waitUntil: 'commit' });
  await page.locator('.toast').filter({ hasText: 'Fetching the game' }).waitFor();
  arrive();
  await ready(page);
  await page.locator('.toast').waitFor({ state: 'detached' });
  assert.deepEqual(errors, []);
  await context.close();
});

test('where the browser lets the page keep nothing, that is what it says, and games are played', async () => {
  const context = await browser.newContext({ viewport: desktop, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const errors = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  await page.addInitScript(() => Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('denied', 'SecurityError'); } }));
  await page.goto(game(3));
  await ready(page);
  await drag(page, bow(await spotAt(page, 0), await spotAt(page, 1)));
  await moves(page, 1);
  await page.locator('.toast').filter({ hasText: 'lets the page keep nothing' }).waitFor();
  await page.goto(`${server.address}/maps/new?spots=3`);
  await ready(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.locator('.toast').filter({ hasText: 'lets the page keep nothing' }).waitFor();
  assert.deepEqual(errors, []);
  await context.close();
});
