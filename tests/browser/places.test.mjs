// Every place does what its door says: opponents, campaign, maps, analysis, lessons, connection games, offline.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOver, moves, myTurn, playSome, seeded } from './hands.mjs';
import { phone, startServer, visit } from './harness.mjs';
import { browser, server } from './started.mjs';

for (const level of ['easy', 'medium', 'hard', 'insane']) {
  test(`a game against ${level}`, async () => {
    const { page, errors, context } = await visit(browser, `${server.address}/game?spots=3&opponent=${level}&starts=${level === 'hard' ? 'them' : 'you'}&n=1`);
    await page.locator('[data-spot="2"]').waitFor();
    const random = seeded(level.length);
    for (let turn = 0; await myTurn(page); turn++) {
      assert.ok(turn < 9, 'three spots last eight moves at most');
      await playSome(page, random);
    }
    await page.locator('.end h2').filter({ hasText: /You (win|lose)/ }).waitFor();
    assert.deepEqual(errors, []);
    await context.close();
  });
}

test('misère against the computer, with a hint', async () => {
  const { page, errors, context } = await visit(browser, `${server.address}/game?spots=2&opponent=easy&ending=misere&n=1`);
  await page.locator('[data-spot="1"]').waitFor();
  await page.getByRole('button', { name: 'Hint' }).click();
  await page.locator('.board-note').filter({ hasText: /wins, proved|loses against best play|guess/ }).waitFor();
  assert.match(await page.locator('.board-note').textContent(), /^[A-Z\d]/);
  for (let turn = 0; await myTurn(page); turn++) await playSome(page, seeded(turn + 3));
  assert.ok(await isOver(page));
  assert.deepEqual(errors, []);
  await context.close();
});

test('a campaign level is won, opens the next and stays won', async () => {
  const { page, errors, context } = await visit(browser, `${server.address}/campaign`);
  await page.getByRole('link', { name: 'Level 1', exact: true }).waitFor();
  assert.equal(await page.getByRole('link', { name: 'Level 2', exact: true }).count(), 0, 'the second level is locked');
  await page.getByRole('link', { name: 'Level 1', exact: true }).click();
  await page.locator('.spot').first().waitFor();
  const won = page.locator('.end h2').filter({ hasText: 'You win' });
  for (let attempt = 0; attempt < 30; attempt++) {
    const random = seeded(attempt + 1);
    while (await myTurn(page)) await playSome(page, random);
    if (await won.count()) break;
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.waitForFunction(() => !document.querySelector('.end:not([hidden])') && document.querySelector('.board.can-draw'));
  }
  assert.ok(await won.count(), 'who moves first can win, and thirty tries are enough for the first level');
  await page.goto(`${server.address}/campaign`);
  await page.getByRole('link', { name: 'Level 1, won against Easy' }).waitFor();
  await page.getByRole('link', { name: 'Level 2', exact: true }).click();
  await page.getByRole('heading', { name: 'Level 2' }).waitFor();
  await page.locator('.spot').first().waitFor();
  assert.deepEqual(errors, []);
  await context.close();
});

test('whoever comes to a locked level is led to the one that is open', async () => {
  const { page, errors, context } = await visit(browser, `${server.address}/campaign/14`);
  await page.getByText('Win level 13 first').waitFor();
  await page.locator('.card').getByRole('link', { name: 'Begin' }).click();
  await page.getByRole('heading', { name: 'Level 1', exact: true }).waitFor();
  await page.locator('.board.can-draw').waitFor();
  assert.deepEqual(errors, []);
  await context.close();
});

