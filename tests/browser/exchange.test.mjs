// A game leaves the page as text and pictures and comes back as the same game.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { program, visit } from './harness.mjs';
import { browser, server } from './started.mjs';

/** A game of three spots with a line, a loop round a spot, and a line again. */
const GAME = '3+ 1(4)2 3(5)3 1(6)4';

const visitor = () => visit(browser, `${server.address}/analyse`, { permissions: ['clipboard-read', 'clipboard-write'] });

async function paste(page, text) {
  await page.locator('.spot').first().waitFor();
  if (!(await page.locator('#import').isVisible())) await page.getByText('Paste a position or a game').click();
  await page.locator('#import').fill(text);
  await page.locator('#read').click();
}

/** Waits for so many spots and moves on the board. */
async function stands(page, spots, moves) {
  await page.waitForFunction((n) => document.querySelectorAll('.spot').length === n, spots);
  await page.locator('.facts').filter({ hasText: `${moves} move${moves === 1 ? '' : 's'} made` }).waitFor();
}

async function box(page) {
  const json = page.getByRole('button', { name: 'JSON', exact: true });
  if (!(await json.isVisible())) await page.getByText('Take it with you').click();
  await json.waitFor();
}

/** Presses a button that copies, and gives what it copied. */
async function copied(page, name) {
  await box(page);
  await page.evaluate(() => navigator.clipboard.writeText('nothing'));
  await page.getByRole('button', { name, exact: true }).click();
  return page.evaluate(async () => {
    let text = 'nothing';
    while (text === 'nothing') {
      await new Promise(requestAnimationFrame);
      text = await navigator.clipboard.readText();
    }
    return text;
  });
}

/** Presses a button that downloads, and gives the file's name and bytes. */
async function downloaded(page, name) {
  await box(page);
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name, exact: true }).click()]);
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

test('a game leaves as JSON and as notation, and either brings it back', async () => {
  const { page, errors, context } = await visitor();
  await paste(page, GAME);
  await stands(page, 6, 3);
  const wgosa = await copied(page, 'WGOSA');
  const position = await copied(page, 'Position');
  const json = await downloaded(page, 'JSON');
  assert.equal(json.name, 'sprouts.json');
  const kept = JSON.parse(json.bytes.toString());
  assert.deepEqual(kept.start, { spots: 3 });
  assert.equal(kept.ending, 'normal');
  assert.equal(kept.record.moves.length, 3);
  // Each brings the same moves and the same position to a visitor who knows nothing of this one.
  for (const text of [wgosa, json.bytes.toString()]) {
    const other = await visitor();
    await paste(other.page, text);
    await stands(other.page, 6, 3);
    assert.equal(await copied(other.page, 'WGOSA'), wgosa);
    assert.equal(await copied(other.page, 'Position'), position);
    const again = JSON.parse((await downloaded(other.page, 'JSON')).bytes.toString());
    assert.deepEqual(again.start, kept.start);
    assert.equal(again.record.moves.length, 3);
    if (text !== wgosa) assert.deepEqual(again, kept);
    assert.deepEqual(other.errors, []);
    await other.context.close();
  }
  // The position alone has no moves, and is the same position.
  await paste(page, position);
  await page.locator('.facts').filter({ hasText: '0 moves made' }).waitFor();
  assert.equal(await copied(page, 'Position'), position);
  assert.deepEqual(errors, []);
  await context.close();
});

test('a misère game stays one', async () => {
  const { page, errors, context } = await visitor();
  await paste(page, '2- 1(3)2');
  await stands(page, 3, 1);
  assert.equal(await copied(page, 'WGOSA'), '2- 1(3)2');
  const kept = JSON.parse((await downloaded(page, 'JSON')).bytes.toString());
  assert.equal(kept.ending, 'misere');
  await paste(page, JSON.stringify(kept));
  await stands(page, 3, 1);
  await page.locator('.facts').filter({ hasText: 'Misère' }).waitFor();
  assert.deepEqual(errors, []);
  await context.close();
});

