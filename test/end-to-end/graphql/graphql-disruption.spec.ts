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

const BUDGET = {
  apiVersion: 'policy/v1',
  kind: 'PodDisruptionBudget',
  metadata: { name: 'web' },
  spec: { minAvailable: 2, selector: { matchLabels: { app: 'web' } } },
};

/** Two nodes; three pods of an application on the first, of which two must stay. */
async function guardedCluster(): Promise<TestGraphqlCluster> {
  const cluster = await server.cluster({ nodes: 2 });
  const pods = ['web-1', 'web-2', 'web-3'].map((name) => podOf(name, { node: 'node-1', labels: { app: 'web' } }));
  await cluster.mutate('createObject', { objects: [...pods, BUDGET] }, 'objects { id }');
  await cluster.mutate('advanceClock', { by: '20s' }, 'events');
  return cluster;
}

it('evicts as long as the budget allows, and says which budget does not', async () => {
  const cluster = await guardedCluster();
  const budget = await cluster.query(
    '{ podDisruptionBudget(name: "web") { disruptionsAllowed status { currentHealthy desiredHealthy } pods { totalCount } } pod(name: "web-1") { disruptionBudgets { metadata { name } } } }',
  );
  expect(budget).toEqual({
    podDisruptionBudget: {
      disruptionsAllowed: 1,
      status: { currentHealthy: 3, desiredHealthy: 2 },
      pods: { totalCount: 3 },
    },
    pod: { disruptionBudgets: [{ metadata: { name: 'web' } }] },
  });

  const tried = await cluster.mutate<{ evicted: boolean }>('evictPod', { name: 'web-1', dryRun: true }, 'evicted');
  expect(tried.evicted).toBe(true);
  const gone = await cluster.mutate<{ pod: unknown }>(
    'evictPod',
    { name: 'web-1' },
    'pod { metadata { deletionTimestamp } }',
  );
  expect(gone.pod).toEqual({ metadata: { deletionTimestamp: '2026-03-01T12:00:50Z' } });

  const refused = await cluster.attempt<{ errors: unknown[]; evicted: boolean | null }>(
    'evictPod',
    { name: 'web-2' },
    'evicted',
  );
  expect(refused).toMatchObject({
    evicted: null,
    errors: [
      {
        code: 'DISRUPTION_BUDGET',
        message: "Cannot evict pod as it would violate the pod's disruption budget.",
      },
    ],
  });
  const preview = '{ evictionPreview(name: "web-2") { allowed blockedBy { metadata { name } } errors { code } } }';
  expect(await cluster.query(preview)).toEqual({
    evictionPreview: {
      allowed: false,
      blockedBy: { metadata: { name: 'web' } },
      errors: [{ code: 'DISRUPTION_BUDGET' }],
    },
  });
});

