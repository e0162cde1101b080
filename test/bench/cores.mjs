// npm run bench:cores — how the work of a job is shared among separate processes: nodes and pods are created one object a request,
// scheduled and Running, by one process of each kind on one Postgres, which has the queues as well. Prints the processor time of
// each, and its share: the busiest bounds what more cores can give.
//   --pods N (2000)  --nodes N (200)  --clients N (64)
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { inTurns, send } from './api/client.mjs';
import { freePort, startBenchServer } from './bench-server.mjs';
import { cpuSeconds, processTree, sumOver } from './process-figures.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const { values } = parseArgs({
  options: {
    pods: { type: 'string', default: '2000' },
    nodes: { type: 'string', default: '200' },
    clients: { type: 'string', default: '64' },
  },
});
const [pods, nodes, clients] = [values.pods, values.nodes, values.clients].map(Number);
const PODS = 'api/v1/namespaces/default/pods';
const DATABASE = 'cores';

// It rests: its database is what is wanted.
const host = await startBenchServer({ options: ['--nodes', '0', '--log-level', 'error'] });
const children = new Map();
/** Health URLs of processes. */
const healthOf = new Map();
try {
  const databaseUrl = await newDatabase();
  const url = await startAll(databaseUrl);
  for (const address of [url, ...healthOf.values()]) {
    await waitFor(`${address} is ready`, async () => (await fetch(`${address}/readyz`).catch(() => undefined))?.ok);
  }
  const server = { url };
  const before = times();
  await inTurns(nodes, clients, (number) => send(server, 'POST', 'api/v1/nodes', { body: nodeOf(number) }));
  await inTurns(pods, clients, (number) => send(server, 'POST', PODS, { body: podOf(number) }));
  await waitFor('all pods run', async () => {
    const list = await send(server, 'GET', `${PODS}?fieldSelector=status.phase=Running`);
    return JSON.parse(list).items.length === pods;
  });
  report(before, times());
} finally {
  for (const child of children.values()) child.kill('SIGTERM');
  await Promise.all(
    [...children.values()].map((child) => child.exitCode ?? new Promise((done) => child.once('exit', done))),
  );
  await host.stop();
}

async function newDatabase() {
  // The embedded Postgres notes its port in the fourth line.
  const port = readFileSync(join(host.folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[3];
  const at = (name) => `postgresql://orrery:orrery@127.0.0.1:${port}/${name}`;
  const client = new pg.Client(at('postgres'));
  await client.connect();
  await client.query(`CREATE DATABASE ${DATABASE}`);
  await client.end();
  return at(DATABASE);
}

/** One process of each kind; answers where the API is. */
async function startAll(databaseUrl) {
  const { PROCESSES, programOf } = createRequire(import.meta.url)(
    join(root, 'dist/libs/platform/settings/processes.js'),
  );
  await run('migrate', databaseUrl, {});
  let url;
  for (const { name } of PROCESSES) {
    const [port, health] = [await freePort(), await freePort()];
    const ports = {
      ORRERY_HEALTH_PORT: String(health),
      ...(name === 'api-server' ? { ORRERY_PORT: String(port) } : {}),
    };
    healthOf.set(name, `http://127.0.0.1:${health}`);
    if (name === 'api-server') url = `http://127.0.0.1:${port}`;
    children.set(name, start(join(root, programOf(name)), databaseUrl, ports));
  }
  return url;
}

function start(program, databaseUrl, more) {
  const { PATH, HOME } = process.env;
  const env = {
    PATH,
    HOME,
    NODE_ENV: 'production',
    ORRERY_DATABASE_URL: databaseUrl,
    ORRERY_LOG_LEVEL: 'error',
    ...more,
  };
  return spawn(process.execPath, [program], { stdio: ['ignore', 'ignore', 'inherit'], env });
}

async function run(name, databaseUrl, more) {
  const child = start(join(root, `dist/apps/${name}/main.js`), databaseUrl, more);
  const code = await new Promise((done) => child.once('exit', done));
  if (code !== 0) throw new Error(`${name} ended with ${code}`);
}

/** Seconds of processor time of each process; of Postgres all of its own together. */
function times() {
  const [, ...database] = processTree(host.process.pid);
  const own = [...children].map(([name, { pid }]) => [name, sumOver(processTree(pid), cpuSeconds)]);
  return new Map([...own, ['Postgres', sumOver(database, cpuSeconds)]]);
}

function report(before, after) {
  const rows = [...after].map(([name, seconds]) => ({ process: name, seconds: seconds - before.get(name) }));
  const all = rows.reduce((sum, { seconds }) => sum + seconds, 0);
  console.log(
    `${nodes} nodes and ${pods} pods, one object a request: ${((all * 1000) / pods).toFixed(2)} ms of processor time a pod`,
  );
  console.table(
    rows.map((row) => ({
      ...row,
      seconds: Number(row.seconds.toFixed(2)),
      'share, %': Math.round((100 * row.seconds) / all),
    })),
  );
}

async function waitFor(what, holds) {
  const end = performance.now() + 300_000;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`${what}: not within five minutes`);
    await new Promise((done) => setTimeout(done, 500));
  }
}

function nodeOf(number) {
  const resources = { cpu: '32', memory: '256Gi', pods: '110' };
  return { metadata: { name: `bench-${number}` }, status: { capacity: resources, allocatable: resources } };
}

function podOf(number) {
  const resources = { requests: { cpu: '10m', memory: '16Mi' } };
  return { metadata: { name: `pod-${number}` }, spec: { containers: [{ name: 'main', image: 'nginx', resources }] } };
}
