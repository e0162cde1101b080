// What a large cluster costs at rest, and what it costs to lose many nodes at once.
import { measure } from '../bench-server.mjs';

const ADVANCE = 'mutation ($by: Duration!) { advanceClock(input: { by: $by }) { errors { message } } }';
const CLOCK = 'mutation ($mode: ClockMode!) { setClockMode(input: { mode: $mode }) { errors { message } } }';
const STOP = 'mutation ($nodes: [String!]!) { stopHeartbeats(input: { nodes: $nodes }) { errors { message } } }';
/** The first renewals after the change of clocks come in a burst. */
const BURST_MS = 12_000;
/** The longest wait that the loss of nodes may take in cluster time. */
const PATIENCE_MINUTES = 60;
/** Time for which pods tolerate a lost node, plus a minute. */
const TOLERATED = '6m';

/** Runs the clock in real time for a while. */
export async function rest(server, ask, seconds) {
  await ask(CLOCK, { mode: 'REALTIME' });
  await sleep(BURST_MS);
  const cost = await measure(server, () => sleep(seconds * 1000));
  await ask(CLOCK, { mode: 'MANUAL' });
  return cost;
}

/** Loses the first `lost` nodes, and waits until they are marked, tainted, and their pods evicted. */
export async function loseNodes(server, ask, lost) {
  await ask(STOP, { nodes: Array.from({ length: lost }, (_, i) => `node-${i + 1}`) });
  const sumOf = async (key) => (await ask(`{ zones { ${key} } }`)).zones.reduce((sum, zone) => sum + zone[key], 0);
  const until = (key) =>
    measure(server, async () => {
      for (let minutes = 0; (await sumOf(key)) < lost; minutes++) {
        if (minutes === PATIENCE_MINUTES) throw new Error(`${key} of the zones did not become ${lost}`);
        await ask(ADVANCE, { by: '1m' });
      }
    });
  return [
    { what: `${lost} nodes are lost, until all are marked`, cost: await until('unhealthyNodes') },
    { what: 'until all have their taints', cost: await until('evictionsTotal') },
    { what: 'until their pods are evicted', cost: await measure(server, () => ask(ADVANCE, { by: TOLERATED })) },
  ];
}

function sleep(ms) {
  return new Promise((done) => setTimeout(done, ms));
}
