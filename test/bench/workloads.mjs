// npm run bench:workloads — Deployments are created, scaled, scaled back and rolled to a new image through the REST API,
// with `npm start`'s own process on the embedded Postgres. Every phase ends when all Deployments say that they are
// complete: each pod is placed, Running and Ready. At last a namespace of 5,000 objects is deleted. Prints one table.
//   --deployments N (1000)  --replicas N (10)   --nodes N (1000)  --clients N (8)
//   --record  writes test/bench/workloads-baseline.json          --profile FOLDER  a CPU profile of the server
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';
import { NODE_FLAGS } from '../../tools/node-flags.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const baselineFile = join(root, 'test/bench/workloads-baseline.json');
const { values } = parseArgs({
  options: {
    deployments: { type: 'string', default: '1000' },
    replicas: { type: 'string', default: '10' },
    nodes: { type: 'string', default: '1000' },
    clients: { type: 'string', default: '8' },
    profile: { type: 'string' },
    record: { type: 'boolean', default: false },
  },
});
const [deployments, replicas, nodes, clients] = [values.deployments, values.replicas, values.nodes, values.clients].map(
  Number,
);
const path = '/apis/apps/v1/namespaces/default/deployments';
const DOOMED = 'doomed';
const IN_NAMESPACE = 5000;

execFileSync(process.execPath, [join(root, 'tools/build.mjs'), '--if-stale'], {
  stdio: ['ignore', 'ignore', 'inherit'],
});
const folder = mkdtempSync(join(tmpdir(), 'orrery-bench-'));
chmodSync(folder, 0o755);
const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const profiling = values.profile ? ['--cpu-prof', `--cpu-prof-dir=${resolve(values.profile)}`] : [];
const options = ['--port', String(port), '--data-dir', folder, '--nodes', String(nodes), '--zones', '10'];
const main = join(root, 'dist/apps/standalone/main.js');
const server = spawn(process.execPath, [...NODE_FLAGS, ...profiling, main, ...options], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const stopped = new Promise((done) => server.once('exit', done));
try {
  await new Promise((ready, fail) => {
    server.stdout.on('data', (chunk) => chunk.toString().includes('is ready') && ready());
    server.once('exit', (code) => fail(new Error(`the server ended with ${code}`)));
  });
  await untilQuiet();
  report(await run());
} finally {
  server.kill('SIGINT');
  await stopped;
  rmSync(folder, { recursive: true, force: true });
}

async function run() {
  const names = Array.from({ length: deployments }, (_, i) => `web-${i}`);
  const followed = await followDeployments();
  const rows = [];
  const measured = async (name, pods, work) => {
    const before = await counters();
    const memory = watchMemory();
    const startedAtMs = performance.now();
    const askedMs = (await work()) - startedAtMs;
    const seconds = (performance.now() - startedAtMs) / 1000;
    const after = await counters();
    const difference = (counter) => after[counter] - before[counter];
    rows.push({
      phase: name,
      objects: pods,
      'asked s': (askedMs / 1000).toFixed(2),
      seconds: seconds.toFixed(2),
      'objects/s': Math.round(pods / seconds),
      writes: difference('writes'),
      'writes/s': Math.round(difference('writes') / seconds),
      'round trips': difference('database'),
      'server MiB': Math.round(memory.stop()),
    });
    process.stderr.write(`${Object.values(rows.at(-1)).join('  ')}\n`);
    await untilQuiet();
  };
  const phase = (name, pods, change) =>
    measured(name, pods, async () => {
      const complete = followed.untilAllComplete(deployments);
      await inParallel(names, change);
      const askedAtMs = performance.now();
      await complete;
      return askedAtMs;
    });
  const all = deployments * replicas;
  await phase('created', all, (name) => send('POST', path, deploymentOf(name)));
  await phase('scaled to twice', all, (name) => scale(name, replicas * 2));
  await phase('scaled back', all, (name) => scale(name, replicas));
  await phase('rolled to a new image', all, (name) =>
    send('PATCH', `${path}/${name}`, [
      { op: 'replace', path: '/spec/template/spec/containers/0/image', value: 'nginx:2' },
    ]),
  );
  followed.stop();
  await fillNamespace();
  await measured('namespace deleted', IN_NAMESPACE, deleteNamespace);
  return rows;
}

/** A namespace with things that nobody looks after. */
async function fillNamespace() {
  await send('POST', '/api/v1/namespaces', { metadata: { name: DOOMED } });
  const objects = Array.from({ length: IN_NAMESPACE }, (_, i) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: `thing-${i}`, namespace: DOOMED },
    data: { number: String(i) },
  }));
  const query = 'mutation ($objects: [JSON!]) { createObject(input: { objects: $objects }) { errors { message } } }';
  while (objects.length > 0) await send('POST', '/graphql', { query, variables: { objects: objects.splice(0, 500) } });
  await untilQuiet();
}

