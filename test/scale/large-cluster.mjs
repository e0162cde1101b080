// npm run test:scale — whether a server bears a large cluster: it is filled with nodes, pods, ConfigMaps and Events while
// a client writes all the time, and is then asked to end. Fails if a write was not answered in time, the log has a gap or
// is not shortened, readiness failed, or the end took too long. Prints one table.
//   --objects N (300000)  objects at least when the filling ends
//   --nodes N (2000)      of them nodes, made through the API and simulated, with a Lease each
//   --pods N (20000)      of them pods, which are scheduled and run
//   --seconds N (60)      of further writes after that
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startBenchServer } from '../bench/bench-server.mjs';

const number = (preset) => ({ type: 'string', default: String(preset) });
const { values } = parseArgs({
  options: { objects: number(300_000), nodes: number(2000), pods: number(20_000), seconds: number(60) },
});
const [objects, nodes, pods, seconds] = [values.objects, values.nodes, values.pods, values.seconds].map(Number);

const BATCH = 500;
const CLIENTS = 3;
/** Share of Events among the objects that are neither nodes nor pods. */
const EVENTS_SHARE = 0.7;
/** A write is answered within this (kube-apiserver's limit), a process ends within that. */
const WRITE_LIMIT_MS = 34_000;
const STOP_LIMIT_MS = 15_000;
/** Time limit until all pods run after the last write. */
const RUNNING_LIMIT_MS = 300_000;
/**
 * Maximum length of the log of a busy cluster: the changes that the router keeps and those that gather before it
 * compacts the log, with room for those under way.
 */
const LOG_LIMIT = 50_000 + 50_000 + 60_000;

const failures = [];
const rows = [];
const check = (holds, what) => void (holds || failures.push(what));
const server = await startBenchServer({ options: ['--nodes', '0', '--log-level', 'warn'] });
let code;
try {
  const writer = writeAllTheTime();
  await step('filled with nodes', () => server.create(nodeObjects(), { clients: CLIENTS, batch: BATCH }));
  await step('filled with pods', () => server.create(podObjects(), { clients: CLIENTS, batch: BATCH }));
  for (let made = 0, there = await objectCount(); there < objects; there = await objectCount()) {
    const count = Math.min(20_000, objects - there);
    await server.create(otherObjects(made, count), { clients: CLIENTS, batch: BATCH });
    made += count;
    process.stderr.write(`${there + count} objects, slowest write so far ${writer.slowestMs().toFixed(0)} ms\n`);
  }
  row('objects when filled', await objectCount());
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  const { count, p50, p99, slowestMs } = await writer.stop();
  row('writes of the client that never stops', count);
  row('p50, p99, slowest ms', [p50, p99, slowestMs].map((ms) => ms.toFixed(0)).join(', '));
  check(slowestMs <= WRITE_LIMIT_MS, `a write took ${slowestMs} ms`);
  check((await objectCount()) >= objects, 'there are fewer objects than wanted');
  await lookAtPods();
  await lookAtLog();
  row('memory of server, Postgres MiB', Object.values(server.memoryMiB()).slice(0, 2).map(Math.round).join(', '));
  const startMs = performance.now();
  server.process.kill('SIGTERM');
  code = await server.ended;
  const tookMs = performance.now() - startMs;
  row('SIGTERM to end, ms', Math.round(tookMs));
  check(code === 0 && tookMs <= STOP_LIMIT_MS, `the end took ${tookMs} ms, with code ${code}`);
} finally {
  await server.stop();
}
console.table(rows);
for (const failure of failures) console.error(`FAILED: ${failure}`);
process.exit(failures.length === 0 ? 0 : 1);

function row(what, value) {
  rows.push({ what, value });
}

async function step(what, work) {
  const startMs = performance.now();
  await work();
  if (what) row(`${what}, s`, ((performance.now() - startMs) / 1000).toFixed(1));
}

function nodeObjects() {
  const capacity = { cpu: '8', memory: '32Gi', pods: '110' };
  return Array.from({ length: nodes }, (_, i) => ({
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name: `node-${i}`, labels: { 'topology.kubernetes.io/zone': `zone-${i % 3}` } },
    status: { capacity },
  }));
}

function podObjects() {
  const containers = [{ name: 'c', image: 'nginx', resources: { requests: { cpu: '10m', memory: '16Mi' } } }];
  return Array.from({ length: pods }, (_, i) => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: `pod-${i}`, namespace: 'default' },
    spec: { containers },
  }));
}

