import { Client, clientBinary } from '@orrery/test-services';
import { podOf } from '../../../libs/testing/kit/graphql-pods';
import {
  startTestGraphqlServer,
  type TestGraphqlCluster,
  type TestGraphqlServer,
} from '../../../libs/testing/kit/graphql-server';

let server: TestGraphqlServer;
beforeAll(async () => {
  server = await startTestGraphqlServer();
});
afterAll(() => server.close());

const RULES = 'apiFaults { name code hits times }';
const urlOf = (cluster: TestGraphqlCluster, path = ''): string => `${server.url}/clusters/${cluster.name}${path}`;
const pods = (cluster: TestGraphqlCluster, query = ''): Promise<Response> =>
  fetch(urlOf(cluster, `/api/v1/namespaces/default/pods${query}`));

interface Rules {
  readonly apiFaults: readonly { readonly name: string; readonly hits: number }[];
}

async function hits(cluster: Pick<TestGraphqlCluster, 'query'>): Promise<Record<string, number>> {
  const { apiFaults } = await cluster.query<Rules>('{ apiFaults { name hits } }');
  return Object.fromEntries(apiFaults.map(({ name, hits: count }) => [name, count]));
}

it('answers with the error of a rule, as the real server words it, and counts', async () => {
  const cluster = await server.cluster({ nodes: 1 });
  await cluster.mutate(
    'addApiFault',
    { name: 'busy', verbs: ['list'], resources: ['pods'], code: 429, retryAfter: '3s', times: 1 },
    RULES,
  );
  const refused = await pods(cluster);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3']);
  expect(await refused.json()).toEqual({
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message: 'the server has received too many requests and has asked us to try again later',
    reason: 'TooManyRequests',
    details: { retryAfterSeconds: 3 },
    code: 429,
  });
  expect((await pods(cluster)).status).toBe(200);
  expect(await hits(cluster)).toEqual({ busy: 1 });

  // A rule of the same name is another rule: it counts again.
  await cluster.mutate('addApiFault', { name: 'busy', code: 503 }, RULES);
  expect([(await pods(cluster)).status, (await fetch(urlOf(cluster, '/api/v1/nodes'))).status]).toEqual([503, 503]);
  expect((await fetch(urlOf(cluster, '/api/v1'))).status).toBe(200);
  await cluster.mutate('removeApiFault', {}, RULES);
  expect((await pods(cluster)).status).toBe(200);
  expect(await hits(cluster)).toEqual({});
});

it('refuses rules that cannot be, by field, and leaves what is there', async () => {
  const cluster = await server.cluster({});
  await cluster.mutate('addApiFault', { name: 'kept', code: 500 }, RULES);
  expect(await cluster.attempt('addApiFault', { name: 'kept', code: 418 }, RULES)).toMatchObject({
    apiFaults: [{ name: 'kept', code: 500 }],
    errors: [{ field: ['code'], message: expect.stringContaining('must be one of 400') as string }],
  });
  expect(await cluster.attempt('addApiFault', { name: 'empty' }, RULES)).toMatchObject({
    errors: [{ message: expect.stringContaining('at least one of code, latency, watchLifetime') as string }],
  });
});

it('ends watches as lost, after which clients list again', async () => {
  const cluster = await server.cluster({});
  await cluster.mutate('addApiFault', { name: 'lost', resources: ['pods'], watchLifetime: '0s' }, RULES);
  const lines = (await (await pods(cluster, '?watch=true')).text()).trim().split('\n');
  expect(JSON.parse(lines.at(-1)!)).toMatchObject({
    type: 'ERROR',
    object: { code: 410, reason: 'Expired', message: expect.stringMatching(/^too old resource version/) as string },
  });
  expect((await pods(cluster)).status).toBe(200);
  expect(await hits(cluster)).toEqual({ lost: 1 });
});

it('is part of a fork, and delays the requests that it names', async () => {
  const cluster = await server.cluster({});
  await cluster.mutate('addApiFault', { name: 'slow', verbs: ['create'], latency: '1ms' }, RULES);
  await cluster.mutate('createObject', { object: podOf('p') }, 'object { id }');
  expect(await hits(cluster)).toEqual({ slow: 0 });
  const body = JSON.stringify({ ...podOf('q'), metadata: { name: 'q' } });
  const headers = { 'content-type': 'application/json' };
  const created = await fetch(urlOf(cluster, '/api/v1/namespaces/default/pods'), { method: 'POST', headers, body });
  expect(created.status).toBe(201);
  expect(await hits(cluster)).toEqual({ slow: 1 });
  const name = `${cluster.name}-fork`;
  await cluster.query('mutation($name: String!) { forkCluster(input: { name: $name }) { errors { message } } }', {
    name,
  });
  expect(await hits(server.as('', name))).toEqual({ slow: 0 });
});

it('is part of a snapshot, where it counts again', async () => {
  const cluster = await server.cluster({});
  await cluster.mutate('addApiFault', { name: 'busy', resources: ['pods'], code: 503, times: 2 }, RULES);
  expect((await pods(cluster)).status).toBe(503);
  const [snapshot, name] = [`${cluster.name}-kept`, `${cluster.name}-again`];
  await server.client.mutate('saveSnapshot', { cluster: cluster.name, name: snapshot }, 'snapshot { name }');
  await server.client.mutate('restoreSnapshot', { snapshot, name }, 'cluster { name }');
  expect(await hits(server.as('', name))).toEqual({ busy: 0 });
  const again = `${server.url}/clusters/${name}/api/v1/namespaces/default/pods`;
  expect([(await fetch(again)).status, (await fetch(again)).status, (await fetch(again)).status]).toEqual([
    503, 503, 200,
  ]);
});

const kubectl = clientBinary('kubectl');
(kubectl === undefined ? it.skip : it)('kubectl says what the rule says, and others are left alone', async () => {
  const cluster = await server.cluster({ nodes: 1 });
  const rule = {
    name: 'denied',
    userAgents: ['kubectl*'],
    resources: ['configmaps'],
    verbs: ['create'],
    code: 500,
    message: 'etcdserver: request timed out',
  };
  await cluster.mutate('addApiFault', rule, RULES);
  const client = new Client(kubectl!, urlOf(cluster));
  await expect(client.run(['create', 'configmap', 'a'])).rejects.toThrow(/etcdserver: request timed out/);
  expect(await client.run(['get', 'configmaps'])).toContain('kube-root-ca.crt');
  const made = await fetch(urlOf(cluster, '/api/v1/namespaces/default/configmaps'), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'operator' },
    body: JSON.stringify({ metadata: { name: 'b' } }),
  });
  expect(made.status).toBe(201);
  client.dispose();
});
