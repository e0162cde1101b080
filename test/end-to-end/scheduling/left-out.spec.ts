import { podOf } from '../../../libs/testing/kit/graphql-pods';
import {
  startTestGraphqlServer,
  type TestGraphqlCluster,
  type TestGraphqlServer,
} from '../../../libs/testing/kit/graphql-server';

type Entry = Record<string, unknown>;
type Found = Entry & { readonly metadata: { name: string }; readonly spec: Entry; readonly status: Entry };

let server: TestGraphqlServer;
beforeAll(async () => {
  server = await startTestGraphqlServer();
});
afterAll(() => server.close());

const PODS = '/api/v1/namespaces/default/pods';
const DEPLOYMENTS = '/apis/apps/v1/namespaces/default/deployments';

/** The Kubernetes API of a cluster. */
async function call<T>(cluster: TestGraphqlCluster, path: string, body?: unknown): Promise<T> {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(`${server.url}/clusters/${cluster.name}${path}`, body === undefined ? {} : init);
  expect(response.ok).toBe(true);
  return (await response.json()) as T;
}

const pod = (name: string, spec: Entry = {}): Entry => podOf(name, { spec });
const read = (cluster: TestGraphqlCluster, name: string): Promise<Found> => call(cluster, `${PODS}/${name}`);
const advance = (cluster: TestGraphqlCluster, by: string): Promise<unknown> =>
  cluster.mutate('advanceClock', { by }, 'events');
const settings = (cluster: TestGraphqlCluster, leftOut: readonly string[]): Promise<unknown> =>
  cluster.mutate('updateCluster', { name: cluster.name, settings: { leftOut } }, 'cluster { name }');

function deployment(name: string): Entry {
  const labels = { app: name };
  const template = { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'nginx' }] } };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name },
    spec: { replicas: 2, selector: { matchLabels: labels }, template },
  };
}

describe('a cluster without the scheduler', () => {
  it('leaves pods unscheduled until a client binds them', async () => {
    const cluster = await server.cluster({ nodes: 2, settings: { leftOut: ['scheduler'] } });
    await call(cluster, PODS, pod('a'));
    await advance(cluster, '1m');
    expect(await read(cluster, 'a')).toMatchObject({ spec: {}, status: { phase: 'Pending' } });
    expect((await read(cluster, 'a')).spec).not.toHaveProperty('nodeName');
    expect((await read(cluster, 'a')).status).not.toHaveProperty('conditions');
    const binding = {
      apiVersion: 'v1',
      kind: 'Binding',
      metadata: { name: 'a' },
      target: { kind: 'Node', name: 'node-2' },
    };
    await call(cluster, `${PODS}/a/binding`, binding);
    await advance(cluster, '1m');
    expect(await read(cluster, 'a')).toMatchObject({ spec: { nodeName: 'node-2' }, status: { phase: 'Running' } });
  });

  it('has it again when its settings say so', async () => {
    const cluster = await server.cluster({ nodes: 1, settings: { leftOut: ['scheduler'] } });
    await call(cluster, PODS, pod('a'));
    await advance(cluster, '1m');
    await settings(cluster, []);
    await advance(cluster, '1m');
    expect(await read(cluster, 'a')).toMatchObject({ status: { phase: 'Running' } });
    await settings(cluster, ['scheduler']);
    await call(cluster, PODS, pod('b'));
    await advance(cluster, '10m');
    expect((await read(cluster, 'b')).spec).not.toHaveProperty('nodeName');
  });

  it('says that no scheduler answers', async () => {
    const cluster = await server.cluster({ settings: { leftOut: ['scheduler'] } });
    const asked = cluster.query('{ schedulingQueue { active { count } } }');
    await expect(asked).rejects.toThrow('no scheduler of this cluster answers');
  });
});

describe('a cluster without controllers', () => {
  it('does not reconcile the objects of a controller that is left out', async () => {
    const cluster = await server.cluster({ nodes: 1, settings: { leftOut: ['deployment-controller'] } });
    await call(cluster, DEPLOYMENTS, deployment('web'));
    const { template } = deployment('web')['spec'] as Entry;
    const set = { ...deployment('own'), kind: 'ReplicaSet' };
    await call(cluster, '/apis/apps/v1/namespaces/default/replicasets', {
      ...set,
      spec: { replicas: 1, selector: { matchLabels: { app: 'web' } }, template },
    });
    await advance(cluster, '1m');
    // The ReplicaSet of the test is reconciled; the Deployment has none and no status.
    const sets = await call<{ items: Found[] }>(cluster, '/apis/apps/v1/replicasets');
    expect(sets.items.map(({ metadata }) => metadata.name)).toEqual(['own']);
    expect((await call<{ items: Found[] }>(cluster, PODS)).items).toHaveLength(1);
    expect((await call<Found>(cluster, `${DEPLOYMENTS}/web`)).status).toEqual({});
    await settings(cluster, []);
    await advance(cluster, '1m');
    expect((await call<Found>(cluster, `${DEPLOYMENTS}/web`)).status).toMatchObject({ readyReplicas: 2 });
  });

  it('has none of kube-controller-manager, but all of kube-apiserver, without the controller manager', async () => {
    const cluster = await server.cluster({ nodes: 1, settings: { leftOut: ['controller-manager'] } });
    await call(cluster, '/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'team' } });
    await advance(cluster, '1m');
    expect((await call<{ items: Found[] }>(cluster, '/api/v1/namespaces/team/configmaps')).items).toEqual([]);
    expect((await call<{ items: Found[] }>(cluster, '/api/v1/namespaces/team/serviceaccounts')).items).toEqual([]);
    const services = await call<{ items: Found[] }>(cluster, '/api/v1/namespaces/default/services');
    expect(services.items.map(({ metadata }) => metadata.name)).toEqual(['kubernetes']);
    const roles = await call<{ items: Found[] }>(cluster, '/apis/rbac.authorization.k8s.io/v1/clusterroles');
    expect(roles.items.map(({ metadata }) => metadata.name)).toContain('cluster-admin');
    // The node-lifecycle controller is part of it: no component lifts what the API server gave a new node.
    const node = await call<Found>(cluster, '/api/v1/nodes/node-1');
    expect(node.spec['taints']).toEqual([{ key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' }]);
  });
});

it('leaves bound pods pending without the kubelets', async () => {
  const cluster = await server.cluster({ nodes: 1, settings: { leftOut: ['kubelet'] } });
  await call(cluster, PODS, pod('a'));
  await advance(cluster, '20s');
  const found = await read(cluster, 'a');
  expect(found).toMatchObject({ spec: { nodeName: 'node-1' }, status: { phase: 'Pending' } });
  expect(found.status).not.toHaveProperty('containerStatuses');
});

it('refuses names of components that do not exist', async () => {
  const wrong = server.cluster({ settings: { leftOut: ['replicaset'] } });
  await expect(wrong).rejects.toThrow('settings.leftOut[0]: Unsupported value: \\"replicaset\\": supported');
});
