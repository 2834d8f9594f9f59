// The server and the browser that the tests of one file share.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { startBrowser, startServer } from './harness.mjs';

export let server, browser;
before(async () => {
  server = await startServer();
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
  assert.equal(await server?.stop(), 0, 'the server stops gracefully');
});
