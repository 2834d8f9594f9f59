// Nothing that was played is lost: wins of the campaign, games half played, games played out and looked back at.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bow, drag, isOver, moves, myTurn, playSome, seeded, spotAt } from './hands.mjs';
import { phone, visit } from './harness.mjs';
import { browser, server } from './started.mjs';

test('a win counts however fast “next” is pressed', async () => {
  const { page, errors, context } = await visit(browser, `${server.address}/campaign/1`, { reducedMotion: 'no-preference' });
  // Presses “Next level” in the very moment in which it appears, while the last line still grows.
  await page.evaluate(() => {
    new MutationObserver(() => [...document.querySelectorAll('.end button')].find((each) => each.textContent === 'Next level')?.click()).observe(document.body, { childList: true, subtree: true });
  });
  for (let attempt = 0; attempt < 30 && !page.url().includes('/campaign/2'); attempt++) {
    const random = seeded(attempt + 1);
    while (!page.url().includes('/campaign/2') && (await myTurn(page))) {
      await playSome(page, random).catch((error) => { if (!page.url().includes('/campaign/2')) throw error; });
    }
    if (page.url().includes('/campaign/2')) break;
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.waitForFunction(() => !document.querySelector('.end:not([hidden])') && document.querySelector('.board.can-draw'));
  }
  await page.waitForURL(/campaign\/2/);
  await page.getByRole('heading', { name: 'Level 2' }).waitFor();
  await page.goto(`${server.address}/campaign`);
  await page.getByRole('link', { name: 'Level 1, won against Easy' }).waitFor();
  assert.deepEqual(errors, []);
  await context.close();
});

test('games half played wait on the shelf, go on, and go away with a way back', async () => {
  const { page, errors, context } = await visit(browser, `${server.address}/game?spots=3&opponent=person&n=a`, { viewport: phone, isMobile: false });
  await page.locator('[data-spot="2"]').waitFor();
  await drag(page, bow(await spotAt(page, 0), await spotAt(page, 1), 0.1));
  // Left in the very moment in which the move is made.
  await page.waitForFunction(() => document.querySelectorAll('.moves li button').length === 1);
  await page.goto(`${server.address}/game?spots=4&opponent=person&n=b`);
  await page.locator('[data-spot="3"]').waitFor();
  await drag(page, bow(await spotAt(page, 0), await spotAt(page, 1), 0.1));
  await moves(page, 1);
  await page.goto(`${server.address}/connection/gonnect?size=5&seats=person,person`);
  await page.locator('[data-site="7"]').click({ force: true });
  await page.waitForFunction(() => document.querySelectorAll('.moves li button').length === 1);
  await page.waitForTimeout(100);
  await page.goto(`${server.address}/games`);
  await page.getByRole('heading', { name: 'Being played' }).waitFor();
  assert.equal(await page.locator('.game-tile').count(), 3);
  await page.waitForFunction(() => document.querySelectorAll('.game-tile .picture svg').length === 3);
  assert.equal(await page.locator('.game-tile .stone.stone-1').count(), 1);
  await page.getByRole('button', { name: 'Remove: 4 spots · A friend here' }).click();
  await page.waitForFunction(() => document.querySelectorAll('.game-tile').length === 2);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.waitForFunction(() => document.querySelectorAll('.game-tile').length === 3);
  await page.getByRole('link', { name: 'Go on: 3 spots · A friend here' }).click();
  await moves(page, 1);
  assert.equal(await page.locator('.spot').count(), 4);
  // The start page shows what waits.
  await page.goto(server.address);
  await page.locator('.waiting .game-tile').first().waitFor();
  assert.equal(await page.locator('.waiting .game-tile').count(), 3);
  assert.deepEqual(errors, []);
  await context.close();
});

