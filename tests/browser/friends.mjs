// What people do in rooms, for the tests: open one, join it, play on, and lose the network on the way.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { connect, createServer } from 'node:net';
import { isOver, playSome } from './hands.mjs';

/** Fills the form at /friends and opens the room. `fill` may change what the form says. Gives the path of the room. */
export async function openRoom(page, address, name, fill = async () => {}) {
  await page.goto(`${address}/friends`);
  await page.getByLabel('Your name').fill(name);
  // The browser remembers whether the further choices were open.
  if (!(await page.locator('.friends details').evaluate((details) => details.open))) await page.locator('.friends summary').click();
  await fill(page);
  await page.getByRole('button', { name: 'Open the room' }).click();
  await page.getByRole('heading', { name: /^Send this link/ }).waitFor();
  return new URL(await page.locator('#link').inputValue()).pathname;
}

export const pick = (page, name, value) => page.locator(`input[name="${name}"][value="${value}"]`).check({ force: true });
export const spots = (page, count) => page.locator('#spots').fill(String(count));

/** Opens the link of a room and takes a seat. */
export async function joinRoom(page, link, name) {
  await page.goto(link);
  await page.getByLabel('Your name').fill(name);
  await page.getByRole('button', { name: 'Join' }).click();
}

/** A room without the form, for what the form does not offer: clocks of seconds. Gives the private link of the host's seat. */
export async function roomBySecond(address, rules, game = { sprouts: { start: { spots: 2 }, ending: 'normal' } }) {
  const token = randomBytes(24).toString('base64url');
  const invitation = { title: 'Quick', game, rules: { take_back: 'byconsent', ...rules }, listed: false, watchable: true };
  const answer = await fetch(`${address}/api/rooms`, { method: 'POST', body: JSON.stringify({ invitation, name: 'Ada', token }) });
  const { room } = await answer.json();
  return { path: `/g/${room}`, seat: `/g/${room}#seat=${token}`, token };
}

/** The moves that stand beside the board. */
export const written = (page) => page.locator('.moves li button').allTextContents();
/** Every line of the picture, to the last point. */
export async function picture(page) {
  const lines = () => page.locator('.board .line').evaluateAll((all) => all.map((line) => line.getAttribute('d')));
  // What still moves is no picture yet.
  for (let before = await lines(); ; ) {
    await page.waitForTimeout(150);
    const now = await lines();
    if (now.join() === before.join()) return now;
    before = now;
  }
}

/** Waits until one of the windows may move; null when the game is over. */
export async function whoMoves(...pages) {
  for (;;) {
    for (const page of pages) if (await page.locator('.board.can-draw').count()) return page;
    if (await isOver(pages[0])) return null;
    await pages[0].waitForTimeout(40);
  }
}

/** Plays moves in turn until the game is over, or so many were made. */
export async function playOn(pages, random, count = Infinity) {
  for (let i = 0; i < count; i++) {
    const page = await whoMoves(...pages);
    if (!page) return;
    const before = (await written(page)).length;
    await playSome(page, random);
    for (const each of pages) await each.waitForFunction((n) => document.querySelectorAll('.moves li button').length > n, before);
  }
}

/** A network between a window and the server that can be cut and mended. */
export async function network(address) {
  const target = new URL(address);
  const open = new Set();
  let whole = true;
  const proxy = createServer((socket) => {
    if (!whole) return socket.destroy();
    const other = connect(Number(target.port), target.hostname);
    for (const end of [socket, other]) {
      open.add(end);
      end.on('close', () => { open.delete(end); socket.destroy(); other.destroy(); });
      end.on('error', () => {});
    }
    socket.pipe(other).pipe(socket);
  });
  await new Promise((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  proxy.unref();
  return {
    address: `http://127.0.0.1:${proxy.address().port}`,
    cut() {
      whole = false;
      for (const end of open) end.destroy();
    },
    mend() { whole = true; },
    close() {
      this.cut();
      return new Promise((resolve) => proxy.close(resolve));
    },
  };
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What would keep somebody out of the place as it stands now; nothing may. */
export async function barriers(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => axe.run(document, { resultTypes: ['violations'] }));
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  return [...violations.filter(({ impact }) => ['serious', 'critical'].includes(impact)).map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 160)} ${nodes[0].any[0]?.message ?? ''}`), ...(wide > 0 ? [`${wide} pixels too wide`] : [])];
}

/** What a lost network says in the console is no error of the page. */
export const ownErrors = (errors) => errors.filter((text) => !/WebSocket connection to|ERR_(CONNECTION|EMPTY|INTERNET|NETWORK|SOCKET)/.test(text));
