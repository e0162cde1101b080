import { Client, clientBinary, until } from '@orrery/test-services';
import {
  startTestGraphqlServer,
  type TestGraphqlCluster,
  type TestGraphqlServer,
} from '../../../libs/testing/kit/graphql-server';

const binary = clientBinary('kubectl');
const story = binary === undefined ? test.skip : test;

let server: TestGraphqlServer;
beforeAll(async () => {
  server = await startTestGraphqlServer();
});
afterAll(() => server.close());

async function scene(): Promise<{ client: Client; cluster: TestGraphqlCluster }> {
  const cluster = await server.cluster({ clock: { mode: 'SCALED', rate: 20 }, nodes: 2 });
  return { client: new Client(binary!, cluster.url), cluster };
}

/** A Deployment of two pods that run. */
async function deployed(): Promise<Client> {
  const { client } = await scene();
  await client.run(['create', 'deployment', 'web', '--image=nginx', '--replicas=2']);
  await client.run(['rollout', 'status', 'deployment/web', '--timeout=240s']);
  return client;
}
const names = async (client: Client, what: string): Promise<string[]> =>
  (await client.run(['get', what, '-o', 'name'])).split('\n').filter((line) => line !== '');

story('what a Deployment made goes with it', async () => {
  const client = await deployed();
  expect(await names(client, 'rs,pods')).toHaveLength(3);
  await client.run(['delete', 'deployment', 'web']);
  await client.run(['wait', '--for=delete', 'rs,pods', '-l', 'app=web', '--timeout=240s']);
  expect(await names(client, 'rs,pods')).toEqual([]);
});

story('in the foreground the owner goes last', async () => {
  const client = await deployed();
  await client.run(['delete', 'deployment', 'web', '--cascade=foreground', '--timeout=240s']);
  expect(await names(client, 'deploy,rs,pods')).toEqual([]);
});

story('orphans live on, and a new owner adopts them', async () => {
  const client = await deployed();
  const before = await names(client, 'pods');
  await client.run(['delete', 'deployment', 'web', '--cascade=orphan']);
  const [set] = await names(client, 'rs');
  expect(await client.run(['get', set!, '-o', 'jsonpath={.metadata.ownerReferences}'])).toBe('');
  await client.run(['delete', set!, '--cascade=orphan']);
  expect((await names(client, 'pods')).sort()).toEqual(before.sort());
  const owners = await client.run(['get', 'pods', '-o', 'jsonpath={.items[*].metadata.ownerReferences}']);
  expect(owners).toBe('');
});

story('an object lives while one of its owners does', async () => {
  const { client } = await scene();
  await client.run(['create', 'configmap', 'a']);
  await client.run(['create', 'configmap', 'b']);
  const uid = (name: string) => client.run(['get', 'configmap', name, '-o', 'jsonpath={.metadata.uid}']);
  const reference = async (name: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', name, uid: await uid(name) });
  const owned = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'owned', ownerReferences: [await reference('a'), await reference('b')] },
  };
  const lost = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'lost', ownerReferences: [{ ...(await reference('a')), uid: 'of-nobody' }] },
  };
  await client.run(['create', '-f', '-'], JSON.stringify(owned));
  await client.run(['create', '-f', '-'], JSON.stringify(lost));
  await client.run(['wait', '--for=delete', 'configmap/lost', '--timeout=240s']);
  await client.run(['delete', 'configmap', 'a']);
  await client.run([
    'wait',
    'configmap/owned',
    '--for=jsonpath={.metadata.ownerReferences[0].name}=b',
    '--timeout=240s',
  ]);
  await client.run(['delete', 'configmap', 'b']);
  await client.run(['wait', '--for=delete', 'configmap/owned', '--timeout=240s']);
});

story('an event tells of owners that are in another namespace', async () => {
  const { client } = await scene();
  await client.run(['create', 'configmap', 'owner']);
  const uid = await client.run(['get', 'configmap', 'owner', '-o', 'jsonpath={.metadata.uid}']);
  const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid }];
  const role = {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRole',
    metadata: { name: 'r', ownerReferences },
  };
  const secret = {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 's', namespace: 'kube-public', ownerReferences },
  };
  for (const object of [role, secret]) await client.run(['create', '-f', '-'], JSON.stringify(object));
  await client.run(['wait', '--for=delete', 'secret/s', '-n', 'kube-public', '--timeout=240s']);
  const events = ['get', 'events', '-A', '--field-selector=reason=OwnerRefInvalidNamespace'];
  const said = '-o=jsonpath={range .items[*]}{.involvedObject.kind} {.message}{"\\n"}{end}';
  const text = (namespace: string): string =>
    `ownerRef [v1/ConfigMap, namespace: ${namespace}, name: owner, uid: ${uid}] does not exist in namespace "${namespace}"`;
  const wanted = [`ClusterRole ${text('')}`, `Secret ${text('kube-public')}`];
  await until(
    'both events are there',
    async () => (await client.run([...events, said])).split('\n').filter(Boolean).length === 2,
  );
  expect((await client.run([...events, said])).split('\n').filter(Boolean).sort()).toEqual(wanted);
  expect(await names(client, 'clusterrole/r')).toEqual(['clusterrole.rbac.authorization.k8s.io/r']);
});

