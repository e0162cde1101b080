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

interface State {
  readonly node: {
    readonly taints: readonly { readonly key: string; readonly effect: string; readonly timeAdded: string }[];
    readonly conditions: readonly {
      readonly type: string;
      readonly status: string;
      readonly lastTransitionTime: string;
    }[];
  };
  readonly pod: { readonly metadata: { readonly deletionTimestamp: string | null } } | null;
}

async function stateAt(
  cluster: TestGraphqlCluster,
  time: string,
): Promise<State & { readonly ready: State['node']['conditions'][number] | undefined }> {
  await cluster.mutate('advanceClock', { to: `2026-03-01T${time}Z` }, 'events');
  const state = await cluster.query<State>(
    `{ node(name: "node-1") { taints { key effect timeAdded } conditions { type status lastTransitionTime } }
       pod(name: "p") { metadata { deletionTimestamp } } }`,
  );
  return { ...state, ready: state.node.conditions.find(({ type }) => type === 'Ready') };
}

/** Makes a cluster whose node-1, with the pod, stops its heartbeats at 12:01:00, right after one of them. */
async function failingCluster(): Promise<TestGraphqlCluster> {
  const cluster = await server.cluster({ nodes: 3 });
  await cluster.mutate('createObject', { object: podOf('p', { node: 'node-1' }) }, 'object { id }');
  await cluster.mutate('advanceClock', { by: '1m' }, 'events');
  await cluster.mutate('stopHeartbeats', { nodes: ['node-1'] }, 'faults { nodeName }');
  return cluster;
}

it('evicts from a node that stays silent: Unknown, unreachable, and out after 300 seconds', async () => {
  const cluster = await failingCluster();
  const { faults } = await cluster.query<{ faults: unknown[] }>('{ faults { kind nodeName since until } }');
  expect(faults).toEqual([
    { kind: 'HEARTBEATS_STOPPED', nodeName: 'node-1', since: '2026-03-01T12:01:00.000000Z', until: null },
  ]);

  // Passes come every 5 s and want strictly more than 50 s of silence.
  expect((await stateAt(cluster, '12:01:54.999')).ready).toMatchObject({ status: 'True' });
  const unknown = await stateAt(cluster, '12:01:55');
  expect(unknown.ready).toMatchObject({ status: 'Unknown', lastTransitionTime: '2026-03-01T12:01:55Z' });
  expect(unknown.node.taints.map(({ effect }) => effect)).toEqual(['NoSchedule']);

  const unreachable = 'node.kubernetes.io/unreachable';
  const tainted = await stateAt(cluster, '12:02:00');
  expect(tainted.node.taints).toContainEqual({
    key: unreachable,
    effect: 'NoExecute',
    timeAdded: '2026-03-01T12:02:00Z',
  });

  expect((await stateAt(cluster, '12:06:59.999')).pod?.metadata.deletionTimestamp).toBeNull();
  expect((await stateAt(cluster, '12:07:00')).pod?.metadata.deletionTimestamp).toBe('2026-03-01T12:07:30Z');

  // Its kubelet cannot end it: the pod stays until the node comes back.
  expect((await stateAt(cluster, '12:30:00')).pod).not.toBeNull();
  await cluster.mutate('resumeHeartbeats', { nodes: ['node-1'] }, 'faults { nodeName }');
  const back = await stateAt(cluster, '12:32:00');
  expect(back.pod).toBeNull();
  expect(back.ready).toMatchObject({ status: 'True' });
  expect(back.node.taints).toEqual([]);
});

it('keeps the pods of a node that comes back in time', async () => {
  const cluster = await failingCluster();
  expect((await stateAt(cluster, '12:05:00')).node.taints).toHaveLength(2);
  await cluster.mutate('resumeHeartbeats', { nodes: ['node-1'] }, 'faults { nodeName }');
  const back = await stateAt(cluster, '12:30:00');
  expect(back.node.taints).toEqual([]);
  expect(back.pod).toEqual({ metadata: { deletionTimestamp: null } });
  const { pod } = await cluster.query<{ pod: unknown }>('{ pod(name: "p") { status { phase } } }');
  expect(pod).toEqual({ status: { phase: 'Running' } });
});

it('lifts a fault that was for a while by itself, and finds nodes by zone and label', async () => {
  const cluster = await server.cluster({ nodes: 4, zones: 2 });
  await cluster.mutate(
    'setLabels',
    { apiVersion: 'v1', kind: 'Node', name: 'node-1', labels: { rack: 'a' } },
    'object { id }',
  );
  const one = await cluster.mutate<{ nodes: string[] }>(
    'stopHeartbeats',
    { zone: 'zone-1', nodeSelector: 'rack=a', for: '2m' },
    'nodes',
  );
  expect(one.nodes).toEqual(['node-1']);
  const zone = await cluster.mutate<{ nodes: string[] }>(
    'stopHeartbeats',
    { zone: 'zone-2', for: '30s' },
    'nodes faults { nodeName }',
  );
  expect(zone.nodes).toEqual(['node-2', 'node-4']);
  await cluster.mutate('advanceClock', { by: '90s' }, 'events');
  const ready = '{ nodes(filter: {ready: false}) { nodes { metadata { name } } } faults { nodeName } }';
  expect(await cluster.query(ready)).toEqual({
    nodes: { nodes: [{ metadata: { name: 'node-1' } }] },
    faults: [{ nodeName: 'node-1' }],
  });
  await cluster.mutate('advanceClock', { by: '60s' }, 'events');
  expect(await cluster.query(ready)).toEqual({ nodes: { nodes: [] }, faults: [] });
  const refused = await cluster.attempt<{ errors: unknown[] }>('stopHeartbeats', { nodes: ['nobody'] });
  expect(refused.errors).toMatchObject([{ code: 'NOT_FOUND', message: 'nodes "nobody" not found' }]);
});
