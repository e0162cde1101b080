// Fills a cluster in two halves, and measures what a pod costs at the end of each, from its creation until it runs, without the
// cost of the passing time.
import { measure } from '../bench-server.mjs';

const BATCH = 250;
/** Number of measured pods in each sample. */
const SAMPLE = 2000;
const SAMPLES = 7;
const CREATE = 'mutation ($objects: [JSON!]) { createObject(input: { objects: $objects }) { errors { message } } }';
const ADVANCE = 'mutation ($by: Duration!) { advanceClock(input: { by: $by }) { errors { message } } }';
const ADD_NODES = 'mutation ($input: AddNodesInput!) { addNodes(input: $input) { errors { message } } }';
const NODES_AT_ONCE = 1000;
/** Time until a new pod runs, and until nodes have their addresses and have lost their first taints. */
const TO_RUN = '10s';
const TO_SETTLE = '30s';

/** Returns the seconds of processor time of a pod on half of the nodes with half of the pods, and on all of them. */
export async function fill(server, ask, { nodes, pods, onEach }) {
  let made = 0;
  const addPods = async (count) => {
    for (const end = made + count; made < end; made += BATCH) {
      await ask(CREATE, { objects: Array.from({ length: Math.min(BATCH, end - made) }, (_, i) => podOf(made + i)) });
    }
    await ask(ADVANCE, { by: TO_RUN });
  };
  const upTo = async (count, name) => {
    const from = made;
    const cost = await measure(server, async () => {
      while (count - SAMPLES * SAMPLE - made > 0) await addPods(Math.min(20 * BATCH, count - SAMPLES * SAMPLE - made));
    });
    if (made > from) onEach(`1,000 pods, up to ${made} on ${name} nodes`, cost, { each: (made - from) / 1000 });
    const samples = [];
    for (let i = 0; i < SAMPLES; i++) {
      const cost = await measure(server, () => addPods(SAMPLE));
      // Heartbeats and the like, which time brings with or without new pods.
      samples.push(without(cost, await measure(server, () => ask(ADVANCE, { by: TO_RUN }))));
    }
    await requireRunning(ask, count);
    const median = samples.sort((a, b) => total(a) - total(b))[Math.floor(SAMPLES / 2)];
    onEach(`1,000 pods, from ${made - SAMPLES * SAMPLE} to ${made}`, median, { each: SAMPLE / 1000 });
    return total(median) / SAMPLE;
  };
  await ask(ADVANCE, { by: TO_SETTLE });
  const half = await upTo(pods / 2, nodes / 2);
  const grown = await measure(server, async () => {
    for (let index = nodes / 2; index < nodes; index += NODES_AT_ONCE)
      await ask(ADD_NODES, { input: nodesFrom(index, nodes) });
    await ask(ADVANCE, { by: TO_SETTLE });
  });
  onEach('1,000 nodes, added', grown, { each: nodes / 2000 });
  return { half, whole: await upTo(pods, nodes) };
}

function without(cost, other) {
  return Object.fromEntries(Object.entries(cost).map(([key, value]) => [key, value - other[key]]));
}

function total({ server, postgres }) {
  return server + postgres;
}

async function requireRunning(ask, count) {
  const { pods } = await ask('{ pods(first: 1, filter: { phases: [Running] }) { totalCount } }');
  if (pods.totalCount !== count) throw new Error(`${pods.totalCount} of ${count} pods run`);
}

function nodesFrom(index, end) {
  const zones = Array.from({ length: 10 }, (_, i) => `zone-${i + 1}`);
  return { name: 'node-', firstIndex: index + 1, count: Math.min(NODES_AT_ONCE, end - index), zones };
}

function podOf(index) {
  const resources = { requests: { cpu: '10m', memory: '16Mi' } };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: `pod-${index}`, namespace: 'default', labels: { app: `app-${index % 100}` } },
    spec: { containers: [{ name: 'main', image: 'nginx', resources }] },
  };
}
