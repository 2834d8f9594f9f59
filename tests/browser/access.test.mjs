// Nothing on any place keeps anybody out: axe-core finds nothing serious, at three sizes, on paper and on slate, and no
// place shows an error or is wider than its window. Places are looked at as one comes to them, and as they stand after a game.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { joinRoom, playOn, roomBySecond } from './friends.mjs';
import { drag, seeded } from './hands.mjs';
import { desktop, phone, sideways, visit } from './harness.mjs';
import { browser, server } from './started.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const GAME = encodeURIComponent('2+ 1(3)2 1(4)2');
const PLACES = {
  home: '/', play: '/play', game: '/game?spots=4&opponent=person&n=axe', games: '/games', campaign: '/campaign', level: '/campaign/1', maps: '/maps', desk: '/maps/new?spots=3',
  analyse: '/analyse#game=0*3', learn: '/learn/2', shelf: '/connection', stones: '/connection/havannah?base=4&seats=person,person', review: `/review#game=${GAME}`, paste: '/review', settings: '/settings', puzzles: '/puzzles', puzzle: '/puzzles/3', guide: '/guide', about: '/about', gonnect: '/connection/gonnect?size=9&seats=person,person', workshop: '/workshop', friends: '/friends', room: '/g/aaaaaaaaaaaa',
};

/** The first player joins the sides of a Hex board of three. */
async function joinSides(page) {
  for (const place of ['a1', 'b1', 'a2', 'b2', 'a3']) {
    await page.locator(`.site[aria-label^="${place}, "]`).click({ force: true });
    await page.locator(`.site[aria-label^="${place}, "]:not([aria-label*="empty"])`).waitFor();
  }
}

/** Places as they stand after something has happened there: what the hands do, and what is waited for. */
const STATES = {
  'a finished connection game': async (page) => {
    await page.goto(`${server.address}/connection/hex?size=3&swap=no&seats=person,person`);
    await joinSides(page);
    await page.locator('.end h2').filter({ hasText: 'Player 1 wins' }).waitFor();
  },
  'the rules of a connection game': async (page) => {
    await page.goto(`${server.address}/connection/hex?size=3&swap=no&seats=person,person&n=rules`);
    await page.getByText('Rules and an example').click();
    await page.locator('details[open] .sheet-small .stone').first().waitFor();
  },
  'a mistake in the workshop': async (page) => {
    await page.goto(`${server.address}/workshop`);
    await page.locator('#description').fill('game tiny "Tiny"\nabout "Join."\nboard heptagon 3');
    await page.getByRole('button', { name: 'Go there' }).waitFor();
  },
  'a solved puzzle': async (page) => {
    await page.goto(`${server.address}/puzzles/1`);
    await page.locator('.board.can-draw').waitFor();
    await page.getByRole('button', { name: 'Show it' }).click();
    await page.locator('.ghost.value-win').waitFor();
    await page.locator('.board').scrollIntoViewIfNeeded();
    await drag(page, await page.locator('.ghost.value-win').evaluate((path) => Array.from({ length: 60 }, (_, i) => {
      const at = path.getPointAtLength((path.getTotalLength() * i) / 59).matrixTransform(path.getScreenCTM());
      return { x: at.x, y: at.y };
    })));
    await page.locator('.lesson-result').filter({ hasText: 'That is the one.' }).waitFor();
  },
  'a lost level': async (page) => {
    await page.goto(`${server.address}/campaign/1`);
    await page.locator('.board.can-draw').waitFor();
    await page.getByRole('button', { name: 'Give up' }).click();
    await page.locator('dialog').getByRole('button', { name: 'Give up' }).click();
    await page.locator('.end h2').filter({ hasText: 'You lose' }).waitFor();
  },
  'a question before giving up': async (page) => {
    await page.goto(`${server.address}/game?spots=2&opponent=person&n=ask`);
    await page.locator('.board.can-draw').waitFor();
    await page.getByRole('button', { name: 'Give up' }).click();
    await page.locator('dialog').waitFor();
  },
  'ways to choose from': async (page) => {
    await page.goto(`${server.address}/game?spots=3&opponent=person&n=ways`);
    await page.locator('.board.can-draw').waitFor();
    await page.locator('.board').focus();
    for (const key of ['ArrowRight', 'Enter', 'Enter']) await page.keyboard.press(key);
    await page.locator('.ghost.chosen').waitFor();
  },
  'a room in play, and one that is over': async (page, look) => {
    const { seat, path } = await roomBySecond(server.address, {});
    const guest = await visit(browser, 'about:blank');
    await joinRoom(guest.page, server.address + path, 'Bo');
    await page.goto(server.address + seat);
    await playOn([page, guest.page], seeded(2), 1);
    await look();
    await playOn([page, guest.page], seeded(3));
    await page.locator('.end h2').waitFor();
    await guest.context.close();
  },
};

