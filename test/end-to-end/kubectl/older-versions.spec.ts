import { RawClient, type RawReply } from '@orrery/test-services';
import { startTestApiServer, type TestApiServer, type TestCluster } from '@orrery/testing';

/** Requests of manifests of their time to clusters of the older bundles. */

let server: TestApiServer;
const clusters = new Map<string, { cluster: TestCluster; client: RawClient }>();

beforeAll(async () => {
  server = await startTestApiServer();
  for (const bundle of ['modern', 'k8s-1.20', 'okd-legacy'] as const) {
    const cluster = await server.cluster({ name: bundle, nodes: 2, clock: { mode: 'manual' }, settings: { bundle } });
    clusters.set(bundle, { cluster, client: new RawClient(cluster.url) });
  }
});
afterAll(() => server.close());

const send = (bundle: string, path: string, request = {}): Promise<RawReply> =>
  clusters.get(bundle)!.client.send(path, request);
const post = (bundle: string, path: string, body: object): Promise<RawReply> =>
  send(bundle, path, { method: 'POST', body });
const template = (image: string): object => ({
  metadata: { labels: { app: 'web' } },
  spec: { containers: [{ name: 'c', image }] },
});

test.each([
  ['okd-legacy', ['200', '200', '200', '404', '200', '200']],
  ['k8s-1.20', ['404', '404', '200', '200', '200', '200']],
  ['modern', ['404', '404', '404', '404', '404', '404']],
])('%s serves the versions of its release', async (bundle, expected) => {
  const paths = [
    '/apis/apps/v1beta1/deployments',
    '/apis/extensions/v1beta1/daemonsets',
    '/apis/extensions/v1beta1/ingresses',
    '/apis/networking.k8s.io/v1beta1/ingresses',
    '/apis/storage.k8s.io/v1beta1/storageclasses',
    '/apis/events.k8s.io/v1beta1/events',
  ];
  const replies = await Promise.all(paths.map((path) => send(bundle, path)));
  expect(replies.map(({ code }) => String(code))).toEqual(expected);
  const groups = (await send(bundle, '/apis')).json['groups'] as { name: string; versions: { version: string }[] }[];
  expect(groups.some(({ name }) => name === 'extensions')).toBe(bundle !== 'modern');
  expect((await send(bundle, '/openapi/v2')).code).toBe(200);
});

test('a Deployment of extensions/v1beta1 runs, and is a Deployment of apps/v1 too', async () => {
  const { cluster } = clusters.get('okd-legacy')!;
  const path = '/apis/extensions/v1beta1/namespaces/default/deployments';
  const made = await post('okd-legacy', path, {
    apiVersion: 'extensions/v1beta1',
    kind: 'Deployment',
    metadata: { name: 'web' },
    spec: { replicas: 2, template: template('v1') },
  });
  expect(made.code).toBe(201);
  expect(made.json).toMatchObject({
    apiVersion: 'extensions/v1beta1',
    metadata: { labels: { app: 'web' } },
    spec: { selector: { matchLabels: { app: 'web' } }, strategy: { rollingUpdate: { maxSurge: 1 } } },
  });
  const patched = await send('okd-legacy', `${path}/web`, {
    method: 'PATCH',
    body: { spec: { template: { spec: { containers: [{ name: 'c', image: 'v2' }] } } } },
    headers: { 'content-type': 'application/strategic-merge-patch+json' },
  });
  expect(patched.code).toBe(200);
  await cluster.runtime.advance({ untilMs: cluster.runtime.clock.now() + 60_000 });
  await cluster.runtime.settle();
  const same = await send('okd-legacy', '/apis/apps/v1/namespaces/default/deployments/web');
  expect(same.json).toMatchObject({ apiVersion: 'apps/v1', status: { availableReplicas: 2, updatedReplicas: 2 } });
});

