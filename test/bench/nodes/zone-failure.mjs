// One hour of a cluster whose first zone falls silent after five minutes and comes back half an hour later.
import { measure } from '../bench-server.mjs';

const ADVANCE = 'mutation ($by: Duration!) { advanceClock(input: { by: $by }) { events errors { message } } }';
const PODS_A_REQUEST = 500;
const ZONES = '{ zones { name state nodes unhealthyNodes evictionsTotal } }';

/** Returns rows for the table. Throws when the zone did not fail or did not recover as expected. */
export async function zoneFailure(server, { nodes, pods }) {
  const ask = await server.cluster('zone-failure', { nodes, zones: 3 });
  const advance = async (by) => (await ask(ADVANCE, { by })).advanceClock.events;
  await advance('30s');
  for (let from = 0; from < pods; from += PODS_A_REQUEST) {
    const count = Math.min(PODS_A_REQUEST, pods - from);
    await ask(CREATE, { objects: Array.from({ length: count }, (_, i) => pod(from + i)) });
  }
  await advance('60s');
  const parts = [];
  let events = 0;
  const part = async (name, by) =>
    parts.push({ name, ...(await measure(server, async () => (events += await advance(by)))) });
  await part('5 min of calm', '5m');
  await ask('mutation { stopHeartbeats(input: { zone: "zone-1" }) { nodes errors { message } } }');
  await part('30 min without a zone', '30m');
  const [failed] = (await ask(ZONES)).zones;
  await ask('mutation { resumeHeartbeats(input: { zone: "zone-1" }) { nodes errors { message } } }');
  await part('25 min after its return', '25m');
  const [healed] = (await ask(ZONES)).zones;
  if (failed.state !== 'FULL_DISRUPTION' || failed.evictionsTotal === 0) throw new Error('the zone did not fail');
  if (healed.unhealthyNodes !== 0) throw new Error('the zone did not recover');
  const sum = (key) => parts.reduce((total, each) => total + each[key], 0);
  const whole = { name: 'the hour', seconds: sum('seconds'), server: sum('server'), postgres: sum('postgres') };
  return {
    parts: [...parts, whole],
    ratio: 3600 / whole.seconds,
    lost: failed.nodes,
    tainted: failed.evictionsTotal,
    events,
  };
}

const CREATE = 'mutation ($objects: [JSON!]) { createObject(input: { objects: $objects }) { errors { message } } }';

function pod(index) {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: `pod-${index}`, namespace: 'default', labels: { app: 'bench' } },
    spec: {
      containers: [{ name: 'main', image: 'nginx', resources: { requests: { cpu: '100m', memory: '128Mi' } } }],
    },
  };
}