test('a map is drawn, kept, played and shared', async () => {
  const { page, errors, context } = await visit(browser, `${server.address}/maps`, { permissions: ['clipboard-read', 'clipboard-write'] });
  await page.getByRole('button', { name: 'New map' }).click();
  await page.getByRole('button', { name: 'Begin' }).click();
  await page.locator('[data-spot="3"]').waitFor();
  await playSome(page, seeded(5));
  await moves(page, 1);
  await page.getByLabel('Name').fill('My cave');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('My cave', { exact: true }).waitFor();
  await page.reload();
  await page.getByText('My cave', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Share: My cave' }).click();
  await page.getByText('The link is copied.').waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(link, /\/s\/[a-z0-9]{10}$/);
  await page.locator('.tile').filter({ hasText: 'My cave' }).getByRole('link', { name: 'Play on My cave' }).first().click();
  await page.locator('[data-spot="4"]').waitFor();
  // Somebody else opens the link and keeps the map.
  const other = await visit(browser, link);
  await other.page.getByRole('heading', { name: 'My cave' }).waitFor();
  await other.page.getByRole('button', { name: 'Keep it' }).click();
  await other.page.getByText('My cave', { exact: true }).waitFor();
  await other.page.getByRole('button', { name: 'Remove: My cave' }).click();
  await other.page.getByRole('button', { name: 'Undo' }).click();
  await other.page.getByText('My cave', { exact: true }).waitFor();
  assert.deepEqual([...errors, ...other.errors], []);
  await other.context.close();
  await context.close();
});

test('an imported game is analysed, and another move is tried', async () => {
  const { page, errors, context } = await visit(browser, `${server.address}/analyse`);
  await page.locator('.summary').filter({ hasText: 'to move wins, with' }).waitFor();
  await page.getByText('Paste a position or a game').click();
  await page.locator('#import').fill('3+ 1(4)2');
  await page.locator('#read').click();
  const said = await Promise.race([
    page.waitForFunction(() => document.querySelectorAll('.spot').length === 4).then(() => null),
    page.locator('details [role="status"]').filter({ hasText: 'could not be read' }).textContent(),
  ]);
  assert.equal(said, null);
  await page.locator('.summary').filter({ hasText: /to move (wins|loses)/ }).waitFor();
  await page.locator('.values .value.win, .values .value.loss').first().waitFor();
  const count = await page.locator('.values li').count();
  assert.ok(count > 3);
  await page.locator('.values li button').first().click();
  await page.waitForFunction(() => document.querySelectorAll('.spot').length === 5);
  await page.getByText('What you tried').click();
  assert.equal(await page.locator('.tree button').count(), 3);
  await page.locator('.tree button').first().click();
  await page.waitForFunction(() => document.querySelectorAll('.spot').length === 3);
  assert.deepEqual(errors, []);
  await context.close();
});

test('a row of the analysis has the notation of the curve that it shows, and that one is played', async () => {
  const { page, errors, context } = await visit(browser, `${server.address}/analyse#game=${encodeURIComponent('0*5')}`);
  await page.waitForFunction(() => document.querySelectorAll('.values li').length > 3 && [...document.querySelectorAll('.values li')].every((row) => row.querySelector('.soft') && row.querySelector('.value.win, .value.loss')));
  const rows = await page.locator('.values li button').evaluateAll((all) => all.map((row) => ({ text: row.querySelector('b').textContent, words: row.querySelector('.soft').textContent })));
  const around = rows.filter(({ text }) => text.includes('['));
  assert.equal(around.length, 2);
  for (const { text, words } of around) assert.deepEqual(text.match(/\[(.*)\]/)[1].split(','), words.match(/around (.*)/)[1].match(/\d+/g), `${text}: ${words}`);
  const { text } = around.find((row) => row.text.includes(','));
  await page.locator('.values li button').filter({ hasText: text }).click();
  await page.waitForFunction(() => document.querySelectorAll('.spot').length === 6);
  await page.getByText('What you tried').click();
  assert.equal(await page.locator('.tree button').nth(1).textContent(), text);
  assert.deepEqual(errors, []);
  await context.close();
});

test('notation that is too long for its line goes on after a comma, never within a number', async () => {
  const { page, errors, context } = await visit(browser, `${server.address}/analyse#game=${encodeURIComponent('0*20')}`);
  await page.locator('.values li .soft').nth(4).waitFor();
  const broken = await page.locator('.values b').evaluateAll((all) => all.flatMap((element) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const found = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      for (const { 0: number, index } of node.data.matchAll(/\d+/g)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + number.length);
        if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) found.push(`${number} in ${element.textContent}`);
      }
    }
    return found;
  }));
  assert.deepEqual(broken, []);
  assert.deepEqual(errors, []);
  await context.close();
});

test('no curve of the analysis runs through the number of a spot', async () => {
  for (const position of ['0*3', '0*5']) {
    const { page, errors, context } = await visit(browser, `${server.address}/analyse#game=${encodeURIComponent(position)}`);
    await page.waitForFunction(() => document.querySelectorAll('.values li').length > 2 && [...document.querySelectorAll('.values li')].every((row) => row.querySelector('.soft')) && document.querySelector('.ghost'));
    const struck = await page.evaluate(() => {
      const boxes = [...document.querySelectorAll('.spot .number')].map((number) => ({ name: number.textContent, box: number.getBoundingClientRect() }));
      return [...document.querySelectorAll('.ghost')].flatMap((curve) => {
        const matrix = curve.getScreenCTM();
        const length = curve.getTotalLength();
        const points = Array.from({ length: 400 }, (_, i) => curve.getPointAtLength((length * i) / 399).matrixTransform(matrix));
        return boxes.filter(({ box }) => points.some(({ x, y }) => x > box.left && x < box.right && y > box.top + 3 && y < box.bottom - 3)).map(({ name }) => name);
      });
    });
    assert.deepEqual(struck, [], position);
    assert.deepEqual(errors, []);
    await context.close();
  }
});

