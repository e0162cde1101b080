import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { selfSignedCertificate } from '@orrery/test-services';
import {
  Client,
  clientBinary,
  patchAnswer,
  RawClient,
  startHookServer,
  until,
  type HookServer,
} from '@orrery/test-services';
import { startTestApiServer, type TestApiServer, type TestCluster } from '@orrery/testing';

const binary = clientBinary('kubectl');
// A machine that cannot have this client skips its tests by name.
const story = binary === undefined ? test.skip : test;
const BASE = '/apis/admissionregistration.k8s.io/v1';
const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';
const PODS = '/api/v1/namespaces/default/pods';

let server: TestApiServer;
let cluster: TestCluster;
let raw: RawClient;
let client: Client;
let hooks: HookServer;
let caBundle: string;
const installed: string[] = [];

beforeAll(async () => {
  server = await startTestApiServer();
  cluster = await server.cluster({ name: 'webhooks', nodes: 1 });
  raw = new RawClient(cluster.url);
  client = new Client(binary ?? '', cluster.url);
  const { key, cert } = await selfSignedCertificate(['localhost', 'hook.default.svc'], Date.now());
  hooks = await startHookServer({ key, cert });
  caBundle = Buffer.from(cert).toString('base64');
});
afterEach(async () => {
  for (const path of installed.splice(0)) await raw.send(path, { method: 'DELETE' });
  hooks.seen.length = 0;
});
afterAll(async () => {
  client.dispose();
  await hooks.close();
  await server.close();
});

const rule = (resource: string, ...operations: string[]): object => ({
  operations: operations.length > 0 ? operations : ['CREATE'],
  apiGroups: [resource.startsWith('deployments') ? 'apps' : ''],
  apiVersions: ['v1'],
  resources: [resource],
});

/** One configuration with webhooks at paths of their names. */
async function install(kind: 'validating' | 'mutating', name: string, ...webhooks: object[]): Promise<void> {
  const metadata = { name };
  const path = `${BASE}/${kind}webhookconfigurations`;
  const common = {
    clientConfig: { url: `${hooks.url}/${name}`, caBundle },
    sideEffects: 'None',
    admissionReviewVersions: ['v1'],
    name: `${name}.example.com`,
  };
  const body = { metadata, webhooks: webhooks.map((webhook) => ({ ...common, ...webhook })) };
  expect((await raw.send(path, { method: 'POST', body })).code).toBe(201);
  installed.push(`${path}/${name}`);
}

const create = (path: string, name: string, more: object = {}) =>
  raw.send(path, { method: 'POST', body: { metadata: { name }, ...more } });
const pathsSeen = (): string[] => hooks.seen.map(({ path }) => path);

story('a validating webhook denies, with its own code, reason and message', async () => {
  await install('validating', 'deny', { rules: [rule('configmaps')] });
  hooks.serve('/deny', ({ object }) => ({
    response: {
      allowed: object.metadata.name !== 'bad',
      status: { code: 418, reason: 'Teapot', message: 'short and stout' },
      warnings: ['looked at'],
    },
  }));
  expect((await client.try(['create', 'configmap', 'bad'])).stderr).toContain(
    'admission webhook "deny.example.com" denied the request: short and stout',
  );
  const { stdout, stderr } = await client.try(['create', 'configmap', 'good']);
  expect(stdout).toBe('configmap/good created\n');
  expect(stderr).toBe('Warning: looked at\n');
  const refused = await create(CONFIG_MAPS, 'bad');
  expect(refused).toMatchObject({ code: 418, json: { code: 418, reason: 'Teapot', status: 'Failure' } });
  expect(hooks.seen[0]!.request).toMatchObject({
    operation: 'CREATE',
    kind: { group: '', version: 'v1', kind: 'ConfigMap' },
    name: 'bad',
    namespace: 'default',
    dryRun: false,
    oldObject: null,
    options: { kind: 'CreateOptions', apiVersion: 'meta.k8s.io/v1' },
    userInfo: { username: 'system:admin' },
  });
});

