import { Client, clientBinary, RawClient, until } from '@orrery/test-services';
import { startTestApiServer, type TestApiServer, type TestCluster } from '@orrery/testing';

const binary = clientBinary('kubectl');
// A machine that cannot have this client skips its tests by name.
const story = binary === undefined ? test.skip : test;
const GROUP = 'admissionregistration.k8s.io';

let server: TestApiServer;
let cluster: TestCluster;
let raw: RawClient;
let client: Client;
beforeAll(async () => {
  server = await startTestApiServer();
  cluster = await server.cluster({ name: 'policies', nodes: 1 });
  raw = new RawClient(cluster.url);
  client = new Client(binary ?? '', cluster.url);
});
afterAll(async () => {
  client.dispose();
  await server.close();
});

interface PolicyInput {
  readonly rule: object;
  readonly spec: object;
  readonly binding?: object;
}

/** A policy that is bound under its own name; answers how both are removed. */
async function install(name: string, { rule, spec, binding = {} }: PolicyInput): Promise<() => Promise<void>> {
  const base = `/apis/${GROUP}/v1`;
  const made = await raw.send(`${base}/validatingadmissionpolicies`, {
    method: 'POST',
    body: { metadata: { name }, spec: { matchConstraints: { resourceRules: [rule] }, ...spec } },
  });
  expect(made.json).toMatchObject({ kind: 'ValidatingAdmissionPolicy', metadata: { generation: 1 } });
  const bound = await raw.send(`${base}/validatingadmissionpolicybindings`, {
    method: 'POST',
    body: { metadata: { name }, spec: { policyName: name, validationActions: ['Deny'], ...binding } },
  });
  expect(bound.code).toBe(201);
  return async () => {
    await raw.send(`${base}/validatingadmissionpolicybindings/${name}`, { method: 'DELETE' });
    await raw.send(`${base}/validatingadmissionpolicies/${name}`, { method: 'DELETE' });
  };
}

const rule = (resource: string, ...operations: string[]): object => ({
  operations,
  apiGroups: [resource.startsWith('deployments') ? 'apps' : ''],
  apiVersions: ['v1'],
  resources: [resource],
});
const pod = { metadata: { name: 'web' }, spec: { containers: [{ name: 'c', image: 'nginx' }] } };
const refusal = (name: string, text: string): object => ({
  code: 422,
  json: {
    reason: 'Invalid',
    message: `${text}ValidatingAdmissionPolicy '${name}' with binding '${name}' denied request: no`,
  },
});

story('a policy denies what kubectl creates, scales and patches, and says so', async () => {
  const uninstall = await install('replicas.example.com', {
    rule: rule('deployments', 'CREATE', 'UPDATE'),
    spec: {
      variables: [{ name: 'wanted', expression: 'object.spec.replicas' }],
      validations: [
        { expression: 'variables.wanted <= 3', messageExpression: '"at most 3, not " + string(variables.wanted)' },
      ],
    },
  });
  const said = `is forbidden: ValidatingAdmissionPolicy 'replicas.example.com' with binding 'replicas.example.com' denied request`;
  const create = ['create', 'deployment', 'web', '--image=nginx'];
  expect((await client.try([...create, '--replicas=4'])).stderr).toBe(
    `error: failed to create deployment: deployments.apps "web" ${said}: at most 3, not 4\n`,
  );
  expect(await client.run([...create, '--replicas=2'])).toBe('deployment.apps/web created\n');
  const patch = ['patch', 'deployment', 'web', '-p', '{"spec":{"replicas":9}}'];
  expect((await client.try(patch)).stderr).toContain(`${said.slice('is forbidden: '.length)}: at most 3, not 9`);
  await uninstall();
  expect(await client.run(patch)).toBe('deployment.apps/web patched\n');
});

story('a binding with Warn lets pass and warns', async () => {
  const uninstall = await install('warn.example.com', {
    rule: rule('configmaps', 'CREATE'),
    spec: { validations: [{ expression: 'has(object.data)', message: 'no data' }] },
    binding: { validationActions: ['Warn', 'Audit'] },
  });
  const { stderr, stdout } = await client.try(['create', 'configmap', 'empty']);
  expect(stdout).toBe('configmap/empty created\n');
  expect(stderr).toBe(
    `Warning: Validation failed for ValidatingAdmissionPolicy 'warn.example.com' with binding 'warn.example.com': no data\n`,
  );
  await uninstall();
});

