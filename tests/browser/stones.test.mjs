// Connection games by finger, mouse and keyboard: sides, coordinates, destinations, why a game ended, hints, ways in and out.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { desktop, phone, sideways, visit } from './harness.mjs';
import { browser, server } from './started.mjs';
import en from '../../crates/web/page/app/strings/en.js';

const at = (name, query = '') => `${server.address}/connection/${name}?seats=person,person&${query}`;
const made = (page, count) => page.waitForFunction((n) => document.querySelectorAll('.moves li button').length === n, count);

/** Clicks places by their names, one move each, after so many moves. */
async function play(page, names, before = 0) {
  for (const [i, name] of names.entries()) {
    await page.locator(`.site[aria-label^="${name}, "]`).click({ force: true });
    await page.waitForFunction((n) => document.querySelectorAll('.moves li button').length >= n || document.querySelector('.end:not([hidden])'), before + i + 1);
  }
}

test('boards on intersections show whose sides are whose, star points and coordinates', async () => {
  const { page, errors, context } = await visit(browser, at('gonnect', 'size=9'));
  await page.locator('[data-site="80"]').waitFor();
  assert.equal(await page.locator('.board .edge.stone-1').count(), 2);
  assert.equal(await page.locator('.board .edge.stone-2').count(), 2);
  const box = (locator) => locator.evaluate((path) => { const { x, y, width, height } = path.getBBox(); return { x, y, width, height }; });
  const [first, second] = [await box(page.locator('.board .edge.stone-1').first()), await box(page.locator('.board .edge.stone-2').first())];
  assert.ok(first.width > 5 && first.height < 0.1, 'the first player joins top and bottom');
  assert.ok(second.height > 5 && second.width < 0.1, 'the second one left and right');
  assert.equal(await page.locator('.star').count(), 5);
  assert.equal(await page.locator('.coordinate').count(), 18);
  assert.deepEqual((await page.locator('.coordinate').allTextContents()).sort(), [...'123456789ABCDEFGHJ']);
  // Every other board on intersections that gives sides to players does so too.
  for (const [name, sided] of [['go', false], ['atari-go', false]]) {
    await page.goto(at(name, 'size=9'));
    await page.locator('[data-site="80"]').waitFor();
    assert.equal((await page.locator('.board .edge').count()) > 0, sided, name);
  }
  assert.deepEqual(errors, []);
  await context.close();
});

test('the chain that won is lit without its loose ends, and the words say so', async () => {
  const { page, errors, context } = await visit(browser, at('hex', 'size=3&swap=no'));
  await page.locator('[data-site="8"]').waitFor();
  await play(page, ['a1', 'c1', 'b1', 'c2', 'a2', 'c3', 'a3']);
  await page.locator('.end').filter({ hasText: 'Player 1 wins' }).filter({ hasText: 'The marked chain decided the game.' }).waitFor();
  assert.equal(await page.locator('.mark-deciding').count(), 3);
  assert.match(await page.locator('#announce').textContent(), /wins.*chain/);
  // The finished game leaves as a link and comes back.
  await page.getByText('Take it with you').click();
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'JSON' }).click()]);
  const { readFileSync } = await import('node:fs');
  const text = readFileSync(await file.path(), 'utf8');
  await page.goto(`${server.address}/connection/hex?size=4`);
  await page.locator('[data-site="15"]').waitFor();
  await page.getByText('Take it with you').click();
  await page.getByLabel('Paste a saved game').fill(text);
  await page.getByRole('button', { name: 'Read', exact: true }).click();
  await made(page, 7);
  await page.locator('.end').filter({ hasText: 'chain' }).waitFor();
  await page.getByText('Take it with you').click();
  await page.getByLabel('Paste a saved game').fill('{"game":"go","record":{"starter":"host","moves":[]}}');
  await page.getByRole('button', { name: 'Read', exact: true }).click();
  await page.locator('.toast').filter({ hasText: 'another kind' }).waitFor();
  assert.deepEqual(errors, []);
  await context.close();
});

test('a computer that is sure of a win says so and marks the places that make it sure', async () => {
  const { page, errors, context } = await visit(browser, `${server.address}/connection/hex?size=4&swap=no&seats=strong,person`);
  await page.locator('.board-note').filter({ hasText: 'is sure of a win' }).waitFor();
  const needed = await page.locator('.mark-needed').count();
  assert.ok(needed >= 4 && needed < 15, `${needed} places`);
  // Whatever is played elsewhere or into them, it stays sure, and the old marks go.
  await page.locator('.site.open').first().click({ force: true });
  await page.waitForFunction(() => document.querySelectorAll('.moves li button').length === 3);
  await page.locator('.board-note').filter({ hasText: 'is sure of a win' }).waitFor();
  assert.ok((await page.locator('.mark-needed').count()) <= needed);
  assert.deepEqual(errors, []);
  await context.close();
});

test('a stone that is picked shows where it may go', async () => {
  const { page, errors, context } = await visit(browser, at('lines-of-action', ''));
  await page.locator('.site.open').first().waitFor();
  await page.locator('.site.open').first().click({ force: true });
  await page.locator('.mark-target').first().waitFor();
  const targets = await page.locator('.mark-target').count();
  assert.equal(await page.locator('.site.open').count(), targets);
  await page.locator('.site.open').first().click({ force: true });
  await made(page, 1);
  assert.match((await page.locator('.moves li button').allTextContents())[0], /[A-H][1-8]-[A-H][1-8]$/);
  assert.deepEqual(errors, []);
  await context.close();
});

test('a stone in the hand: another one takes its place, where it cannot go is said, and so is what to choose first', async () => {
  const { page, errors, context } = await visit(browser, at('lines-of-action'));
  await page.locator('.site.open').first().waitFor();
  const place = (name) => page.locator(`.site[aria-label^="${name}, "]`);
  const says = (words) => page.locator('.board-note').filter({ hasText: words }).waitFor();
  await place('A4').click({ force: true });
  await says(en.connection.pickOwn);
  await place('B1').click({ force: true });
  await says(en.connection.picked('B1'));
  await place('C1').click({ force: true });
  await says(en.connection.picked('C1'));
  // Two empty places, and a stone that would be taken, with a ring round it.
  assert.equal(await page.locator('.mark-target').count(), 3);
  const [ring, stone] = [await page.locator('.mark-target.taken').boundingBox(), await place('A3').boundingBox()];
  assert.ok(Math.hypot(ring.x + ring.width / 2 - stone.x - stone.width / 2, ring.y + ring.height / 2 - stone.y - stone.height / 2) < 2);
  await place('E5').click({ force: true });
  await says(en.connection.noWay('C1', 'E5'));
  const targets = await page.locator('.mark-target').count();
  assert.ok(targets > 0, 'it is still in the hand');
  await place('C1').click({ force: true });
  await page.waitForFunction(() => !document.querySelector('.mark-target'));
  await place('C1').click({ force: true });
  await place('C3').click({ force: true });
  await made(page, 1);
  assert.deepEqual(errors, []);
  await context.close();
});