test('a Deployment of the first versions goes back by itself', async () => {
  const { cluster } = clusters.get('okd-legacy')!;
  const path = '/apis/extensions/v1beta1/namespaces/default/deployments/web';
  const rollback = { apiVersion: 'extensions/v1beta1', kind: 'DeploymentRollback', name: 'web', rollbackTo: {} };
  const asked = await post('okd-legacy', `${path}/rollback`, rollback);
  expect(asked).toMatchObject({ code: 201, json: { message: 'rollback request for deployment "web" succeeded' } });
  await cluster.runtime.settle();
  const back = await send('okd-legacy', path);
  expect(back.json).toMatchObject({ spec: { template: { spec: { containers: [{ image: 'v1' }] } } } });
  expect(back.json['spec']).not.toHaveProperty('rollbackTo');
  expect((await post('okd-legacy', `${path}/rollback`, { ...rollback, name: '' })).code).toBe(422);
  const current = '/apis/apps/v1/namespaces/default/deployments/web/rollback';
  expect((await post('okd-legacy', current, rollback)).code).toBe(404);
  const listed = await send('okd-legacy', '/apis/extensions/v1beta1');
  expect(listed.json['resources']).toContainEqual(expect.objectContaining({ name: 'deployments/rollback' }));
});

test('an Ingress of v1beta1 keeps its services in every version, and clients of 1.20 are warned', async () => {
  const backend = { serviceName: 'web', servicePort: 80 };
  const path = '/apis/extensions/v1beta1/namespaces/default/ingresses';
  const body = {
    apiVersion: 'extensions/v1beta1',
    kind: 'Ingress',
    metadata: { name: 'web' },
    spec: { rules: [{ host: 'a.example', http: { paths: [{ path: '/', backend }] } }] },
  };
  for (const bundle of ['okd-legacy', 'k8s-1.20']) {
    const made = await post(bundle, path, body);
    expect(made.code).toBe(201);
    expect(made.json).toMatchObject({ spec: { rules: [{ http: { paths: [{ backend }] } }] } });
    const current = await send(bundle, '/apis/networking.k8s.io/v1/namespaces/default/ingresses/web');
    const service = { name: 'web', port: { number: 80 } };
    expect(current.json).toMatchObject({ spec: { rules: [{ http: { paths: [{ backend: { service } }] } }] } });
    const text =
      'extensions/v1beta1 Ingress is deprecated in v1.14+, unavailable in v1.22+; use networking.k8s.io/v1 Ingress';
    const warning = made.headers['warning'] ?? null;
    expect(warning).toBe(bundle === 'k8s-1.20' ? `299 - "${text}"` : null);
  }
  expect((await post('modern', path, body)).code).toBe(404);
});

