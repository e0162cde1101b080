import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import WebSocket from 'ws';
import { ask } from '../../../libs/testing/kit/graphql-client';
import { startTestGraphqlServer, type TestGraphqlServer } from '../../../libs/testing/kit/graphql-server';

let server: TestGraphqlServer;

beforeAll(async () => {
  server = await startTestGraphqlServer();
});
afterAll(() => server.close());

async function get(path: string): Promise<{ status: number; type: string; text: string }> {
  const response = await fetch(`${server.url}${path}`);
  return { status: response.status, type: response.headers.get('content-type') ?? '', text: await response.text() };
}

test.each([['/livez'], ['/healthz'], ['/readyz']])('%s is well, and says why when asked', async (path) => {
  expect(await get(path)).toMatchObject({ status: 200, text: 'ok' });
  const { text } = await get(`${path}?verbose`);
  expect(text).toContain('[+]ping ok');
  expect(text).toContain(`${path.slice(1)} check passed`);
});

test('health is reported check by check', async () => {
  for (const name of ['ping', 'log', 'etcd', 'poststarthook/rbac/bootstrap-roles', 'informer-sync']) {
    expect(await get(`/readyz/${name}`)).toMatchObject({ status: 200, text: 'ok' });
  }
  const hooks = [
    ...['start-kube-apiserver-admission-initializer', 'generic-apiserver-start-informers'],
    ...['start-apiextensions-informers', 'start-apiextensions-controllers', 'crd-informer-synced'],
    ...['bootstrap-controller', 'rbac/bootstrap-roles', 'scheduling/bootstrap-system-priority-classes'],
    ...['start-cluster-authentication-info-controller', 'start-kube-aggregator-informers'],
    ...['apiservice-registration-controller', 'apiservice-status-available-controller'],
    'kube-apiserver-autoregistration',
  ];
  expect((await get('/readyz?verbose&exclude=etcd&exclude=x')).text).toBe(
    '[+]ping ok\n[+]log ok\n[+]etcd excluded: ok\n[+]database ok\n[+]informer-sync ok\n' +
      hooks.map((name) => `[+]poststarthook/${name} ok\n`).join('') +
      '[+]autoregister-completion ok\n[+]poststarthook/apiservice-openapi-controller ok\n' +
      'warn: some health checks cannot be excluded: no matches for "x"\nreadyz check passed\n',
  );
  expect((await get('/livez/informer-sync')).status).toBe(404);
});

test('an address may be as long as Go servers take it: the query of an exec has the whole command', async () => {
  expect((await get(`/version?command=${'a'.repeat(200_000)}`)).status).toBe(200);
});

it('says at its root where to go', async () => {
  const { status, type, text } = await get('/');
  expect({ status, type }).toEqual({ status: 200, type: 'application/json' });
  const { paths } = JSON.parse(text) as { paths: string[] };
  expect(paths).toEqual(expect.arrayContaining(['/api/v1', '/apis/apps/v1', '/openapi/v3', '/playground', '/version']));
  for (const path of paths.filter((each) => !each.startsWith('/graphql')))
    expect([path, (await get(path)).status]).toEqual([path, 200]);
  expect((await fetch(`${server.url}/`, { method: 'POST' })).status).toBe(405);
});

test.each(['/foo', '/foo/bar', '/livez/nothing', '/clusters/', '/apis/nothing.example.com/v1'])(
  '%s is no page',
  async (path) => {
    expect(await get(path)).toEqual({ status: 404, type: 'text/plain; charset=utf-8', text: '404 page not found\n' });
  },
);

test.each([
  '/api/v2',
  '/apis/apps/v9',
  '/apis/apps/v1/nope',
  '/api/v1/namespaces/default/nopes',
  '/api/v1/pods/x/nope',
])('%s is not found, as a Status: the group exists', async (path) => {
  const { name } = await server.cluster();
  const { status, type, text } = await get(`/clusters/${name}${path}`);
  expect({ status, type }).toEqual({ status: 404, type: 'application/json' });
  expect(JSON.parse(text)).toMatchObject({
    message: 'the server could not find the requested resource',
    reason: 'NotFound',
    details: {},
  });
});

