// How quickly the page answers a hand, in a real Chromium: the first paint, pointer events, frames while the picture relaxes, and the time
// to the computer's first ink. Prints tables; run it on a release build and a quiet machine:
//   cargo build --release -p rhizome && RHIZOME=target/release/rhizome node tests/browser/measure.mjs [paint] [pen] [answer] [whole] [LEVEL…]
// `whole` times the computer's answers through whole games instead of their first moves; a level's name leaves out the others.
import { findCurve, living, myTurn, playSome, seeded } from './hands.mjs';
import { startBrowser, startServer, visit } from './harness.mjs';

const SPOTS = 20;
const LATE_MOVES = 40;
const STROKES = 15;
const VISITS = 15;
const LEVELS = ['easy', 'medium', 'hard', 'insane'];
const wanted = process.argv.slice(2);
const wants = (name) => wanted.length === 0 || wanted.includes(name);
const MOVES_TIMED = wanted.includes('whole') ? Infinity : 6;

/** How far the pointer goes until a press becomes a stroke: what is nearer to the press can have no ink. */
const DRAG = 7;

/** Runs in the page before anything else: times handlers of pointer events, frames, and when ink appears. */
function watch(drag) {
  const seen = (window.measured = { handlers: [], inks: [], frames: [], callbacks: [], pen: null, played: null, event: null, press: null });
  const listen = EventTarget.prototype.addEventListener;
  EventTarget.prototype.addEventListener = function (type, handler, options) {
    if (type !== 'pointermove' || typeof handler !== 'function') return listen.call(this, type, handler, options);
    return listen.call(this, type, function (event) {
      if (!event.buttons) return handler.call(this, event);
      const begin = performance.now();
      if (Math.hypot(event.clientX - seen.press.x, event.clientY - seen.press.y) >= drag) seen.event ??= begin;
      handler.call(this, event);
      seen.handlers.push(performance.now() - begin);
    }, options);
  };
  listen.call(window, 'pointerdown', ({ clientX, clientY }) => (seen.press = { x: clientX, y: clientY }), true);
  const frame = window.requestAnimationFrame;
  window.requestAnimationFrame = (callback) => frame.call(window, (now) => {
    const begin = performance.now();
    callback(now);
    seen.callbacks.push(performance.now() - begin);
  });
  let last = null;
  const tick = (now) => {
    if (seen.watching && last !== null) seen.frames.push(now - last);
    last = now;
    frame.call(window, tick);
  };
  frame.call(window, tick);
  listen.call(document, 'DOMContentLoaded', () => new MutationObserver((changes) => {
    const now = performance.now();
    for (const { target, addedNodes } of changes) {
      if (target.matches?.('path.ink') && seen.event !== null && target.getAttribute('d')) {
        seen.inks.push(now - seen.event);
        seen.event = null;
      }
      for (const node of addedNodes) if (node.matches?.('path.ink')) seen.pen ??= now;
    }
  }).observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['d'] }));
  // The end of the person's move is the press of its button.
  listen.call(document, 'click', (event) => {
    if (event.target.closest('.board-note .button.main')) [seen.played, seen.pen] = [performance.now(), null];
  }, true);
}

const sorted = (numbers) => [...numbers].sort((a, b) => a - b);
const share = (numbers, part) => sorted(numbers)[Math.min(numbers.length - 1, Math.floor(numbers.length * part))];
const shown = (number) => (number < 10 ? number.toFixed(2) : number.toFixed(0));
const row = (...cells) => console.log(`| ${cells.join(' | ')} |`);

async function open(browser, address) {
  const { page, context } = await visit(browser, 'about:blank', { reducedMotion: 'no-preference' });
  await page.addInitScript(watch, DRAG);
  await page.goto(address);
  await page.locator('.board.can-draw').waitFor();
  return { page, context };
}

const take = (page) => page.evaluate(() => {
  const { handlers, inks, frames, callbacks } = window.measured;
  Object.assign(window.measured, { handlers: [], inks: [], frames: [], callbacks: [], event: null });
  return { handlers, inks, frames, callbacks };
});