test('parameters are read from the objects that the binding selects', async () => {
  const configMaps = '/api/v1/namespaces/default/configmaps';
  const uninstall = await install('params.example.com', {
    rule: rule('secrets', 'CREATE'),
    spec: {
      paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
      validations: [{ expression: 'object.metadata.name.startsWith(params.data.prefix)', message: 'no' }],
    },
    binding: { paramRef: { selector: { matchLabels: { use: 'limit' } }, parameterNotFoundAction: 'Deny' } },
  });
  const post = (name: string) =>
    raw.send('/api/v1/namespaces/default/secrets', { method: 'POST', body: { metadata: { name } } });
  expect((await post('a-one')).json.message).toMatch(/failed to configure binding: no params found for policy binding/);
  const metadata = { name: 'limit', labels: { use: 'limit' } };
  await raw.send(configMaps, { method: 'POST', body: { metadata, data: { prefix: 'a-' } } });
  expect((await post('a-one')).code).toBe(201);
  expect(await post('b-one')).toMatchObject(refusal('params.example.com', 'secrets "b-one" is forbidden: '));
  await uninstall();
});

describe('requests beside create and update', () => {
  let uninstall: () => Promise<void> = async () => undefined;
  beforeAll(async () => {
    await raw.send('/api/v1/namespaces/default/pods', { method: 'POST', body: pod });
    await until('it is there', async () => {
      const { json } = await raw.send('/api/v1/namespaces/default/pods/web');
      return json.status?.phase === 'Running' ? true : undefined;
    });
  });
  afterEach(() => uninstall());

  const denying = (resource: string, operation: string, expression: string) => ({
    rule: rule(resource, operation),
    spec: { validations: [{ expression, message: 'no' }] },
  });

  test.each<[string, string, string, { path: string; method: string; body?: object }]>([
    ['DELETE', 'pods', 'oldObject.metadata.name != "web"', { path: '', method: 'DELETE' }],
    [
      'CREATE',
      'pods/eviction',
      'object.kind != "Eviction" || has(object.deleteOptions)',
      { path: '/eviction', method: 'POST', body: { metadata: { name: 'web' } } },
    ],
    ['CONNECT', 'pods/exec', 'object.command != ["sh"]', { path: '/exec?command=sh&stdout=true', method: 'POST' }],
    ['CONNECT', 'pods/portforward', 'object.ports != [80]', { path: '/portforward?ports=80', method: 'POST' }],
    [
      'UPDATE',
      'pods/status',
      'request.subResource != "status"',
      { path: '/status', method: 'PUT', body: { ...pod, status: { phase: 'Running' } } },
    ],
  ])('%s of %s', async (operation, resource, expression, { path, ...request }) => {
    uninstall = await install('others.example.com', denying(resource, operation, expression));
    const answer = await raw.send(`/api/v1/namespaces/default/pods/web${path}`, request);
    expect(answer).toMatchObject(refusal('others.example.com', 'pods "web" is forbidden: '));
  });

  test('tokens of service accounts', async () => {
    const denied = denying('serviceaccounts/token', 'CREATE', 'object.spec.expirationSeconds < 7200');
    uninstall = await install('others.example.com', denied);
    const ask = (expirationSeconds: number) =>
      raw.send('/api/v1/namespaces/default/serviceaccounts/default/token', {
        method: 'POST',
        body: { spec: { expirationSeconds } },
      });
    expect(await ask(9000)).toMatchObject(refusal('others.example.com', 'serviceaccounts "default" is forbidden: '));
    expect((await ask(3600)).code).toBe(201);
  });

  test('a deleted collection keeps what a policy keeps', async () => {
    const kept = denying('configmaps', 'DELETE', 'oldObject.metadata.name != "kept"');
    uninstall = await install('others.example.com', kept);
    const path = '/api/v1/namespaces/default/configmaps';
    for (const name of ['kept', 'free']) {
      await raw.send(path, { method: 'POST', body: { metadata: { name, labels: { of: 'story' } } } });
    }
    const answer = await raw.send(`${path}?labelSelector=of=story`, { method: 'DELETE' });
    expect(answer).toMatchObject(refusal('others.example.com', 'configmaps "kept" is forbidden: '));
    const { json } = await raw.send(`${path}?labelSelector=of=story`);
    expect(json.items.map(({ metadata }: { metadata: { name: string } }) => metadata.name)).toEqual(['kept']);
  });
});