story('a service has the ready pods behind it as its endpoints', async () => {
  const client = await deployed();
  await client.run(['expose', 'deployment', 'web', '--port=80', '--target-port=8080']);
  const addresses = async (): Promise<string[]> =>
    (await client.run(['get', 'endpoints', 'web', '-o', 'jsonpath={.subsets[*].addresses[*].ip}'])).split(' ');
  // kubectl cannot wait for an element of a list that is too short yet.
  const hasAddresses = async (count: number): Promise<void> => {
    for (let tries = 0; tries < 100 && (await addresses()).length !== count; tries++);
    expect(await addresses()).toHaveLength(count);
  };
  // Their controller comes after the service: kubectl waits for no field of what is not there yet.
  await client.run(['wait', 'endpoints/web', '--for=create', '--timeout=240s']);
  await client.run(['wait', 'endpoints/web', '--for=jsonpath={.subsets[0].addresses[0].ip}', '--timeout=240s']);
  await hasAddresses(2);
  const ips = (await client.run(['get', 'pods', '-o', 'jsonpath={.items[*].status.podIP}'])).split(' ');
  expect((await addresses()).sort()).toEqual(ips.sort());
  expect(await client.run(['get', 'endpoints', 'web'])).toMatch(/web +\d+\.\d+\.\d+\.\d+:8080,\d+\.\d+\.\d+\.\d+:8080/);
  expect(await client.run(['describe', 'service', 'web'])).toMatch(/Endpoints: +\d+\.\d+\.\d+\.\d+:8080/);
  const slice = await client.run(['get', 'endpointslices', '-l', 'kubernetes.io/service-name=web', '--no-headers']);
  expect(slice).toMatch(/^web-\w{5} +IPv4 +8080 +\d+\.\d+\.\d+\.\d+,\d+\.\d+\.\d+\.\d+ /);

  await client.run(['scale', 'deployment', 'web', '--replicas=3']);
  await hasAddresses(3);
  await client.run(['delete', 'service', 'web']);
  await client.run(['wait', '--for=delete', 'endpoints/web', '--timeout=240s']);
  await client.run([
    'wait',
    '--for=delete',
    'endpointslices',
    '-l',
    'kubernetes.io/service-name=web',
    '--timeout=240s',
  ]);
});

story('the API server is behind a service of its own', async () => {
  const { client } = await scene();
  expect(await client.run(['get', 'endpoints', 'kubernetes', '--no-headers'])).toMatch(
    /^kubernetes +192\.0\.2\.1:6443 /,
  );
  const slices = ['get', 'endpointslices', '-l', 'kubernetes.io/service-name=kubernetes', '--no-headers'];
  expect(await client.run(slices)).toMatch(/^kubernetes +IPv4 +6443 +192\.0\.2\.1 /);
});

story('services have ports on nodes, and headless ones say so in their slices', async () => {
  const client = await deployed();
  await client.run(['expose', 'deployment', 'web', '--port=80', '--type=NodePort']);
  expect(await client.run(['get', 'service', 'web', '--no-headers'])).toMatch(/^web +NodePort .* 80:3[0-2]\d{3}\/TCP /);
  await client.run(['patch', 'service', 'web', '--type=merge', '-p', '{"spec":{"type":"ClusterIP"}}']);
  expect(await client.run(['get', 'service', 'web', '--no-headers'])).toMatch(/^web +ClusterIP .* 80\/TCP /);
  await client.run(['expose', 'deployment', 'web', '--port=80', '--cluster-ip=None', '--name=bare']);
  const slices = ['get', 'endpointslices', '-l', 'service.kubernetes.io/headless', '-o', 'name'];
  let found = '';
  for (let tries = 0; tries < 100 && found === ''; tries++) found = await client.run(slices);
  expect(found).toMatch(/^endpointslice.discovery.k8s.io\/bare-/);
});