/** The start page for somebody who was never here, and for somebody who comes back. */
async function paint(browser, address) {
  const fresh = { first: [], ready: [] };
  const back = { first: [], ready: [] };
  const note = async (page, into) => {
    await page.locator('.board.can-draw').waitFor();
    into.ready.push(await page.evaluate(() => window.measured.ready));
    into.first.push(await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0].startTime));
  };
  for (let i = 0; i < VISITS; i++) {
    const { page, context } = await visit(browser, 'about:blank');
    await page.addInitScript(() => {
      window.measured = {};
      new MutationObserver((_, observer) => {
        if (!document.querySelector('.board.can-draw')) return;
        window.measured.ready = performance.now();
        observer.disconnect();
      }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['class'] });
    });
    await page.goto(address);
    await note(page, fresh);
    await page.waitForTimeout(1000);
    await page.reload();
    await note(page, back);
    await context.close();
  }
  console.log(`\nthe start page in milliseconds, ${VISITS} visitors\n`);
  row('', 'median', 'most');
  row('---', '---', '---');
  const line = (name, numbers) => row(name, shown(share(numbers, 0.5)), shown(Math.max(...numbers)));
  line('first visit: first paint', fresh.first);
  line('first visit: the board takes a line', fresh.ready);
  line('again: first paint', back.first);
  line('again: the board takes a line', back.ready);
}

/** A late game of many spots: frames while the last moves relax, then strokes of the pen. */
async function pen(browser, address) {
  const { page, context } = await open(browser, `${address}/game?spots=${SPOTS}&opponent=person&n=1`);
  const random = seeded(11);
  const frames = [];
  const callbacks = [];
  let made = 0;
  for (; made < LATE_MOVES && (await myTurn(page)); made++) {
    await take(page);
    await playSome(page, random);
    await page.evaluate(() => (window.measured.watching = true));
    await page.waitForTimeout(500);
    await page.evaluate(() => (window.measured.watching = false));
    await page.locator('.board.can-draw, .end:not([hidden])').first().waitFor();
    if (made < LATE_MOVES - 10) continue;
    const taken = await take(page);
    frames.push(...taken.frames);
    callbacks.push(...taken.callbacks);
  }
  console.log(`\n${SPOTS} spots, ${made} moves made, ${(await living(page)).length} spots alive\n`);
  row('milliseconds', 'median', '99th percentile', 'most', 'counted');
  row('---', '---', '---', '---', '---');
  const line = (name, numbers) => row(name, shown(share(numbers, 0.5)), shown(share(numbers, 0.99)), shown(Math.max(...numbers)), numbers.length);
  line('from frame to frame while the picture relaxes', frames);
  line('the page’s own work in a frame', callbacks);
  const handlers = [];
  const inks = [];
  for (let stroke = 0; stroke < STROKES; stroke++) {
    const points = await findCurve(page);
    if (!points) break;
    await take(page);
    // A stroke is taken back before it is let go, so that the next one meets the same picture.
    await page.mouse.move(points[0].x, points[0].y);
    await page.mouse.down();
    for (const point of points.slice(1, Math.max(6, points.length - 4))) await page.mouse.move(point.x, point.y);
    await page.waitForTimeout(100);
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await page.waitForTimeout(500);
    const taken = await take(page);
    handlers.push(...taken.handlers);
    inks.push(...taken.inks);
    if ((await page.locator('.moves li button').count()) > made) break;
  }
  line('handler of a pointer event', handlers);
  line('from a pointer event to its ink', inks);
  await context.close();
}

/** From the person's finished move to the first ink of the computer's curve. */
async function answer(browser, address) {
  console.log('\nmilliseconds from the finished move to the computer’s first ink, most (median) of several moves\n');
  row('level', '8 spots', '12 spots', '20 spots');
  row('---', '---', '---', '---');
  const levels = LEVELS.filter((level) => wanted.includes(level));
  for (const level of levels.length ? levels : LEVELS) {
    const cells = [];
    for (const spots of [8, 12, 20]) {
      const { page, context } = await open(browser, `${address}/game?spots=${spots}&opponent=${level}&n=1`);
      const random = seeded(spots);
      const times = [];
      for (let turn = 0; turn < MOVES_TIMED && (await myTurn(page)); turn++) {
        await playSome(page, random);
        await page.waitForFunction(() => window.measured.pen !== null || document.querySelector('.end:not([hidden])'), null, { timeout: 60_000 });
        const time = await page.evaluate(() => window.measured.pen && window.measured.pen - window.measured.played);
        if (time !== null) times.push(time);
      }
      cells.push(`${shown(Math.max(...times))} (${shown(share(times, 0.5))})`);
      await context.close();
    }
    row(level, ...cells);
  }
}

const server = await startServer();
const browser = await startBrowser();
try {
  if (wants('paint')) await paint(browser, server.address);
  if (wants('pen')) await pen(browser, server.address);
  if (wants('answer') || wants('whole')) await answer(browser, server.address);
} finally {
  await browser.close();
  await server.stop();
}
