// Wide fingers, small and sideways screens, and why a line is refused: the same words while held and when lifted.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bow, drag, fingerDrag, moves, spotAt } from './hands.mjs';
import { phone, sideways, visit } from './harness.mjs';
import { browser, server } from './started.mjs';

const game = (spots, n = 'test') => `${server.address}/game?spots=${spots}&opponent=person&n=${n}`;

test('a finger may begin and end thirty pixels from a spot, and sees what it hides', async () => {
  const { page, errors, context } = await visit(browser, game(3), { viewport: phone, hasTouch: true, isMobile: true });
  await page.locator('[data-spot="2"]').waitFor();
  const [a, b] = [await spotAt(page, 0), await spotAt(page, 1)];
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  const aside = { x: -(b.y - a.y) / length, y: (b.x - a.x) / length };
  const off = (point, by) => ({ x: point.x + aside.x * by, y: point.y + aside.y * by });
  const points = bow(off(a, 29), off(b, 30), 0.05);
  const session = await context.newCDPSession(page);
  const touch = (type, list) => session.send('Input.dispatchTouchEvent', { type, touchPoints: list });
  await touch('touchStart', [points[0]]);
  for (const point of points.slice(1)) await touch('touchMove', [point]);
  await page.locator('.lens').waitFor();
  const glass = await page.locator('.lens').boundingBox();
  const tip = points.at(-1);
  const hidden = Math.hypot(glass.x + glass.width / 2 - tip.x, glass.y + glass.height / 2 - tip.y);
  assert.ok(hidden > 60, 'the glass stands beside the finger');
  assert.ok(glass.y >= 0 && glass.x >= 0 && glass.x + glass.width <= phone.width, 'and on the screen');
  // Ink and marks have the same colours and widths in it as beside it.
  for (const name of ['--line', '--k']) {
    const [there, here] = await page.evaluate((property) => ['.lens svg', '.board'].map((each) => getComputedStyle(document.querySelector(each)).getPropertyValue(property)), name);
    assert.ok(here && there === here, `${name}: ${there} and ${here}`);
  }
  await page.locator('[data-spot="1"].snapped').waitFor();
  await touch('touchEnd', []);
  await session.detach();
  await page.getByText('Play this line?').waitFor();
  assert.equal(await page.locator('.lens').isVisible(), false);
  await page.waitForTimeout(300);
  await page.locator('.board-note').getByRole('button', { name: 'Play', exact: true }).tap();
  await moves(page, 1);
  assert.deepEqual(errors, []);
  await context.close();
});

for (const [width, height] of [[844, 390], [667, 375], [740, 360]]) {
  test(`a screen of ${width} × ${height} shows the whole board with the controls beside it, and scrolls`, async () => {
    const { page, errors, context } = await visit(browser, game(6), { viewport: { width, height }, hasTouch: true, isMobile: true });
    await page.locator('[data-spot="5"]').waitFor();
    const board = await page.locator('.board').boundingBox();
    assert.ok(board.x >= 0 && board.y >= 0 && board.x + board.width <= width && board.y + board.height <= height, JSON.stringify(board));
    assert.ok(board.width > height * 0.75, 'and it is as large as it can be');
    const tools = await page.locator('.tools').boundingBox();
    assert.ok(tools.x >= board.x + board.width, 'the tools stand beside it');
    assert.ok(tools.y + tools.height <= height, 'and on the screen');
    // A finger on what is beside the board scrolls to the rest of it, and the board stays.
    const from = { x: tools.x + tools.width / 2, y: tools.y + 10 };
    await fingerDrag(page, bow(from, { x: from.x, y: from.y - 150 }, 0, 12));
    await page.waitForFunction(() => scrollY > 30);
    const still = await page.locator('.board').boundingBox();
    assert.ok(still.y >= 0 && still.y + still.height <= height + 1, JSON.stringify(still));
    assert.deepEqual(errors, []);
    await context.close();
  });
}

