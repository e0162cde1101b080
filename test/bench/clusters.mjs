// npm run bench:clusters — what clusters cost in one server: each is created, asked for its namespaces, and deleted, with
// `npm start`'s own process on the embedded Postgres. Prints one table.
//   --clusters N (100)   at first one after the other, then all kept at once for their memory, then with nodes
//   --nodes N (5)        nodes of a cluster that has some; it is created when they have registered
import { parseArgs } from 'node:util';
import { startBenchServer } from './bench-server.mjs';

const { values } = parseArgs({
  options: { clusters: { type: 'string', default: '100' }, nodes: { type: 'string', default: '5' } },
});
const [clusters, nodes] = [values.clusters, values.nodes].map(Number);
const CREATE = 'mutation ($input: CreateClusterInput!) { createCluster(input: $input) { errors { message } } }';
const DELETE = 'mutation ($name: String!) { deleteCluster(input: { name: $name }) { errors { message } } }';
const USE = '{ namespaces { totalCount } }';

const server = await startBenchServer({ options: ['--nodes', '0'] });
const rows = [];
try {
  await server.untilQuiet();
  for (const count of [0, nodes]) {
    const names = Array.from({ length: clusters }, (_, i) => `cluster-${count}-${i}`);
    const suffix = count > 0 ? `, ${count} nodes` : '';
    const before = server.memoryMiB().together;
    const create = (name) =>
      server.ask('', CREATE, { input: { name, nodes: count, zones: 1, clock: { mode: 'PAUSED' } } });
    await measured(`created${suffix}`, names, create);
    await measured(`first question${suffix}`, names, (name) => server.ask(`/clusters/${name}`, USE));
    console.log(`memory a cluster${suffix}: ${((server.memoryMiB().together - before) / clusters).toFixed(2)} MiB`);
    await measured(`deleted${suffix}`, names, (name) => server.ask('', DELETE, { name }));
  }
} finally {
  await server.stop();
}
console.log(`${clusters} clusters, one after the other, client included`);
console.table(rows);

async function measured(what, names, work) {
  const took = [];
  for (const name of names) {
    const startMs = performance.now();
    await work(name);
    took.push(performance.now() - startMs);
  }
  took.sort((a, b) => a - b);
  const at = (share) => took[Math.min(took.length - 1, Math.floor(share * took.length))].toFixed(1);
  rows.push({ what, 'p50 ms': at(0.5), 'p90 ms': at(0.9), 'most ms': at(1) });
}
