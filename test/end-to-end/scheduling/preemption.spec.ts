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

interface Seen {
  readonly metadata: { readonly name: string; readonly deletionTimestamp: string | null };
  readonly spec: { readonly nodeName: string | null };
  readonly json: {
    readonly status: { readonly nominatedNodeName?: string; readonly conditions?: readonly Condition[] };
  };
}
interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
}

/** A cluster with the classes of these stories. */
async function scene(nodes: number): Promise<TestGraphqlCluster> {
  const cluster = await server.cluster({ nodes });
  const classes = { top: 3000, high: 2000, middle: 1000 };
  const objects = Object.entries(classes).map(([name, value]) => ({
    apiVersion: 'scheduling.k8s.io/v1',
    kind: 'PriorityClass',
    metadata: { name },
    value,
  }));
  await cluster.mutate('createObject', { objects }, 'objects { id }');
  return cluster;
}

/** A pod that fills most of a node and takes so long to end. */
function low(name: string, stopAfter: string, labels: Record<string, string> = {}): Record<string, unknown> {
  const pod = podOf(name, { cpu: '3', labels, spec: { terminationGracePeriodSeconds: 60 } });
  const metadata = { name, labels, annotations: { 'orrery.dev/stop-after': stopAfter } };
  return { ...pod, metadata };
}

function urgent(name: string, priorityClassName: string, spec: object = {}): Record<string, unknown> {
  return podOf(name, { cpu: '3', spec: { priorityClassName, ...spec } });
}

async function create(cluster: TestGraphqlCluster, ...objects: object[]): Promise<void> {
  for (const object of objects) await cluster.mutate('createObject', { object }, 'object { id }');
}

async function advance(cluster: TestGraphqlCluster, by: string): Promise<void> {
  await cluster.mutate('advanceClock', { by }, 'events');
}

async function pods(cluster: TestGraphqlCluster): Promise<Map<string, Seen>> {
  const query = '{ pods { nodes { metadata { name deletionTimestamp } spec { nodeName } json } } }';
  const { pods: found } = await cluster.query<{ pods: { nodes: Seen[] } }>(query);
  return new Map(found.nodes.map((pod) => [pod.metadata.name, pod]));
}

async function reasons(cluster: TestGraphqlCluster, name: string): Promise<string[]> {
  const { events } = await cluster.query<{ events: { nodes: { reason: string; message: string }[] } }>(
    'query ($name: String!) { events(filter: {involvedName: $name}) { nodes { reason message } } }',
    { name },
  );
  return events.nodes.map(({ reason, message }) => `${reason}: ${message}`);
}

it('makes room, waits for the victim to end, and keeps the room for the pod', async () => {
  const cluster = await scene(1);
  await create(cluster, low('victim', '20s'));
  await advance(cluster, '10s');
  await create(cluster, urgent('pod', 'high'));
  await advance(cluster, '5s');

  const waiting = await pods(cluster);
  expect(waiting.get('victim')!.metadata.deletionTimestamp).not.toBeNull();
  expect(waiting.get('victim')!.json.status.conditions).toContainEqual(
    expect.objectContaining({
      type: 'DisruptionTarget',
      status: 'True',
      reason: 'PreemptionByScheduler',
      message: 'default-scheduler: preempting to accommodate a higher priority pod',
    }),
  );
  expect(waiting.get('pod')).toMatchObject({
    spec: { nodeName: null },
    json: { status: { nominatedNodeName: 'node-1' } },
  });
  await create(cluster, urgent('rival', 'middle'));
  await advance(cluster, '30s');
  const after = await pods(cluster);
  expect(after.has('victim')).toBe(false);
  expect(after.get('pod')!.spec.nodeName).toBe('node-1');
  expect(after.get('rival')!.spec.nodeName).toBeNull();
  expect((await reasons(cluster, 'victim')).filter((text) => text.startsWith('Preempted'))).toEqual([
    expect.stringMatching(/^Preempted: Preempted by pod \S+ on node node-1$/),
  ]);
});

it('takes another node if one becomes free first', async () => {
  const cluster = await scene(1);
  await create(cluster, low('victim', '50s'));
  await advance(cluster, '10s');
  await create(cluster, urgent('pod', 'high'));
  await advance(cluster, '5s');
  await cluster.mutate('addNodes', { name: 'spare' }, 'node { id }');
  await advance(cluster, '15s');
  const seen = await pods(cluster);
  expect(seen.get('pod')).toMatchObject({
    spec: { nodeName: 'spare' },
    json: { status: { nominatedNodeName: 'node-1' } },
  });
  expect(seen.get('victim')!.metadata.deletionTimestamp).not.toBeNull();
});

it('gives the promised room to a more important pod', async () => {
  const cluster = await scene(1);
  await create(cluster, low('victim', '20s'));
  await advance(cluster, '10s');
  await create(cluster, urgent('pod', 'high'));
  await advance(cluster, '5s');
  await create(cluster, urgent('better', 'top'));
  await advance(cluster, '5s');
  const waiting = await pods(cluster);
  expect(waiting.get('better')!.json.status.nominatedNodeName).toBe('node-1');
  expect(waiting.get('pod')!.json.status.nominatedNodeName).toBeUndefined();
  await advance(cluster, '30s');
  const after = await pods(cluster);
  expect([after.get('better')!.spec.nodeName, after.get('pod')!.spec.nodeName]).toEqual(['node-1', null]);
});

it('spares pods that a disruption budget protects if it can, and not if it cannot', async () => {
  const cluster = await scene(2);
  await create(cluster, low('guarded', '1s', { app: 'db' }), low('free', '1s'));
  const budget = {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: { name: 'db', namespace: 'default' },
    spec: { minAvailable: 1, selector: { matchLabels: { app: 'db' } } },
  };
  await cluster.mutate('createObject', { object: budget }, 'object { id }');
  await advance(cluster, '10s');
  await create(cluster, urgent('first', 'high'));
  await advance(cluster, '20s');
  expect([...(await pods(cluster)).keys()].sort()).toEqual(['first', 'guarded']);
  await create(cluster, urgent('second', 'high'));
  await advance(cluster, '20s');
  expect([...(await pods(cluster)).keys()].sort()).toEqual(['first', 'second']);
});

it('removes no pod for a pod that says so, nor in a cluster that says so', async () => {
  const cluster = await scene(1);
  await create(cluster, low('stays', '1s'));
  await advance(cluster, '10s');
  const never = { apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: { name: 'polite' } };
  await cluster.mutate(
    'createObject',
    { object: { ...never, value: 5000, preemptionPolicy: 'Never' } },
    'object { id }',
  );
  await create(cluster, urgent('polite', 'polite'));
  await advance(cluster, '10s');
  expect((await reasons(cluster, 'polite'))[0]).toBe(
    'FailedScheduling: 0/1 nodes are available: 1 Insufficient cpu. no new claims to deallocate, preemption: not eligible due to preemptionPolicy=Never.',
  );
  const object = { kind: 'Policy', apiVersion: 'v1' };
  await cluster.mutate('setSchedulerConfig', { object, disablePreemption: true }, 'config { scheduler }');
  await create(cluster, urgent('pod', 'high'));
  await advance(cluster, '30s');
  const seen = await pods(cluster);
  expect(seen.get('stays')!.metadata.deletionTimestamp).toBeNull();
  expect(seen.get('pod')!.spec.nodeName).toBeNull();
});