test('on a phone on its side every place with a board has its buttons on the screen, in every language', async () => {
  const hidden = [];
  for (const locale of ['en', 'cs', 'de', 'fr']) {
    const { page, errors, context } = await visit(browser, server.address, { viewport: sideways, hasTouch: true, isMobile: true, locale });
    for (const path of ['/', '/campaign/1', '/puzzles/3', '/maps/new?spots=3', '/connection/hex?seats=person,person', '/connection/go?seats=person,person']) {
      await page.goto(server.address + path);
      await page.locator('.board.can-draw').waitFor();
      // What is read on one's own desk comes before the buttons.
      const shown = await page.locator(path.startsWith('/maps') ? '.card .button.main' : '.tools').boundingBox();
      if (shown.y + shown.height > sideways.height) hidden.push(`${locale} ${path}: down to ${shown.y + shown.height}`);
    }
    assert.deepEqual(errors, []);
    await context.close();
  }
  assert.deepEqual(hidden, []);
});

test('a move is drawn by finger on a phone that lies on its side', async () => {
  const { page, errors, context } = await visit(browser, game(2), { viewport: sideways, hasTouch: true, isMobile: true, colorScheme: 'dark' });
  await page.locator('[data-spot="1"]').waitFor();
  await fingerDrag(page, bow(await spotAt(page, 0), await spotAt(page, 1), 0.15));
  await page.locator('.board-note').getByRole('button', { name: 'Play', exact: true }).tap();
  await moves(page, 1);
  assert.deepEqual(errors, []);
  await context.close();
});

/** Joins two spots by picking them. */
async function join(page, a, b, count, way = 0) {
  for (const spot of [a, b]) {
    const at = await spotAt(page, spot);
    await page.mouse.click(at.x, at.y);
    if (spot === a && a !== b) await page.locator('.board-note').filter({ hasText: 'now pick where it ends' }).waitFor();
  }
  await page.locator('.ghost.chosen').waitFor();
  for (let i = 0; i < way; i++) await page.getByRole('button', { name: 'Next way' }).click();
  await page.locator('.board-note').getByRole('button', { name: 'Play', exact: true }).click();
  await moves(page, count);
}

/** Draws and holds, lifts, and gives the words both times and the place pointed at on the screen. */
async function refused(page, points) {
  await page.mouse.move(points[0].x, points[0].y);
  await page.mouse.down();
  for (const point of points.slice(1)) await page.mouse.move(point.x, point.y);
  await page.waitForTimeout(150);
  const said = () => page.locator('.at-pointer').evaluate((label) => (label.hidden ? '' : label.textContent));
  const held = await said();
  await page.mouse.up();
  await page.waitForTimeout(150);
  const lifted = await said();
  const ring = await page.locator('.why-ring').boundingBox().catch(() => null);
  return { held, lifted, at: ring && { x: ring.x + ring.width / 2, y: ring.y + ring.height / 2 } };
}

const near = (a, b, by = 8) => assert.ok(a && Math.hypot(a.x - b.x, a.y - b.y) < by, `${JSON.stringify(a)} ${JSON.stringify(b)}`);

