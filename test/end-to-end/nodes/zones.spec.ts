import {
  startTestGraphqlServer,
  type TestGraphqlCluster,
  type TestGraphqlServer,
} from '../../../libs/testing/kit/graphql-server';

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
  const query =
    '{ zones { name region state nodes unhealthyNodes healthPercent evictionRate waitingNodes queuedNodes nextTaintAt evictionsTotal } }';
  return (await cluster.query<{ zones: Zone[] }>(query)).zones;
}

const HEALTH =
  'nodeHealth { nodeMonitorPeriod nodeMonitorGracePeriod nodeStartupGracePeriod nodeEvictionRate unhealthyZoneThreshold ' +
  'secondaryNodeEvictionRate largeClusterSizeThreshold enableTaintManager podEvictionTimeout requeue timerRecompute }';

it('is set by GraphQL, which refuses what cannot be with field and reason', async () => {
  const cluster = await server.cluster({
    nodes: 3,
    settings: { bundle: 'k8s-1.20', nodeHealth: { nodeEvictionRate: 1 } },
  });
  expect(await cluster.query(`{ ${HEALTH} }`)).toEqual({
    nodeHealth: {
      nodeMonitorPeriod: '5s',
      nodeMonitorGracePeriod: '40s',
      nodeStartupGracePeriod: '1m0s',
      nodeEvictionRate: 1,
      secondaryNodeEvictionRate: 0.01,
      largeClusterSizeThreshold: 50,
      unhealthyZoneThreshold: 0.55,
      enableTaintManager: true,
      podEvictionTimeout: '5m0s',
      requeue: 'refresh',
      timerRecompute: 'keep',
    },
  });
  const wrong = { nodeMonitorPeriod: '0s', unhealthyZoneThreshold: 55, requeue: 'twice' };
  expect(await cluster.attempt('setNodeHealth', wrong, HEALTH)).toMatchObject({
    nodeHealth: null,
    errors: [{ code: 'NOT_SUPPORTED', field: ['requeue'], value: 'twice' }],
  });
  const { requeue: _requeue, ...numbers } = wrong;
  expect(await cluster.attempt('setNodeHealth', numbers, HEALTH)).toMatchObject({
    errors: [
      {
        code: 'INVALID',
        message: 'nodeMonitorPeriod: Invalid value: "0s": must be a positive duration',
        field: ['nodeMonitorPeriod'],
      },
      { message: 'unhealthyZoneThreshold: Invalid value: 55: must be between 0 and 1' },
    ],
  });
  const { errors } = await server.client.attempt<{ errors: unknown }>('createCluster', {
    name: 'wrong',
    settings: { nodeHealth: { nodeEvictionRate: -1 } },
  });
  expect(errors).toMatchObject([
    { message: 'settings.nodeHealth.nodeEvictionRate: Invalid value: -1: must not be negative' },
  ]);

  // A shorter grace period counts at once: silent since 60 s, lost when that is longer than 20 s ago.
  await cluster.mutate('advanceClock', { by: '60s' }, 'events');
  const set = { nodeMonitorGracePeriod: '20s', nodeEvictionRate: null };
  expect(await cluster.mutate('setNodeHealth', set, HEALTH)).toMatchObject({
    nodeHealth: { nodeMonitorGracePeriod: '20s', nodeEvictionRate: 0.1 },
  });
  await cluster.mutate('stopHeartbeats', { nodes: ['node-1'] }, 'nodes');
  const until = [
    { kind: 'Node', name: 'node-1', matches: { status: { conditions: [{ type: 'Ready', status: 'Unknown' }] } } },
  ];
  expect(await cluster.mutate('advanceClock', { until }, 'clock { now }')).toMatchObject({
    clock: { now: '2026-03-01T12:01:25.000000Z' },
  });
});

it('tells of zones by events and metrics', async () => {
  const cluster = await server.cluster({ nodes: 4, zones: 2 });
  await cluster.mutate('advanceClock', { by: '10s' }, 'events');
  await cluster.mutate('stopHeartbeats', { zone: 'zone-1' }, 'nodes');
  await cluster.mutate('advanceClock', { by: '90s' }, 'events');
  await cluster.mutate('stopHeartbeats', { zone: 'zone-2' }, 'nodes');
  await cluster.mutate('advanceClock', { by: '60s' }, 'events');
  await cluster.mutate('resumeHeartbeats', { zone: 'zone-2' }, 'nodes');
  await cluster.mutate('advanceClock', { by: '10s' }, 'events');
  const answer = await fetch(`${cluster.url}/api/v1/namespaces/default/events`);
  const { items } = (await answer.json()) as {
    items: { involvedObject: { kind: string; name: string }; reason: string }[];
  };
  const reported = items.filter(({ involvedObject }) => involvedObject.kind === 'Zone');
  expect(reported.map(({ involvedObject, reason }) => `${involvedObject.name} ${reason}`).sort()).toEqual([
    'all EnteringMasterDisruption',
    'all ExitingMasterDisruption',
    'region-1.zone-1 ZoneFullDisruption',
    'region-1.zone-2 ZoneFullDisruption',
    'region-1.zone-2 ZoneNormal',
  ]);
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  const labels = `{zone="region-1::zone-1",cluster="${cluster.name}"}`;
  for (const line of [
    `node_collector_zone_size${labels} 2`,
    `node_collector_zone_health${labels} 0`,
    `node_collector_unhealthy_nodes_in_zone${labels} 2`,
    `node_collector_evictions_total${labels} 2`,
    `node_collector_evictions_number${labels} 2`,
    `orrery_zone_eviction_rate${labels} 0.1`,
  ]) {
    expect(metrics).toContain(line);
  }
});

