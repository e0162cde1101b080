import {
  startTestGraphqlServer,
  type TestGraphqlCluster,
  type TestGraphqlServer,
} from '../../../libs/testing/kit/graphql-server';

/* Claims that were made from a template for pods that have ended: they are deleted once, and their devices go to the next pod. */

let server: TestGraphqlServer;
beforeAll(async () => {
  server = await startTestGraphqlServer();
});
afterAll(() => server.close());

const apiVersion = 'resource.k8s.io/v1';
const GPU = 'gpu.example.com';
const devices = { devices: { requests: [{ name: 'gpu', exactly: { deviceClassName: GPU, count: 1 } }] } };
const deviceClass = {
  apiVersion,
  kind: 'DeviceClass',
  metadata: { name: GPU },
  spec: { selectors: [{ cel: { expression: `device.driver == "${GPU}"` } }] },
};
const template = { apiVersion, kind: 'ResourceClaimTemplate', metadata: { name: 'one' }, spec: { spec: devices } };

function pod(name: string, exitAfter: string): object {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, annotations: { 'orrery.dev/exit-after': exitAfter } },
    spec: {
      restartPolicy: 'Never',
      resourceClaims: [{ name: 'gpu', resourceClaimTemplateName: 'one' }],
      containers: [{ name: 'c', image: 'pytorch', resources: { claims: [{ name: 'gpu' }] } }],
    },
  };
}

async function clusterWithOneDevice(): Promise<TestGraphqlCluster> {
  const cluster = await server.cluster({ nodes: 1 });
  const annotate = {
    kind: 'Node',
    apiVersion: 'v1',
    name: 'node-1',
    annotations: { 'orrery.dev/devices': `${GPU}=1` },
  };
  await cluster.mutate('setLabels', annotate, 'object { id }');
  await create(cluster, deviceClass, template);
  await advance(cluster, '1s');
  return cluster;
}

const create = (cluster: TestGraphqlCluster, ...objects: object[]): Promise<unknown> =>
  cluster.mutate('createObject', { objects }, 'objects { id }');
const advance = (cluster: TestGraphqlCluster, by: string): Promise<unknown> =>
  cluster.mutate('advanceClock', { by }, 'events');

async function phases(cluster: TestGraphqlCluster): Promise<Record<string, string>> {
  const { pods } = await cluster.query<{ pods: { nodes: { json: { metadata: { name: string }; status: object } }[] } }>(
    '{ pods { nodes { json } } }',
  );
  return Object.fromEntries(
    pods.nodes.map(({ json: { metadata, status } }) => [metadata.name, (status as { phase: string }).phase]),
  );
}

async function claims({ name }: TestGraphqlCluster): Promise<readonly string[]> {
  const runtime = (await server.plane.cluster(name))!;
  return runtime.cache.list('resourceclaims.resource.k8s.io').map(({ metadata }) => metadata.name.slice(0, -5));
}

test('the claim of a pod that has completed is deleted once, and the clock goes on', async () => {
  const cluster = await clusterWithOneDevice();
  await create(cluster, pod('a', '10s'));
  await advance(cluster, '8s');
  expect(await claims(cluster)).toEqual(['a-gpu-']);
  await advance(cluster, '20s');
  expect(await phases(cluster)).toEqual({ a: 'Succeeded' });
  expect(await claims(cluster)).toEqual([]);
});

test('the pod that waited for its device starts', async () => {
  const cluster = await clusterWithOneDevice();
  await create(cluster, pod('a', '60s'));
  await advance(cluster, '5s');
  await create(cluster, pod('b', '1h'));
  await advance(cluster, '30s');
  expect(await phases(cluster)).toEqual({ a: 'Running', b: 'Pending' });
  for (let step = 0; step < 4; step++) await advance(cluster, '10s');
  expect(await phases(cluster)).toEqual({ a: 'Succeeded', b: 'Running' });
  expect(await claims(cluster)).toEqual(['b-gpu-']);
});