/** Answers when it was asked for; ends when the namespace is gone. */
async function deleteNamespace() {
  await fetch(`${url}/api/v1/namespaces/${DOOMED}`, { method: 'DELETE' });
  const askedAtMs = performance.now();
  while ((await fetch(`${url}/api/v1/namespaces/${DOOMED}`)).status !== 404) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return askedAtMs;
}

function deploymentOf(name) {
  const labels = { app: name };
  const resources = { requests: { cpu: '50m', memory: '64Mi' } };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, labels },
    spec: {
      replicas,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: 'main', image: 'nginx:1', resources }] } },
    },
  };
}

function scale(name, count) {
  return send('PATCH', `${path}/${name}/scale`, { spec: { replicas: count } });
}

async function send(method, where, body) {
  const type = method === 'POST' ? 'json' : Array.isArray(body) ? 'json-patch+json' : 'merge-patch+json';
  const headers = { 'content-type': `application/${type}` };
  const response = await fetch(`${url}${where}`, { method, headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(await response.text());
  await response.arrayBuffer();
}

/** Each client sends one request after the other. */
async function inParallel(names, work) {
  let next = 0;
  const client = async () => {
    while (next < names.length) await work(names[next++]);
  };
  await Promise.all(Array.from({ length: clients }, client));
}

/** Watches the Deployments; what counts as complete is what `kubectl rollout status` waits for. */
async function followDeployments() {
  const controller = new AbortController();
  const response = await fetch(`${url}${path}?watch=true`, { signal: controller.signal });
  const generations = new Map();
  const complete = new Map();
  let told;
  void (async () => {
    let rest = '';
    const decoder = new TextDecoder();
    for await (const chunk of response.body) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
      rest = lines.pop();
      for (const line of lines) if (line) note(JSON.parse(line).object);
      told?.();
    }
  })().catch(() => undefined);
  const note = ({ metadata, spec, status = {} }) => {
    generations.set(metadata.name, metadata.generation);
    const isComplete =
      status.observedGeneration === metadata.generation &&
      [status.replicas, status.updatedReplicas, status.availableReplicas].every((count) => count === spec.replicas);
    if (isComplete) complete.set(metadata.name, metadata.generation);
  };
  return {
    /** Resolves when so many Deployments have completed a generation that they had not reached before. */
    untilAllComplete: (count) => {
      const before = new Map(complete);
      return new Promise((done) => {
        told = () => {
          let reached = 0;
          for (const [name, generation] of complete) {
            if (generation > (before.get(name) ?? 0) && generation === generations.get(name)) reached++;
          }
          if (reached === count) done();
        };
      });
    },
    stop: () => controller.abort(),
  };
}

async function counters() {
  const text = await (await fetch(`${url}/metrics`)).text();
  const read = (name) => Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(text)?.[1] ?? 0);
  return { writes: read('orrery_writes_total'), database: read('orrery_database_round_trips_total') };
}

/** Waits until nothing has been written for a second. */
async function untilQuiet() {
  let { writes: last } = await counters();
  let lastAtMs = performance.now();
  while (performance.now() - lastAtMs < 1000) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    const { writes } = await counters();
    if (writes !== last) [last, lastAtMs] = [writes, performance.now()];
  }
}

/** Samples the server's memory, shared pages by its share; seldom, because the kernel walks all pages for it. */
function watchMemory() {
  let peakMiB = 0;
  const sample = () => {
    peakMiB = Math.max(peakMiB, pss(server.pid));
  };
  const timer = setInterval(sample, 2000);
  return {
    stop: () => {
      sample();
      clearInterval(timer);
      return peakMiB;
    },
  };
}

function pss(pid) {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))[1]) / 1024;
  } catch {
    return 0;
  }
}

function report(rows) {
  const baseline = existsSync(baselineFile) ? JSON.parse(readFileSync(baselineFile, 'utf8')) : undefined;
  console.log(`${deployments} Deployments of ${replicas} pods on ${nodes} nodes, ${clients} clients`);
  console.table(
    rows.map((row) => {
      const before = baseline?.objectsPerSecond[row.phase];
      return { ...row, 'ratio to baseline': before ? (row['objects/s'] / before).toFixed(2) : '' };
    }),
  );
  if (!values.record) return;
  const objectsPerSecond = Object.fromEntries(rows.map((row) => [row.phase, row['objects/s']]));
  writeFileSync(baselineFile, `${JSON.stringify({ deployments, replicas, nodes, objectsPerSecond }, null, 2)}\n`);
}

function freePort() {
  return new Promise((done) => {
    const probe = createServer();
    probe.listen(0, '127.0.0.1', () => {
      const { port: free } = probe.address();
      probe.close(() => done(free));
    });
  });
}