test('the picture leaves as SVG and PNG', async () => {
  const { page, errors, context } = await visitor();
  await paste(page, GAME);
  await stands(page, 6, 3);
  const svg = await downloaded(page, 'SVG');
  assert.equal(svg.name, 'sprouts.svg');
  const drawn = await page.evaluate((text) => {
    const parsed = new DOMParser().parseFromString(text, 'image/svg+xml');
    const root = parsed.documentElement;
    return {
      root: root.localName,
      size: [root.getAttribute('width'), root.getAttribute('height')].map(Number),
      errors: parsed.querySelectorAll('parsererror').length,
      scripts: parsed.querySelectorAll('script, foreignObject').length,
      // Three moves make six lines between spots; lives are open circles beside the filled spots.
      lines: [...parsed.querySelectorAll('path')].filter((path) => path.getAttribute('d')?.length > 10).length,
      circles: parsed.querySelectorAll('circle').length,
    };
  }, svg.bytes.toString());
  assert.equal(drawn.root, 'svg');
  assert.equal(drawn.errors, 0);
  assert.equal(drawn.scripts, 0);
  assert.deepEqual(drawn.size, [1000, 1000]);
  assert.ok(drawn.lines >= 6, `${drawn.lines} lines`);
  assert.ok(drawn.circles >= 6, `${drawn.circles} circles`);

  const png = await downloaded(page, 'PNG');
  assert.equal(png.name, 'sprouts.png');
  assert.deepEqual([...png.bytes.subarray(0, 8)], [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  assert.deepEqual([png.bytes.readUInt32BE(16), png.bytes.readUInt32BE(20)], [1600, 1600]);
  // Paper, and ink on it.
  const shades = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const paint = canvas.getContext('2d');
    paint.drawImage(bitmap, 0, 0);
    const { data } = paint.getImageData(0, 0, bitmap.width, bitmap.height);
    const seen = new Set();
    for (let i = 0; i < data.length; i += 4) if (data[i + 3] === 255) seen.add((data[i] << 16) | (data[i + 1] << 8) | data[i + 2]);
    return seen.size;
  }, png.bytes.toString('base64'));
  assert.ok(shades > 3, `${shades} colours`);
  assert.deepEqual(errors, []);
  await context.close();
});

test('a finished game is exported whole, and text that is no game is refused with a reason', async () => {
  const { page, errors, context } = await visitor();
  await paste(page, '1+ 1(2)1 2(3)1');
  await stands(page, 3, 2);
  await page.locator('.summary').filter({ hasText: 'No move is left. Player 2 wins.' }).waitFor();
  const kept = JSON.parse((await downloaded(page, 'JSON')).bytes.toString());
  assert.equal(kept.record.moves.length, 2);
  const forged = structuredClone(kept);
  forged.record.moves.push(forged.record.moves[0]);
  const wrong = [
    ['{"start":{"spots":3}}', /no saved game: mistake in line 1, column 21/],
    ['3+ 1(4)9', /9/],
    ['no game at all', /./],
    ['m1 no map', /./],
    [JSON.stringify({ ...kept, start: { spots: 1000 } }), /1 to 40 spots/],
    [JSON.stringify(forged), /move 3/],
  ];
  for (const [i, [text, reason]] of wrong.entries()) {
    // Another board each time, so that it is seen to be there.
    const spots = 4 + (i % 2);
    await paste(page, `0*${spots}`);
    await stands(page, spots, 0);
    await paste(page, text);
    const said = page.locator('details [role="status"]').filter({ hasText: 'That could not be read:' });
    await said.waitFor();
    assert.match((await said.textContent()).replace('That could not be read:', ''), reason, text);
    await stands(page, spots, 0);
  }
  assert.deepEqual(errors, []);
  await context.close();
});

