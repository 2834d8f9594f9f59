// The thin path: the server answers, the page runs, the engine speaks.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visit } from './harness.mjs';
import { browser, server } from './started.mjs';

test('the page opens and its engine answers', async () => {
  const { page, errors, context } = await visit(browser, server.address);
  await page.locator('[data-spot="2"]').waitFor();
  assert.deepEqual(errors, []);
  await context.close();
});

test('the start page fetches what it is made of: no other language, and no place behind a door', async () => {
  const { page, errors, context } = await visit(browser, server.address);
  await page.locator('.board.can-draw').waitFor();
  const fetched = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname.replace(/^\/page\/[^/]+/, '')));
  assert.ok(fetched.includes('/app/places/home.js'));
  const needless = fetched.filter((path) => /(strings|rules|mistakes)\/(?!en\.)/.test(path) || /places\/(?!home|games)/.test(path) || /(remote|stones)-(table|sheets)/.test(path));
  assert.deepEqual(needless, []);
  assert.ok(fetched.length < 45, `${fetched.length} files`);
  assert.deepEqual(errors, []);
  await context.close();
});

test('every place is there when the network is gone, also where no service worker may keep files', async () => {
  const { page, context } = await visit(browser, server.address, { serviceWorkers: 'block' });
  await page.locator('.board.can-draw').waitFor();
  await page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/places/settings.js')));
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  for (const [door, heading] of [['/settings', 'Settings'], ['/guide', 'Guide'], ['/about', 'About']]) {
    await page.evaluate((path) => { history.pushState(null, '', path); dispatchEvent(new PopStateEvent('popstate')); }, door);
    await page.getByRole('heading', { name: heading, exact: true }).waitFor();
  }
  await context.close();
});

test('a place that is gone because the server has another version is fetched with its own page', async () => {
  const { page, context } = await visit(browser, 'about:blank', { serviceWorkers: 'block' });
  let asked = 0;
  await context.route('**/places/settings.js', (route) => (asked++ ? route.continue() : route.fulfill({ status: 404, body: '' })));
  await page.goto(server.address);
  await page.locator('.board.can-draw').waitFor();
  await page.locator('#gear').click();
  await page.getByRole('heading', { name: 'Settings', exact: true }).waitFor();
  assert.ok(asked > 1);
  assert.equal(new URL(page.url()).pathname, '/settings');
  await context.close();
});
