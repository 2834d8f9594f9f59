// Every language says everything that English says, and nothing overflows a phone.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { bow, fingerDrag, spotAt } from './hands.mjs';
import { desktop, phone, visit } from './harness.mjs';
import { browser, server } from './started.mjs';

const app = join(dirname(fileURLToPath(import.meta.url)), '../../crates/web/page/app');
const LANGUAGES = readdirSync(join(app, 'strings')).map((name) => name.replace('.js', ''));
const strings = Object.fromEntries(await Promise.all(LANGUAGES.map(async (name) => [name, (await import(join(app, 'strings', `${name}.js`))).default])));

/** Where two trees of strings differ in shape. Texts that only some languages need are named here. */
function missing(wanted, found, path = '') {
  if (path === '.connection.abouts') return [];
  if (typeof wanted !== typeof found || Array.isArray(wanted) !== Array.isArray(found)) return [`${path} is ${typeof found}`];
  if (typeof wanted === 'function') return wanted.length === found.length ? [] : [`${path} takes ${found.length} and not ${wanted.length}`];
  if (typeof wanted === 'string') return (wanted === '') === (found.trim() === '') ? [] : [`${path} is empty`];
  const keys = new Set([...Object.keys(wanted), ...Object.keys(found)]);
  return [...keys].flatMap((key) => (key in wanted && key in found ? missing(wanted[key], found[key], `${path}.${key}`) : [`${path}.${key} is missing`]));
}

test('there are four languages, and none lacks a string', () => {
  assert.deepEqual(LANGUAGES.toSorted(), ['cs', 'de', 'en', 'fr']);
  for (const name of LANGUAGES) assert.deepEqual(missing(strings.en, strings[name]), [], name);
  const games = readdirSync(join(app, '../../../connection/games')).map((name) => name.replace('.game', ''));
  for (const name of ['cs', 'de', 'fr']) assert.deepEqual(Object.keys(strings[name].connection.abouts).toSorted(), games.toSorted(), name);
});

test('rules name no colour that the stones on the page do not have', () => {
  for (const name of LANGUAGES) {
    const { abouts, rulesOf } = strings[name].connection;
    const said = [...Object.entries(abouts), ...Object.entries(rulesOf)].filter(([, words]) => /\b(black|white|schwarz\w*|noire?s?|blanc\w*)\b|weiß|čern|bíl[ýáéo]/i.test([words].flat().join(' ')));
    assert.deepEqual(said.map(([game]) => game), [], name);
  }
});

test('where an option changes what counts, the rules in words change with it', () => {
  const folder = join(app, '../../../connection/games');
  const counts = /^(score|tie|end|need|move|capture|turn)\b/;
  let changing = 0;
  for (const file of readdirSync(folder)) {
    const text = readFileSync(join(folder, file), 'utf8');
    const options = [...text.matchAll(/^option (\w+) (\w+) (?:or|from)(?: \w+ to)? (\w+)/gm)].map(([, option, ...values]) => ({ option, values }));
    const defaults = Object.fromEntries(options.map(({ option, values }) => [option, values[0]]));
    for (const { option, values } of options) {
      const says = text.split('\n').map((line) => ({ when: line.match(/^when (\w+) is/)?.[1], rule: line.replace(/^when [^:]*: /, '') }));
      // How many play changes no sentence.
      if (option === 'players' || !says.some(({ when, rule }) => counts.test(rule) && (when === option || new RegExp(`\\b${option}\\b`).test(rule)))) continue;
      changing++;
      for (const name of LANGUAGES) {
        const rules = strings[name].connection.rulesOf[file.replace('.game', '')];
        const said = values.map((value) => JSON.stringify(typeof rules === 'function' ? rules({ ...defaults, [option]: value }) : rules));
        assert.notEqual(said[0], said[1], `${name}: ${file} ${option}`);
      }
    }
  }
  assert.ok(changing > 6, `${changing} options`);
});

