// Remote play in real windows: whole games through their openings, lost networks, take-backs, clocks, links, spectators.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { barriers, joinRoom, network, openRoom, ownErrors, pick, picture, playOn, roomBySecond, spots, whoMoves, written } from './friends.mjs';
import { bow, drag, fingerDrag, playSome, seeded, spotAt } from './hands.mjs';
import { phone, program, sideways, startServer, visit } from './harness.mjs';
import { browser, server } from './started.mjs';

const someone = (options) => visit(browser, `${server.address}/about`, options);
const made = (page, count) => page.waitForFunction((n) => document.querySelectorAll('.moves li button').length === n, count);
const over = (page) => page.locator('.end:not([hidden])').waitFor();

async function goodbye(...visitors) {
  for (const { errors, context } of visitors) {
    assert.deepEqual(ownErrors(errors), []);
    await context.close();
  }
}

test('a whole game through Swap2, with a reload, a cut connection and somebody who watches', async () => {
  const random = seeded(11);
  const line = await network(server.address);
  const [ada, bo, cy] = [await visit(browser, `${line.address}/about`), await someone({ viewport: phone, hasTouch: true, isMobile: true }), await someone()];
  const path = await openRoom(ada.page, line.address, 'Ada', async (page) => {
    await spots(page, 3);
    await pick(page, 'opening', 'swap2');
    await pick(page, 'listed', 'yes');
  });
  await joinRoom(bo.page, server.address + path, 'Bo');
  // The guest draws one move and leaves the choice to the host.
  await bo.page.locator('.opening').filter({ hasText: 'Who shall move first?' }).waitFor();
  await ada.page.locator('.player').filter({ hasText: 'Bo' }).filter({ hasText: 'decides how to begin' }).waitFor();
  await playSome(bo.page, random);
  await ada.page.locator('.opening').filter({ hasText: 'Who shall move now?' }).getByRole('button', { name: 'Bo' }).click();
  await bo.page.locator('.board.can-draw').waitFor();
  // Somebody finds the game in the list and watches.
  await cy.page.goto(`${server.address}/friends`);
  await cy.page.locator('#running-games .room').filter({ hasText: 'Ada’s room' }).getByRole('link', { name: /Watch/ }).click();
  await cy.page.getByText('You are watching.').waitFor();
  await ada.page.getByText('1 spectator').waitFor();
  const pages = [ada.page, bo.page];
  await playOn(pages, random, 1);
  await bo.page.reload();
  await made(bo.page, 2);
  assert.deepEqual(await picture(bo.page), await picture(ada.page), 'the same picture after a reload');
  // The host's network goes away while it is her turn; she draws, and the move arrives when it is back.
  assert.equal(await whoMoves(...pages), ada.page);
  line.cut();
  await ada.page.locator('.notice.lost').filter({ hasText: 'Reconnecting' }).waitFor();
  const away = bo.page.getByText(/Ada is away since/);
  await away.waitFor();
  // Since when is not forgotten by whoever loads the page again.
  const since = await away.textContent();
  await bo.page.reload();
  await away.filter({ hasText: since }).waitFor();
  const drawn = playSome(ada.page, random);
  await ada.page.getByText('Your move is on its way').waitFor();
  assert.equal((await written(bo.page)).length, 2);
  line.mend();
  await drawn;
  await made(bo.page, 3);
  await ada.page.waitForFunction(() => !document.querySelector('.notice.lost'));
  await playOn(pages, random);
  for (const { page } of [ada, bo, cy]) await over(page);
  const moves = await written(ada.page);
  assert.ok(moves.length >= 6, `${moves.length} moves`);
  for (const { page } of [bo, cy]) {
    assert.deepEqual(await written(page), moves);
    assert.deepEqual(await picture(page), await picture(ada.page));
  }
  // Both offer another game at the same moment: that is agreed.
  await Promise.all(pages.map((page) => page.getByRole('button', { name: 'Play again' }).click()));
  for (const { page } of [ada, bo, cy]) await made(page, 0);
  await whoMoves(...pages);
  await playOn(pages, random, 1);
  await made(cy.page, 1);
  // The finished game and the running one are on the shelf.
  await ada.page.goto(`${line.address}/games`);
  await ada.page.locator('.game-tile').filter({ hasText: 'With Bo' }).nth(1).waitFor();
  await ada.page.locator('.game-tile').filter({ hasText: /You (won|lost), \d+ moves/ }).locator('a').first().click();
  await ada.page.getByRole('heading', { name: 'Review' }).waitFor();
  await ada.page.locator('.reviewed').filter({ hasText: 'Bo' }).waitFor();
  await goodbye(ada, bo, cy);
  await line.close();
});

