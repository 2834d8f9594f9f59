// The thin path: the server answers, the page runs, the engine speaks.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startBrowser, startServer, visit } from './harness.mjs';

let server, browser;
before(async () => {
  server = await startServer();
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
  assert.equal(await server?.stop(), 0, 'the server stops gracefully');
});

test('the page opens and its engine answers', async () => {
  const { page, errors, context } = await visit(browser, server.address);
  await page.locator('[data-spot="2"]').waitFor();
  assert.deepEqual(errors, []);
  await context.close();
});