test('every reason for a refusal is right, stays when the pen is lifted, and points at the place', async () => {
  const { page, errors, context } = await visit(browser, game(3));
  await page.locator('[data-spot="2"]').waitFor();
  const board = await page.locator('.board').boundingBox();
  const spots = await Promise.all([0, 1, 2].map((i) => spotAt(page, i)));
  // Off the paper.
  const out = await refused(page, [spots[0], { x: spots[0].x, y: spots[0].y - 40 }, { x: spots[0].x, y: board.y - 30 }]);
  assert.deepEqual([out.held, out.lifted], ['that leaves the paper', 'that leaves the paper']);
  near(out.at, { x: spots[0].x, y: board.y });
  // Into itself.
  const { x, y } = spots[0];
  const knot = await refused(page, [spots[0], { x: x - 60, y: y - 30 }, { x: x - 60, y: y - 80 }, { x: x - 20, y: y - 80 }, { x: x - 20, y: y + 40 }]);
  assert.deepEqual([knot.held, knot.lifted], ['the line would touch itself', 'the line would touch itself']);
  near(knot.at, { x: x - 20, y: y - 10 }, 12);
  // Through a spot, named by its number, which then stands beside it.
  const [b, c] = [spots[1], spots[2]];
  const past = { x: b.x + (b.x - c.x) * 0.3, y: b.y + (b.y - c.y) * 0.3 };
  const through = await refused(page, [c, { x: (b.x + c.x) / 2, y: (b.y + c.y) / 2 }, past]);
  assert.deepEqual([through.held, through.lifted], ['that would pass through spot 2', 'that would pass through spot 2']);
  near(through.at, b);
  assert.equal(await page.locator('[data-spot="1"] .number').evaluate((text) => getComputedStyle(text).visibility), 'visible');
  // A crossing.
  await drag(page, bow(spots[1], spots[2]));
  await moves(page, 1);
  const now = await Promise.all([0, 1, 2, 3].map((i) => spotAt(page, i)));
  const middle = { x: (now[1].x + now[3].x) / 2, y: (now[1].y + now[3].y) / 2 };
  const beyond = { x: middle.x + (middle.x - now[0].x) * 0.4, y: middle.y + (middle.y - now[0].y) * 0.4 };
  const crossing = await refused(page, [now[0], { x: (now[0].x + middle.x) / 2, y: (now[0].y + middle.y) / 2 }, beyond]);
  assert.deepEqual([crossing.held, crossing.lifted], ['that would cross a line', 'that would cross a line']);
  near(crossing.at, middle, 60);
  assert.equal(await page.locator('.line.guilty').count(), 1);
  assert.deepEqual(errors, []);
  await context.close();
});

test('a dead spot and a spot in another region are named, drawn or picked', async () => {
  const { page, errors, context } = await visit(browser, game(3));
  await page.locator('[data-spot="2"]').waitFor();
  // A loop at spot 1 round one of the others, and a line to that one, which takes its last life.
  await join(page, 0, 0, 1, 1);
  await join(page, 0, 1, 2);
  const dead = await page.locator('.spot.dead').evaluateAll((all) => all.map((spot) => Number(spot.dataset.spot)));
  assert.ok(dead.includes(0));
  const living = await page.locator('.spot:not(.dead)').evaluateAll((all) => all.map((spot) => Number(spot.dataset.spot)));
  // From every living spot: those it can reach are offered, and every other one is refused for what it is.
  let named = 0;
  for (const from of living) {
    const start = await spotAt(page, from);
    await page.mouse.click(start.x, start.y);
    await page.locator(`[data-spot="${from}"].picked`).waitFor();
    await page.waitForTimeout(100);
    const offered = await page.locator('.spot.target').evaluateAll((all) => all.map((spot) => Number(spot.dataset.spot)));
    await page.keyboard.press('Escape');
    for (const to of living.filter((each) => each !== from && !offered.includes(each))) {
      await page.mouse.click(start.x, start.y);
      const end = await spotAt(page, to);
      await page.mouse.click(end.x, end.y);
      await page.locator('.board-note').filter({ hasText: `spot ${to + 1} lies in another region` }).waitFor();
      near(await page.locator('.why-ring').boundingBox().then((box) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 })), end);
      named++;
    }
  }
  assert.ok(named > 0, 'the loop parts some living spots');
  // Dragged to the dead spot.
  const from = await spotAt(page, living[0]);
  const grave = await spotAt(page, 0);
  const words = await refused(page, [...bow(from, grave, 0.02, 12), grave]);
  assert.equal(words.held, words.lifted);
  assert.match(words.lifted, /spot 1 has no life left/);
  assert.deepEqual(errors, []);
  await context.close();
});

