// npm run bench:nodes — what nodes cost: an hour of cluster time in which a zone fails and returns, and a large cluster
// at rest and when it loses many nodes at once. With `npm start`'s own process on the embedded Postgres.
// With an hour in which nothing happens, and a day of a cluster without nodes.
//   --quick  a fifth of everything     --only quiet|hour|large  one of them     --profile DIR  writes processor profiles
import { parseArgs } from 'node:util';
import { startBenchServer } from './bench-server.mjs';
import { largeCluster } from './nodes/large-cluster.mjs';
import { quietHour } from './nodes/quiet-hour.mjs';
import { zoneFailure } from './nodes/zone-failure.mjs';

/** An hour of cluster time has to fit into this, on two processors. */
const HOUR_LIMIT_SECONDS = 30;
const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    profile: { type: 'string' },
  },
});
const share = values.quick ? 0.2 : 1;
const isAsked = (part) => values.only === '' || values.only === part;

if (isAsked('quiet')) {
  console.table(costsOf(await onServer((server) => quietHour(server, { nodes: 1000 * share }))));
}
if (isAsked('hour')) {
  const size = { nodes: 1000 * share, pods: 2000 * share };
  const hour = await onServer((server) => zoneFailure(server, size));
  const { seconds } = hour.parts.at(-1);
  console.log(
    `One hour of ${size.nodes} nodes with ${size.pods} pods; a zone of ${hour.lost} nodes fails and returns, ` +
      `${hour.tainted} of them were tainted NoExecute, ${hour.events} instants`,
  );
  console.table(costsOf(hour.parts));
  console.log(`cluster time : real time = ${hour.ratio.toFixed(0)} : 1\n`);
  if (seconds > HOUR_LIMIT_SECONDS) {
    console.error(`the hour took longer than ${HOUR_LIMIT_SECONDS} s`);
    process.exitCode = 1;
  }
}
if (isAsked('large')) {
  const size = { nodes: 5000 * share, pods: 50_000 * share, lost: 1000 * share, idleSeconds: values.quick ? 20 : 60 };
  const { idle, memoryMiB, marked, tainted } = await onServer((server) => largeCluster(server, size));
  const cpuShare = (cpuSeconds) => `${((100 * cpuSeconds) / idle.seconds).toFixed(1)} % of a processor`;
  const { server, postgres, together } = memoryMiB;
  console.log(
    `${size.nodes} nodes with heartbeats, ${size.pods} pods; ${size.lost} nodes of ten zones are lost at once`,
  );
  console.table([
    { figure: 'idle, server', value: cpuShare(idle.server) },
    { figure: 'idle, Postgres', value: cpuShare(idle.postgres) },
    { figure: 'heartbeat lag p50', value: `at most ${idle.lagP50Seconds} s` },
    { figure: 'heartbeat lag p99', value: `at most ${idle.lagP99Seconds} s` },
    { figure: 'event loop lag p99', value: `${idle.loopP99Seconds.toFixed(3)} s` },
    {
      figure: 'memory (PSS)',
      value: `server ${round(server)}, Postgres ${round(postgres)}, together ${round(together)} MiB`,
    },
    { figure: 'lost nodes marked', value: costOf(marked) },
    { figure: 'lost nodes tainted', value: costOf(tainted) },
  ]);
}

function costsOf(parts) {
  return parts.map(({ name, seconds, server, postgres }) => ({
    part: name,
    'real s': round(seconds),
    'server CPU s': round(server),
    'Postgres CPU s': round(postgres),
  }));
}

async function onServer(work) {
  const options = ['--ephemeral', '--nodes', '0', '--clock', 'manual'];
  const server = await startBenchServer({ options, profileFolder: values.profile });
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
}

function costOf({ virtualSeconds, seconds, server, postgres }) {
  const cpu = `CPU: server ${round(server)} s, Postgres ${round(postgres)} s`;
  return `by ${virtualSeconds} s of cluster time, ${round(seconds)} s of real time (${cpu})`;
}

function round(value) {
  return Number(value.toFixed(value < 10 ? 2 : 0));
}
