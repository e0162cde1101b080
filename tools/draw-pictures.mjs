// npm run docs:pictures — takes the pictures of the console in docs/images, in light and dark, of a server of its own with clusters
// made for them. Needs Chromium.
//   --only NAME,… (all)  --to FOLDER (docs/images)
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { makeClusters } from './pictures/clusters.mjs';
import { SCENES } from './pictures/scenes.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const { values } = parseArgs({
  options: {
    only: { type: 'string', default: Object.keys(SCENES).join(',') },
    to: { type: 'string', default: join(root, 'docs/images') },
  },
});
const BROWSERS = [process.env.ORRERY_TEST_CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser'];
const COLOURS = ['light', 'dark'];
const SIZE = { width: 1440, height: 860 };
/** Only what hangs is to fail. */
const PATIENCE_MS = 60_000;
/** Blocks move to their places, and charts are drawn, when all has been read. */
const REST_MS = 1_500;

const executablePath = BROWSERS.find((path) => path !== undefined && existsSync(path));
if (!executablePath) throw new Error('no Chromium is there: install it, or name one by ORRERY_TEST_CHROMIUM');
const names = values.only.split(',');
const unknown = names.filter((name) => !(name in SCENES));
if (unknown.length > 0) throw new Error(`no such picture: ${unknown.join(', ')}`);
const server = spawn(
  process.execPath,
  [join(root, 'tools/start.mjs'), '--ephemeral', '--clock', 'manual', '--nodes', '3', '--port', '0'],
  { stdio: ['ignore', 'pipe', 'inherit'] },
);
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
try {
  const url = await addressOf(server.stdout);
  await makeClusters((cluster, query, variables) => ask(`${url}/clusters/${cluster}/graphql`, query, variables));
  mkdirSync(values.to, { recursive: true });
  for (const name of names) for (const colours of COLOURS) await take(url, name, colours);
} finally {
  await browser.close();
  server.kill('SIGTERM');
}

async function take(url, name, colours) {
  const { path, act } = SCENES[name];
  const context = await browser.newContext({ viewport: SIZE, colorScheme: colours, reducedMotion: 'reduce' });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  page.on('console', (message) => message.type() === 'error' && console.warn(`${name}: ${message.text()}`));
  page.on('pageerror', (error) => console.warn(`${name}: ${error.message}`));
  await page.goto(`${url}/console${path}`);
  await act(page);
  await page.waitForTimeout(REST_MS);
  await page.screenshot({ path: join(values.to, `${name}-${colours}.png`) });
  await context.close();
  console.log(`${name}-${colours}.png`);
}

async function ask(address, query, variables = {}) {
  const answer = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors = [] } = await answer.json();
  const refused = Object.values(data ?? {}).flatMap((payload) => payload?.errors ?? []);
  const [problem] = [...errors, ...refused];
  if (problem) throw new Error(`${problem.message}\n${query.slice(0, 300)}`);
  return data;
}

async function addressOf(output) {
  let text = '';
  for await (const chunk of output) {
    text += chunk;
    const address = /Kubernetes API +(http:\S+)/.exec(text)?.[1];
    if (address && text.includes('Ctrl-C')) return address;
  }
  throw new Error(`the server did not start:\n${text}`);
}
