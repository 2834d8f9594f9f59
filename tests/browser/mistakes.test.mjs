// Whatever the engine refuses is said in the reader’s language.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { visit } from './harness.mjs';
import { browser, server } from './started.mjs';

const crates = join(dirname(fileURLToPath(import.meta.url)), '../../crates');
const app = join(crates, 'web/page/app');
const LOCALES = { cs: 'cs-CZ', de: 'de-DE', fr: 'fr-FR' };
const sentences = Object.fromEntries(await Promise.all(Object.keys(LOCALES).map(async (name) => [name, (await import(join(app, 'mistakes', `${name}.js`))).default])));
const strings = Object.fromEntries(await Promise.all(['en', ...Object.keys(LOCALES)].map(async (name) => [name, (await import(join(app, 'strings', `${name}.js`))).default])));

/** The names of an enumeration that have no value of their own, as the source has them. */
function variants(file, name) {
  const [, body] = readFileSync(join(crates, file), 'utf8').match(new RegExp(`pub enum ${name} \\{([^]*?)\\n\\}`)) ?? assert.fail(`${name} is not in ${file}`);
  return [...body.matchAll(/^ {4}([A-Z]\w*),$/gm)].map(([, each]) => each);
}

test('there is a sentence for every kind of mistake, in every language', () => {
  const said = readFileSync(join(crates, 'web/src/said.rs'), 'utf8') + readFileSync(join(crates, 'web/src/thinking.rs'), 'utf8');
  const written = [...said.matchAll(/\bsay\(\s*"([\w.]+)"/g)].map(([, kind]) => kind);
  assert.ok(written.length > 60, `${written.length} kinds`);
  const lists = [['noPicture', 'sprouts/src/position.rs', 'NoPicture'], ['notation', 'sprouts/src/wgosa.rs', 'Expected'], ['thing', 'connection/src/language/mistake.rs', 'Thing'], ['forbidden', 'connection/src/refusal.rs', 'Forbidden'], ['table', 'table/src/message.rs', 'Refused'], ['room', 'rooms/src/room.rs', 'Refusal'], ['unsolved', 'connection/src/solving.rs', 'Unsolved'], ['rare', 'connection/src/language/mistake.rs', 'Rare']];
  const named = lists.flatMap(([list, file, name]) => {
    const found = variants(file, name);
    assert.ok(found.length >= 4, `${name} has ${found}`);
    return found.map((each) => `${list}.${each}`);
  });
  // A line that cannot be drawn has its words among those of the board.
  const kinds = new Set([...written, ...named].filter((kind) => kind !== 'stroke'));
  for (const [language, file] of Object.entries(sentences)) {
    assert.deepEqual(Object.keys(file).toSorted(), [...kinds].toSorted(), language);
    for (const [kind, sentence] of Object.entries(file)) {
      assert.equal(typeof sentence, typeof sentences.cs[kind], `${language}: ${kind}`);
      assert.equal(sentence.length > 0 && typeof sentence === 'function' ? sentence.length : 0, typeof sentences.cs[kind] === 'function' ? sentences.cs[kind].length : 0, `${language}: ${kind}`);
    }
  }
});

/** Texts that are refused, and a word that the reason must hold in each language. */
const POSITIONS = [
  ['0*', { cs: 'počet osamělých bodů', de: 'Zahl der einzelnen Punkte', fr: 'nombre de points isolés' }],
  ['0.3', { cs: 'stupně 3', de: 'Grad 3', fr: 'degré 3' }],
  ['0..0', { cs: 'sloupec 3', de: 'Spalte 3', fr: 'colonne 3' }],
  ['0 0', { cs: 'mezera', de: 'Leerzeichen', fr: 'espace' }],
  ['0?', { cs: '„?“', de: '„?“', fr: '« ? »' }],
  ['0*99', { cs: 'příliš velká', de: 'zu groß', fr: 'trop grande' }],
  ['AB.AB', { cs: 'bez tečky', de: 'zwei Rändern', fr: 'deux bords' }],
  ['3+ 1(4)9', { cs: 'bod 9 není', de: 'Punkt 9 gibt es nicht', fr: 'pas de point 9' }],
  ['3+ 1(5)2', { cs: 'číslo 4, ne 5', de: 'Nummer 4, nicht 5', fr: 'numéro 4, pas 5' }],
  ['3+ 1(4', { cs: ') za číslem', de: ') nach der Nummer', fr: ') après le numéro' }],
  ['2+ 1(3)1 1(4)1', { cs: 'smyčka potřebuje dva', de: 'Schleife braucht zwei', fr: 'boucle en veut deux' }],
  ['1(4)2', { cs: '+ (normálně)', de: '+ (normal)', fr: '+ (normal)' }],
  ['m1xyz', { cs: 'mapy', de: 'Karte', fr: 'carte' }],
  ['{"start":', { cs: 'není uložená hra', de: 'kein gespeichertes Spiel', fr: 'pas une partie enregistrée' }],
  ['{"start":{"spots":99},"ending":"normal","record":{"starter":"host","moves":[]}}', { cs: '1 až 40', de: '1 bis 40', fr: '1 à 40' }],
];

/** English words that no sentence of another language has; what stands in quotes is quoted. */
function english(words) {
  const bare = words.replace(/„[^“]*“|«[^»]*»|"[^"]*"/g, '');
  return bare.match(/\b(undefined|null|the|there|is|are|expected|found|this|that|which|spot|spots|move|moves|cannot|column|line|must|needs|has)\b/gi) ?? [];
}

for (const [language, locale] of Object.entries(LOCALES)) {
  const t = strings[language];

  test(`positions, records and maps are refused in ${language}`, async () => {
    const { page, errors, context } = await visit(browser, `${server.address}/analyse`, { locale });
    await page.locator('.spot').first().waitFor();
    await page.getByText(t.analyse.paste, { exact: true }).click();
    const said = page.locator('details p[role=status]').filter({ hasText: t.analyse.cannotRead });
    for (const [text, words] of POSITIONS) {
      await page.locator('#import').fill(text);
      await page.locator('#read').click();
      await said.filter({ hasText: words[language] }).waitFor().catch(async () => assert.fail(`${text}: ${await page.locator('details p[role=status]').allTextContents()}`));
      assert.deepEqual(english(await said.textContent()), [], `${text}: ${await said.textContent()}`);
    }
    // A game in a link is refused on its page.
    await page.goto(`${server.address}/review#${new URLSearchParams({ game: '3+ 1(4)7' })}`);
    await page.locator('p[role=status]').filter({ hasText: { cs: 'bod 7 není', de: 'Punkt 7', fr: 'point 7' }[language] }).waitFor();
    // A position that is well formed and has no picture says so.
    await page.goto(`${server.address}/analyse#${new URLSearchParams({ game: 'ABCD|ACBD' })}`);
    const none = page.locator('.card p.soft').filter({ hasText: t.analyse.noPicture });
    await none.waitFor();
    assert.match(await none.textContent(), /ABCD/);
    assert.deepEqual(english(await none.textContent()), []);
    assert.deepEqual(errors, []);
    await context.close();
  });

  test(`mistakes in descriptions are said in ${language}`, async () => {
    const { page, errors, context } = await visit(browser, `${server.address}/workshop`, { locale });
    const said = page.locator('.workshop p[role=status]');
    const good = 'game g "G"\nboard hexagon 5\nmove place own\nend full: draw\n';
    await page.locator('#description').fill(good);
    await said.filter({ hasText: t.workshop.fine('G') }).waitFor();
    const cases = [
      ['', '1', 'game my-game'], ['game g "G\n', '1', ''], [good.replace('board', 'bord'), '2', 'board'], [good.replace('hexagon', 'hexagn'), '2', 'hexagon'], [good.replace('5', '0'), '2', '0'],
      [good.replace('5', 'size'), '2', 'size'], [good.replace('end full: draw\n', ''), '', 'end full'], [good.replace('full', 'connect all sides'), '4', 'sides'], [good.replace('"G"', '“G”'), '1', '“'], [`${good}start 1 at tpo\n`, '5', 'tpo'], [`${good}need & 3\n`, '5', '&'],
    ];
    let before = await said.textContent();
    for (const [text, line, word] of cases) {
      await page.locator('#description').fill(text);
      await page.waitForFunction((old) => document.querySelector('.workshop p[role=status]').textContent !== old, before);
      before = await said.textContent();
      assert.deepEqual(english(before), [], before);
      assert.ok(before.includes(word) && before.includes(line), `${text}: ${before}`);
      assert.ok(before.startsWith(t.workshop.mistake(1, 1, '').split(' ')[0]), before);
    }
    // Those that few people make, with values and without.
    const rare = [['players 3\nswap\n', '6', 'swap'], ['start 1 at {0,0}\nstart 1 at {e5}\n', '6', 'e5'], ['end line 1: draw\n', '5', '1'], ['option x 5 from 6 to 7\n', '5', '7'], ['sites outer = {0,0}\n', '5', 'outer'], ['turn up to 2 moves\nmove pass\n', '5', 'turn up to'], ['end moves / 2 = 3: draw\n', '5', ''], ['end best score: draw\n', '5', ''], ['end full: best score\n', '5', 'best score']];
    for (const [text, line, word] of rare) {
      await page.locator('#description').fill(good + text);
      await page.waitForFunction((old) => document.querySelector('.workshop p[role=status]').textContent !== old, before);
      before = await said.textContent();
      assert.deepEqual(english(before.replace(/\(anglicky\)|\(auf Englisch\)|\(en anglais\)/, 'this is English')), [], before);
      assert.ok(before.includes(word) && before.includes(line), `${text}: ${before}`);
    }
    assert.deepEqual(errors, []);
    await context.close();
  });

  test(`saved games and rooms are refused in ${language}`, async () => {
    const { page, errors, context } = await visit(browser, `${server.address}/connection/hex?size=5&opponent=person`, { locale });
    await page.locator('.site').first().waitFor();
    await page.getByText(t.analyse.out, { exact: true }).click();
    const hex = (moves) => JSON.stringify({ game: 'hex', options: [['size', '5']], record: { starter: 'host', moves } });
    const cases = [
      ['{', { cs: 'není uložená hra', de: 'kein gespeichertes Spiel', fr: 'pas une partie enregistrée' }],
      [hex(['0,0', '0,0']), { cs: 'na a1 už kámen stojí', de: 'auf a1 liegt schon', fr: 'déjà une pierre en a1' }],
      [hex(['0,0', '1,1', 'swap']), { cs: 'místo prvního tahu', de: 'statt des ersten Zugs', fr: 'du premier coup' }],
      [hex(['zz']), { cs: 'není tah', de: 'kein Zug', fr: 'pas un coup' }],
      ['(;GM[11]SZ[5];B[z9])', { cs: 'není tah této hry', de: 'kein Zug dieses Spiels', fr: 'pas un coup de ce jeu' }],
      ['(;GM[11]SZ[5];B[a1', { cs: 'není SGF', de: 'kein SGF', fr: 'pas du SGF' }],
      ['(;GM[1]SZ[9];B[aa])', { cs: t.connection.otherGame, de: t.connection.otherGame, fr: t.connection.otherGame }],
    ];
    for (const [text, words] of cases) {
      await page.getByLabel(t.connection.importLabel).fill(text);
      await page.getByRole('button', { name: t.analyse.read, exact: true }).click();
      const toast = page.locator('.toast').filter({ hasText: words[language] });
      await toast.waitFor().catch(async () => assert.fail(`${text}: ${await page.locator('.toast').allTextContents()}`));
      assert.deepEqual(english(await toast.textContent()), [], text);
    }
    // A game that is not there, by an address that somebody mistyped.
    await page.goto(`${server.address}/connection/hexx`);
    await page.getByRole('heading', { name: t.connection.cannot }).waitFor();
    assert.deepEqual(english(await page.locator('.card').textContent()), []);
    // A room that the server would not open.
    await page.goto(`${server.address}/friends`);
    await page.locator('#name').fill('A\u200bB');
    await page.locator('#open').click();
    await page.getByText(t.friends.openFailed(sentences[language]['name.character'])).waitFor();
    await page.goto(`${server.address}/g/aaaaaaaaaaaa`);
    await page.getByText(t.friends.gone.nosuchroom).waitFor();
    assert.deepEqual(errors.filter((error) => !error.includes('404')), []);
    await context.close();
  });
}

test('in English, too, a text that is no saved game is refused in words for people, with its line and column', async () => {
  const { page, errors, context } = await visit(browser, `${server.address}/connection/hex?size=5&opponent=person`, { locale: 'en' });
  await page.locator('.site').first().waitFor();
  await page.getByText('Take it with you', { exact: true }).click();
  // Cut short, with a comma too many, and well formed without being a game.
  for (const [text, line, column] of [['{\n"game": "hex",', 2, 14], ['{"game": "hex",}', 1, 16], ['{"a": 1}', 1, 8]]) {
    await page.getByLabel('Paste a saved game of this kind').fill(text);
    await page.getByRole('button', { name: 'Read', exact: true }).click();
    const toast = page.locator('.toast').filter({ hasText: `line ${line}, column ${column}` });
    await toast.waitFor().catch(async () => assert.fail(`${text}: ${await page.locator('.toast').allTextContents()}`));
    assert.match(await toast.textContent(), /no saved game/);
    assert.doesNotMatch(await toast.textContent(), /EOF|expected|trailing|missing field|parsing|`/);
  }
  assert.deepEqual(errors, []);
  await context.close();
});
