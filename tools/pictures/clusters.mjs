// The clusters that are in the pictures. Clocks stand still and begin at a set time, so each run gives the same ones.

const START = '2026-03-01T08:00:00Z';
/** Name, replicas, CPU and memory requests; those without requests are BestEffort. */
const APPLICATIONS = [
  ['frontend', 24, '250m', '256Mi'],
  ['cart', 16, '200m', '384Mi'],
  ['search', 12, '1', '1Gi'],
  ['payments', 9, '500m', '512Mi'],
  ['catalog', 20, '300m', '512Mi'],
  ['recommender', 6, '1500m', '3Gi'],
  ['images', 14],
  ['orders', 10, '400m', '640Mi'],
  ['trainer', 3, '3', '12Gi'],
  ['giant', 2, '40', '200Gi'],
];
/** In one operation, which may take as long as the clock: writes of a paused cluster wait for all that they bring about. */
const APPLY =
  'mutation ($objects: [JSON!], $by: Duration!) { applyObject(input: { objects: $objects }) { errors { message } } advanceClock(input: { by: $by }) { errors { message } } }';

/**
 * Makes them all.
 * @param {(cluster: string, query: string, variables?: object) => Promise<any>} ask
 */
export async function makeClusters(ask) {
  const make = (name, nodes, zones, clock = {}) =>
    ask('default', 'mutation ($input: CreateClusterInput!) { createCluster(input: $input) { errors { message } } }', {
      input: { name, nodes, zones, seed: 'pictures', clock: { mode: 'MANUAL', startAt: START, ...clock } },
    });
  await make('shop', 30, 3);
  await make('nightly', 120, 4);
  await make('staging', 6, 2);
  await ask('shop', APPLY, { objects: APPLICATIONS.map(deployment), by: '5m' });
  await use(ask);
  await ask('shop', mutations(['advanceClock(input: { by: "5m" })', 'cordonNode(input: { name: "node-12" })']));
  await ask(
    'shop',
    mutations([
      'addTaint(input: { name: "node-20", key: "dedicated", value: "batch", effect: NoSchedule })',
      'injectFault(input: { nodes: ["node-3", "node-6", "node-9"], kind: POWER_OFF })',
      'injectFault(input: { nodes: ["node-5"], kind: MEMORY_HOG, amount: "95%" })',
      'advanceClock(input: { by: "100s" })',
    ]),
  );
  await ask('nightly', APPLY, { objects: [deployment(['report', 420, '500m', '1Gi'])], by: '2m' });
  await ask('staging', APPLY, { objects: APPLICATIONS.slice(0, 3).map(deployment), by: '2m' });
  await ask('staging', mutations(['forkCluster(input: { name: "staging-fork" })']));
  await ask(
    'staging-fork',
    mutations(['drainNode(input: { name: "node-2", force: true })', 'advanceClock(input: { by: "1m" })']),
  );
  await ask('staging', mutations(['saveSnapshot(input: { cluster: "staging", name: "before-the-drain" })']));
}

/** Gives each running pod of the shop something to use. */
async function use(ask) {
  const { pods } = await ask('shop', '{ pods(first: 200) { nodes { metadata { name } spec { nodeName } } } }');
  const placed = pods.nodes.filter(({ spec }) => spec.nodeName !== null);
  await ask(
    'shop',
    mutations(
      placed.map(({ metadata: { name } }, i) => {
        const [cpu, memory] = [80 + (i % 7) * 60, 100 + (i % 9) * 70];
        return `setPodUsage(input: { name: "${name}", cpu: "${cpu}m", memory: "${memory}Mi" })`;
      }),
    ),
  );
}

/** Several mutations as one operation. */
function mutations(fields) {
  return `mutation { ${fields.map((field, i) => `m${i}: ${field} { errors { message } }`).join(' ')} }`;
}

function deployment([name, replicas, cpu, memory]) {
  const resources = cpu === undefined ? {} : { resources: { requests: { cpu, memory } } };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name },
    spec: {
      replicas,
      selector: { matchLabels: { app: name } },
      template: {
        metadata: { labels: { app: name } },
        spec: { containers: [{ name, image: name, ...resources }] },
      },
    },
  };
}
