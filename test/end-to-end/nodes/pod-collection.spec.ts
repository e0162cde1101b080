import { podOf } from '../../../libs/testing/kit/graphql-pods';
import {
  startTestGraphqlServer,
  type TestGraphqlCluster,
  type TestGraphqlServer,
} from '../../../libs/testing/kit/graphql-server';

/* What the pod garbage collector does about pods whose node cannot end them. */

let server: TestGraphqlServer;
beforeAll(async () => {
  server = await startTestGraphqlServer();
});
afterAll(() => server.close());

const POD = '/api/v1/namespaces/default/pods/web';

interface Answer {
  readonly reason?: string;
  readonly status?: { readonly phase?: string; readonly conditions?: readonly Record<string, string>[] };
}

async function request(cluster: TestGraphqlCluster, method: string, path = POD, body?: unknown): Promise<Answer> {
  const response = await fetch(`${server.url}/clusters/${cluster.name}${path}`, {
    method,
    headers: { 'content-type': 'application/merge-patch+json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return (await response.json()) as Answer;
}

const advance = (cluster: TestGraphqlCluster, by: string): Promise<unknown> =>
  cluster.mutate('advanceClock', { by }, 'events');

/** Makes a cluster with a pod that runs on node-1; a finalizer keeps the pod for the checks. */
async function clusterOf(bundle: string, finalizers: readonly string[] = []): Promise<TestGraphqlCluster> {
  const cluster = await server.cluster({ nodes: 2, settings: { bundle } });
  const pod = podOf('web', { node: 'node-1' });
  const object = { ...pod, metadata: { name: 'web', finalizers } };
  await cluster.mutate('createObject', { object }, 'object { id }');
  await advance(cluster, '10s');
  return cluster;
}

/** The phase of the pod, or that it is gone, after its node lost power, it was deleted, and the node tainted. */
async function afterOutage(cluster: TestGraphqlCluster, taint: string): Promise<unknown> {
  await cluster.mutate('injectFault', { kind: 'POWER_OFF', nodes: ['node-1'] }, 'nodes');
  await advance(cluster, '60s');
  await request(cluster, 'DELETE');
  const taints = [{ key: taint, value: 'nodeshutdown', effect: 'NoExecute' }];
  await request(cluster, 'PATCH', '/api/v1/nodes/node-1', { spec: { taints } });
  await advance(cluster, '20s');
  const { reason, status } = await request(cluster, 'GET');
  return status?.phase ?? reason;
}

const OUT_OF_SERVICE = 'node.kubernetes.io/out-of-service';

describe('a node with the taint out-of-service', () => {
  it('gives its terminating pods up within twenty seconds', async () => {
    const cluster = await clusterOf('modern');
    expect(await afterOutage(cluster, OUT_OF_SERVICE)).toBe('NotFound');
  });

  it('has them marked as Failed for those that wait for their end', async () => {
    const cluster = await clusterOf('modern', ['example.com/look']);
    expect(await afterOutage(cluster, OUT_OF_SERVICE)).toBe('Failed');
  });

  it('keeps them in a release that does not know the taint, and with another taint', async () => {
    expect(await afterOutage(await clusterOf('k8s-1.20'), OUT_OF_SERVICE)).toBe('Running');
    expect(await afterOutage(await clusterOf('modern'), 'example.com/broken')).toBe('Running');
  });
});

describe('a node that is deleted', () => {
  it.each([
    ['modern', 'Failed', [{ reason: 'DeletionByPodGC', message: 'PodGC: node no longer exists' }]],
    ['k8s-1.20', 'Running', []],
  ])('%s: its pods go as %s', async (bundle, phase, conditions) => {
    const cluster = await clusterOf(bundle, ['example.com/look']);
    await request(cluster, 'DELETE', '/api/v1/nodes/node-1');
    await advance(cluster, '60s');
    const { status } = await request(cluster, 'GET');
    expect(status?.phase).toBe(phase);
    const targets = status!.conditions!.filter(({ type }) => type === 'DisruptionTarget');
    expect(targets).toMatchObject(conditions);
    expect(targets).toHaveLength(conditions.length);
  });
});