function otherObjects(from, count) {
  return Array.from({ length: count }, (_, i) => {
    const number = from + i;
    const name = `other-${number}`;
    if (number % 10 >= EVENTS_SHARE * 10) {
      return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'default' }, data: { number: name } };
    }
    const involvedObject = { apiVersion: 'v1', kind: 'Pod', namespace: 'default', name: `pod-${number % 1000}` };
    const words = { reason: 'Filled', message: `number ${number}`, type: 'Normal', source: { component: 'scale' } };
    return { apiVersion: 'v1', kind: 'Event', metadata: { name, namespace: 'default' }, involvedObject, ...words };
  });
}

/** One write after the other over REST, each with its time; readiness is looked at now and then. */
function writeAllTheTime() {
  const path = `${server.url}/api/v1/namespaces/default/configmaps`;
  const headers = { 'content-type': 'application/json' };
  const took = [];
  let goes = true;
  const work = (async () => {
    for (let i = 0; goes; i++) {
      const startMs = performance.now();
      const body = JSON.stringify({ metadata: { name: `steady-${i}` }, data: { at: String(i) } });
      const answer = await fetch(path, { method: 'POST', headers, body }).catch((error) => ({ status: String(error) }));
      took.push(performance.now() - startMs);
      check(answer.status === 201, `a write was answered ${answer.status}`);
      await answer.arrayBuffer?.();
      if (i % 50 === 0) await lookWhetherReady();
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  const slowestMs = () => took.reduce((most, ms) => Math.max(most, ms), 0);
  return {
    slowestMs,
    stop: async () => {
      goes = false;
      await work;
      const sorted = took.toSorted((a, b) => a - b);
      const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
      return { count: took.length, p50: at(0.5), p99: at(0.99), slowestMs: slowestMs() };
    },
  };
}

async function lookWhetherReady() {
  const ready = await fetch(`${server.url}/readyz?verbose`);
  if (ready.status !== 200) check(false, `readiness: ${(await ready.text()).trim()}`);
  else await ready.arrayBuffer();
}

/** Every pod is bound and runs: all nodes have addresses for their pods. */
async function lookAtPods() {
  const accept = 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io';
  const waiting = async () => {
    const answer = await fetch(`${server.url}/api/v1/pods?fieldSelector=status.phase!=Running`, {
      headers: { accept },
    });
    return (await answer.json()).items.length;
  };
  const endMs = performance.now() + RUNNING_LIMIT_MS;
  let left = await waiting();
  while (left > 0 && performance.now() < endMs) {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    left = await waiting();
  }
  row('pods that do not run', left);
  check(left === 0, `${left} pods do not run`);
}

async function inDatabase(sql) {
  // The embedded Postgres notes its port in the fourth line.
  const port = readFileSync(join(server.folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[3];
  const client = new pg.Client(`postgresql://orrery:orrery@127.0.0.1:${port}/postgres`);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

async function objectCount() {
  const [{ count }] = await inDatabase('SELECT count(*)::int FROM object');
  return count;
}

/**
 * Checks the log: after the compacted part it has every revision; before that it has the states of objects, and little
 * else.
 */
async function lookAtLog() {
  const [log] = await inDatabase(`
    SELECT k.revision::int AS head, k.compacted::int AS compacted,
      (SELECT count(*)::int FROM change c WHERE c.cluster = k.id) AS rows,
      (SELECT count(*)::int FROM change c WHERE c.cluster = k.id AND c.revision > k.compacted) AS kept,
      (SELECT count(*)::int FROM object o WHERE o.cluster = k.id) AS objects,
      (SELECT count(*)::int FROM object o JOIN change c USING (cluster, revision) WHERE o.cluster = k.id) AS bodies
    FROM cluster k WHERE k.id = 'default'`);
  row('revision, compacted, rows of the log', `${log.head}, ${log.compacted}, ${log.rows}`);
  check(log.kept === log.head - log.compacted, `the log has ${log.kept} of ${log.head - log.compacted} revisions`);
  check(log.bodies === log.objects, `${log.objects - log.bodies} objects have no body`);
  check(log.kept <= LOG_LIMIT, `the log keeps ${log.kept} changes`);
  check(log.rows <= 2 * log.objects + LOG_LIMIT, `the log has ${log.rows} rows for ${log.objects} objects`);
}
