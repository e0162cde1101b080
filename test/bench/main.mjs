// npm run bench:main — pods are created through GraphQL, scheduled and Running on simulated nodes, with `npm start`'s
// own process on the embedded Postgres. Prints one table; compare runs of one machine by the ratio to the baseline.
//   --pods N (10000)  --nodes N (1000)  --batch N (250)  --clients N (4)  --record  writes test/bench/baseline.json
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { startBenchServer } from './bench-server.mjs';
import { follow } from './follow.mjs';

const baselineFile = new URL('baseline.json', import.meta.url);
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

const server = await startBenchServer({ options: ['--nodes', String(nodes), '--zones', '10'] });
try {
  // Until nodes have registered, been given addresses and lost their first taints.
  await server.untilQuiet();
  const memory = server.watchMemory();
  const before = await roundTrips();
  const processorBefore = server.cpuSeconds();
  const phases = await run();
  const processorAfter = server.cpuSeconds();
  const after = await roundTrips();
  const eventsMs = (await server.untilQuiet()) - phases.startedAtMs;
  report(phases, {
    databaseRoundTrips: after.database - before.database,
    queueRoundTrips: after.queue - before.queue,
    eventsMs,
    memoryMiB: memory.stop(),
    processorSeconds: {
      server: processorAfter.server - processorBefore.server,
      postgres: processorAfter.postgres - processorBefore.postgres,
    },
  });
} finally {
  await server.stop();
}

/**
 * Creates all pods from several clients at once and waits, by a watch of the pods, until the last one runs. The
 * progress of the scheduler is read from the server's metrics: a client that waits for running pods needs no more.
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
  const stopWatch = await followRunningPods(({ metadata }) => {
    running.add(metadata.name);
    if (running.size === pods) finished();
  });
  await server.create(Array.from({ length: pods }, podOf), { clients, batch });
  at.created = elapsed();
  await done;
  at.running = elapsed();
  at.scheduled ??= at.running;
  clearInterval(polls);
  stopWatch();
  return { ...at, startedAtMs };
}

function podOf(_, number) {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: `pod-${number}`, namespace: 'default', labels: { app: 'bench' } },
    spec: { containers: [{ name: 'main', image: 'nginx', resources: { requests: { cpu: '100m', memory: '128Mi' } } }] },
  };
}

/** Calls `tell` for each pod that begins to run. */
async function followRunningPods(tell) {
  const { metadata } = await (await fetch(`${server.url}/api/v1/pods?limit=1`)).json();
  const selection = `fieldSelector=status.phase%3DRunning&resourceVersion=${metadata.resourceVersion}`;
  // Names are all that is asked for.
  const accept = 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1';
  return follow(`${server.url}/api/v1/pods?watch=true&${selection}`, tell, { accept });
}

function scheduledCount() {
  return server.metric('scheduler_schedule_attempts_total', { label: 'result="scheduled"' });
}

async function roundTrips() {
  return {
    database: await server.metric('orrery_database_round_trips_total'),
    queue: await server.metric('orrery_queue_round_trips_total'),
  };
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
  const { memoryMiB: memory, processorSeconds } = figures;
  const perPod = (seconds) => ((seconds / pods) * 1e6).toFixed(0);
  console.log(
    `processor time a pod: server ${perPod(processorSeconds.server)} µs, Postgres ${perPod(processorSeconds.postgres)} µs`,
  );
  console.log(`database round trips ${figures.databaseRoundTrips}, queue round trips ${figures.queueRoundTrips}`);
  console.log(`last event written after ${(figures.eventsMs / 1000).toFixed(2)} s`);
  console.log(
    `peak memory (PSS): server ${memory.server.toFixed(0)} MiB, Postgres ${memory.postgres.toFixed(0)} MiB, together ${memory.together.toFixed(0)} MiB`,
  );
  if (!values.record) return;
  const podsPerSecond = Object.fromEntries(rows.map((row) => [row.phase, row['pods/s']]));
  writeFileSync(baselineFile, `${JSON.stringify({ pods, nodes, podsPerSecond }, null, 2)}\n`);
}