test('a policy never evaluates policies, and one that cannot end costs its own request alone', async () => {
  const everything = { operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*'] };
  const list = `[${Array.from({ length: 40 }, (_, i) => i).join()}]`;
  const endless = ['a', 'b', 'c', 'd', 'e'].reduce((inner, name) => `${list}.all(${name}, ${inner})`, 'true');
  const uninstall = await install('endless.example.com', {
    rule: everything,
    spec: { validations: [{ expression: endless }] },
    binding: { matchResources: { namespaceSelector: { matchLabels: { closed: 'yes' } } } },
  });
  const namespace = { metadata: { name: 'closed', labels: { closed: 'no' } } };
  expect((await raw.send('/api/v1/namespaces', { method: 'POST', body: namespace })).code).toBe(201);
  const patch = { metadata: { labels: { closed: 'yes' } } };
  const answer = await raw.send('/api/v1/namespaces/closed', {
    method: 'PATCH',
    body: patch,
    headers: { 'content-type': 'application/merge-patch+json' },
  });
  expect(answer.json.message).toContain('resulted in error: operation cancelled: actual cost limit exceeded');
  expect((await raw.send('/api/v1/namespaces/closed')).json.metadata.labels.closed).toBe('no');
  await uninstall();
});

test('the status of a policy says what is wrong with the types of its expressions', async () => {
  const uninstall = await install('types.example.com', {
    rule: rule('deployments', 'CREATE'),
    spec: { validations: [{ expression: 'object.replicas > 1' }] },
    binding: { matchResources: { objectSelector: { matchLabels: { absent: 'yes' } } } },
  });
  const status = await until('it is there', async () => {
    const path = `/apis/${GROUP}/v1/validatingadmissionpolicies/types.example.com`;
    return (await raw.send(path)).json.status as object | undefined;
  });
  expect(status).toEqual({
    observedGeneration: 1,
    typeChecking: {
      expressionWarnings: [
        {
          fieldRef: 'spec.validations[0].expression',
          warning:
            "apps/v1, Kind=Deployment: ERROR: <input>:1:7: undefined field 'replicas'\n | object.replicas > 1\n | ......^\n",
        },
      ],
    },
  });
  await uninstall();
});

story('a mutating policy changes what kubectl creates, and is applied again after later ones', async () => {
  const sidecar =
    'Object{spec: Object.spec{initContainers: [Object.spec.initContainers{name: "mesh", image: "mesh:1", restartPolicy: "Always"}]}}';
  const manifest = (kind: string, name: string, spec: object): string =>
    JSON.stringify({ apiVersion: `${GROUP}/v1beta1`, kind, metadata: { name }, spec });
  const policy = (name: string, mutations: object[], more: object): string =>
    manifest('MutatingAdmissionPolicy', name, {
      matchConstraints: { resourceRules: [rule('pods', 'CREATE')] },
      failurePolicy: 'Fail',
      mutations,
      ...more,
    });
  const apply = (expression: string): object => ({
    patchType: 'ApplyConfiguration',
    applyConfiguration: { expression },
  });
  const count = apply(
    'Object{metadata: Object.metadata{annotations: {"inits": string(size(object.spec.?initContainers.orValue([])))}}}',
  );
  const manifests = [
    policy('a.example.com', [count], { reinvocationPolicy: 'IfNeeded' }),
    policy('b.example.com', [apply(sidecar)], {
      reinvocationPolicy: 'Never',
      matchConditions: [
        { name: 'no-mesh', expression: '!object.spec.?initContainers.orValue([]).exists(c, c.name == "mesh")' },
      ],
    }),
    ...['a.example.com', 'b.example.com'].map((name) =>
      manifest('MutatingAdmissionPolicyBinding', name, { policyName: name }),
    ),
  ];
  for (const each of manifests) expect(await client.run(['create', '-f', '-'], each)).toMatch(/ created\n$/);
  await client.run(['run', 'meshed', '--image=nginx']);
  const shown =
    '{.spec.initContainers[*].name} {.spec.initContainers[0].imagePullPolicy} {.metadata.annotations.inits}';
  expect(await client.run(['get', 'pod', 'meshed', '-o', `jsonpath=${shown}`])).toBe('mesh IfNotPresent 1');
  expect(await client.run(['get', 'mutatingadmissionpolicy', '-o', 'name'])).toBe(
    'mutatingadmissionpolicy.admissionregistration.k8s.io/a.example.com\nmutatingadmissionpolicy.admissionregistration.k8s.io/b.example.com\n',
  );
  await client.run(['delete', 'mutatingadmissionpolicies,mutatingadmissionpolicybindings', '--all']);
});
