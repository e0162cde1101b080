import { podOf } from '../../../libs/testing/kit/graphql-pods';
import {
  startTestGraphqlServer,
  type TestGraphqlCluster,
  type TestGraphqlServer,
} from '../../../libs/testing/kit/graphql-server';

/* `pods/resize`: clients change the resources of a pod that runs, its kubelet allocates them, the scheduler counts them. */

let server: TestGraphqlServer;
beforeAll(async () => {
  server = await startTestGraphqlServer();
});
afterAll(() => server.close());

interface SeenPod {
  readonly message?: string;
  readonly spec?: { readonly nodeName?: string };
  readonly status: {
    readonly phase: string;
    readonly conditions: readonly { readonly type: string; readonly reason?: string }[];
    readonly containerStatuses: readonly { readonly resources?: object; readonly restartCount: number }[];
  };
}

async function request<T>(cluster: TestGraphqlCluster, path: string, patch?: object): Promise<[number, T]> {
  const response = await fetch(`${server.url}/clusters/${cluster.name}/api/v1${path}`, {
    method: patch ? 'PATCH' : 'GET',
    headers: { 'content-type': 'application/strategic-merge-patch+json' },
    ...(patch ? { body: JSON.stringify(patch) } : {}),
  });
  return [response.status, (await response.json()) as T];
}

const PODS = '/namespaces/default/pods';
const sized = (requests: object, more: object = {}): object => ({
  spec: { containers: [{ name: 'main', resources: { requests }, ...more }] },
});
const advance = (cluster: TestGraphqlCluster, by: string): Promise<unknown> =>
  cluster.mutate('advanceClock', { by }, 'events');

async function clusterOf(bundle = 'modern'): Promise<TestGraphqlCluster> {
  const cluster = await server.cluster({ settings: { bundle } });
  await cluster.mutate('addNodes', { name: 'n', capacity: { cpu: '2', memory: '4Gi' } }, 'node { id }');
  const object = podOf('web', { cpu: '500m' });
  await cluster.mutate('createObject', { object }, 'object { id }');
  await advance(cluster, '10s');
  return cluster;
}

it('is announced by discovery, in releases that have it', async () => {
  const names = async (bundle: string): Promise<unknown[]> => {
    const [, { resources }] = await request<{ resources: { name: string; verbs: string[] }[] }>(
      await clusterOf(bundle),
      '',
    );
    return resources.filter(({ name }) => name === 'pods/resize').map(({ verbs }) => verbs);
  };
  expect(await names('modern')).toEqual([['get', 'patch', 'update']]);
  const older = await clusterOf('k8s-1.20');
  expect((await request(older, `${PODS}/web/resize`, sized({ cpu: '1' })))[0]).toBe(404);
});

it('gives a pod that runs other resources, and the scheduler counts with them', async () => {
  const cluster = await clusterOf();
  const [, before] = await request<SeenPod>(cluster, `${PODS}/web`);
  expect(before.status.containerStatuses[0]!.resources).toEqual({ requests: { cpu: '500m' } });
  const [code, patched] = await request<SeenPod>(cluster, `${PODS}/web/resize`, sized({ cpu: '1500m' }));
  expect([code, patched.message]).toEqual([200, undefined]);
  await advance(cluster, '5s');
  const [, web] = await request<SeenPod>(cluster, `${PODS}/web`);
  expect(web.status).toMatchObject({
    phase: 'Running',
    containerStatuses: [{ restartCount: 0, resources: { requests: { cpu: '1500m' } } }],
  });
  // Behind a gate that is off upstream.
  expect(web.status.containerStatuses[0]).not.toHaveProperty('allocatedResources');
  expect(web.status.conditions.filter(({ type }) => type.startsWith('PodResize'))).toEqual([]);
  await cluster.mutate('createObject', { object: podOf('late', { cpu: '1' }) }, 'object { id }');
  await advance(cluster, '5s');
  expect((await request<SeenPod>(cluster, `${PODS}/late`))[1].spec?.nodeName).toBeUndefined();
  await request(cluster, `${PODS}/web/resize`, sized({ cpu: '300m' }));
  await advance(cluster, '30s');
  expect((await request<SeenPod>(cluster, `${PODS}/late`))[1].status.phase).toBe('Running');
});

it('says that a node cannot give what is asked for', async () => {
  const cluster = await clusterOf();
  await request(cluster, `${PODS}/web/resize`, sized({ cpu: '3' }));
  await advance(cluster, '5s');
  const [, { status }] = await request<SeenPod>(cluster, `${PODS}/web`);
  expect(status.conditions.find(({ type }) => type === 'PodResizePending')).toMatchObject({
    status: 'True',
    reason: 'Infeasible',
    message: "Node didn't have enough capacity: cpu, requested: 3000, capacity: 2000",
    observedGeneration: 2,
  });
  expect(status.containerStatuses[0]!.resources).toEqual({ requests: { cpu: '500m' } });
});