test('every string that the page asks for is there', () => {
  const files = readdirSync(app, { recursive: true }).filter((name) => name.endsWith('.js') && !name.startsWith('strings'));
  for (const file of files) {
    for (const [whole, path] of readFileSync(join(app, file), 'utf8').matchAll(/\bt((?:\.[a-zA-Z]+)+)/g)) {
      const steps = path.slice(1).split('.');
      let here = strings.en;
      for (const step of steps) {
        if (here === null || typeof here !== 'object' || Array.isArray(here)) break;
        assert.ok(step in here, `${file}: ${whole}`);
        here = here[step];
      }
    }
  }
});

test('plurals follow each language', () => {
  assert.deepEqual([1, 2, 5].map((n) => strings.cs.game.lives(n)), ['1 život zbývá', '2 životy zbývají', '5 životů zbývá']);
  assert.deepEqual([0, 1, 2].map((n) => strings.fr.game.moves(n)), ['0 coup joué', '1 coup joué', '2 coups joués']);
  assert.deepEqual([1, 2].map((n) => strings.de.game.moves(n)), ['1 Zug gemacht', '2 Züge gemacht']);
  assert.deepEqual([0, 1, 2].map((n) => strings.fr.campaign.done(n, 160)), ['0 image gagnée sur 160.', '1 image gagnée sur 160.', '2 images gagnées sur 160.']);
  assert.deepEqual([1, 2].map((n) => strings.fr.puzzles.solvedOf(n, 20)), ['1 résolue sur 20', '2 résolues sur 20']);
  assert.deepEqual([1, 2].map((n) => strings.fr.analyse.unknown(n, 9).split('.')[0]), ['1 coup sur 9 est encore ouvert', '2 coups sur 9 sont encore ouverts']);
  assert.deepEqual([1, 2].map((n) => strings.de.analyse.unknown(n, 9).split('.')[0]), ['1 von 9 Zügen ist noch offen', '2 von 9 Zügen sind noch offen']);
  assert.deepEqual([1, 2].map((n) => strings.en.analyse.unknown(n, 9).split('.')[0]), ['1 of 9 moves is not decided yet', '2 of 9 moves are not decided yet']);
});

test('where no game has names for the players, the sentence about a position is still one', () => {
  const said = LANGUAGES.map((name) => strings[name].analyse.loses(strings[name].analyse.mover));
  assert.deepEqual(said, ['Hráč na tahu proti nejlepší hře prohrává.', 'Der Spieler am Zug verliert gegen bestes Spiel.', 'The player to move loses against best play.', 'Le joueur au trait perd contre le meilleur jeu.']);
});

const PLACES = ['/', '/play', '/game?spots=3&opponent=person&n=lang', '/games', '/campaign', '/campaign/1', '/maps', '/learn/4', '/analyse', '/connection', '/connection/hex?size=5', '/settings', '/guide', '/about', '/review', `/review#game=${encodeURIComponent('2+ 1(3)2 1(4)2')}`, '/workshop', '/puzzles', '/puzzles/2', '/friends', '/g/aaaaaaaaaaaa'];