test('a position typed as text is drawn, and one that nobody could draw is refused with the reason', async () => {
  const { page, errors, context } = await visit(browser, `${server.address}/analyse`);
  const type = async (text) => {
    if (!(await page.locator('#import').isVisible())) await page.getByText('Paste a position or a game').click();
    await page.locator('#import').fill(text);
    await page.locator('#read').click();
  };
  await page.locator('.spot').first().waitFor();
  await type('0.2+12.AB|AB');
  await page.waitForFunction(() => document.querySelectorAll('.spot').length > 5);
  const spots = await page.locator('.spot').count();
  await page.locator('.summary').filter({ hasText: /to move (wins|loses)/ }).waitFor();
  await page.locator('.values .value.win, .values .value.loss').first().waitFor();
  await page.locator('.values li button').first().click();
  await page.waitForFunction((before) => document.querySelectorAll('.spot').length === before + 1, spots);
  await type('ABCD.EFGH|ABCD.EFGH');
  await page.getByText('the boundaries of a region are separate pieces').first().waitFor();
  assert.deepEqual(errors, []);
  await context.close();
});

test('a lesson is done and the next one opens', async () => {
  const { page, errors, context } = await visit(browser, `${server.address}/learn`);
  await page.locator('[data-spot="2"]').waitFor();
  for (let i = 0; i < 3 && !(await page.locator('.lesson-result').isVisible()); i++) await playSome(page, seeded(i + 2));
  await page.locator('.lesson-result').waitFor();
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await page.getByRole('heading', { name: 'Or go round' }).waitFor();
  assert.deepEqual(errors, []);
  await context.close();
});

test('a connection game against the computer, with undo, and one of our own', async () => {
  const { page, errors, context } = await visit(browser, `${server.address}/connection/hex?size=4&swap=no`);
  await page.locator('[data-site="5"]').waitFor();
  await playStones(page, 9);
  await page.locator('.end h2').waitFor();
  const made = await page.locator('.moves li button').count();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.waitForFunction((n) => document.querySelectorAll('.moves li button').length < n, made);
  await page.goto(`${server.address}/connection/own`);
  const box = page.locator('#description');
  await page.waitForFunction(() => document.querySelector('#description')?.value.includes('Hex'));
  await box.fill('game broken "Broken"\nboard heptagon 3');
  await page.locator('.card [role="status"]').filter({ hasText: /2/ }).waitFor();
  await box.fill('game tiny "Tiny"\nabout "Fill a corner."\nboard rhombus 3\nregions sides of 1 = top, bottom\nregions sides of 2 = left, right\nmove place own\nend connect all sides: mover wins');
  await page.getByText('“Tiny” is understood.').waitFor();
  await page.getByRole('button', { name: 'Play it' }).click();
  await page.getByRole('heading', { name: 'Tiny' }).waitFor();
  await page.locator('[data-site="4"]').click({ force: true });
  await page.waitForFunction(() => document.querySelectorAll('.moves li button').length >= 2);
  assert.deepEqual(errors, []);
  await context.close();
});

/** Places stones on the first open sites until the game is over, as every person who sits at this screen. */
async function playStones(page, turnsMax) {
  for (let turn = 0; turn < turnsMax; turn++) {
    await page.waitForFunction(() => document.querySelector('.end:not([hidden])') || document.querySelector('.board.can-draw .site.open'));
    if (await isOver(page)) return;
    const made = await page.locator('.moves li button').count();
    await page.locator('.site.open').first().click({ force: true });
    await page.waitForFunction((n) => document.querySelectorAll('.moves li button').length > n || document.querySelector('.end:not([hidden])'), made);
  }
}