test('taking back is refused and agreed, redrawn for both, phrases are said, and giving up ends it', async () => {
  const random = seeded(5);
  const [ada, bo] = [await someone({ colorScheme: 'dark' }), await someone({ viewport: sideways })];
  const path = await openRoom(ada.page, server.address, 'Ada', async (page) => {
    assert.deepEqual(await barriers(page), []);
    await spots(page, 4);
    await pick(page, 'opening', 'plain');
  });
  assert.deepEqual(await barriers(ada.page), []);
  await joinRoom(bo.page, server.address + path, 'Bo');
  await playOn([ada.page, bo.page], random, 2);
  assert.equal(await bo.page.getByRole('button', { name: 'Redraw' }).isDisabled(), true, 'not under the other’s pen');
  await bo.page.getByRole('button', { name: 'Take back' }).click();
  const asked = ada.page.locator('.notice').filter({ hasText: 'Bo would like to take back 1 move.' });
  await asked.waitFor();
  await ada.page.getByText('Links and files').click();
  assert.deepEqual(await barriers(ada.page), []);
  await asked.getByRole('button', { name: 'Rather not' }).click();
  await bo.page.getByText('Ada would rather not take back.').waitFor();
  // A window that was opened anew has the moves before, too, and takes them back to the same picture.
  await bo.page.reload();
  await made(bo.page, 2);
  await bo.page.locator('.moves li button').first().click();
  await bo.page.getByText('Looking back: after move 1 of 2').waitFor();
  await bo.page.getByRole('button', { name: 'Back to now' }).click();
  assert.deepEqual(await picture(bo.page), await picture(ada.page));
  await ada.page.getByRole('button', { name: 'Take back' }).click();
  await bo.page.locator('.notice').filter({ hasText: 'Ada would like to take back 2 moves.' }).getByRole('button', { name: 'Agree' }).click();
  for (const { page } of [ada, bo]) await made(page, 0);
  await playOn([ada.page, bo.page], random, 2);
  const before = await picture(bo.page);
  await ada.page.getByRole('button', { name: 'Redraw' }).click();
  await bo.page.waitForFunction((old) => document.querySelector('.board .line').getAttribute('d') !== old, before[0]);
  assert.deepEqual(await picture(bo.page), await picture(ada.page));
  await ada.page.getByRole('button', { name: 'Say', exact: true }).click();
  await ada.page.getByRole('button', { name: 'Good luck!' }).click();
  await bo.page.locator('.bubble').filter({ hasText: 'Good luck!' }).waitFor();
  await bo.page.getByRole('button', { name: 'Give up' }).click();
  await bo.page.locator('dialog').getByRole('button', { name: 'Give up' }).click();
  await ada.page.locator('.end').filter({ hasText: 'You win' }).filter({ hasText: 'Bo gave up.' }).waitFor();
  await bo.page.locator('.end').filter({ hasText: 'You lose' }).waitFor();
  assert.deepEqual(await barriers(bo.page), []);
  await bo.page.getByRole('button', { name: 'Play again' }).click();
  await ada.page.locator('.offer').filter({ hasText: 'Bo would like to play again.' }).waitFor();
  await goodbye(ada, bo);
});

