// “Who wins?” at connection games: asked, followed, stopped, answered in words and on the board.
import assert from 'node:assert/strict';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { phone, visit } from './harness.mjs';
import { browser, server } from './started.mjs';

const at = (name, query = '') => `${server.address}/connection/${name}?seats=person,person&${query}`;
const LONG = { timeout: 120_000 };
const strings = async (language) => (await import(join(dirname(fileURLToPath(import.meta.url)), '../../crates/web/page/app/strings', `${language}.js`))).default;

test('Hex 5 is solved from the start: the winner, every winning move, and what is needed', async () => {
  const { page, errors, context } = await visit(browser, at('hex', 'size=5&swap=no'));
  await page.locator('[data-site="24"]').waitFor();
  await page.getByRole('button', { name: 'Who wins?' }).click();
  const verdict = page.locator('.proof-words');
  await verdict.filter({ hasText: 'Player 1 can force a win.' }).waitFor(LONG);
  await page.locator('.side').getByText(/^Proved: /).waitFor(LONG);
  const winning = await page.locator('.mark-winning').count();
  assert.ok(winning > 5 && winning < 25, `${winning} winning moves`);
  assert.match(await verdict.textContent(), /Winning moves: .*c3/);
  assert.match(await page.locator('#announce').textContent(), /can force a win/);
  // A corner loses: the other one wins by moves of their own, and the old marks are gone at once.
  await page.locator('.site[aria-label^="a1, "]').click({ force: true });
  await page.waitForFunction(() => document.querySelectorAll('.moves li button').length === 1);
  assert.equal(await page.locator('.mark-winning').count(), 0);
  assert.ok(await verdict.isHidden());
  await page.getByRole('button', { name: 'Who wins?' }).click();
  await verdict.filter({ hasText: 'Player 2 can force a win.' }).waitFor(LONG);
  await page.locator('.side').getByText(/^Proved: /).waitFor(LONG);
  // After the middle nothing helps; the sites that are needed and the stone that they join are marked.
  await page.locator('.site[aria-label^="c3, "]').click({ force: true });
  await page.waitForFunction(() => document.querySelectorAll('.moves li button').length === 2);
  await page.getByRole('button', { name: 'Who wins?' }).click();
  await verdict.filter({ hasText: 'Player 2 can force a win. No move changes that.' }).waitFor(LONG);
  await page.locator('.side').getByText(/^Proved: /).waitFor(LONG);
  assert.equal(await page.locator('.mark-winning').count(), 0);
  assert.ok((await page.locator('.mark-needed').count()) >= 4);
  assert.equal(await page.locator('.mark-deciding').count(), 1);
  assert.deepEqual(errors, []);
  await context.close();
});

test('a board that is too large is searched until somebody stops it, and the game goes on', async () => {
  const { page, errors, context } = await visit(browser, `${server.address}/connection/hex?size=11&swap=no&seats=person,easy`);
  await page.locator('[data-site="120"]').waitFor();
  await page.getByRole('button', { name: 'Who wins?' }).click();
  await page.locator('.side').getByText(/^Looking: [1-9][\d,]* positions?, /).waitFor(LONG);
  assert.ok(await page.getByRole('button', { name: 'Who wins?' }).isDisabled());
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await page.locator('.side').getByText(/^Stopped after .*: not settled\.$/).waitFor();
  // A move stops it too, and the computer answers.
  await page.getByRole('button', { name: 'Who wins?' }).click();
  await page.locator('.side').getByText(/^Looking: [1-9]/).waitFor(LONG);
  await page.locator('.site[aria-label^="f6, "]').click({ force: true });
  await page.waitForFunction(() => document.querySelectorAll('.moves li button').length === 2);
  assert.ok(await page.getByRole('button', { name: 'Stop', exact: true }).isHidden());
  assert.deepEqual(errors, []);
  await context.close();
});

/** A game solved by connections, and two by trying everything. */
const GAMES = { cs: ['cs-CZ', 'y', 'size=4&swap=no'], de: ['de-DE', 'bridg-it', 'size=3'], fr: ['fr-FR', 'crossway', 'size=4&swap=no'] };

for (const [language, [locale, game, query]] of Object.entries(GAMES)) {
  test(`late positions of other games are settled on a phone, in ${language}`, async () => {
    const t = await strings(language);
    const w = t.connection.solving;
    const { page, errors, context } = await visit(browser, at(game, query), { viewport: phone, hasTouch: true, isMobile: true, locale, colorScheme: language === 'de' ? 'dark' : 'light' });
    await page.locator('.site.open').first().waitFor();
    // A finger asks, three stones into the game.
    for (let moves = 1; moves <= 3; moves++) {
      await page.locator('.site.open').nth(2).tap({ force: true });
      await page.locator('.board-note').getByRole('button', { name: t.board.play, exact: true }).tap();
      await page.waitForFunction((n) => document.querySelectorAll('.moves li button').length === n, moves);
    }
    await page.getByRole('button', { name: w.ask }).tap();
    const verdict = page.locator('.proof-words');
    await verdict.waitFor(LONG);
    const players = [1, 2].map((n) => w.wins(t.connection.player(n)));
    // French has spaces that do not break.
    const said = (await verdict.textContent()).replaceAll('\u00a0', ' ');
    assert.ok(players.some((words) => said.startsWith(words)), said);
    const box = await verdict.boundingBox();
    assert.ok(box.x >= 0 && box.x + box.width <= phone.width, JSON.stringify(box));
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), phone.width);
    assert.deepEqual(errors, []);
    await context.close();
  });
}

test('games for three are not solved, and the words say so', async () => {
  const { page, errors, context } = await visit(browser, `${server.address}/connection/omega?players=3&seats=person,person,person`);
  await page.locator('.site.open').first().waitFor();
  await page.getByRole('button', { name: 'Who wins?' }).click();
  await page.getByText('only games of two players are solved').waitFor();
  assert.deepEqual(errors, []);
  await context.close();
});

test('a problem in SGF is set up, solved, and taken with one again', async () => {
  const { page, errors, context } = await visit(browser, at('hex', 'size=5'));
  await page.locator('[data-site="24"]').waitFor();
  await page.getByText('Take it with you').click();
  await page.getByLabel('Paste a saved game').fill('(;GM[11]SZ[5]AB[c3]AW[a1][e5];B[e1])');
  await page.getByRole('button', { name: 'Read', exact: true }).click();
  await page.waitForFunction(() => document.querySelectorAll('.moves li button').length === 1 && document.querySelectorAll('.stone').length >= 4);
  assert.equal(new URL(page.url()).pathname, '/connection/yours');
  await page.getByRole('button', { name: 'Who wins?' }).click();
  await page.locator('.proof-words').filter({ hasText: 'Player 1 can force a win. No move changes that.' }).waitFor(LONG);
  // It stays when the page is loaded again, and leaves as it came.
  await page.reload();
  await page.waitForFunction(() => document.querySelectorAll('.moves li button').length === 1);
  await page.getByText('Take it with you').click();
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'SGF' }).click()]);
  const { readFileSync } = await import('node:fs');
  assert.match(readFileSync(await file.path(), 'utf8'), /AB\[c3\]AW\[a1\]\[e5\];B\[e1\]/);
  assert.deepEqual(errors, []);
  await context.close();
});
