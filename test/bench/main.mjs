// npm run bench:main — pods are created through GraphQL, scheduled and Running on simulated nodes, with `npm start`'s
// own process on the embedded Postgres. Prints one table; compare runs of one machine by the ratio to the baseline.
//   --pods N (10000)  --nodes N (1000)  --batch N (250)  --clients N (4)  --record  writes test/bench/baseline.json
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync, chmodSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';
import { NODE_FLAGS } from '../../tools/node-flags.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const baselineFile = join(root, 'test/bench/baseline.json');
const { values } = parseArgs({
  options: {
    pods: { type: 'string', default: '10000' },
    nodes: { type: 'string', default: '1000' },
    batch: { type: 'string', default: '250' },
    clients: { type: 'string', default: '4' },
    record: { type: 'boolean', default: false },
  },
});
const [pods, nodes, batch, clients] = [values.pods, values.nodes, values.batch, values.clients].map(Number);

execFileSync(process.execPath, [join(root, 'tools/build.mjs'), '--if-stale'], {
  stdio: ['ignore', 'ignore', 'inherit'],
});
const folder = mkdtempSync(join(tmpdir(), 'orrery-bench-'));
chmodSync(folder, 0o755);
const port = await freePort();
const server = spawn(
  process.execPath,
  [
    ...NODE_FLAGS,
    join(root, 'dist/apps/standalone/main.js'),
    '--port',
    String(port),
    '--data-dir',
    folder,
    '--nodes',
    String(nodes),
    '--zones',
    '10',
  ],
  { stdio: ['ignore', 'pipe', 'inherit'] },
);
const url = `http://127.0.0.1:${port}`;
try {
  await new Promise((ready, fail) => {
    server.stdout.on('data', (chunk) => chunk.toString().includes('is ready') && ready());
    server.once('exit', (code) => fail(new Error(`the server ended with ${code}`)));
  });
  await untilNodesAreCalm();
  const memory = watchMemory();
  const before = await roundTrips();
  const phases = await run();
  const after = await roundTrips();
  const eventsMs = await untilQuiet(phases.startedAtMs);
  report(phases, {
    databaseRoundTrips: after.database - before.database,
    queueRoundTrips: after.queue - before.queue,
    eventsMs,
    ...memory.stop(),
  });
} finally {
  server.kill('SIGINT');
  await new Promise((done) => server.once('exit', done));
  rmSync(folder, { recursive: true, force: true });
}

/**
 * Creates all pods from several clients at once and waits, by a watch of what it asks for, until the last one runs. How
 * far the scheduler is stands in the server's metrics: a client that wants pods to run has no use for more.
 */
async function run() {
  const at = {};
  const startedAtMs = performance.now();
  const elapsed = () => performance.now() - startedAtMs;
  const scheduledBefore = await scheduledCount();
  const polls = setInterval(async () => {
    const count = (await scheduledCount()) - scheduledBefore;
    if (count >= pods) at.scheduled ??= elapsed();
  }, 500);
  const running = new Set();
  let finished;
  const done = new Promise((resolve) => (finished = resolve));
  const watch = await followRunningPods(({ metadata }) => {
    running.add(metadata.name);
    if (running.size === pods) finished();
  });
  let next = 0;
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (next < pods) {
        const first = next;
        next += batch;
        await createPods(first, Math.min(batch, pods - first));
      }
    }),
  );
  at.created = elapsed();
  await done;
  at.running = elapsed();
  at.scheduled ??= at.running;
  clearInterval(polls);
  watch.abort();
  return { ...at, startedAtMs };
}

async function createPods(first, count) {
  const objects = Array.from({ length: count }, (_, i) => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: `pod-${first + i}`, namespace: 'default', labels: { app: 'bench' } },
    spec: { containers: [{ name: 'main', image: 'nginx', resources: { requests: { cpu: '100m', memory: '128Mi' } } }] },
  }));
  const query = 'mutation ($objects: [JSON!]) { createObject(input: { objects: $objects }) { errors { message } } }';
  const { data, errors } = await graphql(query, { objects });
  const problem = errors?.[0] ?? data.createObject.errors[0];
  if (problem) throw new Error(problem.message);
}

async function graphql(query, variables) {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  });
  return response.json();
}