test('mutating webhooks change the object one after the other, and are called again as they want', async () => {
  await install(
    'mutating',
    'first',
    { rules: [rule('pods')], reinvocationPolicy: 'IfNeeded' },
    { name: 'never.example.com', clientConfig: { url: `${hooks.url}/never`, caBundle }, rules: [rule('pods')] },
  );
  await install('mutating', 'second', { rules: [rule('pods')] });
  hooks.serve('/first', ({ object }) =>
    patchAnswer([
      { op: 'add', path: '/metadata/annotations', value: { count: `${object.spec.containers.length}`, uid: 'x' } },
    ]),
  );
  hooks.serve('/never', () => ({ response: { allowed: true } }));
  hooks.serve('/second', ({ object }) => {
    const side = { name: 'side', image: 'busybox' };
    return object.spec.containers.length > 1
      ? { response: { allowed: true } }
      : patchAnswer([{ op: 'add', path: '/spec/containers/-', value: side }]);
  });
  await install('validating', 'last', { rules: [rule('pods')] });
  hooks.serve('/last', () => ({ response: { allowed: true } }));
  const spec = { containers: [{ name: 'main', image: 'nginx' }] };
  const { json } = await raw.send(PODS, { method: 'POST', body: { metadata: { generateName: 'web-' }, spec } });
  expect(json.metadata.annotations).toEqual({ count: '2', uid: 'x' });
  expect(json.metadata.name).toMatch(/^web-.{5}$/);
  // What a webhook adds gets its defaults.
  expect(json.spec.containers).toMatchObject([
    { name: 'main' },
    { name: 'side', imagePullPolicy: 'Always', terminationMessagePath: '/dev/termination-log' },
  ]);
  expect(pathsSeen()).toEqual(['/first', '/never', '/second', '/first', '/last']);
  // Names and uids come after mutation, and before validation.
  expect(hooks.seen[0]!.request.object.metadata).not.toHaveProperty('uid');
  expect(hooks.seen[0]!.request.object.metadata).not.toHaveProperty('name');
  expect(hooks.seen[4]!.request).toMatchObject({
    name: json.metadata.name,
    object: { metadata: { uid: json.metadata.uid } },
  });
});

test('a webhook that hangs costs its own request alone, and ends with its timeout', async () => {
  const hanging = { rules: [rule('configmaps')], timeoutSeconds: 1, objectSelector: { matchLabels: { slow: 'yes' } } };
  await install('validating', 'hang', hanging);
  hooks.serve('/hang', () => 'hang');
  const slow = raw.send(CONFIG_MAPS, { method: 'POST', body: { metadata: { name: 'slow', labels: { slow: 'yes' } } } });
  await until('the webhook was called', () => hooks.seen.length > 0);
  const others = await Promise.all(['a', 'b', 'c'].map((name) => create(CONFIG_MAPS, name)));
  expect(others.map(({ code }) => code)).toEqual([201, 201, 201]);
  const post = `Post "${hooks.url}/hang?timeout=1s"`;
  expect((await slow).json).toMatchObject({
    code: 500,
    reason: 'InternalError',
    message: `Internal error occurred: failed calling webhook "hang.example.com": failed to call webhook: ${post}: context deadline exceeded`,
  });
  expect((await raw.send(`${CONFIG_MAPS}/slow`)).code).toBe(404);
});

test.each<[string, object]>([
  ['the scheduler', rule('pods/binding', 'CREATE')],
  ['a kubelet', rule('pods/status', 'UPDATE')],
])('%s goes on with other pods while a webhook is asked about one', async (_who, about) => {
  await install('validating', 'late', {
    rules: [about],
    timeoutSeconds: 30,
    matchConditions: [{ name: 'one', expression: 'request.name == "late"' }],
  });
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  hooks.serve('/late', () => released.then(() => ({ response: { allowed: true } })));
  const spec = { containers: [{ name: 'c', image: 'nginx' }] };
  await create(PODS, 'late', { spec });
  await until('the webhook is asked', () => hooks.seen.length > 0);
  const phaseOf = async (name: string): Promise<string> => (await raw.send(`${PODS}/${name}`)).json.status?.phase ?? '';
  for (const name of ['one', 'two']) {
    await create(PODS, name, { spec });
    await until('the other pod runs', async () => (await phaseOf(name)) === 'Running');
  }
  expect(await phaseOf('late')).toBe('Pending');
  release();
  await until('the pod runs', async () => (await phaseOf('late')) === 'Running');
  for (const name of ['late', 'one', 'two'])
    await raw.send(`${PODS}/${name}?gracePeriodSeconds=0`, { method: 'DELETE' });
});

test('a connection that the webhook closed meanwhile is opened again', async () => {
  await install('validating', 'idle', { rules: [rule('configmaps')] });
  hooks.serve('/idle', () => ({ response: { allowed: true } }));
  expect((await create(CONFIG_MAPS, 'idle-1')).code).toBe(201);
  hooks.closeNextReused();
  expect((await create(CONFIG_MAPS, 'idle-2')).code).toBe(201);
  expect(pathsSeen()).toEqual(['/idle', '/idle']);
});