test('whoever was second begins when the same is played again', async () => {
  const { page, errors, context } = await visit(browser, `${server.address}/connection/hex?size=3&swap=no&seats=person,easy`);
  await page.locator('.site.open').first().waitFor();
  const names = () => page.locator('.player b').allTextContents();
  for (const [n, expected] of [['You', 'Computer'], ['Computer', 'You'], ['You', 'Computer']].entries()) {
    if (n) await page.locator('.end').getByRole('button', { name: 'Play again' }).click();
    await page.waitForFunction((name) => document.querySelector('.end').hidden && document.querySelector('.player b').textContent === name && document.querySelector('.board.can-draw'), expected[0]);
    assert.deepEqual(await names(), expected);
    assert.equal(await page.locator('.moves li button').count(), expected[0] === 'Computer' ? 1 : 0);
    await page.getByRole('button', { name: 'Give up' }).click();
    await page.locator('dialog').getByRole('button', { name: 'Give up' }).click();
    await page.locator('.end:not([hidden])').waitFor();
  }
  assert.deepEqual(errors, []);
  await context.close();
});

test('a finger’s stone waits for a second tap, and small places can be zoomed', async () => {
  const { page, errors, context } = await visit(browser, at('go', 'size=19'), { viewport: phone, hasTouch: true, isMobile: true });
  await page.locator('[data-site="360"]').waitFor();
  await page.getByRole('button', { name: 'Larger' }).tap();
  await page.getByRole('button', { name: 'Larger' }).tap();
  const cell = await page.locator('[data-site="180"]').boundingBox();
  assert.ok(cell.width >= 30, `a place is ${cell.width} pixels wide`);
  await page.touchscreen.tap(cell.x + cell.width / 2, cell.y + cell.height / 2);
  await page.locator('.board-note').filter({ hasText: 'Play on' }).waitFor();
  assert.equal(await page.locator('.moves li button').count(), 0);
  await page.locator('.board-note').getByRole('button', { name: 'Cancel' }).tap();
  await page.waitForFunction(() => !document.querySelector('.mark-wanted'));
  for (let i = 0; i < 2; i++) {
    await page.touchscreen.tap(cell.x + cell.width / 2, cell.y + cell.height / 2);
    await page.waitForTimeout(350);
  }
  await made(page, 1);
  assert.deepEqual(errors, []);
  await context.close();
});

test('the sentence and the rules are those of the options chosen', async () => {
  for (const [area, told, other] of [['yes', 'stones on the board', 'stones captured'], ['no', 'stones captured', 'stones on the board']]) {
    const { page, errors, context } = await visit(browser, at('go', `size=5&area=${area}&komi=6&half=yes`));
    await page.locator('[data-site="12"]').waitFor();
    await page.getByText('Rules and an example').click();
    const rules = (await page.locator('.rules li').allTextContents()).join(' ');
    assert.ok(rules.includes(told) && !rules.includes(other), rules);
    assert.match(rules, /Komi: 6 .* player 2\. If the sums are equal, player 2 wins/);
    const sentence = await page.locator('.side p').first().textContent();
    assert.match(sentence, area === 'yes' ? /territory and stones count/ : /territory and captures count/);
    assert.deepEqual(errors, []);
    await context.close();
  }
});

test('rules with an example, options in words, and a hint', async () => {
  const { page, errors, context } = await visit(browser, at('havannah', 'base=4'));
  await page.locator('[data-site="36"]').waitFor();
  await page.getByText('Rules and an example').click();
  assert.ok((await page.locator('.rules li').allTextContents()).some((each) => each.includes('A fork')));
  await page.getByText('Origin: Christian Freeling').waitFor();
  await page.locator('details[open] .sheet-small .stone').first().waitFor();
  await page.locator('details[open]').filter({ hasText: 'A game played by chance' }).waitFor();
  assert.match(await page.locator('.description').textContent(), /game havannah/);
  await page.getByText('Players and options').click();
  await page.getByText('Whether the second player may take the first move').waitFor();
  // What is opened is there as a whole: nobody looks for a second way to scroll.
  const hidden = await page.locator('details[open]').evaluateAll((all) => all.map((each) => each.scrollHeight - each.clientHeight));
  assert.deepEqual(hidden, [0, 0]);
  await page.getByRole('button', { name: 'Hint' }).click();
  await page.locator('.mark-hint').waitFor();
  await page.locator('.board-note').filter({ hasText: 'A good move' }).waitFor();
  // The keyboard places a stone.
  await page.locator('.board').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await made(page, 1);
  assert.equal(await page.locator('.mark-hint').count(), 0);
  assert.deepEqual(errors, []);
  await context.close();
});

test('the workshop: a text from the shelf, mistakes at their place, a board that follows, kept, shared and played', async () => {
  const { page, errors, context } = await visit(browser, `${server.address}/workshop`, { permissions: ['clipboard-read', 'clipboard-write'] });
  const box = page.locator('#description');
  const status = page.locator('.workshop [role="status"]');
  await status.filter({ hasText: '“Hex” is understood.' }).waitFor();
  await page.locator('#open-description').selectOption('gonnect');
  await status.filter({ hasText: '“Gonnect” is understood.' }).waitFor();
  assert.equal(await page.locator('.workshop-board .edge').count(), 4);
  await box.fill('game tiny "Tiny"\nabout "Join."\nboard heptagon 3\nmove place own');
  await status.filter({ hasText: /^Line 3, column \d+:/ }).waitFor();
  assert.equal(await page.locator('.workshop-board .edge').count(), 4, 'the last board stays while a mistake is mended');
  await page.getByRole('button', { name: 'Go there' }).click();
  assert.match(await box.evaluate((text) => text.value.slice(0, text.selectionStart).split('\n').at(-1) + '|' + text.value.slice(text.selectionStart)), /^board |^\|board/);
  await box.fill('game tiny "Tiny"\nabout "Join."\nboard rhombus 3\nregions sides of 1 = top, bottom\nregions sides of 2 = left, right\nmove place own\nend connect all sides: mover wins');
  await status.filter({ hasText: '“Tiny” is understood.' }).waitFor();
  await page.waitForFunction(() => document.querySelectorAll('.workshop-board .cell').length === 9);
  await page.getByRole('button', { name: 'Keep' }).click();
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByText('The link is copied.').waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await page.reload();
  await page.locator('#open-description').selectOption({ label: 'Tiny' });
  await status.filter({ hasText: '“Tiny” is understood.' }).waitFor();
  await page.getByRole('button', { name: 'Play it' }).click();
  await page.getByRole('heading', { name: 'Tiny' }).waitFor();
  const other = await visit(browser, link);
  await other.page.locator('.workshop [role="status"]').filter({ hasText: '“Tiny” is understood.' }).waitFor();
  assert.deepEqual([...errors, ...other.errors], []);
  await other.context.close();
  await context.close();
});

