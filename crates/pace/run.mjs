// Builds `pace` natively and for WebAssembly (as the page is built), runs both, and prints a table.
//   node crates/pace/run.mjs drawing|solving|perfect|stones
//   node crates/pace/run.mjs perfect 3             levels 3, 13, 23 … of the campaign, in WebAssembly alone: with 1 to 10 all of them
//   node crates/pace/run.mjs counts [NATIVE]      what has to be equal, not timed, as debug builds of the page are compiled: a test, which
//                                                  says where the native program is
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What solving may cost in WebAssembly, in times of the native processor time, over all positions together. */
const RATIO_MAX = 2.5;
/** How long 99 of 100 answers of Perfect may take in WebAssembly. */
const ANSWER_MS_MAX = 1000;
/** How many more pairs of hashes than by chance, or fewer, may share a place. */
const CROWDING = 0.2;

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const target = process.env.CARGO_TARGET_DIR ?? join(root, 'target');
const [, , name, option] = process.argv;
if (!['drawing', 'solving', 'perfect', 'stones', 'counts'].includes(name)) throw new Error('say what to run: drawing, solving, perfect, stones or counts');
// A tenth that there is not would say nothing, and look like one without a guess.
if (name === 'perfect' && option && !/^([1-9]|10)$/.test(option)) throw new Error('the tenths of the campaign are 1 to 10');
const timed = name !== 'counts';
const part = timed && option ? `${name} ${option}` : name;

// The page's own folder: what the page is made of is compiled there already.
const page = join(target, 'page');
const profile = timed ? 'page' : 'page-dev';
const cargo = (...args) => execFileSync('cargo', ['build', '--quiet', '--package', 'pace', ...args], { cwd: root, stdio: 'inherit' });
const given = timed ? undefined : option;
const program = given ?? join(target, timed ? 'release/pace' : 'debug/pace');
if (!given && part === name) cargo(...(timed ? ['--release'] : []));
// Together with the page, so that both want the same features of what they share, and it is compiled once.
cargo('--package', 'web', '--profile', profile, '--target', 'wasm32-unknown-unknown', '--target-dir', page);

function native() {
  const said = execFileSync(program, part.split(' '), { encoding: 'utf8' });
  return new Map(said.trim().split('\n').map((line) => line.split('\t')).map(([what, value]) => [what, Number(value)]));
}

async function webAssembly() {
  const found = new Map();
  let memory;
  const text = (start, length) => new TextDecoder().decode(new Uint8Array(memory.buffer, start, length));
  const host = {
    clock: () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1000;
    },
    report: (start, length, value) => found.set(text(start, length), value),
    wants: (start, length) => Number(text(start, length) === part),
  };
  const module = readFileSync(join(page, 'wasm32-unknown-unknown', profile, 'pace.wasm'));
  const { instance } = await WebAssembly.instantiate(module, { host });
  memory = instance.exports.memory;
  instance.exports.main(0, 0);
  return found;
}

// A tenth of the campaign takes minutes, and a test plays it natively.
const tenth = part !== name;
const other = await webAssembly();
const one = tenth ? new Map() : native();
let failed = false;
const fail = (why) => {
  failed = true;
  console.error(why);
};
for (const [what, value] of one) {
  const there = other.get(what);
  if (!what.startsWith('count: ')) continue;
  if (there === value) console.log(`${what.slice(7)}: ${value}`);
  else fail(`${what.slice(7)}: ${value} natively, ${there} in WebAssembly`);
}
for (const [what, value] of other) {
  if (!what.startsWith('crowding ')) continue;
  console.log(`${what} in WebAssembly: ${value.toFixed(2)} times chance`);
  if (!(Math.abs(value - 1) < CROWDING)) fail('hashes do not spread in WebAssembly');
}
for (const [what, value] of one) {
  if (!what.startsWith('number of ')) continue;
  console.log(`${what}: ${value} natively, ${other.get(what)} in WebAssembly`);
}
for (const [what, value] of tenth ? other : []) console.log(`${what}: ${value}`);
for (const [what, value] of other) {
  if (what.startsWith('number of guesses') && value > 0) fail('Perfect had to guess');
  if (/^an answer of Perfect.*99th/.test(what) && !(value < ANSWER_MS_MAX)) fail(`${what}: ${value} ms`);
}
if (!timed || tenth) process.exit(failed ? 1 : 0);

console.log('\n| milliseconds | native | WebAssembly | ratio |\n|---|---|---|---|');
const figure = (ms) => (ms >= 10 ? ms.toFixed(0) : ms.toPrecision(2));
const row = (what, here, there) => console.log(`| ${what.replaceAll('|', '\\|')} | ${figure(here)} | ${figure(there)} | ${(there / here).toFixed(2)} |`);
const sums = [0, 0];
for (const [what, value] of one) {
  if (/^(count: |crowding |number of )/.test(what)) continue;
  const there = other.get(what);
  row(what, value, there);
  if (/^(who wins|the nimbers) /.test(what)) (sums[0] += value), (sums[1] += there);
}
if (sums[0] > 0) {
  row('solving, all together', ...sums);
  if (sums[1] > RATIO_MAX * sums[0]) fail(`solving takes more than ${RATIO_MAX} times the native processor time`);
}
process.exit(failed ? 1 : 0);
