import { podOf } from '../../../libs/testing/kit/graphql-pods';
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

interface Placed {
  readonly spec: { readonly nodeName: string | null };
  readonly status: { readonly phase: string };
  readonly metadata: { readonly deletionTimestamp: string | null };
  readonly conditions: readonly {
    readonly type: string;
    readonly status: string;
    readonly reason: string | null;
    readonly message: string | null;
  }[];
}

const PLACED =
  'spec { nodeName } status { phase } metadata { deletionTimestamp } conditions { type status reason message }';

async function podState(cluster: TestGraphqlCluster, name: string): Promise<Placed | null> {
  const query = `query ($name: String!) { pod(name: $name) { ${PLACED} } }`;
  return (await cluster.query<{ pod: Placed | null }>(query, { name })).pod;
}

it('leaves a pod that does not fit until there is room for it', async () => {
  const cluster = await server.cluster({ nodes: 1 });
  await cluster.mutate('createObject', { object: podOf('first', { cpu: '3' }) }, 'object { id }');
  await cluster.mutate('advanceClock', { by: '10s' }, 'events');
  await cluster.mutate('createObject', { object: podOf('second', { cpu: '2' }) }, 'object { id }');
  await cluster.mutate('advanceClock', { by: '10s' }, 'events');

  const waiting = await podState(cluster, 'second');
  expect(waiting).toMatchObject({ spec: { nodeName: null }, status: { phase: 'Pending' } });
  expect(waiting!.conditions.find(({ type }) => type === 'PodScheduled')).toMatchObject({
    status: 'False',
    reason: 'Unschedulable',
    message: expect.stringContaining('0/1 nodes are available: 1 Insufficient cpu.'),
  });
  const { events } = await cluster.query<{ events: { nodes: { reason: string }[] } }>(
    '{ events(filter: {involvedName: "second", reasons: ["FailedScheduling"]}) { nodes { reason } } }',
  );
  expect(events.nodes.length).toBeGreaterThan(0);

  await cluster.mutate('addNodes', { name: 'bigger', capacity: { cpu: 8 } }, 'node { id }');
  await cluster.mutate('advanceClock', { by: '30s' }, 'events');
  expect(await podState(cluster, 'second')).toMatchObject({
    spec: { nodeName: 'bigger' },
    status: { phase: 'Running' },
  });
});

it('counts pods by phase and node, and sums up what is requested of nodes, zones and the cluster', async () => {
  const cluster = await server.cluster();
  const added = await cluster.query<{ addNodes: { errors: unknown[] } }>(`mutation { addNodes(input: {
    name: "gpu", count: 2, zones: ["a", "b"], capacity: "cpu=4,memory=8Gi,nvidia.com/gpu=2", labels: "example.com/tier=1"
  }) { errors { message } } }`);
  expect(added.addNodes.errors).toEqual([]);
  const resources = { limits: { 'nvidia.com/gpu': '1' }, requests: { cpu: '1', 'nvidia.com/gpu': '1' } };
  const gpu = (name: string): object =>
    podOf(name, { node: 'gpu-1', spec: { containers: [{ name: 'c', image: 'i', resources }] } });
  const objects = [gpu('one'), gpu('two'), podOf('waiting', { cpu: '64' })];
  await cluster.mutate('createObject', { objects }, 'objects { id }');
  await cluster.mutate('advanceClock', { by: '30s' }, 'events');
  const capacity = 'allocatable { cpuMillis } requested { cpuMillis all } utilization { cpuPercent }';
  const answer = await cluster.query(`{
    pods(first: 1) { totalCount summary {
      counts { total running pending unscheduled } requested { cpuMillis } byNode { nodeName pods requested { cpuMillis } }
    } }
    nodes(first: 1, filter: {zones: ["a"]}) { summary { counts { total ready } pods ${capacity} } }
    clusterSummary { utilization { cpuPercent } zones { name pods ${capacity} } }
  }`);
  const busy = {
    allocatable: { cpuMillis: 4000 },
    requested: { cpuMillis: 2000, all: { cpu: '2000', 'nvidia.com/gpu': '2', pods: '2' } },
    utilization: { cpuPercent: 50 },
  };
  const idle = {
    allocatable: { cpuMillis: 4000 },
    requested: { cpuMillis: 0, all: {} },
    utilization: { cpuPercent: 0 },
  };
  expect(answer).toEqual({
    pods: {
      totalCount: 3,
      summary: {
        counts: { total: 3, running: 2, pending: 1, unscheduled: 1 },
        requested: { cpuMillis: 66_000 },
        byNode: [{ nodeName: 'gpu-1', pods: 2, requested: { cpuMillis: 2000 } }],
      },
    },
    nodes: { summary: { counts: { total: 1, ready: 1 }, pods: 2, ...busy } },
    clusterSummary: {
      utilization: { cpuPercent: 25 },
      zones: [
        { name: 'a', pods: 2, ...busy },
        { name: 'b', pods: 0, ...idle },
      ],
    },
  });
});