test('a game of Hex or Go leaves as SGF and comes back, also from a file', async () => {
  const { readFileSync } = await import('node:fs');
  for (const [name, query, moves, wanted] of [['hex', 'size=4', ['b1', 'Swap sides', 'c3', 'a4'], /GM\[11\]SZ\[4\];B\[b1\];W\[swap-pieces\];B\[c3\];W\[d1\]\)/], ['go', 'size=9', ['C3', 'G7', 'Pass'], /GM\[1\]SZ\[9\];B\[cg\];W\[gc\];B\[\]\)/]]) {
    const { page, errors, context } = await visit(browser, at(name, query));
    await page.locator('[data-site="15"]').waitFor();
    for (const [i, move] of moves.entries()) {
      await (/\d/.test(move) ? page.locator(`.site[aria-label^="${move}, "]`).click({ force: true }) : page.getByRole('button', { name: move, exact: true }).click());
      await made(page, i + 1);
    }
    await page.getByText('Take it with you').click();
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'SGF' }).click()]);
    assert.equal(file.suggestedFilename(), `${name}.sgf`);
    const text = readFileSync(await file.path(), 'utf8');
    assert.match(text, wanted);
    const stones = await page.locator('.moves li button').allTextContents();
    assert.ok(stones[0].includes(moves[0]), stones[0]);
    // Pasted by somebody who knows nothing of it, on a board of another size, and opened as a file.
    const other = await visit(browser, at(name, 'size=7'));
    await other.page.locator('[data-site="15"]').waitFor();
    await other.page.getByText('Take it with you').click();
    await other.page.getByLabel('Paste a saved game').fill(text);
    await other.page.getByRole('button', { name: 'Read', exact: true }).click();
    await made(other.page, moves.length);
    assert.deepEqual(await other.page.locator('.moves li button').allTextContents(), stones);
    await other.page.goto(at(name, 'size=6'));
    await other.page.locator('[data-site="15"]').waitFor();
    await other.page.getByText('Take it with you').click();
    const [chooser] = await Promise.all([other.page.waitForEvent('filechooser'), other.page.getByRole('button', { name: 'Open a file…' }).click()]);
    await chooser.setFiles({ name: 'game.sgf', mimeType: 'application/x-go-sgf', buffer: Buffer.from(text) });
    await made(other.page, moves.length);
    assert.deepEqual([...errors, ...other.errors], []);
    await context.close();
    await other.context.close();
  }
  // A game that SGF does not know offers none.
  const { page, context } = await visit(browser, at('havannah', ''));
  await page.locator('[data-site="15"]').waitFor();
  await page.getByText('Take it with you').click();
  await page.getByRole('button', { name: 'JSON' }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'SGF' }).count(), 0);
  await context.close();
});

test('in an opening of one colour either player has one button that says what it does', async () => {
  for (const stones of [1, 2]) {
    const { page, errors, context } = await visit(browser, at('unlur', 'base=4'));
    await page.locator('[data-site="15"]').waitFor();
    for (let i = 0; i < stones; i++) {
      assert.deepEqual(await page.locator('.side > .row button').allTextContents(), ['Take these stones']);
      await page.locator('.site.open').nth(i).click({ force: true });
      await made(page, i + 1);
    }
    await page.getByRole('button', { name: 'Take these stones' }).click();
    await made(page, stones + 1);
    assert.match((await page.locator('.moves li button').allTextContents()).at(-1), /Take these stones$/);
    assert.match(await page.locator('#announce').textContent(), /Take these stones/);
    // From now on each places their own, and there is nothing to take.
    assert.equal(await page.locator('.side > .row button').count(), 0);
    assert.deepEqual(errors, []);
    await context.close();
  }
});

test('a turn that moves and then places says what comes next', async () => {
  const { page, errors, context } = await visit(browser, at('slither', 'size=5&swap=no'));
  await page.locator('[data-site="24"]').waitFor();
  await play(page, ['A1', 'E5', 'B1', 'E4']);
  await page.locator('.site[aria-label^="B1, "]').click({ force: true });
  await page.locator('.mark-target').first().waitFor();
  await page.locator('.site[aria-label^="B2, "]').click({ force: true });
  await made(page, 5);
  // Only the two places that mend the corner are left, and nobody else is to move.
  assert.match(await page.locator('.board-note').textContent(), /now place one/);
  assert.equal(await page.locator('.site.open').count(), 2);
  await page.locator('.site[aria-label^="A2, "]').click({ force: true });
  await made(page, 6);
  assert.equal(await page.locator('.board-note').textContent(), '');
  assert.deepEqual(errors, []);
  await context.close();
});

test('neutral stones have a colour and a sign of their own, and a turn of several parts says what comes next', async () => {
  const { page, errors, context } = await visit(browser, at('nex', 'size=4&swap=no'));
  await page.locator('[data-site="15"]').waitFor();
  const note = () => page.locator('.board-note').textContent();
  assert.match(await note(), /Place a stone of your own/);
  await play(page, ['a1']);
  assert.match(await note(), /Place a neutral stone/);
  await play(page, ['b2', 'd4', 'c3'], 1);
  assert.equal(await page.locator('.board circle.stone-9').count(), 2);
  assert.equal(await page.locator('.board .stone-sign').count(), 3, 'of the second player and of nobody');
  assert.match(await page.locator('.site[aria-label^="b2, "]').getAttribute('aria-label'), /neutral stone/);
  assert.match(await note(), /or make a neutral one yours/);
  await play(page, ['b2', 'c3'], 4);
  assert.match(await note(), /Make another stone of yours neutral/);
  assert.equal(await page.locator('.site.open').count(), 1, 'not one of those that were neutral a moment ago');
  await play(page, ['a1'], 6);
  assert.equal(await page.locator('.board circle.stone-1').count(), 2);
  assert.equal(await page.locator('.board circle.stone-9').count(), 1);
  assert.match((await page.locator('.moves li button').allTextContents()).at(-1), /a1:0/);
  assert.deepEqual(errors, []);
  await context.close();
});

test('stacks show how high they are, also when one looks back', async () => {
  const { page, errors, context } = await visit(browser, at('tumbleweed', 'base=4&swap=no'));
  await page.locator('[data-site="36"]').waitFor();
  const heights = () => page.locator('.board .stone-height').allTextContents();
  assert.deepEqual(await heights(), ['2']);
  assert.match(await page.locator('.site[aria-label^="d4, "]').getAttribute('aria-label'), /neutral stone, height 2/);
  await play(page, ['a1']);
  assert.match(await page.locator('.board-note').textContent(), /a stone of the other player/);
  await play(page, ['g7', 'd7', 'd1'], 1);
  // d4 sees two stacks of the second player, which is no more than the stack there is high.
  assert.ok(!(await page.locator('.site[aria-label^="d4, "]').getAttribute('aria-label')).includes('can be played'));
  await play(page, ['a4'], 4);
  assert.equal(await page.locator('.board circle.stone').count(), 6);
  await page.locator('.moves li button').first().click();
  await page.waitForFunction(() => document.querySelectorAll('.board .stone-height').length === 2);
  assert.deepEqual((await heights()).sort(), ['1', '2']);
  assert.deepEqual(errors, []);
  await context.close();
});

