// npm run bench:size — one cluster of many nodes and pods, with `npm start`'s own process on the embedded Postgres: processor time,
// rounds of the clock and memory while it is filled, rests, loses nodes, is listed, and starts again. Fails where a limit is not kept.
//   --nodes N (10000)  --pods N (200000)  --lost N (1000)  nodes lost at once  --idle SECONDS (60)  --profile DIR
import { parseArgs } from 'node:util';
import { startBenchServer } from './bench-server.mjs';
import { fill } from './size/filling.mjs';
import { loseNodes, rest } from './size/life.mjs';
import { listByPages, watchList } from './size/reading.mjs';

/** Limits of a cluster of the usual size; smaller ones are far below. */
const MEMORY_LIMIT_MIB = 6 * 1024;
const RESTART_LIMIT_SECONDS = 60;
/** Maximum ratio of the cost of a pod on all nodes to that of a pod on half of them. */
const GROWTH_LIMIT = 1.25;
const OPTIONS = ['--nodes', '0', '--log-level', 'warn'];
const { values } = parseArgs({
  options: {
    nodes: { type: 'string', default: '10000' },
    pods: { type: 'string', default: '200000' },
    lost: { type: 'string', default: '1000' },
    idle: { type: 'string', default: '60' },
    profile: { type: 'string' },
  },
});
const [nodes, pods, lost, idleSeconds] = [values.nodes, values.pods, values.lost, values.idle].map(Number);
const rows = [];
const failures = [];

let server = await startBenchServer({ options: OPTIONS, profileFolder: values.profile });
const memory = server.watchMemory();
try {
  const ask = await server.cluster('size', { nodes: nodes / 2, zones: 10 });
  const size = { nodes, pods, onEach: (what, cost, unit) => row(what, cost, unit) };
  const { half, whole } = await fill(server, ask, size);
  limit('a pod on all nodes : on half of them', whole / half, GROWTH_LIMIT);
  row('a minute with heartbeats at rest', await rest(server, ask, idleSeconds), { each: idleSeconds / 60 });
  row(`a list of all pods by pages of 500`, await listByPages(server), { each: 1 });
  row('a list of all pods by a watch', await watchList(server, pods), { each: 1 });
  for (const { what, cost } of await loseNodes(server, ask, lost)) row(what, cost, { each: 1 });
  limit('most memory of server and Postgres, MiB', memory.stop().together, MEMORY_LIMIT_MIB);
  await restart();
} finally {
  await server.stop();
}
console.table(rows);
for (const failure of failures) console.error(failure);
if (failures.length > 0) process.exitCode = 1;

async function restart() {
  await server.stop({ keepsData: true });
  const startMs = performance.now();
  server = await startBenchServer({ options: OPTIONS, folder: server.folder });
  const seconds = (performance.now() - startMs) / 1000;
  const { server: own, postgres, together } = server.cpuSeconds();
  row('from the command until it is ready again', { seconds, server: own, postgres }, { each: 1 });
  limit('start until ready, processor s', together, RESTART_LIMIT_SECONDS);
  limit('memory after it, MiB', server.memoryMiB().together, MEMORY_LIMIT_MIB);
}

/** A line: real and processor seconds of `each` of something, or one figure. */
function row(what, { seconds, server: own, postgres }, { each, figure }) {
  const cells =
    figure === undefined ? { real: seconds / each, server: own / each, Postgres: postgres / each } : { figure };
  const line = {
    what,
    ...Object.fromEntries(Object.entries(cells).map(([key, value]) => [key, Number(value.toPrecision(3))])),
  };
  rows.push(line);
  console.error(JSON.stringify(line));
}

function limit(what, figure, most) {
  row(what, {}, { figure });
  if (!(figure <= most)) failures.push(`${what}: ${figure.toFixed(2)}, more than ${most}`);
}