it.each([
  ['another resource', sized({ 'ephemeral-storage': '1Gi' }), 'only cpu and memory resources are mutable'],
  ['no request any more', sized({ cpu: null }), 'resource requests cannot be removed'],
  [
    'another class of service',
    sized({ memory: '1Gi' }, { resources: { requests: { memory: '1Gi' }, limits: { cpu: '500m', memory: '1Gi' } } }),
    'Pod QOS Class may not change as a result of resizing',
  ],
  [
    'another container',
    { spec: { containers: [{ name: 'more', image: 'a' }] } },
    'containers may not be added or removed on resize',
  ],
])('refuses %s', async (_name, patch, text) => {
  const [code, { message }] = await request<SeenPod>(await clusterOf(), `${PODS}/web/resize`, patch);
  expect([code, message]).toEqual([422, expect.stringContaining(text)]);
});

it('changes nothing but resources', async () => {
  const cluster = await clusterOf();
  const patch = { metadata: { labels: { a: 'b' } }, ...sized({ cpu: '600m' }, { image: 'other' }) };
  const [code, pod] = await request<SeenPod>(cluster, `${PODS}/web/resize`, patch);
  expect(code).toBe(200);
  expect(pod).toMatchObject({
    metadata: { generation: 2 },
    spec: { containers: [{ image: 'nginx', resources: { requests: { cpu: '600m' } } }] },
  });
  expect(pod).not.toMatchObject({ metadata: { labels: { a: 'b' } } });
});

describe('a namespace with bounds', () => {
  const quota = (hard: object): object => ({
    apiVersion: 'v1',
    kind: 'ResourceQuota',
    metadata: { name: 'q' },
    spec: { hard },
  });
  const used = async (cluster: TestGraphqlCluster): Promise<unknown> =>
    (await request<{ status: { used: object } }>(cluster, '/namespaces/default/resourcequotas/q'))[1].status.used;

  it('charges what a resize adds, and refuses what is too much', async () => {
    const cluster = await clusterOf();
    await cluster.mutate('createObject', { object: quota({ 'requests.cpu': '1' }) }, 'object { id }');
    await advance(cluster, '5s');
    expect(await used(cluster)).toEqual({ 'requests.cpu': '500m' });
    const [code, { message }] = await request<SeenPod>(cluster, `${PODS}/web/resize`, sized({ cpu: '1200m' }));
    expect([code, message]).toEqual([
      403,
      'pods "web" is forbidden: exceeded quota: q, requested: requests.cpu=700m, used: requests.cpu=500m, limited: requests.cpu=1',
    ]);
    expect((await request(cluster, `${PODS}/web/resize`, sized({ cpu: '900m' })))[0]).toBe(200);
    expect(await used(cluster)).toEqual({ 'requests.cpu': '900m' });
    await advance(cluster, '5s');
    expect(await used(cluster)).toEqual({ 'requests.cpu': '900m' });
    expect((await request(cluster, `${PODS}/web/resize`, sized({ cpu: '200m' })))[0]).toBe(200);
    await advance(cluster, '5s');
    expect(await used(cluster)).toEqual({ 'requests.cpu': '200m' });
  });

  it('refuses a resize beyond its LimitRange', async () => {
    const cluster = await clusterOf();
    const limits = [
      { type: 'Container', max: { cpu: '800m' }, defaultRequest: { cpu: '100m' }, default: { cpu: '700m' } },
    ];
    const range = { apiVersion: 'v1', kind: 'LimitRange', metadata: { name: 'l' }, spec: { limits } };
    await cluster.mutate('createObject', { object: range }, 'object { id }');
    const over = sized({}, { resources: { requests: { cpu: '900m' }, limits: { cpu: '900m' } } });
    const [code, { message }] = await request<SeenPod>(cluster, `${PODS}/web/resize`, over);
    expect([code, message]).toEqual([
      403,
      'pods "web" is forbidden: maximum cpu usage per Container is 800m, but limit is 900m',
    ]);
    // The default limit is filled in, as for a new pod.
    const [, web] = await request<{ spec: { containers: object[] } }>(
      cluster,
      `${PODS}/web/resize`,
      sized({ cpu: '600m' }),
    );
    expect(web.spec.containers).toMatchObject([{ resources: { requests: { cpu: '600m' }, limits: { cpu: '700m' } } }]);
  });
});

it('is replaced as a whole, too', async () => {
  const cluster = await clusterOf();
  const [, web] = await request<{ spec: { containers: { resources: object }[] }; message?: string }>(
    cluster,
    `${PODS}/web`,
  );
  web.spec.containers[0]!.resources = { requests: { cpu: '700m' } };
  const response = await fetch(`${server.url}/clusters/${cluster.name}/api/v1${PODS}/web/resize`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(web),
  });
  expect([response.status, ((await response.json()) as { message?: string }).message]).toEqual([200, undefined]);
  await advance(cluster, '5s');
  expect((await request<SeenPod>(cluster, `${PODS}/web`))[1].status.containerStatuses).toMatchObject([
    { resources: { requests: { cpu: '700m' } } },
  ]);
});
