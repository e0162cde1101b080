import { Client, clientBinary } from '@orrery/test-services';
import { startTestApiServer, type TestApiServer } from '@orrery/testing';

const binary = clientBinary('kubectl');
const story = binary === undefined ? test.skip : test;

let server: TestApiServer;
beforeAll(async () => {
  server = await startTestApiServer();
});
afterAll(async () => {
  await server.close();
});

const WAIT = '--timeout=240s';
const apiVersion = 'resource.k8s.io/v1';
const devices = (count: number): object => ({
  devices: { requests: [{ name: 'gpu', exactly: { deviceClassName: 'gpu.example.com', count } }] },
});
const deviceClass = {
  apiVersion,
  kind: 'DeviceClass',
  metadata: { name: 'gpu.example.com' },
  spec: { selectors: [{ cel: { expression: 'device.driver == "gpu.example.com"' } }] },
};
const template = {
  apiVersion,
  kind: 'ResourceClaimTemplate',
  metadata: { name: 'one-gpu' },
  spec: { metadata: { labels: { of: 'template' } }, spec: devices(1) },
};
const claim = (name: string, count: number): object => ({
  apiVersion,
  kind: 'ResourceClaim',
  metadata: { name },
  spec: devices(count),
});
const podSpec = (source: object, more: object = {}): object => ({
  resourceClaims: [{ name: 'gpu', ...source }],
  containers: [{ name: 'c', image: 'pytorch', resources: { claims: [{ name: 'gpu' }] } }],
  ...more,
});
const pod = (name: string, source: object, more: object = {}): object => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name },
  spec: podSpec(source, more),
});

const apply = (client: Client, ...objects: object[]): Promise<string> =>
  client.run(['apply', '-f', '-'], JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects }));
const get = (client: Client, what: string, path: string): Promise<string> =>
  client.run(['get', ...what.split(' '), '-o', `jsonpath=${path}`]);

/** Makes a new cluster whose first nodes have these numbers of GPUs, and returns kubectl for it. */
async function scene(name: string, ...gpus: number[]): Promise<Client> {
  const cluster = await server.cluster({ name, nodes: 2 });
  const client = new Client(binary!, cluster.url);
  for (const [i, count] of gpus.entries()) {
    if (count === 0) continue;
    const node = `node-${i + 1}`;
    await client.run(['annotate', 'node', node, `orrery.dev/devices=gpu.example.com=${count}`]);
    const slice = `resourceslice/${node}-gpu.example.com-0`;
    await client.run(['wait', '--for=create', slice, WAIT]);
  }
  await apply(client, deviceClass, template);
  return client;
}

story('pods of a template get a device each, and the next one when a pod is gone', async () => {
  const client = await scene('devices-template', 2, 1);
  const deployment = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'train' },
    spec: {
      replicas: 4,
      selector: { matchLabels: { app: 'train' } },
      template: {
        metadata: { labels: { app: 'train' } },
        spec: podSpec({ resourceClaimTemplateName: 'one-gpu' }, { terminationGracePeriodSeconds: 0 }),
      },
    },
  };
  await apply(client, deployment);
  await client.run(['wait', 'deploy/train', '--for=jsonpath={.status.readyReplicas}=3', WAIT]);
  const waiting = 'pod --field-selector=spec.nodeName=';
  await client.run(['wait', ...waiting.split(' '), '--for=condition=PodScheduled=False', WAIT]);
  expect(await get(client, waiting, '{.items[*].status.conditions[0].message}')).toBe(
    '0/2 nodes are available: 2 cannot allocate all claims. still not schedulable, ' +
      'preemption: 0/2 nodes are available: 2 Preemption is not helpful for scheduling.',
  );
  const all = 'resourceclaims -l of=template';
  const results = await get(
    client,
    all,
    '{range .items[*].status.allocation.devices.results[*]}{.pool}/{.device} {end}',
  );
  expect(results.trim().split(' ').sort()).toEqual(['node-1/gpu-0', 'node-1/gpu-1', 'node-2/gpu-0']);
  expect(await client.run(['get', 'resourceclaims'])).toMatch(/train-\S+-gpu-\w{5} +allocated,reserved +\d+s/);
  expect(await client.run(['get', 'resourceclaims'])).toMatch(/train-\S+-gpu-\w{5} +pending +\d+s/);

  await client.run(['scale', 'deploy', 'train', '--replicas=3']);
  await client.run(['wait', 'deploy/train', '--for=jsonpath={.status.replicas}=3', WAIT]);
  await client.run(['delete', 'pod', '--field-selector=spec.nodeName=node-2', WAIT]);
  await client.run(['wait', 'deploy/train', '--for=jsonpath={.status.readyReplicas}=3', WAIT]);
  expect((await client.run(['get', 'resourceclaims', '-o', 'name'])).trim().split('\n')).toHaveLength(3);
  // More devices than there are.
  await apply(client, claim('many', 4), pod('greedy', { resourceClaimName: 'many' }));
  await client.run(['wait', 'pod/greedy', '--for=condition=PodScheduled=False', WAIT]);
  await client.run(['annotate', 'node', 'node-2', '--overwrite', 'orrery.dev/devices=gpu.example.com=5']);
  await client.run(['wait', 'pod/greedy', '--for=condition=Ready', WAIT]);
  expect(await get(client, 'resourceslices', '{.items[1].spec.pool.generation}')).toBe('2');
});