test('a definition of v1beta1 without a schema keeps what its objects say, and is one of v1 too', async () => {
  const definitions = '/apis/apiextensions.k8s.io';
  const sent = {
    apiVersion: 'apiextensions.k8s.io/v1beta1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'things.example.com' },
    spec: {
      group: 'example.com',
      version: 'v1',
      names: { plural: 'things', kind: 'Thing' },
      additionalPrinterColumns: [{ name: 'Deep', type: 'string', JSONPath: '.spec.deep.a' }],
      validation: { openAPIV3Schema: { properties: { spec: { properties: { size: { maximum: 3 } } } } } },
    },
  };
  const made = await post('k8s-1.20', `${definitions}/v1beta1/customresourcedefinitions`, sent);
  expect(made).toMatchObject({ code: 201, json: { spec: { ...sent.spec, preserveUnknownFields: true } } });
  await clusters.get('k8s-1.20')!.cluster.runtime.settle();
  const current = await send('k8s-1.20', `${definitions}/v1/customresourcedefinitions/things.example.com`);
  expect(current.json).toMatchObject({
    spec: {
      versions: [
        { name: 'v1', schema: sent.spec.validation, additionalPrinterColumns: [{ jsonPath: '.spec.deep.a' }] },
      ],
    },
    status: {
      conditions: expect.arrayContaining([expect.objectContaining({ type: 'NonStructuralSchema', status: 'True' })]),
    },
  });
  const things = '/apis/example.com/v1/namespaces/default/things';
  const thing = {
    apiVersion: 'example.com/v1',
    kind: 'Thing',
    metadata: { name: 'a' },
    spec: { size: 2, deep: { a: 'x' } },
  };
  expect(await post('k8s-1.20', things, thing)).toMatchObject({ code: 201, json: { spec: thing.spec } });
  expect((await post('k8s-1.20', things, { ...thing, spec: { size: 4 } })).code).toBe(422);
  const table = await send('k8s-1.20', things, { headers: { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' } });
  expect(table.json).toMatchObject({ rows: [{ cells: ['a', 'x'] }] });
  const wrong = {
    ...sent,
    metadata: { name: 'others.example.com' },
    spec: { ...sent.spec, versions: [{ name: 'v2' }] },
  };
  const refused = await post('k8s-1.20', `${definitions}/v1beta1/customresourcedefinitions`, wrong);
  expect(refused.json['message']).toMatch(
    /is invalid: spec.version: Invalid value: "v1": must match the first version/,
  );
});

test("1.20 has its own flow schemas and levels, which are the user's once they are made", async () => {
  const path = '/apis/flowcontrol.apiserver.k8s.io/v1beta1';
  const { cluster } = clusters.get('k8s-1.20')!;
  const level = await send('k8s-1.20', `${path}/prioritylevelconfigurations/workload-low`);
  expect(level.json['spec']).toEqual({
    type: 'Limited',
    limited: {
      assuredConcurrencyShares: 100,
      limitResponse: { type: 'Queue', queuing: { queues: 128, handSize: 6, queueLengthLimit: 50 } },
    },
  });
  for (const name of ['service-accounts', 'catch-all']) {
    await send('k8s-1.20', `${path}/flowschemas/${name}`, { method: 'DELETE' });
  }
  await cluster.runtime.settle();
  const codes = ['service-accounts', 'catch-all'].map((name) => send('k8s-1.20', `${path}/flowschemas/${name}`));
  expect((await Promise.all(codes)).map(({ code }) => code)).toEqual([404, 200]);
});

test('answers name the flow schema and the level of their request, also those that refuse it', async () => {
  const path = '/apis/flowcontrol.apiserver.k8s.io/v1beta1';
  const limited = { type: 'Limited', limited: { assuredConcurrencyShares: 1, limitResponse: { type: 'Reject' } } };
  const level = await post('k8s-1.20', `${path}/prioritylevelconfigurations`, {
    metadata: { name: 'own' },
    spec: limited,
  });
  const schema = await post('k8s-1.20', `${path}/flowschemas`, {
    metadata: { name: 'own' },
    spec: {
      priorityLevelConfiguration: { name: 'own' },
      rules: [
        {
          subjects: [{ kind: 'User', user: { name: 'noxu' } }],
          nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
          resourceRules: [{ verbs: ['get'], apiGroups: ['*'], resources: ['*'], namespaces: ['*'] }],
        },
      ],
    },
  });
  const uidOf = ({ json }: RawReply): string => (json['metadata'] as { uid: string }).uid;
  const flowOf = ({ headers }: RawReply): unknown[] => [
    headers['x-kubernetes-pf-flowschema-uid'],
    headers['x-kubernetes-pf-prioritylevel-uid'],
  ];
  const own = [uidOf(schema), uidOf(level)];
  const noxu = { headers: { 'impersonate-user': 'noxu' } };
  expect(flowOf(await send('k8s-1.20', '/version', noxu))).toEqual(own);
  const missing = await send('k8s-1.20', '/api/v1/namespaces/default/pods/none', noxu);
  expect([missing.code, ...flowOf(missing)]).toEqual([404, ...own]);
  const exempt = await send('k8s-1.20', `${path}/flowschemas/exempt`);
  expect(flowOf(await send('k8s-1.20', '/version'))[0]).toBe(uidOf(exempt));
  expect(flowOf(await send('modern', '/api/v1/pods'))).toEqual([expect.any(String), expect.any(String)]);
  expect(flowOf(await send('okd-legacy', '/version'))).toEqual([undefined, undefined]);
});