test('the second player’s lines are doubled, and a move and its line light each other up', async () => {
  const { page, errors, context } = await visit(browser, game(2));
  await page.locator('[data-spot="1"]').waitFor();
  await join(page, 0, 1, 1);
  await join(page, 0, 1, 2);
  assert.equal(await page.locator('.line.doubled').count(), 2);
  assert.equal(await page.locator('.line-core').count(), 2);
  await page.locator('.moves li button').nth(1).hover();
  assert.equal(await page.locator('.line.lit').count(), 2);
  assert.equal(await page.locator('.line.lit.doubled').count(), 2);
  assert.equal(await page.locator('[data-spot="0"] .number').evaluate((text) => getComputedStyle(text).visibility), 'visible');
  const place = await page.locator('.line[data-move="0"]').first().evaluate((path) => {
    const at = path.getPointAtLength(path.getTotalLength() / 2).matrixTransform(path.getScreenCTM());
    return { x: at.x, y: at.y };
  });
  await page.mouse.move(place.x, place.y);
  await page.locator('.moves li button.lit').first().waitFor();
  assert.match(await page.locator('.moves li button.lit').textContent(), /^1\./);
  assert.deepEqual(errors, []);
  await context.close();
});

test('a line drawn while another one waits takes its place', async () => {
  const { page, errors, context } = await visit(browser, game(4), { viewport: phone, hasTouch: true, isMobile: true });
  await page.locator('[data-spot="3"]').waitFor();
  await fingerDrag(page, bow(await spotAt(page, 0), await spotAt(page, 1), 0.1));
  await page.getByText('Play this line?').waitFor();
  // A tap beside it changes nothing.
  const board = await page.locator('.board').boundingBox();
  await page.touchscreen.tap(board.x + board.width / 2, board.y + board.height / 2);
  await page.waitForTimeout(300);
  await fingerDrag(page, bow(await spotAt(page, 2), await spotAt(page, 3), 0.1));
  await page.getByText('Play this line?').waitFor();
  await page.locator('.board-note').getByRole('button', { name: 'Play', exact: true }).tap();
  await moves(page, 1);
  assert.match((await page.locator('.moves li button').allTextContents())[0], /3\(5\)4/);
  assert.deepEqual(errors, []);
  await context.close();
});