test('a clock runs out at the board, and while its owner is away', async () => {
  for (const away of [false, true]) {
    const [ada, bo] = [await someone(), await someone()];
    const { path, seat, token } = await roomBySecond(server.address, { time: { live: { base_ms: away ? 4000 : 2500, increment_ms: 0 } } });
    await ada.page.goto(server.address + seat);
    await ada.page.getByRole('heading', { name: /^Send this link/ }).waitFor();
    assert.ok(!ada.page.url().includes(token), 'the secret leaves the address');
    await joinRoom(bo.page, server.address + path, 'Bo');
    await ada.page.locator('.player').filter({ hasText: 'Ada' }).locator('.clock').filter({ hasText: /^[0-4]\.\d$/ }).waitFor();
    if (away) {
      await ada.context.close();
      await bo.page.getByText(/Ada is away since .* Their time runs out at/).waitFor();
    } else await ada.page.locator('.end').filter({ hasText: 'Your time ran out.' }).waitFor();
    await bo.page.locator('.end').filter({ hasText: 'You win' }).filter({ hasText: 'Ada ran out of time.' }).waitFor();
    await goodbye(...(away ? [bo] : [ada, bo]));
  }
});

// Only the program itself can be killed and started again: what serves files from the disk stands in front of it.
test('the server loses its power twice, and both windows go on where they were', { skip: Boolean(process.env.RHIZOME_SERVER) }, async () => {
  const random = seeded(8);
  let own = await startServer({ serving: program });
  const [ada, bo] = [await visit(browser, `${own.address}/about`), await visit(browser, `${own.address}/about`)];
  const path = await openRoom(ada.page, own.address, 'Ada', async (page) => {
    await spots(page, 3);
    await pick(page, 'opening', 'plain');
  });
  await joinRoom(bo.page, own.address + path, 'Bo');
  const pages = [ada.page, bo.page];
  for (let round = 1; round <= 2; round++) {
    await playOn(pages, random, 2);
    const before = await picture(ada.page);
    own = await own.restart();
    for (const page of pages) await page.waitForFunction(() => !document.querySelector('.notice.lost') && document.querySelectorAll('.presence.here').length === 2);
    assert.equal((await written(ada.page)).length, 2 * round);
    assert.deepEqual(await picture(bo.page), before);
  }
  await playOn(pages, random, 1);
  await goodbye(ada, bo);
  assert.equal(await own.stop(), 0);
});

test('cancel and join at the same moment end in one clear state', async () => {
  const [ada, bo] = [await someone(), await someone()];
  for (let round = 0; round < 4; round++) {
    const path = await openRoom(ada.page, server.address, 'Ada');
    await bo.page.goto(server.address + path);
    await bo.page.getByLabel('Your name').fill('Bo');
    await ada.page.getByRole('button', { name: 'Close the room' }).click();
    const close = ada.page.locator('dialog').getByRole('button', { name: 'Close the room' });
    await close.waitFor();
    // Scripts press both buttons: a mouse would wait for whichever the other one takes away.
    const press = (page, selector) => page.evaluate((found) => document.querySelector(found)?.click(), selector);
    const both = [() => press(ada.page, 'dialog .button:not(.main)'), () => press(bo.page, 'form button')];
    await Promise.all((round % 2 ? both : both.reverse()).map((run) => run()));
    const ends = ({ page }) => page.locator('.table, .card:has-text("closed before the game began")').first();
    await Promise.all([ada, bo].map((each) => ends(each).waitFor()));
    const playing = await Promise.all([ada, bo].map(({ page }) => page.locator('.table').count()));
    assert.equal(playing[0], playing[1], `round ${round}`);
  }
  await goodbye(ada, bo);
});