test('nothing moves under a pressed button: values wait until it is let go', async () => {
  const { page, errors, context } = await visitor();
  const rows = page.locator('.values li');
  await rows.first().waitFor();
  await page.getByText('Paste a position or a game').click();
  await page.locator('#import').fill('0*3');
  // The box below may have scrolled the words out of sight, and what is out of sight cannot be pressed.
  await page.locator('.summary').scrollIntoViewIfNeeded();
  const { x, y } = await page.locator('.summary').boundingBox();
  await page.mouse.move(x + 4, y + 4);
  await page.mouse.down();
  await page.locator('#read').press('Enter');
  await stands(page, 3, 0);
  await page.waitForTimeout(1500);
  assert.equal(await rows.count(), 0);
  await page.mouse.up();
  await page.locator('.summary').filter({ hasText: 'wins' }).waitFor();
  assert.ok((await rows.count()) > 0);
  assert.deepEqual(errors, []);
  await context.close();
});

test('a proof that is stopped goes on from what it found', async () => {
  const { page, errors, context } = await visitor();
  // Twenty spots are far beyond a test: the run is still going when it is stopped.
  await paste(page, '0*20');
  await stands(page, 20, 0);
  const prove = page.getByRole('button', { name: 'Prove it' });
  const stop = page.getByRole('button', { name: 'Stop', exact: true });
  const line = page.locator('.bench .row > .soft');
  const settled = async (pattern) => {
    const words = line.filter({ hasText: pattern });
    await words.waitFor();
    return Number((await words.textContent()).match(/([\d,]+) positions?/)[1].replaceAll(',', ''));
  };
  await stop.click();
  await prove.click();
  await settled(/Proving: .* [\d,]{2,} positions settled/);
  await stop.click();
  const before = await settled(/Stopped with/);
  assert.ok(before > 9);
  // The first news of the next run already counts what the last one settled.
  const news = page.evaluate(() => new Promise((resolve) => {
    const line = document.querySelector('.bench .row > .soft');
    new MutationObserver(() => line.textContent.startsWith('Proving') && resolve(line.textContent)).observe(line, { childList: true });
  }));
  await prove.click();
  assert.ok(Number((await news).match(/([\d,]+) positions?/)[1].replaceAll(',', '')) >= before);
  await stop.click();
  assert.ok((await settled(/Stopped with/)) >= before);
  assert.deepEqual(errors, []);
  await context.close();
});

test('a typed position is drawn, and its picture is that position', async () => {
  const { page, errors, context } = await visitor();
  for (const [text, lives, moves] of [
    ['0.AB2C|BAC.1a1a2.0+12.AB|AB', 21, 68],
    ['0*3.11a1a.1abc1cba', 23, 131],
  ]) {
    const [canonical] = execFileSync(program, ['position', text], { encoding: 'utf8' }).split('\n');
    await paste(page, text);
    await page.locator('.facts').filter({ hasText: `${lives} lives left` }).waitFor();
    // Lives are drawn as buds, one by one; every different move is listed.
    assert.equal(await page.locator('.board .bud').count(), lives);
    await page.waitForFunction((n) => document.querySelectorAll('.values li').length === n, moves);
    assert.equal(await copied(page, 'Position'), canonical);
  }
  assert.deepEqual(errors, []);
  await context.close();
});

test('a short link without a connection is not said to lead nowhere', async () => {
  const { page, errors, context } = await visit(browser, `${server.address}/about`);
  await page.route('**/api/shares/**', (route) => route.abort());
  await page.goto(`${server.address}/s/abcdefgh`);
  await page.getByText('This could not be loaded. Look at the connection and try again.').waitFor();
  assert.equal(await page.getByText('There is no such page.').count(), 0);
  await page.unroute('**/api/shares/**');
  await page.getByRole('button', { name: 'Reload' }).click();
  await page.getByText('There is no such page.').waitFor();
  assert.deepEqual(errors.filter((error) => !/ERR_FAILED|404/.test(error)), []);
  await context.close();
});
