// npm run bench:time-machine — what the past costs, in processor time of server and database: pods with all history kept
// against pods with as much as is kept by default, and reads of a moment that many changes followed, the first time and then.
//   --pods N (10000)  --nodes N (1000)  --moments N (3)
import { parseArgs } from 'node:util';
import { startBenchServer } from './bench-server.mjs';

const { values } = parseArgs({
  options: {
    pods: { type: 'string', default: '10000' },
    nodes: { type: 'string', default: '1000' },
    moments: { type: 'string', default: '3' },
  },
});
const [pods, nodes, moments] = [values.pods, values.nodes, values.moments].map(Number);
const KEEP =
  'mutation ($everything: Boolean) { updateCluster(input: { settings: { history: { everything: $everything } } }) { errors { message } } }';

const usual = await measure(false);
const all = await measure(true);
console.log(`${pods} pods on ${nodes} nodes; then half of them deleted, and created again`);
console.table({
  'processor time a pod, µs': {
    usual: usual.perPod,
    everything: all.perPod,
    ratio: (all.perPod / usual.perPod).toFixed(2),
  },
});
console.log(`a read of the moment before ${all.later} later changes, s of processor time (first, then):`);
console.table(all.reads.map(({ first, again }) => ({ first: first.toFixed(3), again: again.toFixed(3) })));

/** The whole of it on a server of its own. */
async function measure(everything) {
  const server = await startBenchServer({ options: ['--nodes', String(nodes), '--zones', '10'] });
  try {
    await server.ask('', KEEP, { everything });
    await server.untilQuiet();
    const before = server.cpuSeconds().together;
    await server.create(Array.from({ length: pods }, podOf), { clients: 4, batch: 250 });
    await server.untilQuiet();
    const then = await revision(server);
    for (let i = 0; i < pods / 2; i += 500) await remove(server, i, Math.min(i + 500, pods / 2));
    await server.untilQuiet();
    await server.create(Array.from({ length: pods / 2 }, podOf), { clients: 4, batch: 250 });
    await server.untilQuiet();
    const perPod = Math.round(((server.cpuSeconds().together - before) / (1.5 * pods)) * 1e6);
    const later = (await revision(server)) - then;
    const reads = [];
    for (let i = 0; everything && i < moments; i++) {
      // Neighbouring revisions are moments of their own.
      reads.push({ first: await read(server, then - i), again: await read(server, then - i) });
    }
    return { perPod, later, reads };
  } finally {
    await server.stop();
  }
}

/** Processor time of one page of pods at a revision. */
async function read(server, at) {
  const before = server.cpuSeconds().together;
  const answer = await fetch(`${server.url}/clusters/default@${at}/api/v1/namespaces/default/pods?limit=10`);
  if (!answer.ok) throw new Error(await answer.text());
  await answer.arrayBuffer();
  return server.cpuSeconds().together - before;
}

async function remove(server, from, to) {
  const objects = Array.from({ length: to - from }, (_, i) => ({ ...podOf(undefined, from + i), spec: undefined }));
  const query =
    'mutation ($objects: [JSON!]) { deleteObjects(input: { objects: $objects, gracePeriodSeconds: 0 }) { errors { message } } }';
  await server.ask('', query, { objects });
}

async function revision(server) {
  const { cluster } = await server.ask('', '{ cluster { resourceVersion } }');
  return Number(cluster.resourceVersion);
}

function podOf(_, number) {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: `pod-${number}`, namespace: 'default', labels: { app: 'bench' } },
    spec: { containers: [{ name: 'main', image: 'nginx', resources: { requests: { cpu: '100m', memory: '128Mi' } } }] },
  };
}
