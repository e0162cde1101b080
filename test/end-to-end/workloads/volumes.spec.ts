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

const ZONE = 'topology.kubernetes.io/zone';

/** A fresh cluster of three nodes in three zones, and kubectl on it. */
async function scene(name: string): Promise<Client> {
  const cluster = await server.cluster({ name, nodes: 3 });
  const client = new Client(binary!, cluster.url);
  for (const [node, zone] of [
    ['node-1', 'a'],
    ['node-2', 'b'],
    ['node-3', 'c'],
  ] as const) {
    await client.run(['label', 'node', node, '--overwrite', `${ZONE}=${zone}`]);
  }
  return client;
}

const apply = (client: Client, ...objects: object[]): Promise<string> =>
  client.run(['apply', '-f', '-'], JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects }));
const field = (client: Client, what: string, path: string): Promise<string> =>
  client.run(['get', ...what.split(' '), '-o', `jsonpath={${path}}`]);

const storageClass = (name: string, provisioner: string, volumeBindingMode: string, metadata: object = {}): object => ({
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: { name, ...metadata },
  provisioner,
  volumeBindingMode,
});
const volume = (name: string, zone: string, size: string, storageClassName: string): object => ({
  apiVersion: 'v1',
  kind: 'PersistentVolume',
  metadata: { name },
  spec: {
    capacity: { storage: size },
    accessModes: ['ReadWriteOnce'],
    storageClassName,
    csi: { driver: 'disk.example.com', volumeHandle: name },
    nodeAffinity: {
      required: { nodeSelectorTerms: [{ matchExpressions: [{ key: ZONE, operator: 'In', values: [zone] }] }] },
    },
  },
});
const claim = (name: string, size: string, spec: object): object => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: size } }, ...spec },
});
const podWith = (name: string, claimName: string, spec: object = {}): object => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name },
  spec: {
    containers: [{ name: 'c', image: 'nginx', volumeMounts: [{ name: 'data', mountPath: '/data' }] }],
    volumes: [{ name: 'data', persistentVolumeClaim: { claimName } }],
    ...spec,
  },
});

story('a claim that waits for its pod brings the pod to the zone of the smallest volume that fits', async () => {
  const client = await scene('volumes-delayed');
  await apply(
    client,
    storageClass('zonal', 'kubernetes.io/no-provisioner', 'WaitForFirstConsumer'),
    volume('too-small', 'a', '1Gi', 'zonal'),
    volume('right', 'c', '5Gi', 'zonal'),
    claim('data', '3Gi', { storageClassName: 'zonal' }),
  );
  await client.run(['wait', 'pv/right', '--for=jsonpath={.status.phase}=Available', '--timeout=240s']);
  expect(await client.run(['get', 'pvc', 'data'])).toMatch(/data +Pending +zonal/);
  await apply(client, podWith('web', 'data'));
  await client.run(['wait', 'pod/web', '--for=condition=Ready', '--timeout=240s']);
  expect(await field(client, 'pod web', '.spec.nodeName')).toBe('node-3');
  expect(await client.run(['get', 'pvc', 'data'])).toMatch(/data +Bound +right +5Gi +RWO +zonal/);
  expect(await client.run(['get', 'pv', 'right'])).toMatch(/right +5Gi +RWO +Retain +Bound +default\/data +zonal/);
  expect(await client.run(['get', 'events', '--field-selector', 'involvedObject.name=data'])).toMatch(
    /WaitForFirstConsumer +persistentvolumeclaim\/data +waiting for first consumer to be created before binding/,
  );

  const refused = await client.try(['patch', 'pvc', 'data', '-p', '{"spec":{"volumeName":"too-small"}}']);
  expect(refused.stderr).toMatch(/spec is immutable after creation/);
  await client.run(['delete', 'pvc', 'data', '--wait=false']);
  expect(await client.run(['get', 'pvc', 'data'])).toMatch(/data +Terminating/);
  await client.run(['delete', 'pod', 'web', '--now']);
  await client.run(['wait', 'pvc/data', '--for=delete', '--timeout=240s']);
  await client.run(['wait', 'pv/right', '--for=jsonpath={.status.phase}=Released', '--timeout=240s']);
});