test('cells that are won and links are drawn, also when one looks back', async () => {
  const { page, errors, context } = await visit(browser, at('conhex', 'rings=2&swap=no'));
  await page.locator('[data-site="33"]').waitFor();
  await play(page, ['A1', 'G7', 'C2']);
  assert.equal(await page.locator('.won.stone-1').count(), 1);
  assert.equal(await page.locator('.board circle.stone').count(), 3, 'a cell has no stone');
  await page.goto(at('twixt', 'size=6&swap=no'));
  await page.locator('[data-site="31"]').waitFor();
  await play(page, ['C3', 'E5', 'D5']);
  assert.equal(await page.locator('.link.stone-1').count(), 1);
  await page.locator('.moves li button').first().click();
  await page.waitForFunction(() => document.querySelectorAll('.board .link').length === 0);
  assert.deepEqual(errors, []);
  await context.close();
});

test('the points of ConHex are named, its cells are seen, and its sides keep clear of the stones', async () => {
  const { page, errors, context } = await visit(browser, at('conhex', 'swap=no'));
  await page.locator('.site.open').first().waitFor();
  assert.deepEqual((await page.locator('.coordinate').allTextContents()).sort(), ['1', '10', '11', ...'23456789ABCDEFGHJKL']);
  assert.equal(await page.locator('.board .point').count(), 69);
  assert.equal(await page.locator('.board .cell').count(), 41);
  await play(page, ['A1', 'L11']);
  const gaps = await page.evaluate(() => {
    const box = (element) => element.getBoundingClientRect();
    const stones = [...document.querySelectorAll('.board circle.stone')].map(box);
    const apart = (a, c) => Math.max(a.left - c.right, c.left - a.right, a.top - c.bottom, c.top - a.bottom);
    return [...document.querySelectorAll('.board .edge')].flatMap((edge) => stones.map((stone) => apart(box(edge), stone)));
  });
  assert.ok(Math.min(...gaps) >= 0, `a side lies ${-Math.min(...gaps)} pixels under a stone`);
  // The arrows go from point to point, never to a cell.
  await page.locator('.board').focus();
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown', 'ArrowDown']) {
    await page.keyboard.press(key);
    assert.match(await page.evaluate(() => document.activeElement.getAttribute('aria-label')), /^[A-L]\d+, /);
  }
  assert.deepEqual(errors, []);
  await context.close();
});

test('nothing lies on the places of a board, and a wide board uses the width', async () => {
  for (const [name, viewport] of [['twixt', phone], ['slither', phone], ['hex', phone], ['twixt', sideways], ['hex', sideways], ['hex', desktop]]) {
    const touch = viewport !== desktop;
    const { page, errors, context } = await visit(browser, at(name), { viewport, hasTouch: touch, isMobile: touch });
    await page.locator('.site.open').first().waitFor();
    const covered = await page.locator('.site').evaluateAll((all) => all.filter((site) => {
      const { x, y, width, height } = site.getBoundingClientRect();
      return document.elementFromPoint(x + width / 2, y + height / 2) !== site;
    }).map((site) => site.getAttribute('aria-label')));
    assert.deepEqual(covered, [], `${name} at ${viewport.width}`);
    // The zoom is offered exactly where places are smaller than a finger.
    const small = (await page.locator('.site').evaluateAll((all) => Math.min(...all.map((site) => site.getBoundingClientRect().width)))) < 30;
    assert.equal(await page.getByRole('button', { name: 'Larger' }).isVisible(), small);
    const sheet = await page.locator('.board').boundingBox();
    assert.ok(sheet.x >= 0 && sheet.y + sheet.height <= viewport.height, `${name} at ${viewport.width} is on the screen`);
    const names = await page.locator('.coordinate').evaluateAll((all) => all.map((text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a));
    assert.ok(Math.min(...names) > 9, `names of ${Math.min(...names)} pixels`);
    if (name === 'hex') {
      const cell = (await page.locator('[data-site="60"]').boundingBox()).width;
      const wanted = { 390: 30, 844: 26, 1280: 45 }[viewport.width];
      assert.ok(cell > wanted, `a cell of Hex is ${cell} pixels wide at ${viewport.width}`);
    }
    assert.deepEqual(errors, []);
    await context.close();
  }
});

test('a wide board is zoomed and moved with fingers, and its places stay under them', async () => {
  const { page, errors, context } = await visit(browser, at('hex', 'size=13'), { viewport: sideways, hasTouch: true, isMobile: true });
  await page.locator('.site.open').first().waitFor();
  const place = page.locator('.site[aria-label^="g7, "]');
  const before = await place.boundingBox();
  const middle = { x: before.x + before.width / 2, y: before.y + before.height / 2 };
  const session = await context.newCDPSession(page);
  const touch = (type, ...points) => session.send('Input.dispatchTouchEvent', { type, touchPoints: points.map((point, id) => ({ ...point, id })) });
  const apart = (by) => [{ x: middle.x - by, y: middle.y }, { x: middle.x + by, y: middle.y }];
  await touch('touchStart', ...apart(30));
  for (let by = 34; by <= 60; by += 2) await touch('touchMove', ...apart(by));
  await touch('touchEnd');
  const after = await place.boundingBox();
  assert.ok(after.width > before.width * 1.7, `${before.width} to ${after.width}`);
  assert.ok(Math.hypot(after.x + after.width / 2 - middle.x, after.y + after.height / 2 - middle.y) < 6, JSON.stringify([middle, after]));
  await session.detach();
  assert.deepEqual(errors, []);
  await context.close();
});

test('Hex 11 stands upright on an upright phone, and lies down with it in the middle of a game', async () => {
  const { page, errors, context } = await visit(browser, at('hex'), { viewport: phone, hasTouch: true, isMobile: true });
  await page.locator('.site.open').first().waitFor();
  const sizes = () => page.locator('.site').evaluateAll((all) => all.map((site) => site.getBoundingClientRect()).map(({ width, height }) => Math.min(width, height)));
  assert.ok(Math.min(...(await sizes())) >= 30, `cells of ${Math.min(...(await sizes()))} pixels`);
  const sheet = await page.locator('.board').boundingBox();
  assert.ok(sheet.height > sheet.width && sheet.y + sheet.height < phone.height - 60, JSON.stringify(sheet));
  // Beside the middle of a cell, at the first try.
  const cell = await page.locator('.site[aria-label^="c9, "]').boundingBox();
  await page.touchscreen.tap(cell.x + cell.width * 0.7, cell.y + cell.height * 0.65);
  await page.locator('.board-note').filter({ hasText: 'Play on c9?' }).waitFor();
  const stone = () => page.evaluate(() => {
    const middle = (element) => { const { x, y, width, height } = element.getBoundingClientRect(); return { x: x + width / 2, y: y + height / 2 }; };
    const [a, c] = [middle(document.querySelector('.mark-wanted, .board circle.stone')), middle(document.querySelector('.site[aria-label^="c9, "]'))];
    return Math.hypot(a.x - c.x, a.y - c.y);
  });
  assert.ok((await stone()) < 2);
  await page.setViewportSize(sideways);
  await page.waitForFunction(() => { const { width, height } = document.querySelector('.board').getBoundingClientRect(); return width > height; });
  assert.ok((await stone()) < 2, 'what waits is where it was meant');
  await page.locator('.board-note').getByRole('button', { name: 'Play', exact: true }).tap();
  await made(page, 1);
  assert.match((await page.locator('.moves li button').allTextContents())[0], /c9/);
  await page.setViewportSize(phone);
  await page.waitForFunction(() => { const { width, height } = document.querySelector('.board').getBoundingClientRect(); return width < height; });
  assert.ok((await stone()) < 2);
  // Every name is on the sheet, and nothing is wider than the window.
  const upright = await page.locator('.board').boundingBox();
  const names = await page.locator('.coordinate').evaluateAll((all) => all.map((text) => text.getBoundingClientRect().toJSON()));
  assert.ok(names.every(({ left, right, top, bottom }) => left > upright.x && right < upright.x + upright.width && top > upright.y && bottom < upright.y + upright.height), JSON.stringify(names));
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), phone.width);
  assert.deepEqual(errors, []);
  await context.close();
});

