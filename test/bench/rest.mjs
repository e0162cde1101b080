// npm run bench:rest — what a server costs that no client asks for anything, in per cent of a core, with its database: with the default
// cluster, with one of a thousand nodes, and with many clusters; what these cost to create and to keep, and what pods on the thousand nodes
// keep of memory; and how evenly many clusters share the server when all of them are busy. With `npm start`'s own process on the
// embedded Postgres.
//   --clusters N (1000)  idle clusters of five nodes
//   --busy N (100)       busy ones, each of which gets
//   --pods N (50)        pods at the same moment
//   --rest S (30)        seconds of each look, of which there are
//   --looks N (3)        after a server has settled; the median counts
import { parseArgs } from 'node:util';
import { measure, startBenchServer } from './bench-server.mjs';

const { values } = parseArgs({
  options: {
    clusters: { type: 'string', default: '1000' },
    busy: { type: 'string', default: '100' },
    pods: { type: 'string', default: '50' },
    rest: { type: 'string', default: '30' },
    looks: { type: 'string', default: '3' },
  },
});
const [clusters, busy, pods, rest, looks] = ['clusters', 'busy', 'pods', 'rest', 'looks'].map((name) =>
  Number(values[name]),
);
const NODES = 5;
/** Requests at a time. */
const AT_ONCE = 8;
const MANY_PODS = 5000;
/** Time until earlier work is done, and Postgres has updated its statistics. */
const SETTLE_SECONDS = 60;
const CREATE = 'mutation ($input: CreateClusterInput!) { createCluster(input: $input) { errors { message } } }';
const FILL = 'mutation ($objects: [JSON!]) { createObject(input: { objects: $objects }) { errors { message } } }';

const pause = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));
const median = (figures) => [...figures].sort((a, b) => a - b)[Math.floor(figures.length / 2)];

await on([], async (server) => console.log(`the default cluster at rest: ${await atRest(server)}`));
await on(['--nodes', '1000'], async (server) => {
  console.log(`a cluster of 1000 nodes at rest: ${await atRest(server)}`);
  await manyPods(server);
});
await on(['--nodes', '0'], manyClusters);
await on(['--nodes', '0'], busyClusters);

/** Runs `work` on a server of its own. */
async function on(options, work) {
  const server = await startBenchServer({ options });
  try {
    await work(server);
  } finally {
    await server.stop();
  }
}

/** Per cent of a core, the median of the looks with each of them. */
async function atRest(server) {
  await pause(SETTLE_SECONDS);
  const seen = [];
  for (let look = 0; look < looks; look++) {
    const cost = await measure(server, () => pause(rest));
    seen.push((100 * (cost.server + cost.postgres)) / cost.seconds);
  }
  return `${median(seen).toFixed(2)} % of a core (${seen.map((each) => each.toFixed(2)).join(', ')})`;
}

async function manyPods(server) {
  await server.create(
    Array.from({ length: MANY_PODS }, (_, i) => podOf(i)),
    { clients: AT_ONCE, batch: 1 },
  );
  const after = server.memoryMiB().together;
  await pause(SETTLE_SECONDS);
  const settled = server.memoryMiB().together;
  console.log(`memory with ${MANY_PODS} pods on them: ${after.toFixed(0)} MiB, at rest ${settled.toFixed(0)} MiB`);
}

async function manyClusters(server) {
  // At rest as well: what a start leaves over would hide what clusters keep.
  await pause(SETTLE_SECONDS);
  const before = server.memoryMiB().together;
  const cost = await measure(server, () => createAll(server, 'idle', clusters));
  const each = (seconds) => `${((1000 * seconds) / clusters).toFixed(1)} ms`;
  console.log(
    `a cluster of ${NODES} nodes, created: ${each(cost.server)} of the server, ${each(cost.postgres)} of Postgres`,
  );
  console.log(`${clusters} of them at rest: ${await atRest(server)}`);
  const kept = ((server.memoryMiB().together - before) * 1024) / clusters;
  console.log(`memory of one of them: ${kept.toFixed(0)} KiB`);
}

async function busyClusters(server) {
  const names = await createAll(server, 'busy', busy);
  await pause(SETTLE_SECONDS);
  const startMs = performance.now();
  const seconds = await Promise.all(
    names.map(async (name) => {
      const running = allRunning(server, name);
      await server.ask(`/clusters/${name}`, FILL, { objects: Array.from({ length: pods }, (_, i) => podOf(i)) });
      await running;
      return (performance.now() - startMs) / 1000;
    }),
  );
  const [middle, slowest] = [median(seconds), Math.max(...seconds)];
  console.log(
    `${busy} clusters with ${pods} new pods each: the median has all running after ${middle.toFixed(2)} s, the slowest after ` +
      `${slowest.toFixed(2)} s, ${(slowest / middle).toFixed(2)} times as long`,
  );
}

async function createAll(server, prefix, count) {
  const names = Array.from({ length: count }, (_, i) => `${prefix}-${i}`);
  let next = 0;
  const client = async () => {
    while (next < names.length) await server.ask('', CREATE, { input: { name: names[next++], nodes: NODES } });
  };
  await Promise.all(Array.from({ length: AT_ONCE }, client));
  return names;
}

function podOf(number) {
  const container = { name: 'c', image: 'i', resources: { requests: { cpu: '10m' } } };
  return { apiVersion: 'v1', kind: 'Pod', metadata: { name: `p-${number}` }, spec: { containers: [container] } };
}

/** Resolves when a watch has shown as many pods running as there will be. */
async function allRunning(server, cluster) {
  const ending = new AbortController();
  const url = `${server.url}/clusters/${cluster}/api/v1/namespaces/default/pods?watch=1`;
  const { body } = await fetch(url, { signal: ending.signal });
  const running = new Set();
  let text = '';
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    const lines = (text + chunk).split('\n');
    text = lines.pop();
    for (const line of lines) {
      const { object } = JSON.parse(line);
      if (object.status?.phase === 'Running') running.add(object.metadata.name);
    }
    if (running.size >= pods) break;
  }
  ending.abort();
}