story('a pod of an unbound immediate claim waits, and runs once the claim has a volume', async () => {
  const client = await scene('volumes-immediate');
  await apply(client, claim('data', '1Gi', { storageClassName: 'manual' }), podWith('web', 'data'));
  await client.run(['wait', 'pod/web', '--for=condition=PodScheduled=False', '--timeout=240s']);
  const message = await field(client, 'pod web', '.status.conditions[0].message');
  expect(message).toMatch(/^0\/3 nodes are available: pod has unbound immediate PersistentVolumeClaims\./);
  await apply(client, volume('by-hand', 'b', '2Gi', 'manual'));
  await client.run(['wait', 'pod/web', '--for=condition=Ready', '--timeout=240s']);
  expect(await field(client, 'pod web', '.spec.nodeName')).toBe('node-2');
  expect(await field(client, 'pvc data', '.spec.volumeName')).toBe('by-hand');
});

story('volumes are made near the node of the pod, and go with their claim', async () => {
  const client = await scene('volumes-made');
  await apply(
    client,
    storageClass('fast', 'disk.example.com', 'WaitForFirstConsumer', {
      annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' },
    }),
  );
  expect(await client.run(['get', 'sc'])).toMatch(/fast \(default\) +disk.example.com +Delete +WaitForFirstConsumer/);
  await apply(client, claim('data', '4Gi', {}), podWith('web', 'data', { nodeSelector: { [ZONE]: 'b' } }));
  await client.run(['wait', 'pod/web', '--for=condition=Ready', '--timeout=240s']);
  expect(await field(client, 'pvc data', '.metadata.annotations.volume\\.kubernetes\\.io/selected-node')).toBe(
    'node-2',
  );
  const name = `pvc-${await field(client, 'pvc data', '.metadata.uid')}`;
  expect(await field(client, 'pvc data', '.spec.volumeName')).toBe(name);
  expect(
    await field(client, `pv ${name}`, '.spec.nodeAffinity.required.nodeSelectorTerms[0].matchExpressions[0].values[0]'),
  ).toBe('b');
  expect(await client.run(['describe', 'pvc', 'data'])).toMatch(
    /ProvisioningSucceeded .*Successfully provisioned volume pvc-/,
  );
  await client.run(['delete', 'pod', 'web', '--now']);
  await client.run(['delete', 'pvc', 'data', '--timeout=240s']);
  await client.run(['wait', `pv/${name}`, '--for=delete', '--timeout=240s']);
});

story('a generic ephemeral volume gets a claim of its pod, which goes with it', async () => {
  const client = await scene('volumes-ephemeral');
  const spec = {
    accessModes: ['ReadWriteOnce'],
    resources: { requests: { storage: '1Gi' } },
    storageClassName: 'made',
  };
  const volumeClaimTemplate = { metadata: { labels: { of: 'scratch' } }, spec };
  const volumes = [{ name: 'data', ephemeral: { volumeClaimTemplate } }];
  await apply(client, storageClass('made', 'disk.example.com', 'WaitForFirstConsumer'));
  // Another user's claim has the name that the second pod needs.
  await apply(client, claim('late-data', '1Gi', { storageClassName: 'made' }));
  await apply(client, podWith('early', '', { volumes }), podWith('late', '', { volumes }));
  await client.run(['wait', 'pod/early', '--for=condition=Ready', '--timeout=240s']);
  const owner =
    '{.metadata.ownerReferences[0].kind}/{.metadata.ownerReferences[0].name} {.metadata.labels.of} {.status.phase}';
  expect(await client.run(['get', 'pvc', 'early-data', '-o', `jsonpath=${owner}`])).toBe('Pod/early scratch Bound');
  expect(await client.run(['describe', 'pod', 'late'])).toMatch(
    /FailedBinding .*ephemeral volume data: PVC default\/late-data was not created for pod default\/late/,
  );
  expect(await field(client, 'pod late', '.status.phase')).toBe('Pending');
  await client.run(['delete', 'pod', 'early', '--now']);
  await client.run(['wait', '--for=delete', 'pvc/early-data', '--timeout=240s']);
  expect(await field(client, 'pvc late-data', '.metadata.name')).toBe('late-data');
});