test('places smaller than a finger are aimed at through a glass: slide, lift, mend the choice in it, and play', async () => {
  for (const [name, query, from, slid, mended] of [['go', 'size=19', 'Q16', 'Q15', 'R15'], ['havannah', 'base=8', 'f9', 'f10', 'g11']]) {
    const { page, errors, context } = await visit(browser, at(name, query), { viewport: phone, hasTouch: true, isMobile: true });
    await page.locator('.site.open').first().waitFor();
    const middle = async (place) => { const { x, y, width, height } = await page.locator(`.site[aria-label^="${place}, "]`).boundingBox(); return { x: x + width / 2, y: y + height / 2 }; };
    const session = await context.newCDPSession(page);
    const touch = (type, ...points) => session.send('Input.dispatchTouchEvent', { type, touchPoints: points });
    const [a, b] = [await middle(from), await middle(slid)];
    const wanted = (place) => page.locator('.board-note').filter({ hasText: `Play on ${place}?` }).waitFor();
    await touch('touchStart', a);
    await page.locator('.lens').waitFor();
    const glass = await page.locator('.lens').boundingBox();
    assert.ok(Math.hypot(glass.x + glass.width / 2 - a.x, glass.y + glass.height / 2 - a.y) > 70 && glass.x >= 0 && glass.x + glass.width <= phone.width, 'beside the finger');
    for (let i = 1; i <= 6; i++) await touch('touchMove', { x: a.x + ((b.x - a.x) * i) / 6, y: a.y + ((b.y - a.y) * i) / 6 });
    await touch('touchEnd');
    await wanted(slid);
    assert.equal(await page.locator('.moves li button').count(), 0);
    // A second tap at the same place may have meant its neighbour: it plays nothing.
    await page.waitForTimeout(350);
    await page.touchscreen.tap(b.x, b.y);
    await wanted(slid);
    assert.equal(await page.locator('.moves li button').count(), 0);
    // In the glass, which stays open, places are as large as a finger.
    await page.waitForTimeout(350);
    const inGlass = await page.evaluate((place) => {
      const { x, y, width, height } = document.querySelector(`.site[aria-label^="${place}, "]`).getBBox();
      const at = new DOMPoint(x + width / 2, y + height / 2).matrixTransform(document.querySelector('.lens svg').getScreenCTM());
      return { x: at.x, y: at.y, width: width * document.querySelector('.lens svg').getScreenCTM().a };
    }, mended);
    assert.ok(inGlass.width >= 36, `a place in the glass is ${inGlass.width} pixels wide`);
    await page.touchscreen.tap(inGlass.x, inGlass.y);
    await wanted(mended);
    await page.locator('.board-note').getByRole('button', { name: 'Play', exact: true }).tap();
    await made(page, 1);
    assert.equal(await page.locator('.lens').isVisible(), false);
    assert.ok(await page.evaluate((place) => document.querySelector(`.site[aria-label^="${place}, "]`).getAttribute('aria-label').includes('stone of player 1'), mended));
    // A second finger is no aim: the board is zoomed, and nothing is chosen.
    await touch('touchStart', a);
    await touch('touchStart', { ...a, id: 0 }, { x: a.x - 80, y: a.y + 40, id: 1 });
    await touch('touchMove', { ...a, id: 0 }, { x: a.x - 160, y: a.y + 80, id: 1 });
    await touch('touchEnd');
    assert.equal(await page.locator('.lens').isVisible(), false);
    assert.equal(await page.locator('.mark-wanted').count(), 0);
    await session.detach();
    assert.deepEqual(errors, []);
    await context.close();
  }
});

test('a stone that cannot be placed says why, and a ring shows where', async () => {
  const { page, errors, context } = await visit(browser, at('hex', 'size=5&swap=no'));
  await page.locator('[data-site="24"]').waitFor();
  await play(page, ['b2']);
  const place = page.locator('.site[aria-label^="b2, "]');
  await place.click({ force: true });
  await page.locator('.board-note').filter({ hasText: /b2/ }).waitFor();
  const [ring, cell] = [await page.locator('.mark-closed').boundingBox(), await place.boundingBox()];
  assert.ok(Math.hypot(ring.x + ring.width / 2 - cell.x - cell.width / 2, ring.y + ring.height / 2 - cell.y - cell.height / 2) < 2);
  await page.locator('.mark-closed').waitFor({ state: 'detached' });
  assert.equal(await page.locator('.moves li button').count(), 1);
  assert.deepEqual(errors, []);
  await context.close();
});

test('a few moves of Kanga, Nex and Tumbleweed by finger: the picture follows, also what is captured', async () => {
  const touch = { viewport: phone, hasTouch: true, isMobile: true };
  const tapped = async (page, names, before = 0) => {
    for (const [i, name] of names.entries()) {
      const { x, y, width, height } = await page.locator(`.site[aria-label^="${name}, "]`).boundingBox();
      await page.touchscreen.tap(x + width / 2, y + height / 2);
      await page.locator('.board-note').getByRole('button', { name: 'Play', exact: true }).tap();
      await made(page, before + i + 1);
      await page.waitForTimeout(320);
    }
  };
  const stones = (page, colour) => page.locator(`.board circle.stone-${colour}`).count();
  // Kanga: three stones in a row between two of the other player are taken.
  const kanga = await visit(browser, at('kanga'), touch);
  await kanga.page.locator('[data-site="48"]').waitFor();
  await tapped(kanga.page, ['B4', 'C4', 'A1', 'D4', 'A2', 'E4']);
  assert.deepEqual([await stones(kanga.page, 1), await stones(kanga.page, 2)], [3, 3]);
  await tapped(kanga.page, ['F4'], 6);
  assert.deepEqual([await stones(kanga.page, 1), await stones(kanga.page, 2)], [4, 0]);
  await kanga.page.getByRole('button', { name: 'Undo' }).tap();
  await made(kanga.page, 6);
  assert.deepEqual([await stones(kanga.page, 1), await stones(kanga.page, 2)], [3, 3]);
  // Nex: a turn has two parts, one of them a neutral stone.
  const nex = await visit(browser, at('nex', 'size=5&swap=no'), touch);
  await nex.page.locator('[data-site="24"]').waitFor();
  await tapped(nex.page, ['c3', 'a5', 'd2']);
  assert.deepEqual([await stones(nex.page, 1), await stones(nex.page, 2), await stones(nex.page, 9)], [1, 1, 1]);
  // Tumbleweed: a stack is as high as the stacks of its player that see it.
  const weed = await visit(browser, at('tumbleweed', 'base=4&swap=no'), touch);
  await weed.page.locator('[data-site="36"]').waitFor();
  await tapped(weed.page, ['a1', 'g7', 'd7', 'd1']);
  assert.equal(await weed.page.locator('.board .stone-height').count(), 5);
  for (const { errors, context } of [kanga, nex, weed]) {
    assert.deepEqual(errors, []);
    await context.close();
  }
});

