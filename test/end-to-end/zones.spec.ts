import {
  startTestGraphqlServer,
  type TestGraphqlCluster,
  type TestGraphqlServer,
} from '../../libs/testing/graphql-server';

let server: TestGraphqlServer;

beforeAll(async () => {
  server = await startTestGraphqlServer();
});
afterAll(() => server.close());

interface Zone {
  readonly name: string;
  readonly state: string;
}

async function zones(cluster: TestGraphqlCluster): Promise<readonly Zone[]> {
  const query = '{ zones { name state nodes unhealthyNodes healthPercent evictionRate waitingNodes evictionsTotal } }';
  return (await cluster.query<{ zones: Zone[] }>(query)).zones;
}

const zone = (number: number, more: object): object =>
  expect.objectContaining({ name: `region-1::zone-${number}`, ...more });

it('shows how zones fail and recover, and how fast their nodes are tainted', async () => {
  const cluster = await server.cluster({ nodes: 8, zones: 2 });
  await cluster.mutate('advanceClock', { by: '10s' }, 'events');
  const calm = { state: 'NORMAL', nodes: 4, unhealthyNodes: 0, healthPercent: 100, evictionRate: 0.1, waitingNodes: 0 };
  expect(await zones(cluster)).toEqual([zone(1, calm), zone(2, calm)]);

  // Three of four nodes: more than 55 %, in a zone too small for the secondary rate.
  await cluster.mutate('stopHeartbeats', { nodes: ['node-1', 'node-3', 'node-5'] }, 'nodes');
  await cluster.mutate('advanceClock', { by: '60s' }, 'events');
  expect(await zones(cluster)).toEqual([
    zone(1, { state: 'PARTIAL_DISRUPTION', unhealthyNodes: 3, healthPercent: 25, evictionRate: 0, waitingNodes: 3 }),
    zone(2, calm),
  ]);

  // The whole zone: its nodes are tainted at the primary rate, since the other zone is well.
  await cluster.mutate('stopHeartbeats', { zone: 'zone-1' }, 'nodes');
  await cluster.mutate('advanceClock', { by: '65s' }, 'events');
  expect(await zones(cluster)).toEqual([
    zone(1, { state: 'FULL_DISRUPTION', healthPercent: 0, evictionRate: 0.1 }),
    zone(2, calm),
  ]);
  await cluster.mutate('advanceClock', { by: '60s' }, 'events');
  expect(await zones(cluster)).toEqual([zone(1, { waitingNodes: 0, evictionsTotal: 4 }), zone(2, calm)]);

  // Everything: nobody is tainted any more.
  await cluster.mutate('stopHeartbeats', { zone: 'zone-2' }, 'nodes');
  await cluster.mutate('advanceClock', { by: '60s' }, 'events');
  const down = { state: 'FULL_DISRUPTION', evictionRate: 0 };
  expect(await zones(cluster)).toEqual([zone(1, down), zone(2, down)]);

  await cluster.mutate('resumeHeartbeats', { nodeSelector: 'kubernetes.io/os=linux' }, 'nodes');
  await cluster.mutate('advanceClock', { by: '60s' }, 'events');
  expect(await zones(cluster)).toEqual([zone(1, { ...calm, evictionsTotal: 4 }), zone(2, calm)]);
});
