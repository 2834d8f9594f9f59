// Games drawn by hand: mouse, finger and keyboard, and what the ink may not do.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bow, drag, findCurve, fingerDrag, isOver, living, moves, spotAt } from './hands.mjs';
import { phone, visit } from './harness.mjs';
import { browser, server } from './started.mjs';

const game = (spots) => `${server.address}/game?spots=${spots}&opponent=person&n=test`;

test('a whole game of two spots, drawn with the mouse', async () => {
  const { page, errors, context } = await visit(browser, game(2));
  await page.locator('[data-spot="1"]').waitFor();
  await drag(page, bow(await spotAt(page, 0), await spotAt(page, 1), 0.1));
  await moves(page, 1);
  for (let count = 1; !(await isOver(page)); count++) {
    assert.ok(count < 6, 'two spots last five moves at most');
    const points = await findCurve(page);
    assert.ok(points, 'a game that is not over has a move');
    await drag(page, points);
    await moves(page, count + 1);
  }
  const made = await page.locator('.moves li button').count();
  assert.ok(made === 4 || made === 5);
  await page.getByRole('heading', { name: made % 2 ? 'Player 1 wins' : 'Player 2 wins' }).waitFor();
  // The list scrubs through the game, and back.
  await page.locator('.moves li button').first().click();
  await page.getByText(`after move 1 of ${made}`).waitFor();
  assert.equal(await page.locator('.spot').count(), 3);
  await page.getByRole('button', { name: 'Back to now' }).click();
  assert.equal(await page.locator('.spot').count(), 2 + made);
  assert.deepEqual(errors, []);
  await context.close();
});

test('the same from the keyboard alone', async () => {
  const { page, errors, context } = await visit(browser, game(2));
  await page.locator('[data-spot="1"]').waitFor();
  await page.keyboard.press('Tab');
  for (let i = 0; i < 20 && !(await page.evaluate(() => document.activeElement.classList.contains('board'))); i++) await page.keyboard.press('Tab');
  const focused = () => page.evaluate(() => Number(document.activeElement.dataset?.spot ?? -1));
  const goTo = async (spot) => {
    for (const key of ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp', 'ArrowRight', 'ArrowUp', 'ArrowLeft', 'ArrowDown', 'ArrowRight', 'ArrowRight', 'ArrowDown', 'ArrowDown', 'ArrowLeft', 'ArrowLeft', 'ArrowUp', 'ArrowUp']) {
      if ((await focused()) === spot) return;
      await page.keyboard.press(key);
    }
    assert.equal(await focused(), spot, 'arrow keys reach every spot');
  };
  const join = async (a, b) => {
    await goTo(a);
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.querySelector('.spot.target') || /No line can begin/.test(document.querySelector('.board-note').textContent));
    if (!(await page.locator('.spot.target').count())) return false;
    await goTo(b);
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.querySelector('.ghost.chosen') || /another region|loop needs two|No room/.test(document.querySelector('.board-note')?.textContent ?? ''));
    return (await page.locator('.ghost.chosen').count()) > 0;
  };
  for (let count = 0; !(await isOver(page)); count++) {
    assert.ok(count < 6);
    const spots = await living(page);
    const pairs = spots.flatMap((a) => spots.map((b) => [a, b])).filter(([a, b]) => a <= b).reverse();
    let played = false;
    for (const [a, b] of pairs) {
      if (!(await join(a, b))) continue;
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Enter');
      await moves(page, count + 1);
      played = true;
      break;
    }
    assert.ok(played);
  }
  assert.match(await page.locator('#announce').textContent(), /wins/);
  assert.deepEqual(errors, []);
  await context.close();
});