for (const locale of ['cs-CZ', 'de-DE', 'fr-FR']) {
  test(`the browser’s own language is spoken: ${locale}, and nothing overflows a phone`, async () => {
    const language = locale.slice(0, 2);
    const { page, errors, context } = await visit(browser, server.address, { viewport: phone, hasTouch: true, isMobile: true, locale });
    await page.getByRole('heading', { name: strings[language].home.title }).waitFor();
    assert.equal(await page.evaluate(() => document.documentElement.lang), language);
    const wide = [];
    for (const path of PLACES) {
      await page.goto(server.address + path);
      await page.locator('main h1, main .board').first().waitFor().catch(() => assert.fail(`${path} shows nothing`));
      await page.waitForTimeout(200);
      const found = await page.evaluate(() => {
        const cut = [...document.querySelectorAll('button, .tool span, .choice span, h1, h2, label, .player b, .caption b')].filter((each) => each.offsetParent && (each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).overflow !== 'visible' || each.getBoundingClientRect().right > innerWidth + 1) && !each.closest('.doors, .moves ol'));
        return { over: document.documentElement.scrollWidth - innerWidth, cut: cut.map((each) => each.textContent.slice(0, 40)) };
      });
      // No line begins with a French colon.
      if (language === 'fr') found.cut.push(...await page.evaluate(() => (document.querySelectorAll('main code, main pre').forEach((code) => (code.hidden = true)), [...document.querySelector('main').innerText.matchAll(/.{0,12} [;:?!»]|« .{0,12}|.{0,12}[^\s\u00a0][:?!;]\s/g)].map(([words]) => words))));
      if (found.over > 0 || found.cut.length) wide.push(`${path}: ${found.over} ${found.cut.join(' | ')}`);
    }
    assert.deepEqual(wide, []);
    assert.deepEqual(errors, []);
    await context.close();
  });
}

test('another language is chosen in the settings and stays', async () => {
  const { page, errors, context } = await visit(browser, `${server.address}/settings`);
  await page.getByLabel('Čeština').check({ force: true });
  await page.getByRole('heading', { name: 'Nastavení' }).waitFor();
  await page.goto(server.address);
  await page.getByRole('heading', { name: strings.cs.home.title }).waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'cs');
  assert.deepEqual(errors, []);
  await context.close();
});

for (const locale of ['en', 'cs', 'de', 'fr']) {
  test(`on a small phone the words and buttons under the board move nothing: ${locale}`, async () => {
    const { page, errors, context } = await visit(browser, `${server.address}/game?spots=2&opponent=person&n=small`, { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true, locale });
    await page.locator('.board.can-draw').waitFor();
    const top = () => page.locator('.tools').evaluate((element) => element.getBoundingClientRect().top);
    const before = await top();
    await fingerDrag(page, bow(await spotAt(page, 0), await spotAt(page, 1), 0.1));
    await page.locator('.board-note .button.main').waitFor();
    assert.equal(await top(), before);
    assert.deepEqual(errors, []);
    await context.close();
  });
}

for (const locale of ['en', 'cs', 'de', 'fr']) {
  test(`every door of the start page is seen on a desk without scrolling, whatever its size: ${locale}`, async () => {
    const { page, errors, context } = await visit(browser, server.address, { viewport: desktop, locale });
    await page.locator('.spot').first().waitFor();
    for (const viewport of [desktop, { width: 1440, height: 900 }, { width: 1920, height: 1011 }, { width: 1920, height: 1080 }, { width: 1920, height: 1150 }, { width: 2560, height: 1300 }, { width: 2560, height: 1440 }]) {
      await page.setViewportSize(viewport);
      const { bottoms, end } = await page.evaluate(() => ({ bottoms: [...document.querySelectorAll('.door')].map((door) => door.getBoundingClientRect().bottom), end: document.querySelector('.side').getBoundingClientRect().bottom }));
      assert.equal(bottoms.length, 9);
      assert.ok(Math.max(...bottoms) <= Math.min(end, viewport.height), `${JSON.stringify(viewport)}: ${Math.max(...bottoms)} of ${end}`);
    }
    // Words keep in step with a large board.
    assert.ok(await page.evaluate(() => parseFloat(getComputedStyle(document.body).fontSize)) > 20);
    assert.deepEqual(errors, []);
    await context.close();
  });

  test(`what a form asks is named in the reader’s language: ${locale}`, async () => {
    const { page, errors, context } = await visit(browser, `${server.address}/connection/hex?size=5&seats=person,person`, { locale });
    await page.locator('.site').first().waitFor();
    await page.locator('summary').filter({ hasText: strings[locale].connection.options }).click();
    assert.equal(await page.getByRole('slider', { name: strings[locale].connection.optionNames.size, exact: true }).count(), 1);
    assert.deepEqual(errors, []);
    await context.close();
  });
}