it('reads numbers and keys with dots and slashes as literals', async () => {
  const cluster = await server.cluster({ nodes: 1 });
  const text = `mutation {
    injectFault(input: {nodes: ["node-1"], kind: PID_HOG, amount: 200}) { faults { amount } errors { message } }
    setNodeUsage(input: {name: "node-1", cpu: 0.5, memory: "80%"}) { errors { message } }
    setLabels(input: {apiVersion: "v1", kind: "Node", name: "node-1", labels: "example.com/a=1,topology.kubernetes.io/zone-"}) {
      object { metadata { labels } } errors { message }
    }
  }`;
  const answer = await cluster.query<Record<string, { errors: unknown[] }>>(text);
  for (const { errors } of Object.values(answer)) expect(errors).toEqual([]);
  expect(answer['injectFault']).toMatchObject({ faults: [{ amount: '200' }] });
  const { metadata } = (answer['setLabels'] as unknown as { object: { metadata: { labels: object } } }).object;
  expect(metadata.labels).toMatchObject({ 'example.com/a': '1' });
  expect(Object.keys(metadata.labels)).not.toContain('topology.kubernetes.io/zone');
});

it('binds a pod to the node that a client names, once', async () => {
  const cluster = await server.cluster({ nodes: 2 });
  const own = podOf('mine', { spec: { schedulerName: 'my-scheduler' } });
  await cluster.mutate('createObject', { object: own }, 'object { id }');
  await cluster.mutate('advanceClock', { by: '10s' }, 'events');
  expect(await podState(cluster, 'mine')).toMatchObject({ spec: { nodeName: null } });

  await cluster.mutate('bindPod', { name: 'mine', node: 'node-2' }, 'pod { spec { nodeName } }');
  const again = await cluster.attempt<{ errors: unknown[] }>('bindPod', { name: 'mine', node: 'node-1' });
  expect(again.errors).toMatchObject([
    { code: 'CONFLICT', message: expect.stringContaining('already assigned to node "node-2"') },
  ]);
  await cluster.mutate('advanceClock', { by: '10s' }, 'events');
  expect(await podState(cluster, 'mine')).toMatchObject({ spec: { nodeName: 'node-2' }, status: { phase: 'Running' } });
});

it('keeps pods off cordoned and tainted nodes', async () => {
  const cluster = await server.cluster({ nodes: 2 });
  await cluster.mutate('cordonNode', { name: 'node-1' }, 'node { spec { unschedulable } }');
  await cluster.mutate(
    'addTaint',
    { name: 'node-2', key: 'dedicated', value: 'db', effect: 'NoSchedule' },
    'node { id }',
  );
  await cluster.mutate('createObject', { object: podOf('nowhere') }, 'object { id }');
  await cluster.mutate('advanceClock', { by: '5s' }, 'events');
  expect(await podState(cluster, 'nowhere')).toMatchObject({ spec: { nodeName: null } });

  await cluster.mutate('removeTaint', { name: 'node-2', key: 'dedicated' }, 'node { taints { key } }');
  await cluster.mutate('advanceClock', { by: '30s' }, 'events');
  expect(await podState(cluster, 'nowhere')).toMatchObject({ spec: { nodeName: 'node-2' } });
  const { node } = await cluster.mutate<{ node: unknown }>(
    'uncordonNode',
    { name: 'node-1' },
    'node { spec { unschedulable } }',
  );
  expect(node).toEqual({ spec: { unschedulable: null } });
});

it('evicts by NoExecute taints exactly when tolerations run out', async () => {
  const cluster = await server.cluster({ nodes: 1 });
  const tolerating = (tolerationSeconds?: number): unknown[] => [
    {
      key: 'maintenance',
      operator: 'Exists',
      effect: 'NoExecute',
      ...(tolerationSeconds === undefined ? {} : { tolerationSeconds }),
    },
  ];
  await cluster.mutate(
    'createObject',
    {
      objects: [
        podOf('none', { node: 'node-1' }),
        podOf('short', { node: 'node-1', tolerations: tolerating(90) }),
        podOf('forever', { node: 'node-1', tolerations: tolerating() }),
      ],
    },
    'objects { id }',
  );
  await cluster.mutate('advanceClock', { by: '60s' }, 'events');
  await cluster.mutate('addTaint', { name: 'node-1', key: 'maintenance', effect: 'NoExecute' }, 'node { id }');
  await cluster.mutate('advanceClock', { by: '0s' }, 'events');
  // Deletion gives a pod 30 s; the taint came at 12:01:00.
  expect((await podState(cluster, 'none'))?.metadata.deletionTimestamp).toBe('2026-03-01T12:01:30Z');
  await cluster.mutate('advanceClock', { to: '2026-03-01T12:02:29.999Z' }, 'events');
  expect((await podState(cluster, 'short'))?.metadata.deletionTimestamp).toBeNull();
  await cluster.mutate('advanceClock', { to: '2026-03-01T12:02:30Z' }, 'events');
  expect((await podState(cluster, 'short'))?.metadata.deletionTimestamp).toBe('2026-03-01T12:03:00Z');
  await cluster.mutate('advanceClock', { by: '1h' }, 'events');
  expect(await podState(cluster, 'none')).toBeNull();
  expect(await podState(cluster, 'short')).toBeNull();
  expect(await podState(cluster, 'forever')).toMatchObject({ status: { phase: 'Running' } });
});