/** Tells of each pod that begins to run. */
async function followRunningPods(tell) {
  const controller = new AbortController();
  const { metadata } = await (await fetch(`${url}/api/v1/pods?limit=1`)).json();
  const response = await fetch(
    `${url}/api/v1/pods?watch=true&fieldSelector=status.phase%3DRunning&resourceVersion=${metadata.resourceVersion}`,
    {
      // Names are all that is asked for.
      headers: { accept: 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1' },
      signal: controller.signal,
    },
  );
  void (async () => {
    let rest = '';
    const decoder = new TextDecoder();
    for await (const chunk of response.body) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
      rest = lines.pop();
      for (const line of lines) if (line) tell(JSON.parse(line).object);
    }
  })().catch(() => undefined);
  return controller;
}

async function metricsOf(...names) {
  const text = await (await fetch(`${url}/metrics`)).text();
  return names.map((name) => Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(text)?.[1] ?? 0));
}

async function scheduledCount() {
  const text = await (await fetch(`${url}/metrics`)).text();
  const lines = text.matchAll(/^scheduler_schedule_attempts_total\{[^}]*result="scheduled"[^}]*\} (\S+)$/gm);
  return [...lines].reduce((sum, [, value]) => sum + Number(value), 0);
}

async function roundTrips() {
  const [database, queue] = await metricsOf('orrery_database_round_trips_total', 'orrery_queue_round_trips_total');
  return { database, queue };
}

/** Waits until nodes have registered, been given addresses and lost their first taints. */
async function untilNodesAreCalm() {
  await untilQuiet(0);
}

/** Waits until nothing has been written for a second; answers how long after `sinceMs` the last write was. */
async function untilQuiet(sinceMs) {
  let [last] = await metricsOf('orrery_writes_total');
  let lastAtMs = performance.now();
  while (performance.now() - lastAtMs < 1000) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    const [now] = await metricsOf('orrery_writes_total');
    if (now !== last) [last, lastAtMs] = [now, performance.now()];
  }
  return lastAtMs - sinceMs;
}

/**
 * Samples the memory of the server and of its database, each process with its fair share of what it shares. Not often:
 * the kernel walks all their pages for it, ten times a second that took more than a third of a core.
 */
function watchMemory() {
  const peaks = { server: 0, postgres: 0, together: 0 };
  const sample = () => {
    const own = pss(server.pid);
    const database = descendants(server.pid).reduce((sum, pid) => sum + pss(pid), 0);
    peaks.server = Math.max(peaks.server, own);
    peaks.postgres = Math.max(peaks.postgres, database);
    peaks.together = Math.max(peaks.together, own + database);
  };
  const timer = setInterval(sample, 2000);
  return { stop: () => (clearInterval(timer), { memoryMiB: peaks }) };
}

function pss(pid) {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))[1]) / 1024;
  } catch {
    return 0;
  }
}

function descendants(pid) {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => {
      try {
        return [Number(name), Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8'))[1])];
      } catch {
        return [0, 0];
      }
    });
  const found = new Set([pid]);
  for (let size = 0; size !== found.size;) {
    size = found.size;
    for (const [child, parent] of parents) if (found.has(parent)) found.add(child);
  }
  found.delete(pid);
  return [...found];
}

function report(phases, figures) {
  const rate = (ms) => Math.round((pods / ms) * 1000);
  const baseline = existsSync(baselineFile) ? JSON.parse(readFileSync(baselineFile, 'utf8')) : undefined;
  const rows = [
    ['created', phases.created],
    ['scheduled', phases.scheduled],
    ['running', phases.running],
  ].map(([phase, ms]) => {
    const before = baseline?.podsPerSecond[phase];
    return {
      phase,
      seconds: (ms / 1000).toFixed(2),
      'pods/s': rate(ms),
      'ratio to baseline': before ? (rate(ms) / before).toFixed(2) : '',
    };
  });
  console.log(`${pods} pods on ${nodes} nodes, ${clients} clients of ${batch} pods a request, client included`);
  console.table(rows);
  const { memoryMiB: memory } = figures;
  console.log(`database round trips ${figures.databaseRoundTrips}, queue round trips ${figures.queueRoundTrips}`);
  console.log(`last event written after ${(figures.eventsMs / 1000).toFixed(2)} s`);
  console.log(
    `peak memory (PSS): server ${memory.server.toFixed(0)} MiB, Postgres ${memory.postgres.toFixed(0)} MiB, together ${memory.together.toFixed(0)} MiB`,
  );
  if (!values.record) return;
  const podsPerSecond = Object.fromEntries(rows.map((row) => [row.phase, row['pods/s']]));
  writeFileSync(baselineFile, `${JSON.stringify({ pods, nodes, podsPerSecond }, null, 2)}\n`);
}

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.listen(0, '127.0.0.1', () => {
      const { port: free } = probe.address();
      probe.close(() => resolve(free));
    });
  });
}
