// Builds `pace` natively and for WebAssembly (as the page is built), runs both, and prints a table.
//   node crates/pace/run.mjs
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const cargo = (...args) => execFileSync('cargo', ['build', '--quiet', '--package', 'pace', ...args], { cwd: root, stdio: 'inherit' });
const target = process.env.CARGO_TARGET_DIR ?? join(root, 'target');

cargo('--release');
cargo('--profile', 'page', '--target', 'wasm32-unknown-unknown');

function native() {
  const said = execFileSync(join(target, 'release/pace'), { encoding: 'utf8' });
  return new Map(said.trim().split('\n').map((line) => line.split('\t')).map(([what, value]) => [what, Number(value)]));
}

async function webAssembly() {
  const found = new Map();
  let memory;
  const host = {
    clock: () => performance.now(),
    report: (text, length, value) => found.set(new TextDecoder().decode(new Uint8Array(memory.buffer, text, length)), value),
  };
  const module = readFileSync(join(target, 'wasm32-unknown-unknown/page/pace.wasm'));
  const { instance } = await WebAssembly.instantiate(module, { host });
  memory = instance.exports.memory;
  instance.exports.main(0, 0);
  return found;
}

const [one, other] = [native(), await webAssembly()];
const counts = ['small edges', 'moves routed'];
for (const what of counts) console.log(`${what}: ${one.get(what)}, ${other.get(what)}`);
console.log('\n| milliseconds | native | WebAssembly | ratio |\n|---|---|---|---|');
for (const [what, value] of one) {
  if (counts.includes(what)) continue;
  const there = other.get(what);
  console.log(`| ${what} | ${value.toPrecision(2)} | ${there.toPrecision(2)} | ${(there / value).toFixed(2)} |`);
}