test.each(['/%zz', '/api/v1/namespaces/%zz', '/clusters/%zz/api', '/graphql%'])(
  '%s is a bad request, for it cannot be decoded',
  async (path) => {
    const { status, type, text } = await get(path);
    expect({ status, type }).toEqual({ status: 400, type: 'application/json' });
    expect(JSON.parse(text)).toMatchObject({
      kind: 'Status',
      status: 'Failure',
      reason: 'BadRequest',
      code: 400,
      message: expect.stringContaining('the path of the request cannot be decoded'),
    });
  },
);

test.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS'])('%s is no way to ask in GraphQL', async (method) => {
  const { name } = await server.cluster();
  for (const body of [undefined, '{"query":"{ __typename }"}', '<a/>']) {
    const headers = body ? { 'Content-Type': body.startsWith('<') ? 'text/xml' : 'application/json' } : {};
    const sent = { method, headers, ...(body ? { body } : {}) };
    for (const root of ['', `/clusters/${name}`]) {
      const response = await fetch(`${server.url}${root}/graphql`, sent);
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
      const message = 'the server does not allow this method on the requested resource';
      expect(await response.json()).toMatchObject({
        data: null,
        errors: [{ message, extensions: { reason: 'MethodNotAllowed', status: 405 } }],
      });
    }
  }
});

it('serves metrics', async () => {
  await server.cluster({ nodes: 1 });
  const { status, type, text } = await get('/metrics');
  expect({ status, type }).toEqual({ status: 200, type: expect.stringContaining('text/plain') });
  expect(text).toContain('orrery_writes_total{');
});

it('serves the schema as it is checked in', async () => {
  const { text } = await get('/graphql/schema');
  const file = readFileSync('libs/api/graphql/schema.graphql', 'utf8');
  expect(file.endsWith(`${text}\n`)).toBe(true);
});

it('serves the playground with all its files, for every cluster', async () => {
  const { name } = await server.cluster();
  for (const root of ['', `/clusters/${name}`]) {
    const { status, type, text } = await get(`${root}/playground/`);
    expect({ status, type }).toEqual({ status: 200, type: expect.stringContaining('text/html') });
    expect(text).toContain(`${root}/graphql`);
    expect(text).not.toMatch(/(src|href)="https?:/);
    const [, script] = /src="(?!data:)([^"]+\.js)"/.exec(text) ?? [];
    expect((await get(new URL(script!, `${server.url}${root}/playground/`).pathname)).status).toBe(200);
  }
});

describe('the console', () => {
  const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
  const open = (path: string, headers = {}) => fetch(`${server.url}${path}`, { headers, redirect: 'manual' });

  it.each(['/console', '/console/', '/console/default', '/console/default/anything'])('is at %s', async (path) => {
    const response = await open(path, BROWSER);
    expect([path, response.status, response.headers.get('content-type')]).toEqual([
      path,
      200,
      'text/html; charset=utf-8',
    ]);
    const policy = response.headers.get('content-security-policy')!;
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe');
    const html = await response.text();
    expect(html).not.toMatch(/<script(?![^>]* src="\/console\/)|<style|(src|href)="(https?:)?\/\//);
  });

  it('has files that are compressed and kept for ever', async () => {
    const html = await (await open('/console', BROWSER)).text();
    const [, script] = /src="(\/console\/assets\/[^"]+\.js)"/.exec(html)!;
    const response = await open(script!, { 'accept-encoding': 'br' });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-encoding')).toBe('br');
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect((await open('/console/assets/nothing.js')).status).toBe(404);
  });

  it.each([
    { from: '/', headers: BROWSER, to: '/console' },
    { from: '/clusters/blue/', headers: BROWSER, to: '/console/blue' },
    { from: '/clusters/blue/console', headers: BROWSER, to: '/console/blue' },
    { from: '/', headers: { accept: 'application/json' }, to: null },
    { from: '/', headers: { accept: '*/*' }, to: null },
    { from: '/version', headers: BROWSER, to: null },
  ])('$from with $headers leads to $to', async ({ from, headers, to }) => {
    const response = await open(from, headers);
    expect([response.headers.get('location'), response.status]).toEqual(to === null ? [null, 200] : [to, 302]);
  });
});

