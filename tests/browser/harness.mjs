// Starts the real server and a real Chromium, and fails a test on any error the console shows.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
export const program = process.env.RHIZOME ?? join(root, 'target/debug/rhizome');
/** What serves the page: the program itself, or `serve.mjs` for files as they lie on the disk. */
const server = process.env.RHIZOME_SERVER ?? program;
const browserPath = process.env.CHROMIUM ?? '/usr/bin/chromium';

export const phone = { width: 390, height: 844 };
export const desktop = { width: 1280, height: 800 };
/** A phone on its side. */
export const sideways = { width: 844, height: 390 };

/** A server on a port of its own choice with an empty data folder, or where another one was. `serving` is the program that serves. */
export async function startServer({ port = 0, data = mkdtempSync(join(tmpdir(), 'rhizome-')), serving = server } = {}) {
  const child = spawn(serving, ['serve', '--port', String(port), '--data', data], { stdio: ['ignore', 'pipe', 'inherit'] });
  const address = await new Promise((resolve, reject) => {
    let said = '';
    child.on('exit', (code) => reject(new Error(`the server stopped with ${code}`)));
    child.stdout.on('data', (text) => {
      said += text;
      const found = said.match(/http:\/\/\S+/);
      if (found) resolve(found[0].replace(/\/$/, ''));
    });
  });
  const end = (signal) =>
    new Promise((resolve) => {
      child.removeAllListeners('exit');
      child.on('exit', resolve);
      child.kill(signal);
    });
  return {
    address,
    async stop() {
      const code = await end('SIGTERM');
      rmSync(data, { recursive: true, force: true });
      return code;
    },
    /** Takes its power away and starts it again at the same address. */
    async restart() {
      await end('SIGKILL');
      return startServer({ port: Number(new URL(address).port), data, serving });
    },
  };
}

export function startBrowser() {
  const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'];
  args.push('--disable-background-networking', '--disable-component-update', '--disable-sync');
  return chromium.launch({ executablePath: browserPath, headless: true, args });
}

/** A fresh visitor. `errors` collects what must stay empty. */
export async function visit(browser, address, options = {}) {
  const context = await browser.newContext({ viewport: desktop, reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  const errors = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(String(error.stack ?? error)));
  page.setDefaultTimeout(20_000);
  await page.goto(address);
  return { context, page, errors };
}