story('pods share a claim, which is free when the last of them has gone', async () => {
  const client = await scene('devices-shared', 0, 2);
  await apply(client, claim('shared', 2), ...['a', 'b'].map((name) => pod(name, { resourceClaimName: 'shared' })));
  // It names its node itself: its kubelet waits for the claim.
  await apply(client, pod('direct', { resourceClaimName: 'late' }, { nodeName: 'node-1' }));
  await client.run(['wait', 'pod/a', 'pod/b', '--for=condition=Ready', WAIT]);
  expect(await get(client, 'pods a b', '{.items[*].spec.nodeName}')).toBe('node-2 node-2');
  const users = '{range .status.reservedFor[*]}{.resource}/{.name} {end}';
  expect((await get(client, 'resourceclaim shared', users)).trim().split(' ').sort()).toEqual(['pods/a', 'pods/b']);
  expect(await get(client, 'resourceclaim shared', '{.metadata.finalizers[0]}')).toBe(
    'resource.kubernetes.io/delete-protection',
  );
  expect(await get(client, 'pod direct', '{.status.phase}')).toBe('Pending');
  await client.run(['wait', '--for=create', 'event', '--field-selector=reason=FailedPrepareDynamicResources', WAIT]);

  await client.run(['delete', 'resourceclaim', 'shared', '--wait=false']);
  expect(await client.run(['get', 'resourceclaims'])).toMatch(/shared +deleted,allocated,reserved/);
  await client.run(['delete', 'pod', 'a', 'b', '--now', WAIT]);
  await client.run(['wait', '--for=delete', 'resourceclaim/shared', WAIT]);

  await apply(client, claim('late', 1), pod('c', { resourceClaimName: 'late' }));
  await client.run(['wait', 'pod/c', 'pod/direct', '--for=condition=Ready', WAIT]);
  expect((await get(client, 'resourceclaim late', users)).trim().split(' ').sort()).toEqual(['pods/c', 'pods/direct']);
});

story('what is wrong with a claim is said, and what a namespace may not do', async () => {
  const client = await scene('devices-refused', 1);
  const admin = {
    devices: { requests: [{ name: 'a', exactly: { deviceClassName: 'gpu.example.com', adminAccess: true } }] },
  };
  const refused = async (object: object): Promise<string> =>
    (await client.try(['create', '-f', '-'], JSON.stringify(object))).stderr;
  expect(await refused({ ...claim('x', 1), spec: admin })).toMatch(
    /spec\.devices\.requests\[0\]\.adminAccess: Forbidden: admin access to devices requires the `resource\.kubernetes\.io\/admin-access: true` label/,
  );
  await client.run(['label', 'namespace', 'default', 'resource.kubernetes.io/admin-access=true']);
  await apply(client, { ...claim('watch', 1), spec: admin }, pod('watch', { resourceClaimName: 'watch' }));
  await apply(client, pod('user', { resourceClaimTemplateName: 'one-gpu' }));
  await client.run(['wait', 'pod/watch', 'pod/user', '--for=condition=Ready', WAIT]);
  expect(await get(client, 'resourceclaim watch', '{.status.allocation.devices.results[0].adminAccess}')).toBe('true');
  const quota = {
    apiVersion: 'v1',
    kind: 'ResourceQuota',
    metadata: { name: 'q' },
    spec: { hard: { 'gpu.example.com.deviceclass.resource.k8s.io/devices': '3' } },
  };
  await apply(client, quota);
  await client.run(['wait', 'quota/q', '--for=jsonpath={.status.used}', WAIT]);
  expect(await refused(claim('y', 2))).toMatch(
    /exceeded quota: q, requested: gpu\.example\.com\.deviceclass\.resource\.k8s\.io\/devices=2, used: .*devices=2, limited: .*devices=3/,
  );
  await apply(client, pod('lost', { resourceClaimTemplateName: 'none' }));
  await client.run(['wait', '--for=create', 'event', '--field-selector=reason=FailedResourceClaimCreation', WAIT]);
});

story('older releases do not have devices, and their pods do without', async () => {
  const cluster = await server.cluster({ name: 'devices-older', nodes: 1, settings: { bundle: 'k8s-1.20' } });
  const client = new Client(binary!, cluster.url);
  expect((await client.try(['get', 'resourceclaims'])).stderr).toMatch(/the server doesn't have a resource type/);
  await client.run(
    ['create', '--validate=false', '-f', '-'],
    JSON.stringify(pod('p', { resourceClaimTemplateName: 'one-gpu' })),
  );
  await client.run(['wait', 'pod/p', '--for=condition=Ready', WAIT]);
});