describe('the documentation', () => {
  const open = (path: string, headers = {}) => fetch(`${server.url}${path}`, { headers, redirect: 'manual' });

  it.each(['/docs/', '/docs/guides/clock', '/docs/reference/errors', '/docs/spec/'])(
    'has a page at %s',
    async (path) => {
      const response = await open(path);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(response.headers.get('cache-control')).toBe('no-cache');
      const policy = response.headers.get('content-security-policy')!;
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toContain('unsafe');
      // The policy lets none of these in, so a page that has them looks different from what was meant.
      expect(await response.text()).not.toMatch(/<script(?![^>]* src=)|<style| style="|<img[^>]* src="https?:/);
    },
  );

  it('has files that are compressed and kept for ever', async () => {
    const [, index] = /data-search="([^"]+)"/.exec(await (await open('/docs/')).text())!;
    const response = await open(`/docs/${index}`, { 'accept-encoding': 'br' });
    expect(response.headers.get('content-encoding')).toBe('br');
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });

  it.each([
    ['/docs', '/docs/'],
    ['/docs/spec', '/docs/spec/'],
    ['/clusters/blue/docs', '/docs/'],
  ])('is reached from %s', async (from, to) => {
    expect((await open(from)).headers.get('location')).toBe(to);
  });

  it.each(['/docs/guides/nothing', '/docs/../package.json', '/docs/%2e%2e/package.json', '/docs/.stamp'])(
    'has nothing at %s',
    async (path) => {
      const response = await open(path);
      expect(response.status).toBe(404);
      expect(await response.text()).not.toContain('"version"');
    },
  );
});

it('shows the queues to administrators', async () => {
  const page = await get('/admin/queues');
  expect(page).toMatchObject({ status: 200, type: expect.stringContaining('text/html') });
  const { queues } = JSON.parse((await get('/admin/queues/api/queues?page=1&jobsPerPage=1')).text) as {
    queues: { name: string }[];
  };
  expect(queues.map(({ name }) => name.split('.').at(-2)).sort()).toEqual([
    'descheduling',
    'evictions',
    'heartbeats',
    'kubelet',
    'reconcile',
    'scheduling',
  ]);
});

it('serves the Kubernetes API of the same clusters', async () => {
  const cluster = await server.cluster({ nodes: 2 });
  const list = JSON.parse((await get(`/clusters/${cluster.name}/api/v1/nodes`)).text) as { items: unknown[] };
  expect(list.items).toHaveLength(2);
});

test('kubectl --raw, which drops the path of a cluster, learns which cluster answers', async () => {
  const ofKubectl = { accept: 'application/json, */*', 'user-agent': 'kubectl/v1.34.0 (linux/amd64) kubernetes/abc' };
  await server.cluster({ name: 'default' });
  const warningOf = async (path: string, headers: Record<string, string>) =>
    (await fetch(`${server.url}${path}`, { headers })).headers.get('warning');
  const other = await server.cluster();
  expect(await warningOf('/api/v1/nodes', ofKubectl)).toContain('this is the cluster \\"default\\"');
  expect(await warningOf('/api/v1/nodes', { ...ofKubectl, accept: 'application/json' })).toBeNull();
  expect(await warningOf(`/clusters/${other.name}/api/v1/nodes`, ofKubectl)).toBeNull();
  // Commands that write accept the same, for what they read before and for what they write.
  expect(await warningOf('/api/v1/nodes', { ...ofKubectl, 'kubectl-command': 'kubectl apply' })).toBeNull();
  const written = await fetch(`${server.url}/api/v1/namespaces/default/configmaps`, {
    method: 'POST',
    headers: { ...ofKubectl, 'content-type': 'application/json' },
    body: JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'here' } }),
  });
  expect([written.status, written.headers.get('warning')]).toEqual([201, null]);
  await server.plane.deleteCluster('default');
});