test('three players: one person and two computers play Omega to its end, with undo and redo', async () => {
  const { page, errors, context } = await visit(browser, `${server.address}/connection/omega?base=3&players=3&seats=person,easy,medium`);
  await page.locator('[data-site="18"]').waitFor();
  assert.equal(await page.locator('.player').count(), 3);
  assert.deepEqual(await page.locator('.player b').allTextContents(), ['You', 'Computer 2', 'Computer 3']);
  await page.locator('.board-note').filter({ hasText: 'Place a stone of your own' }).waitFor();
  await page.locator('.site.open').first().click({ force: true });
  await page.locator('.board-note').filter({ hasText: 'Place a stone of Computer 2' }).waitFor();
  await playStones(page, 30);
  // Nineteen sites hold two rounds of nine stones.
  await page.locator('.end h2').filter({ hasText: /You win|Computer [23] wins|A draw/ }).waitFor();
  assert.equal(await page.locator('.moves li button').count(), 18);
  assert.equal(await page.locator('.ranking li').count(), 3);
  const scores = (await page.locator('.ranking b').allTextContents()).map(Number);
  assert.deepEqual(scores, scores.toSorted((a, b) => b - a));
  for (const colour of [1, 2, 3]) assert.equal(await page.locator(`.board .stone-${colour}.stone`).count(), 6);
  assert.equal(await page.locator('.board .stone-sign').count(), 12, 'every colour but the first has a sign of its own');
  // All the way back to the person's first move, and all the way forth again.
  const undo = page.getByRole('button', { name: 'Undo' });
  const redo = page.getByRole('button', { name: 'Redo' });
  for (const left of [11, 10, 9, 2, 1, 0]) {
    await undo.click();
    await page.waitForFunction((n) => document.querySelectorAll('.moves li button').length === n, left);
  }
  assert.ok(await undo.isDisabled());
  for (const made of [1, 2, 9, 10, 11, 18]) {
    await redo.click();
    await page.waitForFunction((n) => document.querySelectorAll('.moves li button').length === n, made);
  }
  await page.locator('.end h2').waitFor();
  assert.deepEqual(errors, []);
  await context.close();
});

test('four players: a seat changes hands, and giving up ends the game without a winner', async () => {
  const { page, errors, context } = await visit(browser, `${server.address}/connection/omega?base=3&players=4&seats=person,person,easy,master`);
  await page.locator('[data-site="18"]').waitFor();
  assert.deepEqual(await page.locator('.player b').allTextContents(), ['Player 1', 'Player 2', 'Computer 3', 'Computer 4']);
  await playStones(page, 4);
  await page.getByRole('button', { name: 'Give up' }).click();
  await page.getByRole('button', { name: 'Let the computer play on' }).click();
  // The second player's four stones are placed by the computer now, and the first player is to move again after round one.
  await page.waitForFunction(() => document.querySelectorAll('.moves li button').length === 16 || document.querySelector('.end:not([hidden])'));
  assert.ok(await isOver(page), 'nineteen sites hold one round of sixteen stones');
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.waitForFunction(() => document.querySelectorAll('.moves li button').length === 3);
  await page.getByRole('button', { name: 'Give up' }).click();
  await page.getByRole('button', { name: 'End the game' }).click();
  await page.locator('.end h2').filter({ hasText: 'Nobody wins' }).waitFor();
  await page.locator('.end').filter({ hasText: 'You gave up' }).waitFor();
  // It survives a reload.
  await page.reload();
  await page.locator('.end h2').filter({ hasText: 'Nobody wins' }).waitFor();
  assert.deepEqual(errors, []);
  await context.close();
});

test('a game of our own for three, and computers alone that can be stopped', async () => {
  const { page, errors, context } = await visit(browser, `${server.address}/connection/own`);
  await page.waitForFunction(() => document.querySelector('#description')?.value.includes('Hex'));
  await page.locator('#description').fill('game three "Three in a row"\nabout "Three in a row of your own colour."\nplayers 3\nboard square 4\nmove place own\nend line 3: mover wins\nend full: draw');
  await page.getByText('“Three in a row” is understood.').waitFor();
  await page.getByRole('button', { name: 'Play it' }).click();
  await page.getByRole('heading', { name: 'Three in a row' }).waitFor();
  await page.getByText('Players and options').click();
  for (const player of [1, 2, 3]) await page.getByLabel(`Player ${player}`, { exact: true }).selectOption('easy');
  await page.waitForFunction(() => document.querySelectorAll('.moves li button').length >= 3);
  await page.locator('.end h2').filter({ hasText: /Computer [123] wins|A draw/ }).waitFor();
  const made = await page.locator('.moves li button').count();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.waitForFunction((n) => document.querySelectorAll('.moves li button').length === n, made - 1);
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.locator('.end h2').waitFor();
  assert.deepEqual(errors, []);
  await context.close();
});