test('a kubelet writes a status that was refused again', async () => {
  const matchConditions = [{ name: 'one', expression: 'request.name == "again"' }];
  await install('validating', 'again', { rules: [rule('pods/status', 'UPDATE')], matchConditions });
  hooks.serve('/again', () => ({ response: { allowed: hooks.seen.length > 1 } }));
  await create(PODS, 'again', { spec: { containers: [{ name: 'c', image: 'nginx' }] } });
  await until('the pod runs', async () => (await raw.send(`${PODS}/again`)).json.status?.phase === 'Running');
  expect(hooks.seen.length).toBeGreaterThan(1);
});

describe('what a webhook may do wrong', () => {
  let elsewhere: Server;
  let visits = 0;
  beforeAll(async () => {
    elsewhere = createServer((_request, response) => {
      visits++;
      response.end('{}');
    });
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => new Promise((resolve) => elsewhere.close(resolve)));

  const review = (response: object, more: object = {}) => ({ response, ...more });
  test.each<[string, object | string, string]>([
    ['no JSON', { text: 'hello' }, 'the answer is no JSON'],
    ['an error', { text: 'broken', code: 500 }, 'an error on the server ("broken") has prevented the request'],
    ['nothing there', { text: '', code: 404 }, 'the server could not find the requested resource'],
    ['no response', { text: '{}' }, 'received invalid webhook response: webhook response was absent'],
    [
      'another uid',
      review({ allowed: true }, { uid: 'x' }),
      'received invalid webhook response: expected response.uid=',
    ],
    [
      'another version',
      review({ allowed: true }, { apiVersion: 'admission.k8s.io/v1beta1' }),
      'expected webhook response of admission.k8s.io/v1, Kind=AdmissionReview, got admission.k8s.io/v1beta1, Kind=AdmissionReview',
    ],
    [
      'a patch without a type',
      review({ allowed: true, patch: 'W10=' }),
      'webhook returned response.patch but not response.patchType',
    ],
    ['a redirect', { location: 'elsewhere' }, 'redirects are not followed'],
  ])('%s', async (_what, answer, message) => {
    await install('mutating', 'wrong', { rules: [rule('configmaps')] });
    const { port } = elsewhere.address() as AddressInfo;
    const given = answer as { location?: string };
    hooks.serve('/wrong', () =>
      given.location ? { location: `http://127.0.0.1:${port}/` } : (answer as { text: string }),
    );
    const { json } = await create(CONFIG_MAPS, 'wrong');
    expect(json).toMatchObject({ code: 500, reason: 'InternalError' });
    expect(json.message).toContain('Internal error occurred: failed calling webhook "wrong.example.com": ');
    expect(json.message).toContain(message);
    expect(visits).toBe(0);
  });

  test.each<[string, object[], string]>([
    ['a patch that does not fit', [{ op: 'remove', path: '/data/none' }], 'Internal error occurred: '],
    ['a patch to another type', [{ op: 'add', path: '/data', value: 5 }], 'Internal error occurred: '],
    [
      'another name',
      [{ op: 'replace', path: '/metadata/namespace', value: 'other' }],
      'the namespace of the provided object does not match',
    ],
  ])('%s', async (_what, patch, message) => {
    await install('mutating', 'wrong', { rules: [rule('configmaps')], failurePolicy: 'Ignore' });
    hooks.serve('/wrong', () => patchAnswer(patch));
    const { json } = await create(CONFIG_MAPS, 'wrong');
    expect(json.message).toContain(message);
    expect((await raw.send(`${CONFIG_MAPS}/wrong`)).code).toBe(404);
  });

  test('a certificate of another authority; failurePolicy Ignore passes it over', async () => {
    const other = await selfSignedCertificate(['localhost'], Date.now());
    const clientConfig = { url: `${hooks.url}/ca`, caBundle: Buffer.from(other.cert).toString('base64') };
    await install('validating', 'ca', { rules: [rule('configmaps')], clientConfig });
    expect((await create(CONFIG_MAPS, 'ca')).json.message).toMatch(
      /failed to call webhook: Post .*: tls: failed to verify certificate: x509: certificate signed by unknown authority$/,
    );
    await install('validating', 'ca2', { rules: [rule('secrets')], clientConfig, failurePolicy: 'Ignore' });
    expect((await create('/api/v1/namespaces/default/secrets', 'ca')).code).toBe(201);
    expect(hooks.seen).toEqual([]);
  });
});

test('dry runs are refused where a webhook may have side effects, and said to the others', async () => {
  await install('validating', 'dry', { rules: [rule('configmaps')], sideEffects: 'NoneOnDryRun' });
  hooks.serve('/dry', () => ({ response: { allowed: true } }));
  expect((await create(`${CONFIG_MAPS}?dryRun=All`, 'dry')).code).toBe(201);
  expect(hooks.seen[0]!.request).toMatchObject({ dryRun: true, options: { dryRun: ['All'] } });
  expect((await raw.send(`${CONFIG_MAPS}/dry`)).code).toBe(404);
});

test('conditions, selectors, versions and exempt kinds decide whether a webhook is asked', async () => {
  const everything = { operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*/*'] };
  await install('validating', 'some', {
    rules: [everything],
    failurePolicy: 'Ignore',
    namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'default' } },
    matchConditions: [
      { name: 'by-users', expression: '!request.userInfo.username.startsWith("system:serviceaccount")' },
      { name: 'no-secrets', expression: 'request.resource.resource == "configmaps"' },
    ],
  });
  hooks.serve('/some', () => ({ response: { allowed: true } }));
  await create('/api/v1/namespaces/default/secrets', 'unseen');
  await create('/api/v1/namespaces/kube-system/configmaps', 'unseen');
  await create(CONFIG_MAPS, 'seen');
  expect(hooks.seen.map(({ request }) => request.name)).toEqual(['seen']);
});

test('the other verbs and subresources', async () => {
  const rules = [rule('pods', '*'), rule('pods/*', '*'), rule('deployments/scale', '*')];
  await install('validating', 'verbs', {
    rules,
    matchConditions: [
      { name: 'users', expression: 'request.userInfo.username == "system:admin" && request.name.startsWith("verbs")' },
    ],
  });
  const said: string[] = [];
  hooks.serve('/verbs', ({ operation, subResource = '', kind, options }) => {
    said.push(`${operation} ${kind.kind} ${subResource} ${options?.kind ?? ''}`.trim());
    return { response: { allowed: operation === 'CREATE' && subResource === '' && kind.kind === 'Pod' } };
  });
  const pod = { spec: { schedulerName: 'none', containers: [{ name: 'c', image: 'nginx' }] } };
  await create(PODS, 'verbs', pod);
  const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'nginx' }] } };
  const spec = { replicas: 0, selector: { matchLabels: { a: 'b' } }, template };
  await create('/apis/apps/v1/namespaces/default/deployments', 'verbs', { spec });
  const target = { apiVersion: 'v1', kind: 'Node', name: 'node-1' };
  const answers = [
    await raw.send(`${PODS}/verbs/binding`, { method: 'POST', body: { metadata: { name: 'verbs' }, target } }),
    await raw.send(`${PODS}/verbs/eviction`, { method: 'POST', body: { metadata: { name: 'verbs' } } }),
    await raw.send(`${PODS}/verbs/exec?command=sh&stdout=true`, { method: 'POST' }),
    await raw.send('/apis/apps/v1/namespaces/default/deployments/verbs/scale', {
      method: 'PATCH',
      body: { spec: { replicas: 3 } },
      headers: { 'content-type': 'application/merge-patch+json' },
    }),
    await raw.send(`${PODS}/verbs`, { method: 'DELETE' }),
  ];
  expect(answers.map(({ json }) => json.message)).toEqual(
    answers.map(() => 'admission webhook "verbs.example.com" denied the request without explanation'),
  );
  expect(said).toEqual([
    'CREATE Pod  CreateOptions',
    'CREATE Binding binding CreateOptions',
    'CREATE Eviction eviction CreateOptions',
    'CONNECT PodExecOptions exec',
    'UPDATE Scale scale PatchOptions',
    'DELETE Pod  DeleteOptions',
  ]);
});

test('a service is found by its port, its name stands in certificates and errors', async () => {
  const metadata = { name: 'hook' };
  const ports = [
    { name: 'metrics', port: 80 },
    { name: 'https', port: 443 },
  ];
  const services = '/api/v1/namespaces/default/services';
  await raw.send(services, { method: 'POST', body: { metadata, spec: { ports } } });
  const clientConfig = { service: { namespace: 'default', name: 'hook', path: '/service' }, caBundle };
  await install('validating', 'service', { clientConfig, rules: [rule('configmaps')] });
  expect((await create(CONFIG_MAPS, 'service')).json.message).toBe(
    'Internal error occurred: failed calling webhook "service.example.com": failed to call webhook: no endpoints available for service "hook"',
  );
  await raw.send(`${services}/hook`, { method: 'DELETE' });
  const spec = { type: 'ExternalName', externalName: 'localhost', ports: [{ name: 'https', port: 443 }] };
  await raw.send(services, { method: 'POST', body: { metadata, spec } });
  const place = { ...clientConfig.service, port: hooks.port };
  await install('validating', 'external', {
    clientConfig: { service: place, caBundle },
    rules: [rule('secrets')],
  });
  hooks.serve('/service', () => ({ response: { allowed: false, status: { message: 'by service' } } }));
  expect((await create('/api/v1/namespaces/default/secrets', 'service')).json.message).toContain('by service');
});