test('where a stone may have either colour, the stones under the board ask for it, by mouse, finger and keyboard', async () => {
  const stones = (page, colour) => page.locator(`.board circle.stone-${colour}`).count();
  const { page, errors, context } = await visit(browser, at('odd', 'base=4'));
  await page.locator('[data-site="30"]').waitFor();
  const note = page.locator('.board-note');
  const choices = note.locator('.take');
  await page.locator('[data-site="18"]').click({ force: true });
  await note.filter({ hasText: 'Which colour?' }).waitFor();
  assert.deepEqual(await choices.evaluateAll((all) => all.map((each) => each.getAttribute('aria-label'))), ['Player 1’s', 'Player 2’s']);
  // They look as the stones do on the board.
  const looks = choices.locator('circle.stone').evaluateAll((all) => all.map((each) => getComputedStyle(each)).map(({ fill, stroke }) => [fill, stroke]));
  const players = page.locator('.player .sign circle.stone').evaluateAll((all) => all.map((each) => [getComputedStyle(each).fill, 'none']));
  assert.deepEqual(await looks, await players);
  // Another place takes the question along; Cancel ends it.
  await page.locator('[data-site="20"]').click({ force: true });
  assert.equal(await page.locator('.mark-wanted').count(), 1);
  await note.getByRole('button', { name: 'Cancel' }).click();
  assert.equal(await choices.count(), 0);
  await page.locator('[data-site="20"]').click({ force: true });
  await choices.nth(1).click();
  await made(page, 1);
  assert.deepEqual([await stones(page, 1), await stones(page, 2)], [0, 1]);
  // The keyboard: the question has the focus, and gives it back.
  const focused = () => page.evaluate(() => document.activeElement.dataset.site ?? document.activeElement.getAttribute('aria-label'));
  await page.locator('[data-site="10"]').focus();
  await page.keyboard.press('Enter');
  assert.equal(await focused(), 'Player 1’s');
  await page.keyboard.press('Escape');
  assert.equal(await focused(), '10');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await made(page, 2);
  assert.equal(await focused(), '10');
  assert.deepEqual([await stones(page, 1), await stones(page, 2)], [1, 1]);
  assert.deepEqual(errors, []);
  await context.close();
  const touch = await visit(browser, at('odd', 'base=4'), { viewport: phone, hasTouch: true, isMobile: true });
  await touch.page.locator('[data-site="30"]').waitFor();
  const { x, y, width, height } = await touch.page.locator('[data-site="18"]').boundingBox();
  await touch.page.touchscreen.tap(x + width / 2, y + height / 2);
  await touch.page.locator('.board-note .take').first().tap();
  await made(touch.page, 1);
  assert.deepEqual(touch.errors, []);
  await touch.context.close();
});

test('a place that is closed says so where it can be seen, and only for a while', async () => {
  const { page, errors, context } = await visit(browser, at('twixt', 'size=6'), { viewport: phone, hasTouch: true, isMobile: true });
  await page.locator('.site.open').first().waitFor();
  const border = await page.locator('.site[aria-label^="A3, "]').boundingBox();
  await page.touchscreen.tap(border.x + border.width / 2, border.y + border.height / 2);
  await page.locator('.board-note').filter({ hasText: 'A3' }).waitFor();
  await page.locator('.mark-closed').waitFor();
  await page.waitForFunction(() => !document.querySelector('.board-note').textContent.includes('A3') && !document.querySelector('.mark-closed'));
  assert.equal(await page.locator('.moves li button').count(), 0);
  assert.deepEqual(errors, []);
  await context.close();
});

test('a large board shows the part where the game is, and follows it until a hand wants another', async () => {
  for (const options of [{}, { viewport: phone, hasTouch: true, isMobile: true }]) {
    const { page, errors, context } = await visit(browser, at('andantino'), options);
    await page.locator('.site.open').first().waitFor();
    const seen = async () => {
      const sheet = await page.locator('.board').boundingBox();
      const all = await page.locator('.site.open, .board .stone').evaluateAll((places) => places.map((place) => place.getBoundingClientRect().toJSON()));
      assert.ok(all.every(({ left, right, top, bottom }) => left > sheet.x && right < sheet.x + sheet.width && top > sheet.y && bottom < sheet.y + sheet.height), 'all that matters is on the sheet');
      return all[0].width;
    };
    const width = await seen();
    assert.ok(width >= 24, `a place is ${width} pixels wide`);
    // A chain that runs away from the middle.
    for (let i = 0; i < 7; i++) {
      const open = page.locator('.site.open');
      const far = await open.evaluateAll((all) => all.map((site) => Number(site.getBoundingClientRect().y)).reduce((best, y, k, ys) => (y < ys[best] ? k : best), 0));
      const { x, y, width: wide, height } = await open.nth(far).boundingBox();
      await page.mouse.click(x + wide / 2, y + height / 2);
      await made(page, i + 1);
      await seen();
    }
    const larger = page.getByRole('button', { name: 'Larger' });
    if (await larger.isVisible()) {
      await page.getByRole('button', { name: 'Smaller' }).click();
      const chosen = await page.locator('.board').getAttribute('viewBox');
      await page.locator('.site.open').first().click({ force: true });
      await made(page, 8);
      assert.equal(await page.locator('.board').getAttribute('viewBox'), chosen);
    }
    assert.deepEqual(errors, []);
    await context.close();
  }
});

test('small pictures of a large board show the part where the game is', async () => {
  const { page, errors, context } = await visit(browser, `${server.address}/connection`, { viewport: phone, hasTouch: true, isMobile: true });
  const stone = page.locator('a[href="/connection/andantino"] .stone').first();
  await stone.waitFor();
  assert.ok((await stone.boundingBox()).width > 8, 'on the shelf');
  await page.goto(at('andantino'));
  await page.locator('.site.open').first().click({ force: true });
  await made(page, 1);
  await page.goto(`${server.address}/games`);
  const kept = page.locator('.game-tile .stone').first();
  await kept.waitFor();
  assert.ok((await kept.boundingBox()).width > 8, 'and among the games that were begun');
  assert.deepEqual(errors, []);
  await context.close();
});