describe('a web page of another origin', () => {
  const evil = 'http://evil.example.com';
  const send = (path: string, headers: Record<string, string>, method = 'GET', body?: string) =>
    ask(`${server.url}${path}`, { method, headers, ...(body === undefined ? {} : { body }) });

  it('reads nothing by a name of its own that leads here', async () => {
    const { name } = await server.cluster();
    for (const path of ['/api/v1/secrets', '/graphql/schema', '/metrics', '/readyz', '/playground/', '/nothing']) {
      const { status, body } = await send(`/clusters/${name}${path}`, { host: 'evil.example.com' });
      expect([path, status]).toEqual([path, 403]);
      expect(body).toContain('--allowed-hosts');
    }
    expect((await send(`/clusters/${name}/api/v1/secrets`, { host: 'x.localhost:1' })).status).toBe(200);
  });

  it('writes nothing, with or without a content type', async () => {
    const { name } = await server.cluster();
    const pods = `/clusters/${name}/api/v1/namespaces/default/pods`;
    const pod = JSON.stringify({ metadata: { name: 'a' }, spec: { containers: [{ name: 'c', image: 'i' }] } });
    expect((await send(pods, { origin: evil }, 'POST', pod)).status).toBe(403);
    expect((await send(pods, { 'sec-fetch-site': 'cross-site' }, 'POST', pod)).status).toBe(403);
    const query = '{"query":"{ __typename }"}';
    const json = { 'content-type': 'application/json' };
    const refused = await send(`/clusters/${name}/graphql`, { ...json, origin: evil }, 'POST', query);
    expect(refused.status).toBe(403);
    expect(JSON.parse(refused.body)).toMatchObject({ errors: [{ extensions: { code: 'FORBIDDEN' } }] });
    expect((await send(`/clusters/${name}/graphql`, { ...json, origin: server.url }, 'POST', query)).status).toBe(200);
    expect((await send(pods, {}, 'POST', pod)).status).toBe(201);
  });

  it.each([{ origin: evil }, { host: 'evil.example.com' }])('opens no WebSocket with %j', async (headers) => {
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', { headers });
    const [error] = (await once(socket, 'error')) as [Error];
    expect(error.message).toContain('403');
  });
});

test('health does not depend on what users delete, and the service of the API server is made again', async () => {
  const clock = { mode: 'MANUAL', startAt: '2026-03-01T12:00:00Z' };
  await server.client.mutate('createCluster', { name: 'default', clock }, 'cluster { name }');
  const remove = async (path: string): Promise<void> => {
    expect((await fetch(`${server.url}${path}`, { method: 'DELETE' })).status).toBe(200);
  };
  await remove('/api/v1/namespaces/default/services/kubernetes');
  await remove('/apis/rbac.authorization.k8s.io/v1/clusterroles/cluster-admin');
  for (const path of ['/livez', '/readyz', '/healthz']) expect((await get(path)).status).toBe(200);
  await server.client.mutate('advanceClock', { by: '10s' }, 'clock { now }');
  expect((await get('/api/v1/namespaces/default/services/kubernetes')).status).toBe(200);
});

test.each(['/admin/queues/', '/playground/', '/console', '/docs/', '/docs/no/page'])(
  '%s is framed by no other page',
  async (path) => {
    const { headers } = await fetch(`${server.url}${path}`, { headers: { accept: 'text/html' } });
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  },
);