test('the same with a finger, each stroke confirmed', async () => {
  const { page, errors, context } = await visit(browser, game(2), { viewport: phone, hasTouch: true, isMobile: true });
  await page.locator('[data-spot="1"]').waitFor();
  const tap = (point) => page.touchscreen.tap(point.x, point.y);
  for (let count = 0; !(await isOver(page)); count++) {
    assert.ok(count < 6);
    const points = count ? await findCurve(page, tap) : bow(await spotAt(page, 0), await spotAt(page, 1), 0.1);
    await fingerDrag(page, points);
    await page.getByText('Play this line?').waitFor();
    await page.locator('.board-note').getByRole('button', { name: 'Play', exact: true }).tap();
    await moves(page, count + 1);
  }
  assert.deepEqual(errors, []);
  await context.close();
});

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
  // Let go in the open, and the ink is taken back with a word.
  await drag(page, [now[1], { x: now[1].x + 20, y: now[1].y + 12 }, { x: now[1].x + 46, y: now[1].y + 30 }]);
  await page.locator('.at-pointer').filter({ hasText: 'end on a spot' }).waitFor();
  assert.deepEqual(errors, []);
  await context.close();
});

test('undo, redo and a reload keep the game', async () => {
  const { page, errors, context } = await visit(browser, game(3));
  await page.locator('[data-spot="2"]').waitFor();
  await drag(page, bow(await spotAt(page, 0), await spotAt(page, 1), 0.1));
  await moves(page, 1);
  await drag(page, await findCurve(page));
  await moves(page, 2);
  await page.getByRole('button', { name: 'Undo' }).click();
  await moves(page, 1);
  await page.keyboard.press('Control+y');
  await moves(page, 2);
  const texts = await page.locator('.moves li').allTextContents();
  await page.waitForTimeout(200);
  await page.reload();
  await moves(page, 2);
  assert.deepEqual(await page.locator('.moves li').allTextContents(), texts);
  assert.deepEqual(errors, []);
  await context.close();
});

test('two presses of undo or redo, one right after the other, are no mistake', async () => {
  const { page, errors, context } = await visit(browser, `${server.address}/game?spots=3&opponent=easy&n=twice`);
  const twice = (name) => page.evaluate((words) => {
    const tool = [...document.querySelectorAll('.tool')].find((each) => each.textContent === words);
    tool.click();
    tool.click();
  }, name);
  const made = (count) => page.waitForFunction((n) => document.querySelectorAll('.moves li button').length === n && document.querySelector('.board.can-draw'), count);
  await page.locator('.board.can-draw').waitFor();
  await drag(page, bow(await spotAt(page, 0), await spotAt(page, 1), 0.1));
  for (const [name, count] of [[null, 2], ['Undo', 0], ['Redo', 2]]) {
    if (name) await twice(name);
    await made(count);
  }
  // The same with stones.
  await page.goto(`${server.address}/connection/hex?size=3&swap=no&seats=person,easy`);
  await page.locator('.site.open').first().click({ force: true });
  for (const [name, count] of [[null, 2], ['Undo', 0], ['Redo', 2]]) {
    if (name) await twice(name);
    await made(count);
  }
  assert.equal(await page.locator('.toast').count(), 0);
  assert.deepEqual(errors, []);
  await context.close();
});

test('it is the computer that is said to think, also while the page is slow to keep the move', async () => {
  const { page, errors, context } = await visit(browser, 'about:blank');
  await page.addInitScript(() => {
    window.seen = [];
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (message, ...rest) {
      if (message.name === 'record') setTimeout(() => post.call(this, message, ...rest), 1200);
      else post.call(this, message, ...rest);
    };
    const look = () => seen.push(...[...document.querySelectorAll('.board-note .words, .player.first')].map((each) => each.textContent));
    document.addEventListener('DOMContentLoaded', () => new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true }));
  });
  await page.goto(server.address);
  await page.locator('.board.can-draw').waitFor();
  await drag(page, bow(await spotAt(page, 0), await spotAt(page, 1), 0.2));
  await page.waitForFunction(() => document.querySelectorAll('.spot').length === 5);
  const thinking = (await page.evaluate(() => seen)).filter((words) => words.includes('is thinking'));
  assert.ok(thinking.length > 0, 'the move was slow to come');
  assert.deepEqual([...new Set(thinking)].filter((words) => !words.startsWith('Computer')), []);
  assert.deepEqual(errors, []);
  await context.close();
});