test('a finished game is reviewed in one press: marks, the turning point, and what should have been drawn', async () => {
  const { page, errors, context } = await visit(browser, `${server.address}/play`);
  // With two spots whoever is second can win: if the first one does, the second threw it away.
  let made = 0;
  for (let seed = 1; made !== 5; seed++) {
    assert.ok(seed < 30, 'some game of two spots lasts five moves');
    await page.goto(`${server.address}/game?spots=2&opponent=person&n=review${seed}`);
    await page.locator('[data-spot="1"]').waitFor();
    const random = seeded(seed);
    while (!(await isOver(page))) {
      const count = await page.locator('.moves li button').count();
      await playSome(page, random);
      await moves(page, count + 1);
    }
    made = await page.locator('.moves li button').count();
  }
  await page.getByRole('button', { name: 'Review' }).click();
  await page.locator('.summary').filter({ hasText: 'The turning point was move' }).waitFor();
  assert.equal(await page.locator('.reviewed li').count(), 5);
  const words = await page.locator('.reviewed small').allTextContents();
  assert.ok(words.every((each) => /kept the win|threw it away|nothing to lose|the turning point/.test(each)), words.join());
  assert.match(words[4], /kept the win/);
  await page.getByRole('button', { name: 'Show the turning point' }).click();
  await page.locator('.reviewed-words').filter({ hasText: 'Player 2' }).filter({ hasText: 'Threw the win away.' }).waitFor();
  await page.getByRole('button', { name: 'What should have been drawn?' }).click();
  await page.locator('.ghost.value-win').waitFor();
  await page.locator('.board-note').filter({ hasText: 'This would have kept the win' }).waitFor();
  await page.keyboard.press('ArrowLeft');
  await page.waitForFunction(() => !document.querySelector('.ghost'));
  // The same game as text.
  await page.getByRole('button', { name: 'Analyse' }).click();
  await page.locator('.summary').filter({ hasText: 'wins' }).waitFor();
  await page.goto(`${server.address}/review`);
  await page.locator('#import').fill('2+ 1(3)2 1(4)2');
  await page.locator('#read').click();
  await page.locator('.summary').filter({ hasText: /turning point|mistake/ }).waitFor();
  assert.equal(await page.locator('.reviewed li').count(), 2);
  // A notation is never broken in two, also beside the turning point, and the list is as long as the window allows.
  await page.goto(`${server.address}/review#game=${encodeURIComponent('5+ 3(6)5 3(7)5 2(8)4 4(9)8[2] 1(10)4 6(11)7! 1(12)11 5(13)10 9(14)12')}`);
  await page.locator('.reviewed .turning').waitFor();
  const heights = await page.locator('.reviewed li span:last-of-type').evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height));
  assert.ok(heights.every((height) => height < 30), heights.join());
  const side = await page.locator('.side').boundingBox();
  assert.ok((await page.locator('.reviewed').boundingBox()).height > 250 && side.y + side.height <= 800, 'no room is left over while moves are out of sight');
  assert.deepEqual(errors, []);
  await context.close();
});

test('the small game of the start page: whoever was second begins the next one, also after a reload', async () => {
  const { page, errors, context } = await visit(browser, server.address);
  const lose = async () => {
    await page.getByRole('button', { name: 'Give up' }).click();
    await page.locator('dialog').getByRole('button', { name: 'Give up' }).click();
    await page.locator('.end').getByRole('button', { name: 'Play again' }).click();
    await page.locator('.board.can-draw').waitFor();
  };
  await page.locator('.board.can-draw').waitFor();
  assert.equal(await page.locator('.spot').count(), 3);
  await lose();
  assert.equal(await page.locator('.spot').count(), 4, 'the computer has begun');
  await page.reload();
  await page.locator('.board.can-draw').waitFor();
  assert.equal(await page.locator('.spot').count(), 4);
  assert.deepEqual(await page.locator('.players b').allTextContents(), ['Computer', 'You']);
  await lose();
  assert.equal(await page.locator('.spot').count(), 3);
  assert.deepEqual(errors, []);
  await context.close();
});

