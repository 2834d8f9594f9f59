#!/usr/bin/env node
// Serves the page's files as they lie on the disk, so that a change shows at the next reload. It takes the arguments of
// `rhizome serve` and ignores what it does not need; short links live in memory. The engine is the one built last.
//
//   node tests/browser/serve.mjs --port 8000
//   RHIZOME_SERVER=$PWD/tests/browser/serve.mjs npm --prefix tests/browser test
import { randomBytes } from 'node:crypto';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const page = join(root, 'crates/web/page');
const port = Number(process.argv[process.argv.indexOf('--port') + 1]) || 0;
const KINDS = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript; charset=utf-8', '.css': 'text/css; charset=utf-8', '.json': 'application/json', '.webmanifest': 'application/manifest+json', '.wasm': 'application/wasm', '.svg': 'image/svg+xml', '.txt': 'text/plain; charset=utf-8' };

/** The folder of the newest engine that a debug build left behind. */
function engine() {
  const builds = join(root, 'target/debug/build');
  const folders = readdirSync(builds).filter((name) => name.startsWith('rhizome-')).map((name) => join(builds, name, 'out/engine'));
  const age = (folder) => statSync(join(folder, 'web_bg.wasm'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const newest = folders.sort((a, b) => age(b) - age(a))[0];
  if (!newest || !age(newest)) throw new Error('no engine was built yet: run cargo build');
  return newest;
}

const files = (folder = '') => readdirSync(join(page, folder), { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? files(`${folder}${entry.name}/`) : folder ? [`/page/0/${folder}${entry.name}`] : []);

function find(path) {
  if (path.startsWith('/page/0/engine/')) return readFileSync(join(engine(), normalize(path.slice('/page/0/engine/'.length))));
  if (path.startsWith('/page/0/')) return readFileSync(join(page, normalize(path.slice('/page/0/'.length))));
  const known = readdirSync(page, { withFileTypes: true }).some((entry) => entry.isFile() && `/${entry.name}` === path);
  const text = readFileSync(join(page, known ? path : 'index.html'), 'utf8');
  const all = [...files(), '/page/0/engine/web.js', '/page/0/engine/web_bg.wasm'];
  return text.replaceAll('{{version}}', '0').replaceAll('{{preload}}', '').replaceAll('{{files}}', JSON.stringify(all));
}

/** The places that the program knows; any other address is answered with the page and “not found”. */
const places = readFileSync(join(root, 'crates/rhizome/src/page.rs'), 'utf8').match(/PLACES[^=]*= &\[([^\]]*)\]/)[1].match(/"[^"]*"/g).map((name) => name.slice(1, -1));
const known = (path) => path.includes('.') || places.includes(path.split('/')[1] ?? '');

const shares = new Map();

const server = createServer((request, response) => {
  const path = decodeURIComponent(new URL(request.url, 'http://here').pathname);
  if (path === '/api/shares' && request.method === 'POST') {
    let body = '';
    request.on('data', (part) => (body += part)).on('end', () => {
      const name = [...randomBytes(10)].map((byte) => (byte % 36).toString(36)).join('');
      shares.set(name, body);
      response.end(name);
    });
    return;
  }
  if (path.startsWith('/api/shares/')) {
    const kept = shares.get(path.slice('/api/shares/'.length));
    response.writeHead(kept === undefined ? 404 : 200).end(kept);
    return;
  }
  try {
    const body = find(path);
    const kind = KINDS[extname(path)] ?? KINDS['.html'];
    response.writeHead(known(path) ? 200 : 404, { 'content-type': kind, 'cache-control': 'no-store' }).end(body);
  } catch (error) {
    response.writeHead(404).end(String(error.message));
  }
});
server.listen(port, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}/`));
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => process.exit(0));