test('the keyboard alone: undo and redo, larger and smaller, a place out of sight, and Escape', async () => {
  const { page, errors, context } = await visit(browser, at('lines-of-action'));
  await page.locator('.site.open').first().waitFor();
  await page.locator('.site.open').first().focus();
  await page.keyboard.press('Enter');
  await page.locator('.mark-target').first().waitFor();
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('.mark-target').count(), 0);
  await page.keyboard.press('Enter');
  await page.locator('.site.open').first().focus();
  await page.keyboard.press('Enter');
  await made(page, 1);
  await page.keyboard.press('Control+z');
  await made(page, 0);
  await page.keyboard.press('Control+y');
  await made(page, 1);
  for (let i = 0; i < 5; i++) await page.keyboard.press('+');
  for (let i = 0; i < 6; i++) await page.keyboard.press('ArrowRight');
  for (let i = 0; i < 6; i++) await page.keyboard.press('ArrowDown');
  const sheet = await page.locator('.board').boundingBox();
  const seen = await page.evaluate(() => document.activeElement.getBoundingClientRect().toJSON());
  assert.ok(seen.width > 100, 'larger');
  assert.ok(seen.left + seen.width / 2 > sheet.x && seen.left + seen.width / 2 < sheet.x + sheet.width && seen.top + seen.height / 2 < sheet.y + sheet.height, 'and in sight');
  for (let i = 0; i < 5; i++) await page.keyboard.press('-');
  assert.ok((await page.locator('[data-site="0"]').boundingBox()).width < 100);
  // In another place the keys do nothing to this game any more.
  await page.locator('.doors a').first().click();
  await page.locator('h1').waitFor();
  await page.keyboard.press('Control+z');
  assert.deepEqual(errors, []);
  await context.close();
});

test('nobody has points for a board that is still open', async () => {
  const { page, errors, context } = await visit(browser, at('go', 'size=9'));
  await page.locator('[data-site="80"]').waitFor();
  const points = () => page.locator('.player').filter({ hasText: 'score' }).count();
  assert.equal(await points(), 0);
  await play(page, ['A2']);
  assert.equal(await points(), 0);
  // Both stand: the corner belongs to whoever closed it.
  await play(page, ['G7', 'B1'], 1);
  assert.equal(await points(), 1);
  assert.deepEqual(errors, []);
  await context.close();
});

test('whoever was swapped reads that the sides have changed', async () => {
  const { page, errors, context } = await visit(browser, at('hex', 'size=5'));
  await page.locator('[data-site="24"]').waitFor();
  await play(page, ['b2']);
  await page.getByRole('button', { name: 'Swap sides' }).click();
  await made(page, 2);
  await page.locator('.board-note').filter({ hasText: 'Player 2 took that move and its colour. You play this colour now.' }).waitFor();
  assert.equal(await page.locator('.board-note circle.stone-2').count(), 1);
  await play(page, ['c3'], 2);
  assert.equal(await page.locator('.board-note').textContent(), '');
  assert.deepEqual(errors, []);
  await context.close();
});

test('on a phone what may be done instead of a stone is seen without scrolling', async () => {
  const { page, errors, context } = await visit(browser, at('hex', 'size=11'), { viewport: phone, hasTouch: true, isMobile: true });
  await page.locator('.site.open').first().waitFor();
  await page.locator('.site[aria-label^="f6, "]').tap({ force: true });
  await page.locator('.board-note').getByRole('button', { name: 'Play', exact: true }).tap();
  await made(page, 1);
  await page.evaluate(() => scrollTo(0, 0));
  const { y, height } = await page.getByRole('button', { name: 'Swap sides' }).boundingBox();
  assert.ok(y + height <= phone.height, `${y + height}`);
  assert.deepEqual(errors, []);
  await context.close();
});

test('the last move stays in sight when the end of a game takes room from the list', async () => {
  const { page, errors, context } = await visit(browser, at('hex', 'size=5&swap=no'));
  await page.locator('.site.open').first().waitFor();
  await play(page, ['c3', 'a1', 'c2', 'a2', 'c4', 'a3', 'c1', 'a4', 'c5']);
  await page.locator('.end').waitFor();
  await page.waitForTimeout(300);
  const [list, last] = [await page.locator('.moves ol').boundingBox(), await page.locator('.moves li').last().boundingBox()];
  assert.ok(last.y >= list.y && last.y + last.height <= list.y + list.height + 1, JSON.stringify([list, last]));
  assert.deepEqual(errors, []);
  await context.close();
});

test('on a phone one sees without scrolling how a game on a high board ended', async () => {
  const { page, errors, context } = await visit(browser, `${server.address}/connection/hex?seats=person,easy`, { viewport: phone, hasTouch: true, isMobile: true });
  await page.locator('.site.open').first().waitFor();
  await page.getByRole('button', { name: 'Give up' }).tap();
  await page.locator('dialog').getByRole('button', { name: 'Give up' }).tap();
  await page.locator('.end').waitFor();
  const note = page.locator('.board-note').filter({ hasText: 'You lose' });
  const { y, height } = await note.boundingBox();
  await page.evaluate(() => scrollTo(0, 0));
  assert.ok(y >= 0 && y + height <= phone.height, `${y}`);
  const [end, title] = [await page.locator('.end').boundingBox(), await page.locator('.side h1').boundingBox()];
  assert.ok(end.y < title.y, 'and what can be done next comes right after it');
  assert.deepEqual(errors, []);
  await context.close();
});