const SIZES = { phone: { viewport: phone, hasTouch: true, isMobile: true }, sideways: { viewport: sideways, hasTouch: true, isMobile: true }, desktop: { viewport: desktop } };

for (const [size, options] of Object.entries(SIZES)) {
  for (const colorScheme of ['light', 'dark']) {
    test(`every place at the size of a ${size}, ${colorScheme}`, async () => {
      const { page, errors, context } = await visit(browser, `${server.address}/settings`, { ...options, colorScheme });
      const found = [];
      const look = async (name) => {
        await page.waitForTimeout(250);
        await page.evaluate(axe);
        const { violations } = await page.evaluate(() => axe.run(document, { resultTypes: ['violations'] }));
        for (const { id, impact, nodes } of violations) if (['serious', 'critical'].includes(impact)) found.push(`${name}: ${id} (${nodes.length}): ${nodes[0].html.slice(0, 160)} ${nodes[0].any[0]?.message ?? ''}`);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        if (wide > 0) found.push(`${name} is ${wide} pixels wider than its window`);
      };
      for (const [name, path] of Object.entries(PLACES)) {
        await page.goto(server.address + path);
        await page.locator('main h1, main .board').first().waitFor();
        await look(name);
      }
      for (const [name, make] of Object.entries(STATES)) {
        await make(page, () => look(name));
        await look(name);
      }
      assert.deepEqual(found, []);
      assert.deepEqual(errors, []);
      await context.close();
    });
  }
}

test('who comes to the board hears whose turn it is, where one can play, and how the game ended', async () => {
  const { page, errors, context } = await visit(browser, server.address);
  const board = () => page.locator('main [role="application"]');
  const described = () => board().evaluate((each) => document.getElementById(each.getAttribute('aria-describedby')).textContent);
  await page.locator('.board.can-draw').waitFor();
  assert.equal(await described(), 'Your turn.');
  await page.locator('.board').focus();
  for (const key of ['ArrowRight', 'Enter']) await page.keyboard.press(key);
  await page.locator('#announce').filter({ hasText: 'From spot 1: now pick where it ends. It reaches 1, 2 and 3.' }).waitFor({ state: 'attached' });
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Give up' }).click();
  await page.locator('dialog').getByRole('button', { name: 'Give up' }).click();
  await page.locator('.end h2').waitFor();
  assert.equal(await described(), 'You lose. The game was given up.');
  await page.goto(`${server.address}/connection/hex?size=3&swap=no&seats=person,person`);
  await page.locator('[data-site="8"]').waitFor();
  assert.equal(await described(), 'Player 1 to move.');
  assert.equal(await board().locator('[aria-label$="can be played"]').count(), 9);
  await joinSides(page);
  await page.locator('.end h2').waitFor();
  assert.match(await described(), /^Player 1 wins\. The marked chain decided the game\./);
  assert.deepEqual(errors, []);
  await context.close();
});
