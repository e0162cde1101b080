import { Client, clientBinary, patchAnswer, until, type HookServer, RawClient } from '@orrery/test-services';
import { CONFIG_MAPS, REGISTRATION, ruleFor as rule, WebhookStory } from './webhook-story';

const binary = clientBinary('kubectl');
// A machine that cannot have this client skips its tests by name.
const withKubectl = binary === undefined ? test.skip : test;
const PODS = '/api/v1/namespaces/default/pods';

let story: WebhookStory;
let raw: RawClient;
let hooks: HookServer;
const install: WebhookStory['install'] = (...given) => story.install(...given);
const create: WebhookStory['create'] = (...given) => story.create(...given);
let client: Client;
beforeAll(async () => {
  story = await WebhookStory.open('webhooks');
  ({ raw, hooks } = story);
  client = new Client(binary ?? '', story.cluster.url);
});
afterEach(() => story.reset());
afterAll(async () => {
  client.dispose();
  await story.close();
});

const pathsSeen = (): string[] => hooks.seen.map(({ path }) => path);

withKubectl('a validating webhook denies, with its own code, reason and message', async () => {
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
    {
      name: 'never.example.com',
      clientConfig: { url: `${hooks.url}/never`, caBundle: story.caBundle },
      rules: [rule('pods')],
    },
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

test('a clock that is advanced by hand moves on when the webhooks have answered', async () => {
  const manual = await story.server.cluster({ name: 'by-hand', nodes: 2, clock: { mode: 'manual' } });
  const api = new RawClient(manual.url);
  const rules = [rule('pods', '*'), rule('pods/*', '*'), rule('deployments/status', '*')];
  const webhook = {
    name: 'all.example.com',
    clientConfig: { url: `${hooks.url}/all`, caBundle: story.caBundle },
    rules,
  };
  const body = {
    metadata: { name: 'all' },
    webhooks: [{ ...webhook, sideEffects: 'None', admissionReviewVersions: ['v1'] }],
  };
  await api.send(`${REGISTRATION}/mutatingwebhookconfigurations`, { method: 'POST', body });
  hooks.serve('/all', ({ operation, subResource, object }) =>
    operation === 'CREATE' && !subResource
      ? patchAnswer([{ op: 'add', path: '/metadata/labels/seen', value: 'yes' }])
      : { response: { allowed: object !== undefined } },
  );
  const labels = { app: 'web' };
  const template = { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'nginx' }] } };
  const deployment = { metadata: { name: 'web' }, spec: { replicas: 4, selector: { matchLabels: labels }, template } };
  await api.send('/apis/apps/v1/namespaces/default/deployments', { method: 'POST', body: deployment });
  await manual.runtime.advance({ untilMs: manual.runtime.clock.now() + 60_000 });
  const { json } = await api.send(`${PODS}?labelSelector=seen=yes`);
  expect(json.items.map(({ status }: { status: { phase: string } }) => status.phase)).toEqual(
    Array.from({ length: 4 }, () => 'Running'),
  );
  const { status } = (await api.send('/apis/apps/v1/namespaces/default/deployments/web')).json;
  expect(status.readyReplicas).toBe(4);
  await api.send('/apis/apps/v1/namespaces/default/deployments/web', { method: 'DELETE' });
  await manual.runtime.advance({ untilMs: manual.runtime.clock.now() + 60_000 });
  expect((await api.send(PODS)).json.items).toEqual([]);
  const events = (await api.send('/api/v1/namespaces/default/events')).json.items as { type: string }[];
  expect(events.filter(({ type }) => type === 'Warning')).toEqual([]);
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

test('built-in plugins judge what webhooks made: what they would refuse may be mended, and what webhooks break is refused', async () => {
  const pods = '/api/v1/namespaces/limited/pods';
  await raw.send('/api/v1/namespaces', { method: 'POST', body: { metadata: { name: 'limited' } } });
  const spec = { limits: [{ type: 'Container', max: { cpu: '1' } }] };
  await raw.send('/api/v1/namespaces/limited/limitranges', { method: 'POST', body: { metadata: { name: 'l' }, spec } });
  await install('mutating', 'pods', { rules: [rule('pods', 'CREATE')] });
  hooks.serve('/pods', ({ object }) => {
    const cpu = object.metadata.name === 'breaks' ? '4' : '500m';
    const resources = { requests: { cpu }, limits: { cpu } };
    const account =
      object.metadata.name === 'account' ? [{ op: 'replace', path: '/spec/serviceAccountName', value: 'x' }] : [];
    return patchAnswer([{ op: 'add', path: '/spec/containers/0/resources', value: resources }, ...account]);
  });
  const asks = (cpu: string) => ({ spec: { containers: [{ name: 'c', image: 'i', resources: { limits: { cpu } } }] } });
  const [mended, broken, account] = await Promise.all([
    create(pods, 'mended', asks('2')),
    create(pods, 'breaks', asks('1')),
    create(pods, 'account', asks('1')),
  ]);
  expect(mended).toMatchObject({
    code: 201,
    json: { spec: { containers: [{ resources: { limits: { cpu: '500m' } } }] } },
  });
  expect([broken.code, broken.json['message']]).toEqual([
    403,
    'pods "breaks" is forbidden: maximum cpu usage per Container is 1, but limit is 4',
  ]);
  expect([account.code, account.json['message']]).toEqual([
    403,
    expect.stringContaining('serviceaccount "x" not found'),
  ]);
});

test('reviews are shown to webhooks that name them', async () => {
  const reviews = '/apis/authorization.k8s.io/v1/subjectaccessreviews';
  const access = { apiGroups: ['authorization.k8s.io'], apiVersions: ['v1'], resources: ['subjectaccessreviews'] };
  await install('validating', 'reviews', { rules: [{ operations: ['CREATE'], ...access }] });
  hooks.serve('/reviews', ({ object }) => {
    const { user } = (object as unknown as { spec: { user: string } }).spec;
    return { response: { allowed: user !== 'bad', status: { message: 'not of them' } } };
  });
  const ask = (user: string) => {
    const body = { spec: { user, resourceAttributes: { verb: 'get', resource: 'pods' } } };
    return raw.send(reviews, { method: 'POST', body });
  };
  expect(await ask('good')).toMatchObject({ code: 201, json: { status: { allowed: true } } });
  expect(await ask('bad')).toMatchObject({ code: 400, json: { message: expect.stringContaining('not of them') } });
  expect(hooks.seen.map(({ request }) => [request.operation, request.kind])).toEqual([
    ['CREATE', { group: 'authorization.k8s.io', version: 'v1', kind: 'SubjectAccessReview' }],
    ['CREATE', { group: 'authorization.k8s.io', version: 'v1', kind: 'SubjectAccessReview' }],
  ]);
});

test('the other verbs and subresources', async () => {
  const rules = [rule('pods', '*'), rule('pods/*', '*'), rule('deployments/scale', '*')];
  await install('validating', 'verbs', {
    rules,
    matchConditions: [
      { name: 'users', expression: 'request.userInfo.username == "system:admin" && request.name.startsWith("verbs")' },
    ],
  });
  // A set: a patch that meets a write of a controller is applied and reviewed again, as upstream does.
  const said = new Set<string>();
  hooks.serve('/verbs', ({ operation, subResource = '', kind, options }) => {
    said.add(`${operation} ${kind.kind} ${subResource} ${options?.kind ?? ''}`.trim());
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
  expect([...said]).toEqual([
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
  const clientConfig = { service: { namespace: 'default', name: 'hook', path: '/service' }, caBundle: story.caBundle };
  await install('validating', 'service', { clientConfig, rules: [rule('configmaps')] });
  expect((await create(CONFIG_MAPS, 'service')).json.message).toBe(
    'Internal error occurred: failed calling webhook "service.example.com": failed to call webhook: no endpoints available for service "hook"',
  );
  await raw.send(`${services}/hook`, { method: 'DELETE' });
  const spec = { type: 'ExternalName', externalName: 'localhost', ports: [{ name: 'https', port: 443 }] };
  await raw.send(services, { method: 'POST', body: { metadata, spec } });
  const place = { ...clientConfig.service, port: hooks.port };
  await install('validating', 'external', {
    clientConfig: { service: place, caBundle: story.caBundle },
    rules: [rule('secrets')],
  });
  hooks.serve('/service', () => ({ response: { allowed: false, status: { message: 'by service' } } }));
  expect((await create('/api/v1/namespaces/default/secrets', 'service')).json.message).toContain('by service');
});
