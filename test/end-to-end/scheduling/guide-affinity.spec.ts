import { join } from 'node:path';
import { Client, clientBinary } from '@orrery/test-services';
import { startTestApiServer, type TestApiServer } from '@orrery/testing';

const MANIFESTS = join(__dirname, '../manifests');
const binary = clientBinary('kubectl');
const story = binary === undefined ? test.skip : test;

let server: TestApiServer;
beforeAll(async () => {
  server = await startTestApiServer();
});
afterAll(async () => {
  await server.close();
});

/** A fresh cluster of three nodes, the first two in one zone, and kubectl on it. */
async function scene(name: string): Promise<Client> {
  const cluster = await server.cluster({ name, nodes: 3 });
  const client = new Client(binary!, cluster.url);
  const zones = { 'node-1': 'us', 'node-2': 'us', 'node-3': 'emea' };
  for (const [node, zone] of Object.entries(zones)) {
    const labels = [`zone=${zone}`, `failure-domain.beta.kubernetes.io/zone=${zone}`];
    await client.run(['label', 'node', node, '--overwrite', ...labels]);
  }
  return client;
}

const create = (client: Client, file: string): Promise<string> => client.run(['create', '-f', join(MANIFESTS, file)]);
const nodeOf = async (client: Client, pod: string): Promise<string> => {
  await client.run(['wait', `pod/${pod}`, '--for=condition=PodScheduled', '--timeout=240s']);
  return client.run(['get', 'pod', pod, '-o', 'jsonpath={.spec.nodeName}']);
};
const whyPending = async (client: Client, pod: string): Promise<string> => {
  await client.run(['wait', `pod/${pod}`, '--for=condition=PodScheduled=False', '--timeout=240s']);
  return client.run(['get', 'pod', pod, '-o', 'jsonpath={.status.conditions[0].message}']);
};

story('16.9: pod affinity and anti-affinity', async () => {
  const client = await scene('guide-pod-affinity');
  await create(client, 'team4.yaml');
  const node = await nodeOf(client, 'team4');
  await create(client, 'team4a.yaml');
  expect(await nodeOf(client, 'team4a')).toBe(node);

  await create(client, 'affinity-pod-s1.yaml');
  const first = await nodeOf(client, 'pod-s1');
  await create(client, 'anti-affinity-pod-s2.yaml');
  expect(await nodeOf(client, 'pod-s2')).not.toBe(first);
  await client.run(['delete', 'pod', 'pod-s2', '--now']);
  await create(client, 'affinity-pod-s2-unmatched.yaml');
  expect(await whyPending(client, 'pod-s2')).toMatch(/didn't match pod affinity rules/);
});

story('16.9: affinity within a zone', async () => {
  const client = await scene('guide-zones');
  await create(client, 'security-s1.yaml');
  const node = await nodeOf(client, 'security-s1');
  await create(client, 'pod-affinity.yaml');
  const zoneOf = (name: string): Promise<string> =>
    client.run(['get', 'node', name, '-o', 'jsonpath={.metadata.labels.zone}']);
  expect(await zoneOf(await nodeOf(client, 'with-pod-affinity'))).toBe(await zoneOf(node));
});
