// Makes QR codes of links: bytes, error correction of level M, versions 1 to 10, as ISO/IEC 18004 describes them. Knows no page.

/** For each version: codewords of correction in a block, and the data of every block. */
const BLOCKS = [
  [10, [16]], [16, [28]], [26, [44]], [18, [32, 32]], [24, [43, 43]], [16, [27, 27, 27, 27]], [18, [31, 31, 31, 31]],
  [22, [38, 38, 39, 39]], [22, [36, 36, 36, 37, 37]], [26, [43, 43, 43, 43, 44]],
];
/** For each version: the rows and columns in which alignment patterns stand. */
const ALIGNED = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]];
const MASKS = [
  (x, y) => (x + y) % 2 === 0, (x, y) => y % 2 === 0, (x) => x % 3 === 0, (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0, (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0, (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

// Powers and logarithms in the field of 256 elements.
const POWER = [];
const LOG = [];
for (let i = 0, value = 1; i < 255; i++) {
  POWER[i] = value;
  LOG[value] = i;
  value = (value << 1) ^ (value & 128 ? 0x11d : 0);
}
const times = (a, b) => (a && b ? POWER[(LOG[a] + LOG[b]) % 255] : 0);

/** The remainder of Reed and Solomon: so many codewords of correction for a block of data. */
function correction(data, count) {
  let generator = [1];
  for (let i = 0; i < count; i++) {
    const next = [...generator, 0];
    generator.forEach((factor, k) => (next[k + 1] ^= times(factor, POWER[i])));
    generator = next;
  }
  const rest = [...data, ...Array(count).fill(0)];
  for (let i = 0; i < data.length; i++) {
    const lead = rest[i];
    if (lead) generator.forEach((factor, k) => (rest[i + k] ^= times(factor, lead)));
  }
  return rest.slice(data.length);
}

/** All codewords of a text in the order in which they are placed. */
function codewords(bytes, version) {
  const [count, sizes] = BLOCKS[version - 1];
  const room = sizes.reduce((sum, size) => sum + size, 0);
  const bits = [];
  const put = (value, length) => {
    for (let i = length - 1; i >= 0; i--) bits.push((value >> i) & 1);
  };
  put(4, 4);
  put(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) put(byte, 8);
  put(0, Math.min(4, room * 8 - bits.length));
  while (bits.length % 8) bits.push(0);
  const data = [];
  for (let i = 0; i < bits.length; i += 8) data.push(bits.slice(i, i + 8).reduce((sum, bit) => sum * 2 + bit, 0));
  for (let pad = 0xec; data.length < room; pad ^= 0xec ^ 0x11) data.push(pad);
  let from = 0;
  const blocks = sizes.map((size) => data.slice(from, (from += size)));
  const corrections = blocks.map((block) => correction(block, count));
  const mixed = (lists) => Array.from({ length: Math.max(...lists.map((list) => list.length)) }, (_, i) => lists.filter((list) => i < list.length).map((list) => list[i])).flat();
  return [...mixed(blocks), ...mixed(corrections)];
}

/** A number with the remainder that guards it, for the words about format and version. */
function guarded(value, generator, length) {
  let rest = value << length;
  for (let bit = 31 - Math.clz32(rest); bit >= length; bit = rest ? 31 - Math.clz32(rest) : -1) rest ^= generator << (bit - length);
  return (value << length) | rest;
}

class Grid {
  constructor(version) {
    this.size = 17 + 4 * version;
    this.dark = Array.from({ length: this.size }, () => Array(this.size).fill(false));
    this.fixed = Array.from({ length: this.size }, () => Array(this.size).fill(false));
    this.furnish(version);
  }

  fix(x, y, dark) {
    if (x < 0 || y < 0 || x >= this.size || y >= this.size) return;
    this.dark[y][x] = Boolean(dark);
    this.fixed[y][x] = true;
  }

  /** Everything that is the same for every text: finders, alignment, timing, and the words about the version. */
  furnish(version) {
    const { size } = this;
    const square = (cx, cy, rings, far) => {
      for (let dy = -far; dy <= far; dy++) for (let dx = -far; dx <= far; dx++) this.fix(cx + dx, cy + dy, rings.includes(Math.max(Math.abs(dx), Math.abs(dy))));
    };
    for (let i = 0; i < size; i++) {
      this.fix(i, 6, i % 2 === 0);
      this.fix(6, i, i % 2 === 0);
    }
    for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]]) square(x, y, [0, 1, 3], 4);
    const places = ALIGNED[version - 1];
    const last = places.length - 1;
    places.forEach((x, i) => places.forEach((y, j) => {
      if ((i === 0 && (j === 0 || j === last)) || (i === last && j === 0)) return;
      square(x, y, [0, 2], 2);
    }));
    this.tellMask(0);
    if (version < 7) return;
    const word = guarded(version, 0x1f25, 12);
    for (let i = 0; i < 18; i++) {
      this.fix(size - 11 + (i % 3), Math.floor(i / 3), (word >> i) & 1);
      this.fix(Math.floor(i / 3), size - 11 + (i % 3), (word >> i) & 1);
    }
  }

  /** Level M is written as 0, so the mask is all that the word about the format says. */
  tellMask(mask) {
    const { size } = this;
    const word = guarded(mask, 0x537, 10) ^ 0x5412;
    const bit = (i) => (word >> i) & 1;
    for (let i = 0; i < 15; i++) {
      const [x, y] = i < 6 ? [8, i] : i === 6 ? [8, 7] : i === 7 ? [8, 8] : i === 8 ? [7, 8] : [14 - i, 8];
      this.fix(x, y, bit(i));
      if (i < 8) this.fix(size - 1 - i, 8, bit(i));
      else this.fix(8, size - 15 + i, bit(i));
    }
    this.fix(8, size - 8, true);
  }

  /** Lays the codewords in columns of two, up and down from the right. */
  fill(words) {
    const { size } = this;
    let bit = 0;
    for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
      if (right === 6) right = 5;
      for (let step = 0; step < size; step++) {
        const y = up ? size - 1 - step : step;
        for (const x of [right, right - 1]) {
          if (this.fixed[y][x]) continue;
          this.dark[y][x] = bit < words.length * 8 && Boolean((words[bit >> 3] >> (7 - (bit & 7))) & 1);
          bit++;
        }
      }
    }
  }

  masked(mask) {
    this.tellMask(mask);
    return this.dark.map((row, y) => row.map((dark, x) => (this.fixed[y][x] ? dark : dark !== MASKS[mask](x, y))));
  }
}

