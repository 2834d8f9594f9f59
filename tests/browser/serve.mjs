#!/usr/bin/env node
// Serves the page's files as they lie on the disk, so that a change shows at the next reload. It takes the arguments of
// `rhizome serve`, and passes everything that is no file on to that very program. The engine is the one built last.
//
//   node tests/browser/serve.mjs --port 8000
//   RHIZOME_SERVER=$PWD/tests/browser/serve.mjs npm --prefix tests/browser test
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { createServer, request as ask } from 'node:http';
import { connect } from 'node:net';
import { dirname, extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const page = join(root, 'crates/web/page');
const port = Number(process.argv[process.argv.indexOf('--port') + 1]) || 0;
const KINDS = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript; charset=utf-8', '.css': 'text/css; charset=utf-8', '.json': 'application/json', '.webmanifest': 'application/manifest+json', '.wasm': 'application/wasm', '.svg': 'image/svg+xml', '.txt': 'text/plain; charset=utf-8' };

/** The folder of the newest engine that a build left behind. */
function engine() {
  const builds = ['debug', 'release'].map((profile) => join(root, 'target', profile, 'build')).filter((folder) => existsSync(folder));
  const folders = builds.flatMap((build) => readdirSync(build).filter((name) => name.startsWith('rhizome-')).map((name) => join(build, name, 'out')));
  const age = (folder) => statSync(join(folder, 'web.wasm'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const newest = folders.sort((a, b) => age(b) - age(a))[0];
  if (!newest || !age(newest)) throw new Error('no engine was built yet: run cargo build');
  return newest;
}

const files = (folder = '') => readdirSync(join(page, folder), { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? files(`${folder}${entry.name}/`) : folder ? [`/page/0/${folder}${entry.name}`] : []);

function find(path) {
  if (path === '/page/0/engine/web.wasm') return readFileSync(join(engine(), 'web.wasm'));
  if (path.startsWith('/page/0/')) return readFileSync(join(page, normalize(path.slice('/page/0/'.length))));
  const known = readdirSync(page, { withFileTypes: true }).some((entry) => entry.isFile() && `/${entry.name}` === path);
  const text = readFileSync(join(page, known ? path : 'index.html'), 'utf8');
  const all = [...files(), '/page/0/engine/web.wasm'];
  return text.replaceAll('{{version}}', '0').replaceAll('{{preload}}', '').replaceAll('{{files}}', JSON.stringify(all));
}

/** The places that the program knows; any other address is answered with the page and “not found”. */
const places = readFileSync(join(root, 'crates/program/src/page.rs'), 'utf8').match(/PLACES[^=]*= &\[([^\]]*)\]/)[1].match(/"[^"]*"/g).map((name) => name.slice(1, -1));
/** What the program lets the page load and run. */
const policy = readFileSync(join(root, 'crates/program/src/page.rs'), 'utf8').match(/POLICY: &str = "([^"]*)"/)[1].replace(/\\\n\s*/g, '');
const known = (path) => path.includes('.') || places.includes(path.split('/')[1] ?? '');

/** The program behind us: rooms and short links are its affair. */
const program = process.env.RHIZOME ?? join(root, 'target/debug/rhizome');
const options = process.argv.slice(2);
options[options.indexOf('--port') + 1] = '0';
const child = spawn(program, ['serve', ...options.filter((word) => word !== 'serve')], { stdio: ['ignore', 'pipe', 'inherit'] });
const behind = await new Promise((resolve, reject) => {
  child.on('exit', (code) => reject(new Error(`the program stopped with ${code}`)));
  child.stdout.on('data', (text) => {
    const found = String(text).match(/http:\/\/[^:]+:(\d+)/);
    if (found) resolve(Number(found[1]));
  });
});
child.removeAllListeners('exit');

const server = createServer((request, response) => {
  const path = decodeURIComponent(new URL(request.url, 'http://here').pathname);
  if (path.startsWith('/api/')) {
    const asked = ask({ port: behind, host: '127.0.0.1', path: request.url, method: request.method, headers: request.headers }, (answer) => {
      response.writeHead(answer.statusCode, answer.headers);
      answer.pipe(response);
    });
    asked.on('error', () => response.destroy());
    request.pipe(asked);
    return;
  }
  try {
    const body = find(path);
    const kind = KINDS[extname(path)] ?? KINDS['.html'];
    response.writeHead(known(path) ? 200 : 404, { 'content-type': kind, 'cache-control': 'no-store', 'content-security-policy': policy }).end(body);
  } catch (error) {
    response.writeHead(404).end(String(error.message));
  }
});
// A socket is passed on as it is, both ways.
server.on('upgrade', (request, socket, head) => {
  const other = connect(behind, '127.0.0.1', () => {
    const headers = request.rawHeaders.reduce((text, word, i) => text + word + (i % 2 ? '\r\n' : ': '), '');
    other.write(`${request.method} ${request.url} HTTP/1.1\r\n${headers}\r\n`);
    other.write(head);
    other.pipe(socket).pipe(other);
  });
  for (const end of [socket, other]) end.on('error', () => { socket.destroy(); other.destroy(); });
});
server.listen(port, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}/`));
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => child.kill('SIGTERM'));
child.on('exit', (code) => process.exit(code ?? 0));
