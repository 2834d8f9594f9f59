// The codes of links, read by somebody else's reader: every version, from its shortest text to its longest.
import assert from 'node:assert/strict';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import reader from 'jsqr';

const { qr } = await import(join(dirname(fileURLToPath(import.meta.url)), '../../crates/web/page/app/qr.js'));
const read = reader.default ?? reader;

/** What a reader sees in a photograph of the code: modules of three pixels with a quiet zone around them. */
function scan(rows) {
  const [quiet, size] = [4, 3];
  const side = (rows.length + 2 * quiet) * size;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  rows.forEach((row, y) => row.forEach((dark, x) => {
    for (let i = 0; dark && i < size * size; i++) pixels.fill(0, ...[0, 3].map((end) => (((y + quiet) * size + Math.floor(i / size)) * side + (x + quiet) * size + (i % size)) * 4 + end));
  }));
  return read(pixels, side, side)?.data;
}

test('every link that fits is read as it was written', () => {
  const letters = 'https://rhizome.example/g/#seat=-_09AZaz';
  const longest = [14, 26, 42, 62, 84, 106, 122, 152, 180, 213];
  longest.forEach((most, version) => {
    for (const length of [(longest[version - 1] ?? 0) + 1, most]) {
      const text = Array.from({ length }, (_, i) => letters[(i * 7 + length) % letters.length]).join('');
      assert.equal(qr(text).length, 21 + 4 * version);
      assert.equal(scan(qr(text)), text, `${length} characters`);
    }
  });
  assert.equal(scan(qr('Zo\u00eb \ud83c\udf31')), 'Zo\u00eb \ud83c\udf31', 'letters of more than one byte');
  assert.equal(qr('x'.repeat(214)), null, 'a longer one has no code');
});