/** How hard a code is to read: long runs, blocks, rows that look like a finder, too much of one colour. */
function penalty(rows) {
  const size = rows.length;
  const columns = rows.map((_, x) => rows.map((row) => row[x]));
  let sum = 0;
  for (const line of [...rows, ...columns]) {
    let run = 1;
    for (let i = 1; i <= size; i++) {
      if (i < size && line[i] === line[i - 1]) run++;
      else {
        if (run >= 5) sum += run - 2;
        run = 1;
      }
    }
    const text = line.map(Number).join('');
    for (const finder of ['10111010000', '00001011101']) for (let at = text.indexOf(finder); at >= 0; at = text.indexOf(finder, at + 1)) sum += 40;
  }
  for (let y = 1; y < size; y++) for (let x = 1; x < size; x++) if (rows[y][x] === rows[y][x - 1] && rows[y][x] === rows[y - 1][x] && rows[y][x] === rows[y - 1][x - 1]) sum += 3;
  const dark = rows.flat().filter(Boolean).length / size ** 2;
  return sum + Math.floor(Math.abs(dark - 0.5) * 20) * 10;
}

/** The code of a text as rows of booleans, true where it is dark; null when the text is too long. */
export function qr(text) {
  const bytes = new TextEncoder().encode(text);
  const fits = BLOCKS.findIndex(([, sizes], i) => bytes.length + (i < 9 ? 2 : 3) <= sizes.reduce((sum, size) => sum + size, 0));
  if (fits < 0) return null;
  const grid = new Grid(fits + 1);
  grid.fill(codewords(bytes, fits + 1));
  return MASKS.map((_, mask) => grid.masked(mask)).reduce((best, rows) => (penalty(rows) < penalty(best) ? rows : best));
}
