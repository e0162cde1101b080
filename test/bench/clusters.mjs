// npm run bench:clusters — what clusters cost in one server: each is created, asked for its namespaces, and deleted, with
// `npm start`'s own process on the embedded Postgres. Prints one table.
//   --clusters N (100)   at first one after the other, then all kept at once for their memory, then with nodes
//   --nodes N (5)        nodes of a cluster that has some; it is created when they have registered
//   --tests N (1000)     then as a test suite does: a cluster with those nodes for each test, and
//   --at-once N (8)      so many tests at a time; what they cost in processor time, and what they leave in memory
//   --profile FOLDER     lets Node write a processor profile there
import { parseArgs } from 'node:util';
import { measure, startBenchServer } from './bench-server.mjs';

const { values } = parseArgs({
  options: {
    clusters: { type: 'string', default: '100' },
    nodes: { type: 'string', default: '5' },
    tests: { type: 'string', default: '1000' },
    'at-once': { type: 'string', default: '8' },
    profile: { type: 'string' },
  },
});
const [clusters, nodes, tests, atOnce] = [values.clusters, values.nodes, values.tests, values['at-once']].map(Number);
const CREATE = 'mutation ($input: CreateClusterInput!) { createCluster(input: $input) { errors { message } } }';
const DELETE = 'mutation ($name: String!) { deleteCluster(input: { name: $name }) { errors { message } } }';
const USE = '{ namespaces { totalCount } }';

const profiling = values.profile === undefined ? {} : { profileFolder: values.profile };
const server = await startBenchServer({ options: ['--nodes', '0'], ...profiling });
const rows = [];
try {
  await server.untilQuiet();
  for (const count of [0, nodes]) {
    const names = Array.from({ length: clusters }, (_, i) => `cluster-${count}-${i}`);
    const suffix = count > 0 ? `, ${count} nodes` : '';
    const before = server.memoryMiB().together;
    await measured(`created${suffix}`, names, (name) => create(name, count));
    await measured(`first question${suffix}`, names, (name) => server.ask(`/clusters/${name}`, USE));
    console.log(`memory a cluster${suffix}: ${((server.memoryMiB().together - before) / clusters).toFixed(2)} MiB`);
    await measured(`deleted${suffix}`, names, remove);
  }
  // What a server keeps once and for all is there after a first suite.
  for (const suite of ['first', 'second', 'third']) await runSuite(suite);
} finally {
  await server.stop();
}
console.log(`${clusters} clusters, one after the other, client included`);
console.table(rows);

function create(name, count) {
  return server.ask('', CREATE, { input: { name, nodes: count, zones: 1, clock: { mode: 'MANUAL' } } });
}

function remove(name) {
  return server.ask('', DELETE, { name });
}

/** A cluster for each test. */
async function runSuite(suite) {
  if (tests === 0) return;
  const memory = server.memoryMiB().together;
  let next = 0;
  const worker = async () => {
    for (let i = next++; i < tests; i = next++) {
      await create(`${suite}-${i}`, nodes);
      await remove(`${suite}-${i}`);
    }
  };
  const cost = await measure(server, () => Promise.all(Array.from({ length: atOnce }, worker)));
  const each = (seconds) => `${((1000 * seconds) / tests).toFixed(1)} ms`;
  console.log(
    `${suite} suite of ${tests} tests, ${atOnce} at once: processor time of a test's cluster ${each(cost.server)} server, ` +
      `${each(cost.postgres)} Postgres; ${each(cost.seconds)} of real time; ` +
      `memory ${memory.toFixed(0)} -> ${server.memoryMiB().together.toFixed(0)} MiB`,
  );
}

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
