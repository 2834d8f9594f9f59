// Nothing on any place keeps anybody out: axe-core finds nothing serious, at three sizes, on paper and on slate, and no
// place shows an error or is wider than its window.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { desktop, phone, sideways, visit } from './harness.mjs';
import { browser, server } from './started.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const GAME = encodeURIComponent('2+ 1(3)2 1(4)2');
const PLACES = {
  home: '/', play: '/play', game: '/game?spots=4&opponent=person&n=axe', games: '/games', campaign: '/campaign', level: '/campaign/1', maps: '/maps', desk: '/maps/new?spots=3',
  analyse: '/analyse#game=0*3', learn: '/learn/2', shelf: '/connection', stones: '/connection/havannah?base=4&seats=person,person', review: `/review#game=${GAME}`, paste: '/review', settings: '/settings', puzzles: '/puzzles', puzzle: '/puzzles/3', guide: '/guide', about: '/about', gonnect: '/connection/gonnect?size=9&seats=person,person', workshop: '/workshop', friends: '/friends', room: '/g/aaaaaaaaaaaa',
};

const SIZES = { phone: { viewport: phone, hasTouch: true, isMobile: true }, sideways: { viewport: sideways, hasTouch: true, isMobile: true }, desktop: { viewport: desktop } };

for (const [size, options] of Object.entries(SIZES)) {
  for (const colorScheme of ['light', 'dark']) {
    test(`every place at the size of a ${size}, ${colorScheme}`, async () => {
      const { page, errors, context } = await visit(browser, `${server.address}/settings`, { ...options, colorScheme });
      const found = [];
      for (const [name, path] of Object.entries(PLACES)) {
        await page.goto(server.address + path);
        await page.locator('main h1, main .board').first().waitFor();
        await page.waitForTimeout(250);
        await page.evaluate(axe);
        const { violations } = await page.evaluate(() => axe.run(document, { resultTypes: ['violations'] }));
        for (const { id, impact, nodes } of violations) if (['serious', 'critical'].includes(impact)) found.push(`${name}: ${id} (${nodes.length}): ${nodes[0].html.slice(0, 160)} ${nodes[0].any[0]?.message ?? ''}`);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        if (wide > 0) found.push(`${name} is ${wide} pixels wider than its window`);
      }
      assert.deepEqual(found, []);
      assert.deepEqual(errors, []);
      await context.close();
    });
  }
}
