// npm run bench:forks — what a fork costs: processor time of server and database, and their memory while many live.
//   --forks N (20; of the small cluster 100)
import { parseArgs } from 'node:util';
import { startBenchServer } from './bench-server.mjs';

const { values } = parseArgs({ options: { forks: { type: 'string', default: '20' } } });
const SIZES = [
  { nodes: 100, pods: 1000, limitMs: 50 },
  { nodes: 1000, pods: 10_000, limitMs: 500 },
];
const FORK = 'mutation ($input: ForkClusterInput!) { forkCluster(input: $input) { errors { message } } }';
const DELETE = 'mutation ($input: DeleteClusterInput!) { deleteCluster(input: $input) { errors { message } } }';
const PODS = `mutation ($objects: [JSON!]) { createObject(input: { objects: $objects }) { errors { message } } }`;
const ADVANCE = 'mutation { advanceClock(input: { by: "60s" }) { errors { message } } }';

const rows = [];
for (const size of SIZES) rows.push(await measure(size));
console.table(rows);

async function measure({ nodes, pods, limitMs }) {
  const forks = nodes === 100 ? 100 : Number(values.forks);
  const server = await startBenchServer({ options: ['--nodes', '1'] });
  try {
    const ask = await server.cluster('origin', { nodes, zones: 10 });
    for (let i = 0; i < pods; i += 500) await ask(PODS, { objects: Array.from({ length: 500 }, (_, k) => pod(i + k)) });
    await ask(ADVANCE);
    // The first ones load code and compile it.
    for (let i = 0; i < 3; i++) await fork(server, `first-${i}`);
    for (let i = 0; i < 3; i++) await server.ask('', DELETE, { input: { name: `first-${i}` } });
    await server.untilQuiet();
    const [cpu, memory] = [server.cpuSeconds(), server.memoryMiB()];
    for (let i = 0; i < forks; i++) await fork(server, `fork-${i}`);
    await server.untilQuiet();
    const [later, memoryLater] = [server.cpuSeconds(), server.memoryMiB()];
    const each = (of) => (of(later) - of(cpu)) / forks;
    return {
      nodes,
      pods,
      forks,
      'ms a fork': Math.round(each(({ together }) => together) * 1000),
      'of the server': Math.round(each(({ server: own }) => own) * 1000),
      'of Postgres': Math.round(each(({ postgres }) => postgres) * 1000),
      limit: limitMs,
      'MiB a fork': ((memoryLater.together - memory.together) / forks).toFixed(2),
    };
  } finally {
    await server.stop();
  }
}

async function fork(server, name) {
  await server.ask('', FORK, { input: { cluster: 'origin', name } });
}

function pod(number) {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: `pod-${number}`, namespace: 'default', labels: { app: 'bench' } },
    spec: { containers: [{ name: 'main', image: 'nginx', resources: { requests: { cpu: '100m', memory: '128Mi' } } }] },
  };
}
