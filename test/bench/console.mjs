// npm run bench:console — the console in a browser with a large cluster: how long the first reading takes and that of a moment of
// the past, and how long frames are while the camera moves and while pods change.
//   --nodes N (5000)  --pods N (50000)
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { startBenchServer } from './bench-server.mjs';

const { values } = parseArgs({
  options: { nodes: { type: 'string', default: '5000' }, pods: { type: 'string', default: '50000' } },
});
const [nodes, pods] = [Number(values.nodes), Number(values.pods)];
const BROWSERS = [process.env.ORRERY_TEST_CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser'];
const APPLICATIONS = 10;
const FRAMES_MS = 5_000;
// Each in one operation, which may take as long as the clock: writes of a paused cluster wait for all that they bring about.
const FILL =
  'mutation ($objects: [JSON!]) { applyObject(input: { objects: $objects }) { errors { message } } advanceClock(input: { by: "60s" }) { errors { message } } }';
const SCALE =
  'mutation ($input: ScaleInput!) { scale(input: $input) { errors { message } } advanceClock(input: { by: "10s" }) { errors { message } } }';

const executablePath = BROWSERS.find((path) => path !== undefined && existsSync(path));
if (!executablePath) throw new Error('no Chromium is there: install it, or name one by ORRERY_TEST_CHROMIUM');
const server = await startBenchServer({ options: ['--nodes', '1'] });
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
try {
  const ask = await server.cluster('large', { nodes, zones: 3 });
  const each = Math.round(pods / APPLICATIONS);
  // One application after the other: a client of HTTP waits no longer than some minutes for an answer.
  for (let i = 0; i < APPLICATIONS; i++) await ask(FILL, { objects: [deployment(`app-${i}`, each)] });
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const startedMs = performance.now();
  await page.goto(`${server.url}/console/large`);
  const total = (each * APPLICATIONS).toLocaleString('en-US');
  await page.getByText(`${total} pods`, { exact: true }).waitFor({ timeout: 300_000 });
  const readMs = performance.now() - startedMs;
  const moving = await frames(page, async () => {
    await page.mouse.move(900, 400);
    for (let turn = 0; turn < 40; turn++) await page.mouse.wheel(0, turn < 20 ? -120 : 120);
  });
  const changing = await frames(page, () =>
    ask(SCALE, { input: { kind: 'Deployment', name: 'app-0', replicas: each + 500 } }),
  );
  const pastMs = await readPast(page);
  console.table([
    { what: 'first reading', ms: Math.round(readMs) },
    { what: 'a moment of the past', ms: Math.round(pastMs) },
    { what: 'a frame while the camera moves, median', ms: moving.median },
    { what: 'a frame while the camera moves, 95 of 100', ms: moving.p95 },
    { what: 'a frame while 500 pods come, median', ms: changing.median },
    { what: 'a frame while 500 pods come, 95 of 100', ms: changing.p95 },
  ]);
} finally {
  await browser.close();
  await server.stop();
}

/** Returns how many ms it takes until the board is as it was before the last change. */
async function readPast(page) {
  const startedMs = performance.now();
  await page.getByRole('slider', { name: 'Timeline' }).press('ArrowLeft');
  await page.locator('.board-note', { hasText: 'Reading' }).waitFor();
  await page.locator('.board-note:not(:has(*))').waitFor({ state: 'attached', timeout: 300_000 });
  return performance.now() - startedMs;
}

/** Lengths of frames in ms while something is done, and for some seconds in all. */
async function frames(page, act) {
  const measured = page.evaluate(
    (forMs) =>
      new Promise((done) => {
        const lengths = [];
        const beganMs = performance.now();
        let beforeMs = beganMs;
        const frame = (nowMs) => {
          lengths.push(nowMs - beforeMs);
          beforeMs = nowMs;
          if (nowMs - beganMs < forMs) requestAnimationFrame(frame);
          else done(lengths);
        };
        requestAnimationFrame(frame);
      }),
    FRAMES_MS,
  );
  await act();
  const sorted = (await measured).slice(1).sort((a, b) => a - b);
  const at = (share) => Math.round(sorted[Math.floor(share * (sorted.length - 1))] * 10) / 10;
  return { median: at(0.5), p95: at(0.95) };
}

function deployment(name, replicas) {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace: 'default' },
    spec: {
      replicas,
      selector: { matchLabels: { app: name } },
      template: {
        metadata: { labels: { app: name } },
        spec: {
          containers: [{ name: 'main', image: 'nginx', resources: { requests: { cpu: '100m', memory: '128Mi' } } }],
        },
      },
    },
  };
}