test('the list of rooms follows by itself; a room that is gone or full is said in words', async () => {
  const [ada, bo, cy] = [await someone({ permissions: ['notifications'] }), await someone(), await someone()];
  await cy.page.goto(`${server.address}/friends`);
  await cy.page.getByText('Nobody is waiting just now.').waitFor();
  // Whoever forgot the name is told, until one is written.
  await cy.page.getByRole('button', { name: 'Open the room' }).click();
  await cy.page.getByText('Write your name first.').waitFor();
  await cy.page.getByLabel('Your name').fill('Cy');
  assert.equal(await cy.page.getByText('Write your name first.').count(), 0);
  const path = await openRoom(ada.page, server.address, '<b onclick="x">Ada</b>', async (page) => {
    await pick(page, 'listed', 'yes');
    await page.getByLabel('Name of the room').fill('<img src=x onerror=alert(1)>');
    await pick(page, 'watchable', 'no');
    await pick(page, 'clock', 'days');
  });
  const row = cy.page.locator('#open-rooms .room').filter({ hasText: '<img src=x onerror=alert(1)>' });
  await row.filter({ hasText: '2 days a move' }).getByRole('link', { name: /Join/ }).click();
  await cy.page.getByRole('heading', { name: '<b onclick="x">Ada</b> invites you' }).waitFor();
  await joinRoom(bo.page, server.address + path, 'Bo');
  await bo.page.locator('.player').filter({ hasText: '<b onclick="x">Ada</b>' }).waitFor();
  await bo.page.locator('.clock').filter({ hasText: /^1 d 23 h$/ }).first().waitFor();
  // Whoever was still thinking about the invitation hears that the seat is gone, and sees nothing of the game.
  await cy.page.getByText('the players would like to be alone').waitFor();
  await cy.page.reload();
  await cy.page.getByText('the players would like to be alone').waitFor();
  assert.equal(await cy.page.locator('.board').count(), 0);
  await cy.page.goto(`${server.address}/g/aaaaaaaaaaaa`);
  await cy.page.getByText('There is no such room.').waitFor();
  assert.equal(await bo.page.locator('img, .player b b').count(), 0, 'names are text');
  // In a game of days one goes elsewhere; the title tells when it is one's turn, and a notification to whoever asked for one.
  await ada.page.getByText('Links and files').click();
  await ada.page.getByRole('button', { name: 'Tell me when it is my turn' }).click();
  await ada.page.getByText('You are told when it is your turn').waitFor();
  await ada.page.addInitScript(() => (document.hasFocus = () => false));
  await ada.page.goto(`${server.address}/guide`);
  await ada.page.waitForFunction(() => document.title === 'Guide · Rhizome');
  await bo.page.locator('.opening').getByRole('button', { name: 'Ada' }).click();
  await ada.page.reload();
  await ada.page.waitForFunction(() => document.title === '● Guide · Rhizome');
  const told = await ada.page.evaluate(async () => {
    const worker = await navigator.serviceWorker.ready;
    for (let i = 0; i < 100; i++) {
      const [first] = await worker.getNotifications();
      if (first) return first.body;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return null;
  });
  assert.equal(told, 'Bo: it is your turn.');
  await ada.page.goto(`${server.address}/games`);
  await ada.page.locator('.game-tile').filter({ hasText: 'With Bo' }).filter({ hasText: 'Your turn' }).waitFor();
  await goodbye(ada, bo, cy);
});

test('a link at the size of a phone: the preview, the seat and a finger’s first move; then on another device', async () => {
  const [ada, bo, tablet] = [await someone(), await someone({ viewport: phone, hasTouch: true, isMobile: true }), await someone()];
  const path = await openRoom(ada.page, server.address, 'Ada', async (page) => {
    await pick(page, 'opening', 'size');
    await pick(page, 'clock', 'live');
  });
  await bo.page.goto(server.address + path);
  await bo.page.getByRole('heading', { name: 'Ada invites you' }).waitFor();
  await bo.page.getByText('size is named · 5 min + 2 s each').waitFor();
  assert.deepEqual(await barriers(bo.page), []);
  await bo.page.getByLabel('Your name').fill('Bo');
  await bo.page.getByRole('button', { name: 'Join' }).tap();
  await ada.page.locator('#size').fill('3');
  await ada.page.getByRole('button', { name: 'This many' }).click();
  await bo.page.locator('.opening').getByRole('button', { name: 'I do' }).tap();
  await bo.page.locator('.board.can-draw').waitFor();
  assert.equal(await bo.page.locator('.spot').count(), 3);
  assert.deepEqual(await barriers(bo.page), []);
  assert.ok((await bo.page.locator('.board-box').boundingBox()).width > 360, 'the board is as wide as the phone');
  await fingerDrag(bo.page, bow(await spotAt(bo.page, 0), await spotAt(bo.page, 1), 0.2));
  await bo.page.locator('.board-note').getByRole('button', { name: 'Play' }).tap();
  await made(ada.page, 1);
  // His own link on another device: both windows show the same game, and either may play.
  await bo.page.getByText('Links and files').tap();
  await bo.page.getByRole('button', { name: 'Go on with another device' }).tap();
  const link = await bo.page.locator('dialog input').inputValue();
  assert.match(link, /#seat=[\w-]{32}$/);
  await bo.page.locator('dialog').getByRole('button', { name: 'OK' }).tap();
  await tablet.page.goto(link);
  await made(tablet.page, 1);
  assert.ok(!tablet.page.url().includes('seat'));
  // A link with a secret that opens nothing does not cost the seat.
  await tablet.page.goto(`${server.address}${path}#seat=${'x'.repeat(32)}`);
  await made(tablet.page, 1);
  await tablet.page.locator('.player').filter({ hasText: 'Bo' }).filter({ hasText: 'you' }).waitFor();
  await drag(ada.page, bow(await spotAt(ada.page, 0), await spotAt(ada.page, 2), 0.1));
  await made(tablet.page, 2);
  await playSome(tablet.page, seeded(2));
  await made(bo.page, 3);
  await goodbye(ada, bo, tablet);
});

test('a connection game of three, with a description from the shelf and one of one’s own', async () => {
  const [ada, bo, cy] = [await someone(), await someone(), await someone()];
  const path = await openRoom(ada.page, server.address, 'Ada', async (page) => {
    await pick(page, 'kind', 'stones');
    await page.locator('#game').selectOption('omega');
    await page.locator('#option-players').fill('3');
    await page.locator('#option-base').fill('3');
  });
  await joinRoom(bo.page, server.address + path, 'Bo');
  await ada.page.getByText('Waiting for one more.').waitFor();
  await joinRoom(cy.page, server.address + path, 'Cy');
  const pages = [ada.page, bo.page, cy.page];
  for (let count = 1; ; count++) {
    const page = await whoMoves(...pages);
    if (!page) break;
    await page.locator('.site.open').first().click({ force: true });
    await page.waitForFunction((n) => document.querySelectorAll('.moves li button').length >= n, count);
  }
  for (const page of pages) await over(page);
  assert.deepEqual(await written(bo.page), await written(ada.page));
  const winners = await Promise.all(pages.map((page) => page.locator('.end h2').textContent()));
  assert.ok(winners.some((words) => words === 'You win') !== winners.includes('A draw'), winners.join(' | '));
  // A description of one's own travels whole.
  await ada.page.evaluate(() => localStorage.setItem('rhizome.workshop', JSON.stringify([{ id: 'own1', title: 'Tiny', text: 'game tiny "Tiny"\nabout "Join."\nboard rhombus 2\nregions sides of 1 = top, bottom\nregions sides of 2 = left, right\nmove place own\nend connect all sides: mover wins' }])));
  const tiny = await openRoom(ada.page, server.address, 'Ada', async (page) => {
    await page.locator('#game').selectOption({ label: 'Tiny' });
  });
  await bo.page.goto(server.address + tiny);
  await bo.page.locator('.about').filter({ hasText: 'Tiny' }).waitFor();
  await joinRoom(bo.page, server.address + tiny, 'Bo');
  await (await whoMoves(ada.page, bo.page)).locator('.site[aria-label^="a1, "]').click({ force: true });
  await made(bo.page, 1);
  await goodbye(ada, bo, cy);
});

test('on a phone the board stays where it is when a question or a notice arrives', async () => {
  const [ada, bo] = [await someone(), await someone({ viewport: phone, hasTouch: true, isMobile: true })];
  const path = await openRoom(ada.page, server.address, 'Ada', async (page) => {
    await spots(page, 3);
    await pick(page, 'opening', 'plain');
  });
  await joinRoom(bo.page, server.address + path, 'Bo');
  await playOn([ada.page, bo.page], seeded(2), 1);
  await bo.page.locator('.board.can-draw').waitFor();
  const place = () => bo.page.locator('.board').boundingBox();
  const before = await place();
  // The question comes in the middle of a stroke, which goes on as if nothing had happened.
  const points = bow(await spotAt(bo.page, 0), await spotAt(bo.page, 2), 0.2);
  const session = await bo.context.newCDPSession(bo.page);
  const touch = (type, ...list) => session.send('Input.dispatchTouchEvent', { type, touchPoints: list });
  await touch('touchStart', points[0]);
  for (const point of points.slice(1, 12)) await touch('touchMove', point);
  await ada.page.getByRole('button', { name: 'Take back' }).click();
  const asked = bo.page.locator('.notice').filter({ hasText: 'Ada would like to take back 1 move.' });
  await asked.waitFor();
  assert.deepEqual(await place(), before);
  for (const point of points.slice(12)) await touch('touchMove', point);
  await touch('touchEnd');
  await session.detach();
  const { y, height } = await asked.boundingBox();
  assert.ok(y + height <= phone.height, `the question ends at ${y + height}`);
  await bo.page.waitForTimeout(300);
  await asked.getByRole('button', { name: 'Rather not' }).tap();
  await asked.waitFor({ state: 'detached' });
  await ada.page.goto('about:blank');
  await bo.page.locator('.notice').filter({ hasText: 'away' }).waitFor();
  assert.deepEqual(await place(), before);
  await goodbye(ada, bo);
});

test('whoever may swap reads what it does, on the phone too', async () => {
  const [ada, bo] = [await someone(), await someone({ viewport: phone, hasTouch: true, isMobile: true })];
  const path = await openRoom(ada.page, server.address, 'Ada', async (page) => {
    await pick(page, 'kind', 'stones');
    await page.locator('#game').selectOption('twixt');
  });
  await joinRoom(bo.page, server.address + path, 'Bo');
  await ada.page.locator('.board.can-draw').waitFor();
  await ada.page.locator('.site[aria-label^="F6, "]').click({ force: true });
  await bo.page.getByText('Swapping makes the first move yours').waitFor();
  // A finger on a point at the edge, then the second tap on “Play”.
  const edge = await bo.page.locator('.site[aria-label^="M11, "]').boundingBox();
  await bo.page.touchscreen.tap(edge.x + edge.width / 2, edge.y + edge.height / 2);
  await bo.page.locator('.board-note').filter({ hasText: 'Play on M11?' }).waitFor();
  await bo.page.waitForTimeout(300);
  await bo.page.locator('.board-note').getByRole('button', { name: 'Play', exact: true }).tap();
  for (const { page } of [ada, bo]) await made(page, 2);
  assert.equal(await bo.page.getByText('Swapping makes').count(), 0);
  assert.deepEqual(await barriers(bo.page), []);
  await goodbye(ada, bo);
});

test('a room says which game it is and has its rules, for players and spectators, at every size and in every language', async () => {
  const hex = { stones: { game: 'hex', options: [['size', '7']] } };
  const misere = { sprouts: { start: { spots: 5 }, ending: 'misere' } };
  const words = { en: ['Sprouts5 spots · misère', 'HexSize 7', 'Rules'], de: ['Sprouts5 Punkte · Misère', 'HexGröße 7', 'Regeln'], fr: ['Sprouts5 points · misère', 'HexTaille 7', 'Règles'], cs: ['Sprouts5 bodů · misère', 'HexVelikost 7', 'Pravidla'] };
  for (const [i, game] of [misere, hex].entries()) {
    const { path, seat } = await roomBySecond(server.address, { opening: 'plain' }, game);
    const [ada, bo] = [await visit(browser, server.address + seat), await someone({ viewport: phone, hasTouch: true, isMobile: true })];
    await bo.page.goto(server.address + path);
    await bo.page.getByLabel('Your name').waitFor();
    // The invitation has the name and the rules too.
    await bo.page.locator('.about').filter({ hasText: i ? 'Hex' : 'Sprouts' }).waitFor();
    if (i) {
      await bo.page.getByRole('button', { name: 'Rules' }).tap();
      await bo.page.locator('dialog .rules li').first().waitFor();
      await bo.page.getByRole('button', { name: 'OK' }).tap();
    } else assert.match(await bo.page.locator('.rules').textContent(), /three line ends.*cannot move wins/);
    await bo.page.getByLabel('Your name').fill('Bo');
    await bo.page.getByRole('button', { name: 'Join' }).tap();
    await bo.page.locator('.game-title .what').filter({ hasText: words.en[i] }).waitFor();
    await ada.page.locator('.game-title .what').filter({ hasText: words.en[i] }).waitFor();
    assert.match(await ada.page.title(), i ? /Hex · Ada and Bo/ : /Sprouts · Ada and Bo/);
    for (const [n, lang] of ['en', 'de', 'fr', 'cs'].entries()) {
      const viewport = [phone, sideways, { width: 1280, height: 800 }, phone][n];
      const cy = await visit(browser, server.address + path, { viewport, locale: lang, colorScheme: n % 2 ? 'dark' : 'light' });
      const title = cy.page.locator('.game-title');
      await title.locator('.what').filter({ hasText: words[lang][i] }).waitFor();
      const box = await title.boundingBox();
      assert.ok(box.y > 0 && box.y + box.height < viewport.height && box.x >= 0 && box.x + box.width <= viewport.width, `${lang}: ${JSON.stringify(box)}`);
      const board = await cy.page.locator('.board').boundingBox();
      assert.ok(board.y + board.height <= viewport.height, `${lang}: the board is on the screen`);
      await title.getByRole('button', { name: words[lang][2] }).click();
      await cy.page.locator('dialog .rules li').first().waitFor();
      // The rules are read from their beginning, and the way out is in sight.
      await cy.page.waitForFunction(() => !document.querySelector('dialog .sheet-small') || document.querySelector('dialog .sheet-small svg'));
      const seen = await cy.page.evaluate(() => { const [h, b] = ['dialog h2', 'dialog .answers button'].map((name) => document.querySelector(name).getBoundingClientRect()); return h.top > 0 && b.bottom < innerHeight; });
      assert.ok(seen, `${lang}: heading and button of the rules are in sight`);
      if (n === 1) assert.deepEqual(await barriers(cy.page), []);
      await goodbye(cy);
    }
    await goodbye(ada, bo);
  }
});

test('in a room a stone that cannot be placed says why, at the place and in the reader’s language', async () => {
  const { path, seat } = await roomBySecond(server.address, { opening: 'plain' }, { stones: { game: 'hex', options: [['size', '5'], ['swap', 'no']] } });
  const [ada, bo] = [await visit(browser, server.address + seat), await someone()];
  await joinRoom(bo.page, server.address + path, 'Bo');
  const place = (page, name) => page.locator(`.site[aria-label^="${name}, "]`);
  for (const [page, name] of [[ada.page, 'b2'], [bo.page, 'c3']]) {
    await page.locator('.site.open').first().waitFor();
    await place(page, name).click({ force: true });
  }
  await made(ada.page, 2);
  const words = { en: 'a stone stands on c3 already', de: 'auf c3 liegt schon ein Stein', fr: 'il y a déjà une pierre en c3', cs: 'na c3 už kámen stojí' };
  for (const [n, lang] of Object.keys(words).entries()) {
    const touch = n % 2 === 1;
    const { page, errors, context } = await visit(browser, server.address + seat, { locale: lang, ...(touch ? { viewport: phone, hasTouch: true, isMobile: true } : {}) });
    await page.locator('.site.open').first().waitFor();
    const cell = await place(page, 'c3').boundingBox();
    const middle = { x: cell.x + cell.width / 2, y: cell.y + cell.height / 2 };
    if (touch) await page.touchscreen.tap(middle.x, middle.y);
    else await page.mouse.click(middle.x, middle.y);
    await page.locator('.board-note').filter({ hasText: words[lang] }).waitFor();
    const ring = await page.locator('.mark-closed').boundingBox();
    assert.ok(Math.hypot(ring.x + ring.width / 2 - middle.x, ring.y + ring.height / 2 - middle.y) < 2, `${lang}: the ring is round the place`);
    assert.equal(await page.locator('#announce').textContent(), words[lang]);
    await page.locator('.mark-closed').waitFor({ state: 'detached' });
    assert.deepEqual(ownErrors(errors), []);
    await context.close();
  }
  assert.equal((await written(bo.page)).length, 2);
  await goodbye(ada, bo);
});
