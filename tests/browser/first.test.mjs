// The thin path: the server answers, the page runs, the engine speaks.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bow, drag, spotAt } from './hands.mjs';
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

test('the engine is fetched once, before any script, and all its workers share it', async () => {
  const { page, errors, context } = await visit(browser, 'about:blank', { serviceWorkers: 'block' });
  const asked = [];
  context.on('request', (request) => asked.push(new URL(request.url()).pathname.replace(/^\/page\/[^/]+/, '')));
  await page.goto(server.address);
  await page.locator('.board.can-draw').waitFor();
  // The computer answers: the second worker thinks.
  const [a, b] = [await spotAt(page, 0), await spotAt(page, 1)];
  await drag(page, bow(a, b, 0.2));
  await page.waitForFunction(() => document.querySelectorAll('.spot').length === 5);
  assert.deepEqual(asked.filter((path) => path.endsWith('.wasm')), ['/engine/web.wasm']);
  assert.ok(asked.indexOf('/engine/web.wasm') < asked.findIndex((path) => path.startsWith('/app/strings/')));
  assert.equal(page.workers().length, 2);
  assert.deepEqual(errors.filter((error) => !error.startsWith('Service Worker registration blocked')), []);
  await context.close();
});

test('where the engine could not be had, a worker tries again, and its reason is shown', async () => {
  const { page, errors, context } = await visit(browser, 'about:blank', { serviceWorkers: 'block' });
  let asked = 0;
  await context.route('**/web.wasm', (route) => (asked++ ? route.continue() : route.abort()));
  await page.goto(server.address);
  await page.locator('.board.can-draw').waitFor();
  assert.equal(asked, 2);
  assert.deepEqual(errors.filter((error) => /Uncaught|TypeError/.test(error)), []);
  await context.unroute('**/web.wasm');
  await context.route('**/web.wasm', (route) => route.abort());
  await page.reload();
  await page.locator('.board-note').filter({ hasText: 'The engine did not start' }).waitFor();
  await context.close();
});

test('a drawing worker that could not begin is begun again', async () => {
  const { page, context } = await visit(browser, 'about:blank', { serviceWorkers: 'block' });
  let asked = 0;
  await context.route('**/workers/drawer.js', (route) => (asked++ ? route.continue() : route.abort()));
  await page.goto(server.address);
  await page.locator('.board.can-draw').waitFor();
  assert.equal(asked, 2);
  await context.close();
});

test('the first ink waits for no answer: a stroke begins and goes on in one breath', async () => {
  const { page, errors, context } = await visit(browser, 'about:blank');
  await page.addInitScript(() => {
    window.said = [];
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (message, ...rest) {
      if (/^stroke/.test(message.name)) {
        said.push(message.name);
        this.addEventListener('message', ({ data }) => data.id === message.id && said.push(`answer to ${message.name}`));
      }
      return post.call(this, message, ...rest);
    };
  });
  await page.goto(server.address);
  await page.locator('.board.can-draw').waitFor();
  const [a, b] = [await spotAt(page, 0), await spotAt(page, 1)];
  await page.mouse.move(a.x, a.y);
  await page.mouse.down();
  await page.mouse.move((a.x + b.x) / 2, (a.y + b.y) / 2 + 20);
  await page.waitForFunction(() => document.querySelector('path.ink').getAttribute('d') && document.querySelector('.spot.target'));
  assert.deepEqual((await page.evaluate(() => said)).slice(0, 3), ['strokeBegin', 'strokeExtend', 'answer to strokeBegin']);
  await page.mouse.up();
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