test('a hexagon is named as Havannah players name it, on the board and in the list of moves, and nothing has a negative number', async () => {
  const { page, errors, context } = await visit(browser, at('havannah', 'base=4&swap=no'));
  await page.locator('[data-site="36"]').waitFor();
  const around = await page.locator('.board .coordinate').allTextContents();
  assert.deepEqual(around.toSorted(), ['1', '2', '3', '4', '5', '6', '7', 'a', 'b', 'c', 'd', 'e', 'f', 'g']);
  // A letter stands beside its row, and a number at the upper end of its line.
  const middle = async (locator) => { const { x, y, width, height } = await locator.boundingBox(); return { x: x + width / 2, y: y + height / 2 }; };
  const [letter, row] = [await middle(page.locator('.board .coordinate').filter({ hasText: /^e$/ })), await middle(page.locator('.site[aria-label^="e2, "]'))];
  assert.ok(Math.abs(letter.y - row.y) < 6 && letter.x < row.x, 'e stands left of its row');
  const [digit, line] = [await middle(page.locator('.board .coordinate').filter({ hasText: /^6$/ })), await middle(page.locator('.site[aria-label^="c6, "]'))];
  assert.ok(digit.y < line.y && digit.x > line.x, '6 stands above the upper end of its line');
  await play(page, ['d4', 'f5']);
  assert.deepEqual((await page.locator('.moves li button').allTextContents()).map((text) => text.match(/[a-z]\d+/)[0]), ['d4', 'f5']);
  await page.locator('.site[aria-label^="d4, "]').click({ force: true });
  await page.locator('.board-note').filter({ hasText: 'a stone stands on d4 already' }).waitFor();
  // Where every second row begins further in, numbers stand in one line above the board and letters in one beside it.
  await page.goto(at('atoll'));
  await page.locator('.board .coordinate').first().waitFor();
  const boxes = await page.locator('.board .coordinate').evaluateAll((all) => all.map((each) => { const { x, y, width, height } = each.getBoundingClientRect(); return { words: each.textContent, x: x + width / 2, y: y + height / 2, right: x + width, left: x }; }));
  const numbers = boxes.filter(({ words }) => /\d/.test(words)).sort((a, b) => a.x - b.x);
  assert.deepEqual(numbers.map(({ words }) => words), Array.from({ length: 12 }, (_, i) => String(i + 1)));
  assert.ok(numbers.every(({ y }) => Math.abs(y - numbers[0].y) < 1) && numbers.every(({ left }, i) => !i || left > numbers[i - 1].right), JSON.stringify(numbers));
  const beside = boxes.filter(({ words }) => /[a-z]/.test(words)).map(({ x }) => x);
  assert.ok(beside.length === 13 && Math.max(...beside) - Math.min(...beside) < 1, JSON.stringify(beside));
  // Every game of the shelf: no place that is read or heard has a negative number.
  await page.goto(`${server.address}/connection`);
  await page.locator('a[href*="/connection/"]').first().waitFor();
  const games = await page.locator('a[href*="/connection/"]').evaluateAll((all) => [...new Set(all.map((a) => new URL(a.href).pathname))]);
  assert.ok(games.length > 20);
  for (const path of games) {
    await page.goto(`${server.address}${path}?seats=person,person,person`);
    await page.locator('[data-site="0"]').waitFor();
    const names = await page.locator('.site').evaluateAll((all) => all.map((each) => each.getAttribute('aria-label').split(', ')[0]));
    assert.deepEqual(names.filter((name) => !/^([a-z]{1,2}\d+|#\d+)$/i.test(name)), [], path);
  }
  // An older record, with coordinates, opens.
  await page.goto(at('havannah', 'base=4&swap=no'));
  await page.locator('[data-site="36"]').waitFor();
  await page.getByText(en.analyse.out, { exact: true }).click();
  await page.getByLabel(en.connection.importLabel).fill(JSON.stringify({ game: 'havannah', options: [['base', '4'], ['swap', 'no']], record: { starter: 'host', moves: ['0,-3', '-1,2'] } }));
  await page.getByRole('button', { name: en.analyse.read, exact: true }).click();
  await made(page, 2);
  assert.deepEqual((await page.locator('.moves li button').allTextContents()).map((text) => text.match(/[a-z]\d+/)[0]), ['a1', 'f5']);
  assert.deepEqual(errors, []);
  await context.close();
});

test('before the first move the words say how one begins, and where only some places are open they are shown', async () => {
  const { page, errors, context } = await visit(browser, `${server.address}/connection/hex?size=5&seats=person,person`);
  const note = page.locator('.board-note');
  await note.filter({ hasText: 'Choose a place for a stone.' }).waitFor();
  // Where every empty place is open, dots would say nothing.
  assert.equal(await page.locator('.mark-open').count(), 0);
  await page.goto(`${server.address}/connection/lines-of-action?seats=person,person`);
  await note.filter({ hasText: 'Choose one of your stones that can move.' }).waitFor();
  await page.goto(`${server.address}/connection/andantino?seats=person,person`);
  await note.filter({ hasText: 'Choose a place for a stone.' }).waitFor();
  const shown = () => page.locator('.mark-open').evaluateAll((dots) => dots.map((dot) => [Number(dot.getAttribute('cx')), Number(dot.getAttribute('cy'))].map((at) => at.toFixed(2)).join()).toSorted());
  const open = () => page.locator('.site.open').evaluateAll((sites) => sites.map((site) => { const box = site.getBBox(); return [box.x + box.width / 2, box.y + box.height / 2].map((at) => at.toFixed(2)).join(); }).toSorted());
  // A second stone touches both that lie there.
  assert.equal((await shown()).length, 2);
  assert.deepEqual(await shown(), await open());
  await page.locator('.site.open').first().click();
  await page.waitForFunction(() => document.querySelectorAll('.mark-open').length > 2);
  assert.deepEqual(await shown(), await open());
  assert.deepEqual(errors, []);
  await context.close();
});

test('arrow keys go from row to row on every kind of board, and miss none', async () => {
  const { page, errors, context } = await visit(browser, at('hex', 'size=11'));
  const steps = async (key, count) => {
    const names = [];
    for (let i = 0; i < count; i++) {
      await page.keyboard.press(key);
      names.push(await page.evaluate(() => document.activeElement.getAttribute('aria-label').split(',')[0]));
    }
    return names;
  };
  const rows = (names) => names.map((name) => Number(name.match(/\d+/)[0]));
  const board = async (path) => {
    await page.goto(path);
    await page.locator('.site').first().waitFor();
    await page.locator('.board').focus();
  };
  await board(at('hex', 'size=11'));
  assert.deepEqual(await steps('ArrowRight', 6), ['a1', 'b1', 'c1', 'd1', 'e1', 'f1']);
  const down = await steps('ArrowDown', 10);
  assert.deepEqual(rows(down), [2, 3, 4, 5, 6, 7, 8, 9, 10, 11], down.join());
  // Straight down, about the column in which it began: half a place to the left for each row of the rhombus.
  assert.deepEqual(down.at(-1), 'a11');
  assert.deepEqual(rows(await steps('ArrowUp', 10)), [10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
  await board(at('go', 'size=9'));
  assert.deepEqual(await steps('ArrowRight', 3), ['A1', 'B1', 'C1']);
  assert.deepEqual(await steps('ArrowUp', 3), ['C2', 'C3', 'C4']);
  // On a hexagon the letters name the rows.
  await board(at('havannah', 'base=4'));
  await steps('ArrowRight', 2);
  assert.deepEqual((await steps('ArrowDown', 6)).map((name) => name[0]), ['b', 'c', 'd', 'e', 'f', 'g']);
  // Boards without rows: from each place the arrows lead on, and to all of them.
  for (const game of ['conhex', 'kensington-havannah', 'poly-y']) {
    await board(at(game));
    const missed = await page.evaluate(() => {
      const sites = [...document.querySelectorAll('.site')];
      const press = (key) => document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
      press('ArrowRight');
      const queue = [document.activeElement.dataset.site];
      const seen = new Set(queue);
      while (queue.length) {
        const from = queue.pop();
        for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']) {
          sites[from].focus();
          press(key);
          const { site } = document.activeElement.dataset;
          if (!seen.has(site)) queue.push(site);
          seen.add(site);
        }
      }
      return sites.filter((_, i) => !seen.has(String(i))).map((site) => site.getAttribute('aria-label'));
    });
    // The cells of ConHex are no places to play on; their names have no letters.
    assert.deepEqual(missed.filter((name) => /^[a-z]/i.test(name)), [], game);
  }
  assert.deepEqual(errors, []);
  await context.close();
});