test('two clicks on a spot are a loop, also on paper that is zoomed, and one press shows the whole board again', async () => {
  const { page, errors, context } = await visit(browser, game(3));
  await page.locator('[data-spot="2"]').waitFor();
  const view = () => page.locator('.board').getAttribute('viewBox');
  const whole = page.getByRole('button', { name: 'Whole board' });
  assert.equal(await whole.isVisible(), false);
  const spot = await spotAt(page, 0);
  await page.mouse.move(spot.x, spot.y);
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -60);
  await page.keyboard.up('Control');
  await page.waitForFunction(() => document.querySelector('.board').getAttribute('viewBox') !== '0 0 1000 1000');
  const zoomed = await view();
  const at = await spotAt(page, 0);
  await page.mouse.dblclick(at.x, at.y);
  await page.locator('.ghost.chosen').waitFor();
  assert.equal(await view(), zoomed);
  // The keyboard goes to a spot that is out of sight, and the paper follows.
  await page.keyboard.press('Escape');
  for (const key of ['ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
  const board = await page.locator('.board').boundingBox();
  const focused = await page.evaluate(() => document.activeElement.querySelector('.body').getBoundingClientRect().toJSON());
  assert.ok(focused.left > board.x && focused.right < board.x + board.width && focused.top > board.y && focused.bottom < board.y + board.height, 'the spot with the focus is seen');
  await whole.click();
  assert.equal(await view(), '0 0 1000 1000');
  assert.equal(await whole.isVisible(), false);
  assert.deepEqual(errors, []);
  await context.close();
});

test('the keyboard stays on the board when the spot it stood on is taken back', async () => {
  const { page, errors, context } = await visit(browser, game(2));
  await page.locator('[data-spot="1"]').waitFor();
  await join(page, 0, 1, 1);
  await page.locator('[data-spot="2"]').focus();
  await page.keyboard.press('Control+z');
  await moves(page, 0);
  await page.keyboard.press('ArrowRight');
  assert.equal(await page.evaluate(() => document.activeElement.dataset.spot), '0');
  assert.deepEqual(errors, []);
  await context.close();
});

test('buds are on the paper, and a number stands nearest to its own spot', async () => {
  const { page, errors, context } = await visit(browser, `${server.address}/settings`, { viewport: phone, hasTouch: true, isMobile: true });
  for (const puzzle of [2, 12, 22, 99]) {
    await page.goto(`${server.address}/puzzles/${puzzle}`);
    await page.locator('.spot').first().waitFor();
    const found = await page.evaluate(() => {
      const sheet = document.querySelector('.board').getBoundingClientRect();
      const middle = (element) => { const { x, y, width, height } = element.getBoundingClientRect(); return { x: x + width / 2, y: y + height / 2 }; };
      const spots = [...document.querySelectorAll('.spot')];
      const bodies = spots.map((spot) => middle(spot.querySelector('.body')));
      const cut = [...document.querySelectorAll('.bud')].filter((bud) => { const box = bud.getBoundingClientRect(); return box.top < sheet.top + 1 || box.left < sheet.left + 1 || box.right > sheet.right - 1 || box.bottom > sheet.bottom - 1; }).length;
      const far = (a, c) => Math.hypot(a.x - c.x, a.y - c.y);
      const strayed = spots.filter((spot, i) => { const number = middle(spot.querySelector('.number')); return bodies.some((body, j) => j !== i && far(number, body) < far(number, bodies[i]) - 1); }).map((spot) => Number(spot.dataset.spot) + 1);
      return { cut, strayed };
    });
    assert.deepEqual(found, { cut: 0, strayed: [] }, `puzzle ${puzzle}`);
  }
  assert.deepEqual(errors, []);
  await context.close();
});

test('on a phone nothing moves when a lesson is done, when the computer says what it knows, or after a hint', async () => {
  const { page, errors, context } = await visit(browser, `${server.address}/learn/1`, { viewport: phone, hasTouch: true, isMobile: true });
  await page.locator('.board.can-draw').waitFor();
  const top = (name) => page.locator(name).evaluate((element) => Math.round(element.getBoundingClientRect().top));
  for (const lesson of [1, 2]) {
    await page.goto(`${server.address}/learn/${lesson}`);
    await page.locator('.board.can-draw').waitFor();
    const before = await top('.board');
    const [a, b] = [await spotAt(page, 0), await spotAt(page, 1)];
    const loop = [a, { x: a.x + 20, y: a.y - 50 }, { x: a.x - 20, y: a.y - 60 }, { x: a.x - 40, y: a.y - 30 }, { x: a.x - 2, y: a.y - 2 }];
    await fingerDrag(page, lesson === 1 ? bow(a, b, 0.1) : loop);
    await page.locator('.board-note').getByRole('button', { name: 'Play', exact: true }).tap();
    await page.locator('.lesson-result').waitFor();
    assert.ok(Math.abs((await top('.board')) - before) <= 4, `lesson ${lesson}: the board went from ${before} to ${await top('.board')}`);
    const next = await page.getByRole('button', { name: 'Next', exact: true }).boundingBox();
    assert.ok(next.y + next.height < phone.height);
  }
  await page.goto(`${server.address}/game?spots=5&opponent=perfect&ending=misere&n=1`);
  await page.locator('.board.can-draw').waitFor();
  const tools = await top('.tools');
  await page.getByRole('button', { name: 'Hint' }).tap();
  await page.locator('.board-note').filter({ hasText: 'proved' }).waitFor();
  assert.ok(await page.locator('.board.numbered').count(), 'a hint speaks of numbers');
  await fingerDrag(page, bow(await spotAt(page, 0), await spotAt(page, 1), 0.15));
  await page.locator('.board-note').getByRole('button', { name: 'Play', exact: true }).tap();
  await moves(page, 2);
  await page.locator('.player.second').filter({ hasText: /lost position|sure of a win/ }).waitFor();
  assert.equal(await top('.tools'), tools);
  assert.equal(await page.locator('.board.numbered').count(), 0, 'the numbers went with the hint');
  assert.deepEqual(errors, []);
  await context.close();
});

test('somebody new is shown how a move is made, until a hand does something', async () => {
  const { page, errors, context } = await visit(browser, `${server.address}/`, { reducedMotion: 'no-preference' });
  const seen = () => page.locator('.demonstration path').evaluate((path) => Number(getComputedStyle(path).opacity));
  await page.locator('.demonstration').waitFor({ state: 'attached' });
  await page.waitForFunction(() => Number(getComputedStyle(document.querySelector('.demonstration path')).opacity) > 0.3);
  // It is no line of the game, and lies in nobody's way.
  assert.equal(await page.locator('.board .line').count(), 0);
  const [a, b] = [await spotAt(page, 0), await spotAt(page, 1)];
  await drag(page, bow(a, b, 0.22));
  await page.waitForFunction(() => document.querySelectorAll('.board .line').length >= 2);
  assert.equal(await page.locator('.demonstration').count(), 0);
  await page.reload();
  await page.locator('.board .line').first().waitFor();
  assert.equal(await page.locator('.demonstration').count(), 0, 'nor in a game that goes on');
  await context.close();
  // Where motion is not wanted, words alone say it.
  const calm = await visit(browser, `${server.address}/`);
  await calm.page.locator('.board.can-draw').waitFor();
  assert.equal(await calm.page.locator('.demonstration path').evaluate((path) => getComputedStyle(path).opacity), '0');
  await calm.page.locator('.board-note').filter({ hasText: 'Press on a spot' }).waitFor();
  assert.deepEqual([...errors, ...calm.errors], []);
  await calm.context.close();
});

test('whoever draws is not said to think', async () => {
  const { page, errors, context } = await visit(browser, `${server.address}/game?spots=6&opponent=insane&n=pen`, { reducedMotion: 'no-preference' });
  await page.locator('.board.can-draw').waitFor();
  const [a, b] = [await spotAt(page, 0), await spotAt(page, 1)];
  await drag(page, bow(a, b, 0.2));
  await page.locator('.player').filter({ hasText: 'draws…' }).waitFor();
  assert.doesNotMatch(await page.locator('.board-note').textContent(), /thinking/);
  await moves(page, 2);
  await page.locator('.board.can-draw').waitFor();
  assert.equal(await page.locator('.player').filter({ hasText: 'draws…' }).count(), 0);
  assert.deepEqual(errors, []);
  await context.close();
});

test('on a phone on its side the end of a game is read without scrolling', async () => {
  const { page, errors, context } = await visit(browser, `${server.address}/campaign/1`, { viewport: sideways, hasTouch: true, isMobile: true });
  await page.locator('.board.can-draw').waitFor();
  await page.getByRole('button', { name: 'Give up' }).tap();
  await page.locator('dialog').getByRole('button', { name: 'Give up' }).tap();
  await page.locator('.end').waitFor();
  const [end, retry] = [await page.locator('.end').boundingBox(), await page.locator('.end').getByRole('button').first().boundingBox()];
  assert.ok(end.y >= 0 && retry.y + retry.height <= sideways.height, JSON.stringify([end, retry]));
  assert.deepEqual(errors, []);
  await context.close();
});

test('why a line is refused can be read beside the glass', async () => {
  const { page, errors, context } = await visit(browser, game(2, 'glass'), { viewport: phone, hasTouch: true, isMobile: true });
  await page.locator('[data-spot="1"]').waitFor();
  const session = await context.newCDPSession(page);
  const touch = (type, list) => session.send('Input.dispatchTouchEvent', { type, touchPoints: list });
  const box = await page.locator('.board').boundingBox();
  // Off the paper at its lower left corner, where the glass stands over the words.
  await touch('touchStart', [await spotAt(page, 0)]);
  for (const point of bow(await spotAt(page, 0), { x: box.x - 3, y: box.y + box.height - 40 }, 0)) await touch('touchMove', [point]);
  const words = page.locator('.at-pointer');
  await words.filter({ hasText: 'leaves the paper' }).waitFor();
  const seen = await words.evaluate((label) => {
    label.style.pointerEvents = 'auto';
    const { left, right, top, bottom } = label.getBoundingClientRect();
    const spots = [0.1, 0.3, 0.5, 0.7, 0.9].map((part) => document.elementFromPoint(left + (right - left) * part, (top + bottom) / 2));
    return spots.map((element) => element === label);
  });
  assert.deepEqual(seen, [true, true, true, true, true]);
  await touch('touchEnd', []);
  await session.detach();
  assert.deepEqual(errors, []);
  await context.close();
});