test('a puzzle: a wrong move is told and taken back, the right one is shown, drawn and counted', async () => {
  const { page, errors, context } = await visit(browser, `${server.address}/puzzles`);
  await page.getByRole('link', { name: 'Puzzle 1, open' }).waitFor();
  assert.equal(await page.locator('.stop').count(), 100);
  await page.getByRole('link', { name: 'Today’s puzzle' }).click();
  await page.waitForURL(/puzzles\/\d+/);
  const daily = Number(page.url().split('/').at(-1));
  await page.locator('.spot').first().waitFor();
  // Some move that is not the one: with three different moves at least, one of a few tries is wrong.
  const result = page.locator('.lesson-result');
  let wrong = 0;
  for (let seed = 1; seed < 12 && !wrong; seed++) {
    await playSome(page, seeded(seed));
    await result.filter({ hasText: /That is the one|That move loses/ }).waitFor();
    if ((await result.textContent()).includes('loses')) {
      wrong++;
      assert.equal(await page.locator('.board.can-draw').count(), 0, 'one move is all there is to draw');
      await page.getByRole('button', { name: 'Take it back' }).click();
    } else {
      await page.getByRole('button', { name: 'Undo' }).click();
    }
    await page.waitForFunction(() => document.querySelector('.lesson-result').hidden && document.querySelector('.board.can-draw'));
  }
  assert.ok(wrong, 'not every move wins');
  await page.getByRole('button', { name: 'Show it' }).click();
  await page.locator('.ghost.value-win').waitFor();
  await page.locator('.board-note').filter({ hasText: /This is the move that wins: .+\./ }).waitFor();
  const points = await page.locator('.ghost.value-win').evaluate((path) => Array.from({ length: 60 }, (_, i) => {
    const at = path.getPointAtLength((path.getTotalLength() * i) / 59).matrixTransform(path.getScreenCTM());
    return { x: at.x, y: at.y };
  }));
  await drag(page, points);
  await result.filter({ hasText: 'That is the one.' }).waitFor();
  await page.goto(`${server.address}/puzzles`);
  await page.getByRole('link', { name: `Puzzle ${daily}, solved` }).waitFor();
  await page.getByText('1 of 100 solved · 1 day in a row').waitFor();
  assert.deepEqual(errors, []);
  await context.close();
});

test('a finished game that is opened again is not said to go on', async () => {
  const { page, errors, context } = await visit(browser, `${server.address}/game?spots=2&opponent=person&n=over`);
  const random = seeded(3);
  while (await myTurn(page)) await playSome(page, random);
  await page.waitForTimeout(200);
  await page.reload();
  await page.locator('.end').waitFor();
  await page.waitForTimeout(200);
  assert.equal(await page.locator('.toast').count(), 0);
  assert.deepEqual(errors, []);
  await context.close();
});

test('a pasted game that cannot be read stays in its box, so that it can be mended', async () => {
  const { page, errors, context } = await visit(browser, `${server.address}/review`);
  const box = page.locator('#import');
  await box.fill('3+ 1(4)2 1(5)7');
  await page.locator('#read').click();
  await page.locator('p[role=status]').filter({ hasText: 'could not be read' }).waitFor();
  assert.equal(await box.inputValue(), '3+ 1(4)2 1(5)7');
  await box.fill('3+');
  await page.locator('#read').click();
  await page.locator('p[role=status]').filter({ hasText: 'no moves' }).waitFor();
  assert.equal(await box.inputValue(), '3+');
  assert.deepEqual(errors, []);
  await context.close();
});

test('whoever gives up a won position is told so, and nothing is hinted at after the end', async () => {
  const { page, errors, context } = await visit(browser, `${server.address}/game?spots=2&opponent=person&n=left`);
  const giveUp = async () => {
    await page.locator('.tool').filter({ hasText: 'Give up' }).click();
    await page.locator('dialog').getByRole('button', { name: 'Give up' }).click();
    await page.locator('.end').waitFor();
  };
  await page.locator('[data-spot="1"]').waitFor();
  await drag(page, bow(await spotAt(page, 0), await spotAt(page, 1), 0.1));
  await moves(page, 1);
  // With two spots whoever is second can win.
  await page.locator('.tool').filter({ hasText: 'Hint' }).click();
  await page.locator('.ghost').waitFor();
  await giveUp();
  assert.equal(await page.locator('.ghost').count(), 0);
  assert.doesNotMatch(await page.locator('.board-note').textContent(), /wins/);
  await page.locator('.end').getByRole('button', { name: 'Review' }).click();
  await page.locator('.summary').filter({ hasText: 'Player 2 gave up a position that was won.' }).waitFor();
  assert.equal(await page.locator('.reviewed .turning').count(), 0);
  // The first one has nothing to lose by giving up at once.
  await page.goto(`${server.address}/game?spots=2&opponent=person&n=left2`);
  await page.locator('[data-spot="1"]').waitFor();
  await giveUp();
  await page.locator('.end').getByRole('button', { name: 'Review' }).click();
  await page.locator('.summary').filter({ hasText: 'Nobody made a mistake' }).waitFor();
  assert.deepEqual(errors, []);
  await context.close();
});
