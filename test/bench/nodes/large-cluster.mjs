// A large cluster: what it costs while nothing happens, and what it costs to lose a fifth of its nodes at once.
import { measure, quantile } from '../bench-server.mjs';

const ZONES = 10;
const PODS_A_REQUEST = 500;
const CREATE = 'mutation ($objects: [JSON!]) { createObject(input: { objects: $objects }) { errors { message } } }';
const ADVANCE = 'mutation ($by: Duration!) { advanceClock(input: { by: $by }) { errors { message } } }';
const CLOCK = 'mutation ($mode: ClockMode!) { setClockMode(input: { mode: $mode }) { errors { message } } }';
const STOP = 'mutation ($nodes: [String!]!) { stopHeartbeats(input: { nodes: $nodes }) { errors { message } } }';
/** The longest wait that the loss of nodes may take in cluster time. */
const PATIENCE_MINUTES = 60;

export async function largeCluster(server, { nodes, pods, lost, idleSeconds }) {
  const ask = await server.cluster('large', { nodes, zones: ZONES });
  const advance = (by) => ask(ADVANCE, { by });
  await advance('30s');
  for (let from = 0; from < pods; from += PODS_A_REQUEST) {
    const count = Math.min(PODS_A_REQUEST, pods - from);
    await ask(CREATE, { objects: Array.from({ length: count }, (_, i) => podOn(from + i, nodes)) });
  }
  await advance('30s');
  await requireRunning(ask, pods);
  const idle = await watchIdle(server, ask, idleSeconds);
  const memoryMiB = server.memoryMiB();
  const names = Array.from({ length: lost }, (_, i) => `node-${i + 1}`);
  await ask(STOP, { nodes: names });
  let waited = 0;
  const step = async (done) => {
    let minutes = 0;
    const cost = await measure(server, async () => {
      do {
        await advance('1m');
        if (++minutes + waited > PATIENCE_MINUTES) throw new Error('the lost nodes were not dealt with');
      } while (!(await done()));
    });
    waited += minutes;
    return { ...cost, virtualSeconds: waited * 60 };
  };
  const sumOf = async (key) => (await ask(`{ zones { ${key} } }`)).zones.reduce((sum, zone) => sum + zone[key], 0);
  const marked = await step(async () => (await sumOf('unhealthyNodes')) === lost);
  const tainted = await step(async () => (await sumOf('evictionsTotal')) === lost);
  return { idle, memoryMiB, marked, tainted };
}

/** Runs the clock in real time for a while. */
async function watchIdle(server, ask, seconds) {
  await ask(CLOCK, { mode: 'REALTIME' });
  // The first renewals after the change of clocks come in a burst.
  await new Promise((resolve) => setTimeout(resolve, 12_000));
  const before = await readLags(server);
  const cost = await measure(server, () => new Promise((resolve) => setTimeout(resolve, seconds * 1000)));
  const after = await readLags(server);
  await ask(CLOCK, { mode: 'MANUAL' });
  return {
    ...cost,
    lagP99Seconds: quantile(before, after, 0.99),
    lagP50Seconds: quantile(before, after, 0.5),
    loopP99Seconds: await server.metric('nodejs_eventloop_lag_p99_seconds'),
  };
}

function readLags(server) {
  return server.histogram('orrery_heartbeat_lag_seconds');
}

async function requireRunning(ask, pods) {
  const { pods: page } = await ask('{ pods(first: 1, filter: { phases: [Running] }) { totalCount } }');
  if (page.totalCount !== pods) throw new Error(`${page.totalCount} of ${pods} pods run`);
}

/** Makes a bound pod: the cost of the scheduler is measured elsewhere. */
function podOn(index, nodes) {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: `pod-${index}`, namespace: 'default', labels: { app: 'bench' } },
    spec: {
      nodeName: `node-${(index % nodes) + 1}`,
      containers: [{ name: 'main', image: 'nginx', resources: { requests: { cpu: '100m', memory: '128Mi' } } }],
    },
  };
}
