import { Client, clientBinary, oldKubectl, until } from '@orrery/test-services';
import { startTestApiServer, type TestApiServer, type TestCluster } from '@orrery/testing';

const ofPods = { resourceAttributes: { namespace: 'default', verb: 'get', resource: 'pods' } };
const CRON_SPEC = String.raw`^(\d+|\*)(/\d+)?(\s+(\d+|\*)(/\d+)?){4}$`;
const schema = {
  type: 'object',
  description: 'A task that runs by the clock.',
  properties: {
    spec: {
      type: 'object',
      description: 'What runs, and when.',
      required: ['cronSpec'],
      properties: {
        cronSpec: { type: 'string', description: 'When it runs.', pattern: CRON_SPEC },
        image: { type: 'string', default: 'busybox' },
        replicas: { type: 'integer', minimum: 1, maximum: 10 },
      },
    },
    status: {
      type: 'object',
      properties: { replicas: { type: 'integer' }, labelSelector: { type: 'string' } },
    },
  },
};
const definition = JSON.stringify({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'crontabs.stable.example.com' },
  spec: {
    group: 'stable.example.com',
    scope: 'Namespaced',
    names: { plural: 'crontabs', kind: 'CronTab', shortNames: ['ct'], categories: ['all'] },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: schema },
        subresources: {
          status: {},
          scale: {
            specReplicasPath: '.spec.replicas',
            statusReplicasPath: '.status.replicas',
            labelSelectorPath: '.status.labelSelector',
          },
        },
        additionalPrinterColumns: [
          { name: 'Spec', type: 'string', jsonPath: '.spec.cronSpec' },
          { name: 'Replicas', type: 'integer', jsonPath: '.spec.replicas' },
          { name: 'Image', type: 'string', jsonPath: '.spec.image', priority: 1 },
        ],
      },
    ],
  },
});
const cronTab = (name: string, spec: object): string =>
  JSON.stringify({ apiVersion: 'stable.example.com/v1', kind: 'CronTab', metadata: { name }, spec });

let server: TestApiServer;
beforeAll(async () => {
  server = await startTestApiServer();
});
afterAll(async () => {
  await server.close();
});

const versions = [
  { name: 'kubectl 1.35', binary: clientBinary('kubectl'), isModern: true },
  { name: 'kubectl 1.20.2', binary: oldKubectl(), isModern: false },
];

describe.each(versions)('$name', ({ name, binary, isModern }) => {
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

  story('defines a kind and uses it', async () => {
    await client.run(['apply', '-f', '-'], definition);
    await client.run(['wait', '--for=condition=Established', 'crd/crontabs.stable.example.com', '--timeout=60s']);
    expect(await client.run(['get', 'crd'])).toMatch(/^NAME +CREATED AT\ncrontabs.stable.example.com +20/);
    await client.run(['apply', '-f', '-'], cronTab('one', { cronSpec: '* * * * */5', replicas: 3 }));
    expect(await client.run(['get', 'ct'])).toBe('NAME   SPEC          REPLICAS\none    * * * * */5   3\n');
    expect(await client.run(['get', 'crontabs', '-o', 'wide'])).toMatch(/IMAGE\none .* busybox\n$/);
    expect(await client.run(['get', 'all'])).toMatch(/crontab.stable.example.com\/one/);
    expect(await client.run(['scale', 'ct', 'one', '--replicas=5'])).toMatch(/scaled/);
    expect(await client.run(['get', 'ct', 'one', '-o', 'jsonpath={.spec.replicas}/{.metadata.generation}'])).toBe(
      '5/2',
    );
    await client.run(['patch', 'ct', 'one', '--type=merge', '-p', '{"spec":{"image":"alpine"}}']);
    await client.run(['label', 'ct', 'one', 'a=b']);
    expect(await client.run(['get', 'ct', '-l', 'a=b', '-o', 'name'])).toBe('crontab.stable.example.com/one\n');
  });

  story('reads what is wrong with an object', async () => {
    const { stderr } = await client.try([
      'patch',
      'ct',
      'one',
      '--type=merge',
      '-p',
      '{"spec":{"cronSpec":"x","replicas":50}}',
    ]);
    expect(stderr).toContain(`spec.cronSpec: Invalid value: "x": spec.cronSpec in body should match '${CRON_SPEC}'`);
    expect(stderr).toContain(
      'spec.replicas: Invalid value: 50: spec.replicas in body should be less than or equal to 10',
    );
    const strange = cronTab('two', { cronSpec: '* * * * *', strange: 1 });
    const refused = await client.try(['create', '-f', '-'], strange);
    expect(refused.stderr).toMatch(
      isModern ? /strict decoding error: unknown field "spec.strange"/ : /unknown field "strange"/,
    );
    const strategic = await client.try(['patch', 'ct', 'one', '-p', '{"spec":{"image":"x"}}']);
    expect(strategic.code).toBe(1);
  });

  story('explains the fields of the new kind', async () => {
    expect(await client.run(['explain', 'ct'])).toContain('A task that runs by the clock.');
    const explained = await client.run(['explain', 'crontabs.spec']);
    expect(explained).toContain('What runs, and when.');
    expect(explained).toMatch(/cronSpec\s+<string> -required-\s+When it runs\./);
    expect(await client.run(['api-resources', '--api-group=stable.example.com'])).toMatch(
      /crontabs +ct +stable.example.com/,
    );
  });

  story('reads where the types of a rule do not go together', async () => {
    const ruled = definition.replace(
      '"required":["cronSpec"]',
      `"x-kubernetes-validations":[{"rule":"self.replicas + '1' == self.image"}],"required":["cronSpec"]`,
    );
    const { code, stderr } = await client.try(['apply', '-f', '-'], ruled);
    expect(code).toBe(1);
    expect(stderr).toContain(
      "compilation failed: ERROR: <input>:1:15: found no matching overload for '_+_' applied to '(int, string)'\n" +
        " | self.replicas + '1' == self.image\n | ..............^",
    );
  });

  story('deletes the definition, and its objects with it', async () => {
    await client.run(['delete', 'crd', 'crontabs.stable.example.com']);
    const gone = await client.try(['get', 'crontabs.v1.stable.example.com']);
    expect(gone.code).toBe(1);
    await client.run(['apply', '-f', '-'], definition);
    await until('the kind is served again', async () => (await client.try(['get', 'ct', '-o', 'name'])).code === 0);
    expect(await client.run(['get', 'ct', '-o', 'name'])).toBe('');
  });
});