it('drains a node pod by pod, as its budgets allow', async () => {
  const cluster = await guardedCluster();
  const naked = await cluster.attempt<{ errors: { code: string; message: string }[]; node: unknown }>(
    'drainNode',
    { name: 'node-1' },
    'node { spec { unschedulable } } pods { outcome }',
  );
  expect(naked.node).toEqual({ spec: { unschedulable: true } });
  expect(naked.errors).toHaveLength(3);
  expect(naked.errors[0]).toMatchObject({
    code: 'FORBIDDEN',
    message: expect.stringContaining('declares no controller'),
  });

  const pods = 'isDrained pods { outcome reason pod { metadata { name } } }';
  const first = await cluster.attempt<{ pods: { outcome: string }[]; isDrained: boolean; errors: unknown[] }>(
    'drainNode',
    { name: 'node-1', force: true },
    pods,
  );
  expect(first.isDrained).toBe(false);
  expect(first.pods.map(({ outcome }) => outcome)).toEqual(['EVICTED', 'REFUSED_BY_PDB', 'REFUSED_BY_PDB']);
  expect(first.errors).toMatchObject([{ code: 'DISRUPTION_BUDGET' }, { code: 'DISRUPTION_BUDGET' }]);

  await cluster.mutate('deleteObject', { apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', name: 'web' }, 'isGone');
  const second = await cluster.mutate<{ pods: { outcome: string }[]; isDrained: boolean }>(
    'drainNode',
    { name: 'node-1', force: true },
    pods,
  );
  expect(second.isDrained).toBe(true);
  expect(second.pods.map(({ outcome }) => outcome)).toEqual(['LEFT', 'EVICTED', 'EVICTED']);
  await cluster.mutate('advanceClock', { by: '1m' }, 'events');
  expect(await cluster.query('{ node(name: "node-1") { pods { totalCount } } }')).toEqual({
    node: { pods: { totalCount: 0 } },
  });
});

it('leaves pods of daemon sets and local data alone unless told otherwise', async () => {
  const cluster = await server.cluster({ nodes: 1 });
  // Of a version that is not served, so that no check can say that this owner is missing.
  const owner = {
    apiVersion: 'extensions/v1beta1',
    kind: 'DaemonSet',
    name: 'agent',
    uid: 'a0000000-0000-4000-8000-000000000001',
    controller: true,
  };
  const daemon = podOf('agent-1', { node: 'node-1' });
  daemon['metadata'] = { name: 'agent-1', ownerReferences: [owner] };
  const local = podOf('local', { node: 'node-1', spec: { volumes: [{ name: 'data', emptyDir: {} }] } });
  await cluster.mutate('createObject', { objects: [daemon, local] }, 'objects { id }');
  await cluster.mutate('advanceClock', { by: '10s' }, 'events');
  const stubborn = await cluster.attempt<{ errors: { message: string }[] }>('drainNode', {
    name: 'node-1',
    force: true,
  });
  expect(stubborn.errors.map(({ message }) => message)).toEqual([
    'cannot evict pod default/agent-1: it is managed by a DaemonSet (use ignoreDaemonSets)',
    'cannot evict pod default/local: it has local storage (use deleteEmptyDirData)',
  ]);
  const willing = {
    name: 'node-1',
    force: true,
    ignoreDaemonSets: true,
    deleteEmptyDirData: true,
    gracePeriodSeconds: 5,
  };
  const drained = await cluster.mutate<{ pods: unknown[] }>(
    'drainNode',
    willing,
    'pods { outcome pod { metadata { name } } }',
  );
  expect(drained.pods).toEqual([
    { outcome: 'LEFT', pod: { metadata: { name: 'agent-1' } } },
    { outcome: 'EVICTED', pod: { metadata: { name: 'local' } } },
  ]);
  expect(await cluster.query('{ pod(name: "local") { metadata { deletionTimestamp } } }')).toEqual({
    pod: { metadata: { deletionTimestamp: '2026-03-01T12:00:15Z' } },
  });
});

it('evicts no pod where the budget cannot say how many pods there should be, and says so', async () => {
  const cluster = await server.cluster({ nodes: 2 });
  const labels = { app: 'agent' };
  const containers = [{ name: 'c', image: 'agent' }];
  const agents = {
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: { name: 'agent' },
    spec: { selector: { matchLabels: labels }, template: { metadata: { labels }, spec: { containers } } },
  };
  const guard = (name: string, app: string): object => ({
    ...BUDGET,
    metadata: { name },
    spec: { maxUnavailable: 1, selector: { matchLabels: { app } } },
  });
  const objects = [agents, guard('agents', 'agent'), guard('bare', 'bare'), podOf('bare', { labels: { app: 'bare' } })];
  await cluster.mutate('createObject', { objects }, 'objects { id }');
  await cluster.mutate('advanceClock', { by: '20s' }, 'events');
  const reported = 'events { nodes { reason type source { component } } }';
  const { agents: closed, bare } = await cluster.query<Record<'agents' | 'bare', unknown>>(
    `{ agents: podDisruptionBudget(name: "agents") { disruptionsAllowed conditions { status reason message } ${reported} }
       bare: podDisruptionBudget(name: "bare") { disruptionsAllowed ${reported} } }`,
  );
  const message = 'daemonsets.apps does not implement the scale subresource';
  const warning = (reason: string): unknown =>
    expect.objectContaining({ reason, type: 'Warning', source: { component: 'controllermanager' } });
  expect(closed).toEqual({
    disruptionsAllowed: 0,
    conditions: [{ status: 'False', reason: 'SyncFailed', message }],
    events: { nodes: expect.arrayContaining([warning('CalculateExpectedPodCountFailed')]) as unknown },
  });
  expect(bare).toEqual({
    disruptionsAllowed: 0,
    events: { nodes: expect.arrayContaining([warning('UnmanagedPods')]) as unknown },
  });
});
