import { Client, clientBinary, oldKubectl } from '@orrery/test-services';
import { startTestApiServer, type TestApiServer, type TestCluster } from '@orrery/testing';

const UNSUPPORTED = /the emulator does not support the kind CustomResourceDefinition/;
const definition = JSON.stringify({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'things.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'things', kind: 'Thing' },
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
  },
});
const ofPods = { resourceAttributes: { namespace: 'default', verb: 'get', resource: 'pods' } };

let server: TestApiServer;
beforeAll(async () => {
  server = await startTestApiServer();
});
afterAll(async () => {
  await server.close();
});

const versions = [
  { name: 'kubectl 1.35', binary: clientBinary('kubectl') },
  { name: 'kubectl 1.20.2', binary: oldKubectl() },
];

describe.each(versions)('$name', ({ name, binary }) => {
  // A machine that cannot have this client skips its tests by name.
  const story = binary === undefined ? test.skip : test;
  let cluster: TestCluster;
  let client: Client;

  beforeAll(async () => {
    if (binary === undefined) return;
    cluster = await server.cluster({ name: name.replace(/\W+/g, '-'), nodes: 1 });
    client = new Client(binary, cluster.url);
  });
  afterAll(() => client?.dispose());

  // kubectl looks among the definitions for kinds that cannot be patched.
  story.each<[string, string, object]>([
    ['authorization.k8s.io/v1', 'SelfSubjectRulesReview', { spec: { namespace: 'default' } }],
    ['authorization.k8s.io/v1', 'SelfSubjectAccessReview', { spec: ofPods }],
    ['authorization.k8s.io/v1', 'SubjectAccessReview', { spec: { user: 'a', ...ofPods } }],
    ['authorization.k8s.io/v1', 'LocalSubjectAccessReview', { spec: { user: 'a', ...ofPods } }],
    ['authentication.k8s.io/v1', 'TokenReview', { spec: { token: 'a' } }],
    ['authentication.k8s.io/v1', 'SelfSubjectReview', {}],
  ])('creates %s %s', async (apiVersion, kind, more) => {
    const review = JSON.stringify({ apiVersion, kind, ...more });
    expect(await client.run(['create', '-f', '-'], review)).toMatch(new RegExp(`^${kind.toLowerCase()}.* created\n$`));
  });

  story('binds a pod by a file', async () => {
    const pod = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'web' },
      spec: { schedulerName: 'nobody', containers: [{ name: 'c', image: 'nginx' }] },
    };
    await client.run(['create', '-f', '-'], JSON.stringify(pod));
    const target = { apiVersion: 'v1', kind: 'Node', name: 'node-1' };
    const binding = { apiVersion: 'v1', kind: 'Binding', metadata: { name: 'web', namespace: 'default' }, target };
    await client.run(['create', '-f', '-'], JSON.stringify(binding));
    expect(await client.run(['get', 'pod', 'web', '-o', 'jsonpath={.spec.nodeName}'])).toBe('node-1');
  });

  story('finds no definitions and reads why it cannot make one', async () => {
    const found = await client.try(['get', 'crd']);
    expect(found).toMatchObject({ code: 0, stdout: '', stderr: 'No resources found\n' });
    for (const verb of ['create', 'apply']) {
      const refused = await client.try([verb, '-f', '-'], definition);
      expect(refused.code).toBe(1);
      expect(refused.stderr).toMatch(UNSUPPORTED);
    }
  });
});
