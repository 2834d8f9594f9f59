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
