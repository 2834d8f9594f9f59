// What stays and what is heard: stars, trophies and locked opponents of the campaign, days in a row, sound and vibration, what screen readers
// are told of a game, and what the page says about itself.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { bow, drag, moves, myTurn, playSome, seeded, spotAt } from './hands.mjs';
import { desktop, phone, visit } from './harness.mjs';
import { browser, server } from './started.mjs';

/** What the browser keeps, before the page is opened. */
const withKept = (page, kept) => page.addInitScript((all) => {
  for (const [name, value] of Object.entries(all)) if (!localStorage.getItem(name)) localStorage.setItem(name, JSON.stringify(value));
}, kept);
const kept = (page, name) => page.evaluate((key) => JSON.parse(localStorage.getItem(key)), name);

test('a win without undo earns a star, one with undo counts without it, and the last win brings a trophy that stays', async () => {
  const { page, errors, context } = await visit(browser, 'about:blank');
  const all = Object.fromEntries(Array.from({ length: 159 }, (_, i) => [i + 2, ['easy']]));
  await withKept(page, { 'rhizome.campaign': { won: all } });
  const won = page.locator('.end h2').filter({ hasText: 'You win' });
  // Games at random, of which some are won.
  const play = async (undo) => {
    for (let attempt = 0; attempt < 40; attempt++) {
      await page.goto(`${server.address}/campaign/1?against=easy`);
      if (!(await myTurn(page))) {
        await page.getByRole('button', { name: /Try again|Play again/ }).click();
        await page.waitForFunction(() => !document.querySelector('.end:not([hidden])') && document.querySelector('.board.can-draw'));
      }
      const random = seeded(attempt + 1);
      if (undo) {
        await playSome(page, random);
        await myTurn(page);
        await page.getByRole('button', { name: 'Undo', exact: true }).click();
        await moves(page, 0);
        await page.waitForFunction(() => document.querySelector('.board.can-draw'));
      }
      while (await myTurn(page)) await playSome(page, random);
      if (await won.count()) return;
    }
    assert.fail('forty games without a win');
  };
  await play(true);
  const first = await kept(page, 'rhizome.campaign');
  assert.deepEqual([first.won[1], first.stars[1] ?? [], first.trophies], [['easy'], [], ['easy']]);
  await play(false);
  assert.deepEqual((await kept(page, 'rhizome.campaign')).stars[1], ['easy']);
  await page.goto(`${server.address}/campaign`);
  await page.getByText('The whole path against Easy').waitFor();
  await page.locator('.stop').first().locator('.medal.easy.star').waitFor();
  assert.deepEqual(errors, []);
  await context.close();
});

test('a locked opponent says how to meet them', async () => {
  const { page, errors, context } = await visit(browser, 'about:blank');
  await withKept(page, { 'rhizome.campaign': { won: { 1: ['easy'] } } });
  await page.goto(`${server.address}/campaign/2`);
  await page.getByText('Beat Medium on level 1 to meet Medium here.').waitFor();
  assert.ok(await page.getByRole('button', { name: 'Medium' }).isDisabled());
  assert.deepEqual(errors, []);
  await context.close();
});

test('every day has a puzzle of its own, the same for everybody, and days in a row are counted', async () => {
  const daily = [];
  for (const [date, days] of [['2026-03-01T12:00:00', 2], ['2026-03-01T23:30:00', 2], ['2026-03-02T00:30:00', 2], ['2026-03-03T12:00:00', 0]]) {
    const { page, errors, context } = await visit(browser, 'about:blank', { timezoneId: 'Europe/Prague' });
    await page.clock.setFixedTime(new Date(`${date}+01:00`));
    // The puzzles of the last of February and the first of March were solved.
    const day = Date.UTC(2026, 2, 1) / 86_400_000;
    await withKept(page, { 'rhizome.puzzles': { solved: [], days: [day - 1, day] } });
    await page.goto(`${server.address}/puzzles`);
    daily.push(await page.getByRole('link', { name: 'Today’s puzzle' }).getAttribute('href'));
    assert.equal(await page.getByText('in a row').count(), days ? 1 : 0, date);
    if (days) await page.getByText(`${days} days in a row`).waitFor();
    assert.deepEqual(errors, []);
    await context.close();
  }
  assert.equal(daily[0], daily[1]);
  assert.equal(new Set(daily).size, 3);
});

test('nothing sounds or shakes until it is switched on', async () => {
  for (const viewport of [desktop, phone]) {
    const { page, errors, context } = await visit(browser, 'about:blank', { viewport });
    await page.addInitScript(() => {
      window.heard = { taps: 0, tones: 0 };
      navigator.vibrate = () => ++window.heard.taps;
      const start = OscillatorNode.prototype.start;
      OscillatorNode.prototype.start = function (...values) {
        window.heard.tones++;
        return start.apply(this, values);
      };
    });
    const heard = async (n) => {
      await page.goto(`${server.address}/game?spots=3&opponent=person&n=${n}`);
      await page.locator('.board.can-draw').waitFor();
      await drag(page, bow(await spotAt(page, 0), await spotAt(page, 1), 0.15));
      await moves(page, 1);
      return page.evaluate(() => window.heard);
    };
    assert.deepEqual(await heard('quiet'), { taps: 0, tones: 0 });
    await page.goto(`${server.address}/settings`);
    for (const name of ['Sounds', 'Vibration']) await page.getByLabel(name).check();
    const { taps, tones } = await heard('loud');
    assert.ok(taps > 0 && tones > 0, `${taps} ${tones}`);
    assert.deepEqual(errors, []);
    await context.close();
  }
});

test('a screen reader hears who drew what, whose turn it is, where one can go, and why the game ended', async () => {
  const { page, errors, context } = await visit(browser, `${server.address}/game?spots=2&opponent=person&n=heard`);
  await page.locator('.board.can-draw').waitFor();
  const said = page.locator('#announce');
  await drag(page, bow(await spotAt(page, 0), await spotAt(page, 1), 0.15));
  await moves(page, 1);
  await said.filter({ hasText: /^Player 1: .*1.*2.* Player 2 to move\.$/ }).waitFor();
  const spot = await spotAt(page, 0);
  await page.mouse.click(spot.x, spot.y);
  await said.filter({ hasText: /spots? .*2/i }).waitFor();
  await page.locator('.board').focus();
  await page.keyboard.press('Escape');
  const random = seeded(4);
  while (await myTurn(page)) await playSome(page, random);
  await said.filter({ hasText: /wins\..*No move is left/ }).waitFor();
  assert.deepEqual(errors, []);
  await context.close();
});

test('the page says which version it is, its licences, where its source is, and whom it thanks', async () => {
  const version = readFileSync(new URL('../../Cargo.toml', import.meta.url), 'utf8').match(/^version = "(.*)"/m)[1];
  const { page, errors, context } = await visit(browser, `${server.address}/about`);
  await page.getByText(`Rhizome ${version}`).waitFor();
  for (const words of ['MIT licence', 'Apache License', 'source of this version', 'John H. Conway and Michael S. Paterson']) await page.getByText(words).waitFor();
  await page.getByRole('link', { name: 'Guide' }).click();
  await page.getByRole('heading', { name: 'Words' }).waitFor();
  for (const word of ['Spot', 'Region', 'Survivor', 'Nimber, heap']) await page.locator('dt, h3, b').filter({ hasText: word }).first().waitFor();
  assert.deepEqual(errors, []);
  await context.close();
});
