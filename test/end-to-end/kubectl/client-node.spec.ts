import {
  CoreV1Api,
  KubeConfig,
  makeInformer,
  PatchStrategy,
  setHeaderOptions,
  Watch,
  type V1ConfigMap,
  type V1Pod,
} from '@kubernetes/client-node';
import { startTestApiServer, type TestApiServer, type TestCluster } from '@orrery/testing';
import { until } from '@orrery/test-services';

let server: TestApiServer;
let cluster: TestCluster;
let config: KubeConfig;
let core: CoreV1Api;

beforeAll(async () => {
  server = await startTestApiServer();
  cluster = await server.cluster({ name: 'client-node', nodes: 2 });
  config = new KubeConfig();
  config.loadFromOptions({
    clusters: [{ name: 'orrery', server: cluster.url, skipTLSVerify: true }],
    users: [{ name: 'tester' }],
    contexts: [{ name: 'orrery', cluster: 'orrery', user: 'tester' }],
    currentContext: 'orrery',
  });
  core = config.makeApiClient(CoreV1Api);
});
afterAll(async () => {
  await server.close();
});

const podNamed = (name: string): V1Pod => ({
  metadata: { name, labels: { app: 'js' } },
  spec: { terminationGracePeriodSeconds: 1, containers: [{ name: 'c', image: 'nginx' }] },
});

test('an informer sees pods come, change and go', async () => {
  const seen: string[] = [];
  const list = () => core.listNamespacedPod({ namespace: 'default', labelSelector: 'app=js' });
  const informer = makeInformer<V1Pod>(config, '/api/v1/namespaces/default/pods', list, 'app=js');
  informer.on('add', ({ metadata }) => seen.push(`add ${metadata!.name}`));
  informer.on('update', ({ metadata, status }) => seen.push(`update ${metadata!.name} ${status?.phase}`));
  informer.on('delete', ({ metadata }) => seen.push(`delete ${metadata!.name}`));
  await core.createNamespacedPod({ namespace: 'default', body: podNamed('early') });
  await informer.start();
  await core.createNamespacedPod({ namespace: 'default', body: podNamed('late') });
  await until('both are seen', () => seen.includes('update late Running') && seen.includes('add early'));
  await core.deleteNamespacedPod({ name: 'late', namespace: 'default' });
  await until('it is gone', () => seen.includes('delete late'));
  expect(seen.filter((line) => line === 'add late')).toEqual(['add late']);
  expect(informer.list().map(({ metadata }) => metadata!.name)).toEqual(['early']);
  await informer.stop();
});

test('a watch tells what follows a revision', async () => {
  const { metadata } = await core.listNamespacedConfigMap({ namespace: 'kube-public' });
  const names: string[] = [];
  const request = await new Watch(config).watch(
    '/api/v1/namespaces/kube-public/configmaps',
    { resourceVersion: metadata!.resourceVersion },
    (type: string, object: V1ConfigMap) => names.push(`${type} ${object.metadata!.name}`),
    () => undefined,
  );
  await core.createNamespacedConfigMap({ namespace: 'kube-public', body: { metadata: { name: 'a' } } });
  await core.deleteNamespacedConfigMap({ namespace: 'kube-public', name: 'a' });
  await until('both changes came', () => names.length >= 2);
  expect(names).toEqual(['ADDED a', 'DELETED a']);
  request.abort();
});

test.each([
  [PatchStrategy.JsonPatch, [{ op: 'replace', path: '/data/a', value: '2' }]],
  [PatchStrategy.MergePatch, { data: { a: '2' } }],
  [PatchStrategy.StrategicMergePatch, { data: { a: '2' } }],
])('patches with %s', async (strategy, body) => {
  const where = { name: 'patched', namespace: 'default' };
  await core.createNamespacedConfigMap({
    namespace: 'default',
    body: { metadata: { name: 'patched' }, data: { a: '1' } },
  });
  const patched = await core.patchNamespacedConfigMap({ ...where, body }, setHeaderOptions('Content-Type', strategy));
  expect(patched.data).toEqual({ a: '2' });
  await core.deleteNamespacedConfigMap(where);
});

test('a JSON Patch replaces fields that are missing and counts from the end of a list, as upstream has it', async () => {
  const where = { name: 'ordered', namespace: 'default' };
  const port = (name: string, number: number) => ({ name, port: number, protocol: 'TCP' });
  await core.createNamespacedService({
    namespace: 'default',
    body: { metadata: { name: 'ordered' }, spec: { ports: [port('a', 1), port('b', 2)] } },
  });
  const body = [
    { op: 'replace', path: '/metadata/labels', value: { tier: 'web' } },
    { op: 'replace', path: '/spec/ports/-1/port', value: 3 },
  ];
  const header = setHeaderOptions('Content-Type', PatchStrategy.JsonPatch);
  const { metadata, spec } = await core.patchNamespacedService({ ...where, body }, header);
  expect(metadata!.labels).toEqual({ tier: 'web' });
  expect(spec!.ports!.map(({ port: number }) => number)).toEqual([1, 3]);
  await core.deleteNamespacedService(where);
});

test('an address of IPv6 may end in four numbers', async () => {
  const spec = (ip: string) => ({
    hostAliases: [{ ip, hostnames: ['a'] }],
    containers: [{ name: 'c', image: 'nginx' }],
  });
  const create = (name: string, ip: string) =>
    core.createNamespacedPod({ namespace: 'default', body: { metadata: { name }, spec: spec(ip) } });
  expect((await create('mapped', '::ffff:10.0.0.1')).spec!.hostAliases![0]!.ip).toBe('::ffff:10.0.0.1');
  await expect(create('zoned', 'fe80::1%eth0')).rejects.toMatchObject({ code: 422 });
  await core.deleteNamespacedPod({ name: 'mapped', namespace: 'default', gracePeriodSeconds: 0 });
});

test('errors carry the Status', async () => {
  const failure = await core.readNamespacedPod({ name: 'none', namespace: 'default' }).catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 404 });
  expect(JSON.parse((failure as { body: string }).body)).toMatchObject({
    kind: 'Status',
    reason: 'NotFound',
    details: { name: 'none', kind: 'pods' },
  });
});
