import { readdirSync, readFileSync } from 'node:fs';
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
    await client.run([
      'label',
      'node',
      node,
      '--overwrite',
      `zone=${zone}`,
      `failure-domain.beta.kubernetes.io/zone=${zone}`,
    ]);
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

story('every manifest of the guide is accepted as it stands', async () => {
  const client = await scene('guide-all');
  const files = readdirSync(MANIFESTS).sort();
  expect(files.length).toBeGreaterThan(14);
  await create(client, 'high-priority.yaml');
  for (const file of files.filter((name) => name !== 'high-priority.yaml')) {
    const text = readFileSync(join(MANIFESTS, file), 'utf8');
    const name = /^ {2}name: (\S+)$/m.exec(text)![1]!;
    expect(await create(client, file)).toBe(`pod/${name} created\n`);
    await client.run(['delete', 'pod', name, '--now']);
  }
});

story('16.6: a priority class gives its value', async () => {
  const client = await scene('guide-priority');
  expect(await create(client, 'high-priority.yaml')).toBe('priorityclass.scheduling.k8s.io/high-priority created\n');
  await create(client, 'nginx-high-priority.yaml');
  expect(await client.run(['get', 'pod', 'nginx', '-o', 'jsonpath={.spec.priority}'])).toBe('1000000');
  expect(await client.run(['get', 'pc', 'high-priority'])).toMatch(
    /high-priority +1000000 +false +\d+s +PreemptLowerPriority/,
  );
});

story('16.8: node affinity finds its node, or none', async () => {
  const client = await scene('guide-node-affinity');
  await create(client, 'pod-s1-zone-us.yaml');
  expect(['node-1', 'node-2']).toContain(await nodeOf(client, 'pod-s1'));
  await create(client, 'node-affinity-required.yaml');
  expect(await whyPending(client, 'with-node-affinity')).toMatch(
    /^0\/3 nodes are available: 3 node\(s\) didn't match Pod's node affinity\/selector\./,
  );
  expect(await client.run(['get', 'pods', '-o', 'wide'])).toMatch(
    /with-node-affinity +0\/1 +Pending +0 +\d+s +<none> +<none>/,
  );
  expect(await client.run(['describe', 'pod', 'with-node-affinity'])).toMatch(
    /Warning +FailedScheduling .*default-scheduler/,
  );
});

story('16.10: a node selector waits for its label', async () => {
  const client = await scene('guide-selector');
  await create(client, 'hello-pod.yaml');
  expect(await whyPending(client, 'hello-pod')).toMatch(/node affinity\/selector/);
  await client.run(['label', 'node', 'node-3', 'env=test', 'os=fedora']);
  await client.run(['wait', 'pod/hello-pod', '--for=condition=Ready', '--timeout=240s']);
  expect(await nodeOf(client, 'hello-pod')).toBe('node-3');
});

story('16.4: a pod of another scheduler is left alone', async () => {
  const client = await scene('guide-custom-scheduler');
  await create(client, 'custom-scheduler-example.yaml');
  await create(client, 'team4.yaml');
  await nodeOf(client, 'team4');
  expect(await client.run(['get', 'pod', 'custom-scheduler-example'])).toMatch(/Pending/);
});