it('evicts without a taint manager, if configured so', async () => {
  const settings = { bundle: 'k8s-1.20', nodeHealth: { enableTaintManager: false, podEvictionTimeout: '2m' } };
  const cluster = await server.cluster({ nodes: 3, settings });
  const spec = { nodeName: 'node-1', containers: [{ name: 'c', image: 'nginx' }] };
  const object = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' }, spec };
  await cluster.mutate('createObject', { object }, 'object { id }');
  await cluster.mutate('advanceClock', { by: '60s' }, 'events');
  await cluster.mutate('stopHeartbeats', { nodes: ['node-1'] }, 'nodes');
  const matches = { metadata: { deletionGracePeriodSeconds: 30 }, status: { reason: 'NodeLost' } };
  const gone = await cluster.mutate('advanceClock', { until: [{ kind: 'Pod', matches }] }, 'clock { now }');
  // Silent since 60 s; strictly later than two minutes is the pass of 185 s.
  expect(gone).toMatchObject({ clock: { now: '2026-03-01T12:03:05.000000Z' } });
  const pod = (await (await fetch(`${cluster.url}/api/v1/namespaces/default/pods/p`)).json()) as object;
  expect(pod).toMatchObject({ status: { message: 'Node node-1 which was running pod p is unresponsive' } });
  const answer = await fetch(`${cluster.url}/api/v1/namespaces/default/events`);
  const { items } = (await answer.json()) as { items: { reason: string; message: string }[] };
  const messages = items.map(({ reason, message }) => `${reason}: ${message}`);
  expect(messages).toContain('DeletingAllPods: Node node-1 event: Deleting all Pods from Node node-1.');
  expect(messages).toContain('NodeControllerEviction: Marking for deletion Pod p from Node node-1');
  expect(messages.filter((message) => message.startsWith('TaintManagerEviction'))).toEqual([]);
});

const zone = (number: number, more: object): object =>
  expect.objectContaining({ name: `zone-${number}`, region: 'region-1', ...more });

it('shows how zones fail and recover, and how fast their nodes are tainted', async () => {
  const cluster = await server.cluster({ nodes: 8, zones: 2 });
  await cluster.mutate('advanceClock', { by: '10s' }, 'events');
  const calm = { state: 'NORMAL', nodes: 4, unhealthyNodes: 0, healthPercent: 100, evictionRate: 0.1, waitingNodes: 0 };
  expect(await zones(cluster)).toEqual([zone(1, calm), zone(2, calm)]);

  // Three of four nodes: more than 55 %, in a zone too small for the secondary rate.
  await cluster.mutate('stopHeartbeats', { nodes: ['node-1', 'node-3', 'node-5'] }, 'nodes');
  await cluster.mutate('advanceClock', { by: '60s' }, 'events');
  expect(await zones(cluster)).toEqual([
    zone(1, {
      state: 'PARTIAL_DISRUPTION',
      unhealthyNodes: 3,
      healthPercent: 25,
      evictionRate: 0,
      waitingNodes: 3,
      queuedNodes: ['node-1', 'node-3', 'node-5'],
    }),
    zone(2, calm),
  ]);

  // The whole zone: its nodes are tainted at the primary rate, since the other zone is well.
  await cluster.mutate('stopHeartbeats', { zone: 'zone-1' }, 'nodes');
  await cluster.mutate('advanceClock', { by: '65s' }, 'events');
  expect(await zones(cluster)).toEqual([
    // What is tainted at this very instant counts already.
    zone(1, {
      state: 'FULL_DISRUPTION',
      healthPercent: 0,
      evictionRate: 0.1,
      waitingNodes: 3,
      evictionsTotal: 1,
    }),
    zone(2, calm),
  ]);
  await cluster.mutate('advanceClock', { by: '60s' }, 'events');
  expect(await zones(cluster)).toEqual([zone(1, { waitingNodes: 0, evictionsTotal: 4 }), zone(2, calm)]);

  // Everything: no node is tainted any more.
  await cluster.mutate('stopHeartbeats', { zone: 'zone-2' }, 'nodes');
  await cluster.mutate('advanceClock', { by: '60s' }, 'events');
  const down = { state: 'FULL_DISRUPTION', evictionRate: 0 };
  expect(await zones(cluster)).toEqual([zone(1, down), zone(2, down)]);

  await cluster.mutate('resumeHeartbeats', { nodeSelector: 'kubernetes.io/os=linux' }, 'nodes');
  await cluster.mutate('advanceClock', { by: '60s' }, 'events');
  expect(await zones(cluster)).toEqual([zone(1, { ...calm, evictionsTotal: 4 }), zone(2, calm)]);
});