test('after the first load the game goes on without the server', async () => {
  const lonely = await startServer();
  const { page, errors, context } = await visit(browser, lonely.address);
  await page.evaluate(() => navigator.serviceWorker.ready.then((registration) => new Promise((resolve) => {
    if (registration.active?.state === 'activated') resolve();
    else registration.active.addEventListener('statechange', () => registration.active.state === 'activated' && resolve());
  })));
  await lonely.stop();
  await context.setOffline(true);
  await page.goto(`${lonely.address}/game?spots=2&opponent=hard&n=1`);
  await page.locator('[data-spot="1"]').waitFor();
  for (let turn = 0; await myTurn(page); turn++) await playSome(page, seeded(turn + 1));
  assert.ok(await isOver(page));
  await page.goto(`${lonely.address}/campaign`);
  await page.getByRole('link', { name: 'Level 1', exact: true }).waitFor();
  assert.deepEqual(errors.filter((error) => !/ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED/.test(error)), []);
  await context.close();
});

test('whatever a finger taps is at least forty pixels high and wide', async () => {
  const { page, errors, context } = await visit(browser, `${server.address}/settings`, { viewport: phone, hasTouch: true, isMobile: true });
  // With a game and a map on the shelves.
  await page.goto(`${server.address}/maps/new?spots=3`);
  await page.locator('[data-spot="2"]').waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.locator('.tile .tool-mini').first().waitFor();
  await page.goto(`${server.address}/game?spots=2&opponent=person&n=low`);
  await page.locator('[data-spot="1"]').waitFor();
  await playSome(page, seeded(1));
  await moves(page, 1);
  for (const path of ['/', '/play', '/campaign', '/campaign/1', '/friends', '/maps', '/analyse', '/games', '/puzzles/1', '/learn', '/connection', '/connection/twixt?seats=person,person', '/workshop', '/settings', '/guide']) {
    await page.goto(server.address + path);
    await page.locator('main h1, main .board').first().waitFor();
    await page.waitForTimeout(250);
    await page.locator('main details').evaluateAll((all) => all.forEach((each) => { each.open = true; }));
    // A link within a sentence may be as high as its line, and a label widens what is ticked.
    const low = await page.locator('a, button, select, summary, .choice, .tick').evaluateAll((all) => all.filter((each) => each.checkVisibility() && !each.closest('p, .skip') && Math.min(each.getBoundingClientRect().height, each.getBoundingClientRect().width) < 39.5).map((each) => `${each.className} ${each.textContent.slice(0, 30)} ${each.getBoundingClientRect().width} × ${each.getBoundingClientRect().height}`));
    assert.deepEqual(low, [], path);
  }
  assert.deepEqual(errors, []);
  await context.close();
});

test('beside a board what a move does stands on one line below its name, in a language of long words too', async () => {
  const { page, errors, context } = await visit(browser, `${server.address}/analyse#game=0*4`, { locale: 'cs-CZ' });
  await page.locator('.values .value.win, .values .value.loss').nth(2).waitFor();
  // Words come with the curves, which another worker finds.
  await page.locator('.values .soft').nth(2).waitFor();
  const rows = await page.locator('.values li').evaluateAll((all) => all.map((row) => ({
    lines: Math.round(row.querySelector('.soft').getBoundingClientRect().height / parseFloat(getComputedStyle(row.querySelector('.soft')).lineHeight)),
    below: row.querySelector('.soft').getBoundingClientRect().top >= row.querySelector('b').getBoundingClientRect().bottom - 1,
  })));
  assert.equal(rows.length, 3);
  assert.deepEqual(rows.filter(({ lines, below }) => lines !== 1 || !below), []);
  assert.deepEqual(errors, []);
  await context.close();
});

test('the row of doors fades where it goes on, and cuts no word', async () => {
  const { page, errors, context } = await visit(browser, `${server.address}/play`, { viewport: phone, hasTouch: true, isMobile: true });
  const fades = () => page.locator('#doors').evaluate((doors) => getComputedStyle(doors).maskImage.match(/rgba\(0, 0, 0, 0\)|transparent/g).length);
  await page.locator('main h1').waitFor();
  assert.equal(await fades(), 1);
  await page.goto(`${server.address}/maps`);
  await page.locator('#doors.scrolled').waitFor();
  assert.equal(await fades(), 2);
  assert.deepEqual(errors, []);
  await context.close();
});
