import { Client, clientBinary } from '@orrery/test-services';
import { actingAs, type ClusterRuntime } from '@orrery/control-plane';
import { Moments } from '@orrery/moments';
import { GraphqlClient } from '../../../libs/testing/kit/graphql-client';
import {
  startTestGraphqlServer,
  type TestGraphqlCluster,
  type TestGraphqlServer,
} from '../../../libs/testing/kit/graphql-server';

const DEPLOYMENT = `
apiVersion: apps/v1
kind: Deployment
metadata: { name: web, namespace: default }
spec:
  replicas: 2
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: c, image: nginx }] }
`;
const DEFINITION = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: lamps.example.com }
spec:
  group: example.com
  scope: Namespaced
  names: { plural: lamps, kind: Lamp }
  versions:
    - name: v1
      served: true
      storage: true
      schema: { openAPIV3Schema: { type: object, x-kubernetes-preserve-unknown-fields: true } }
`;

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- answers are looked at by matchers
type Data = any;

let server: TestGraphqlServer;
let cluster: TestGraphqlCluster;
let runtime: ClusterRuntime;
/** The end of each part of the story. */
let running: number;
let scaled: number;

/** A request of the Kubernetes API, at the present or at a moment. */
async function rest(path: string, moment = '', method = 'GET', body?: unknown): Promise<{ code: number; body: Data }> {
  const url = `${server.url}/clusters/${cluster.name}${moment === '' ? '' : `@${moment}`}${path}`;
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(url, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
  return { code: answer.status, body: await answer.json().catch(() => undefined) };
}

const advance = (duration: string) => cluster.mutate('advanceClock', { by: duration }, 'clock { now }');

beforeAll(async () => {
  server = await startTestGraphqlServer();
  cluster = await server.cluster({ nodes: 2 });
  runtime = (await server.plane.cluster(cluster.name))!;
  await cluster.mutate('applyObject', { yaml: DEPLOYMENT }, 'errors { message }');
  await advance('1m');
  running = runtime.cache.revision;
  await advance('10m');
  await cluster.mutate('applyObject', { yaml: DEFINITION }, 'errors { message }');
  await cluster.mutate(
    'scale',
    { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', replicas: 5 },
    'errors { message }',
  );
  await advance('1m');
  scaled = runtime.cache.revision;
  await cluster.mutate(
    'deleteObject',
    { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
    'errors { message }',
  );
  await advance('5m');
});
afterAll(() => server.close());

const pods = (list: { body: { items: { metadata: { name: string } }[] } }): number => list.body.items.length;

test('a revision and a time are addresses of what the cluster was', async () => {
  const path = '/api/v1/namespaces/default/pods';
  expect(pods(await rest(path))).toBe(0);
  expect(pods(await rest(path, `${scaled}`))).toBe(5);
  expect(pods(await rest(path, '-5m'))).toBe(5);
  expect(pods(await rest(path, `${running}`))).toBe(2);
  expect(pods(await rest(path, '2026-03-01T12:05:00Z'))).toBe(2);
  const listed = await rest(path, `${running}`);
  expect(listed.body.metadata.resourceVersion).toBe(`${running}`);
  const { name } = listed.body.items[0].metadata;
  expect((await rest(`${path}/${name}`, `${running}`)).body.status.phase).toBe('Running');
  expect((await rest(`${path}/${name}`)).code).toBe(404);
});

test('nothing of it can be changed, and rights can be asked about', async () => {
  const path = '/api/v1/namespaces/default/configmaps';
  const map = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'late' } };
  const refused = await rest(path, `${running}`, 'POST', map);
  expect(refused).toMatchObject({ code: 405, body: { reason: 'MethodNotAllowed' } });
  expect(refused.body.message).toContain(`at revision ${running} (2026-03-01T12:00:10Z) is past and cannot be changed`);
  for (const method of ['PUT', 'PATCH', 'DELETE']) {
    expect((await rest(`${path}/kube-root-ca.crt`, `${running}`, method, map)).code).toBe(405);
  }
  const exec = '/api/v1/namespaces/default/pods/web/exec?command=true';
  expect((await rest(exec, `${running}`, 'POST')).code).toBe(405);
  const spec = { resourceAttributes: { verb: 'list', resource: 'pods' } };
  const review = { apiVersion: 'authorization.k8s.io/v1', kind: 'SelfSubjectAccessReview', spec };
  const asked = await rest('/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', `${running}`, 'POST', review);
  expect(asked).toMatchObject({ code: 201, body: { status: { allowed: true } } });
});

test('cycles of the descheduler are those that had ended by then; the scheduling queue of then is unknown', async () => {
  const other = await server.cluster();
  const policy = `apiVersion: descheduler/v1alpha2
kind: DeschedulerPolicy
profiles:
  - name: lives
    pluginConfig: [{ name: PodLifeTime, args: { maxPodLifeTimeSeconds: 60 } }]
    plugins: { deschedule: { enabled: [PodLifeTime] } }`;
  const cycle = () =>
    other.mutate('runDescheduler', { yaml: policy, dryRun: true }, 'run { number } errors { message }');
  await cycle();
  await other.mutate('advanceClock', { by: '10m' }, 'events');
  // The last change is older than the second cycle.
  const { revision } = (await server.plane.cluster(other.name))!.cache;
  await cycle();
  const runs = async (at?: string): Promise<number> => {
    const asked = await other.query<{ runs: unknown[] }>(
      'query ($at: String) { runs: deschedulerRuns(at: $at) { number } }',
      { at },
    );
    return asked.runs.length;
  };
  expect([await runs(), await runs('-1m'), await runs(`${revision}`)]).toEqual([2, 1, 1]);
  const past = server.as('', `${other.name}@-1m`);
  await expect(past.query('{ schedulingQueue { active { __typename } } }')).rejects.toThrow(
    /the scheduling queue of cluster .* is not kept: fork the cluster/,
  );
  expect(await past.query('{ deschedulerRuns { number } deschedulingDecisions { run } }')).toMatchObject({
    deschedulerRuns: [{}],
    deschedulingDecisions: [],
  });
});

test('kinds are those of the moment', async () => {
  expect((await rest('/apis/example.com/v1/lamps', `${scaled}`)).code).toBe(200);
  expect((await rest('/apis/example.com/v1/lamps', `${running}`)).code).toBe(404);
  const groups = async (moment: string): Promise<string[]> =>
    (await rest('/apis', moment)).body.groups.map(({ name }: { name: string }) => name);
  expect(await groups(`${scaled}`)).toContain('example.com');
  expect(await groups(`${running}`)).not.toContain('example.com');
  const openApi = async (moment: string): Promise<string[]> =>
    Object.keys((await rest('/openapi/v3', moment)).body.paths);
  expect(await openApi(`${scaled}`)).toContain('apis/example.com/v1');
  expect(await openApi(`${running}`)).not.toContain('apis/example.com/v1');
});

test.each([
  ['nonsense', 400, '"nonsense" is not a moment of a cluster: give a revision, a time such as'],
  ['999999', 400, 'has not come yet: the last one is'],
  ['2027-01-01T00:00:00Z', 400, '2027-01-01T00:00:00Z has not come yet in cluster'],
  ['2020-01-01T00:00:00Z', 410, 'is not kept: its history begins with revision 1, of 2026-03-01T12:00:00Z'],
  ['-9999h', 410, 'is not kept: its history begins with revision 1'],
])('the moment %s is refused with %d: %s', async (moment, code, text) => {
  const { code: answered, body } = await rest('/api/v1/pods', moment);
  expect({ code: answered, message: body.message }).toEqual({ code, message: expect.stringContaining(text) });
});

test('a watch of a moment has its state, and then stays open without a word', async () => {
  const ending = new AbortController();
  const path =
    '/api/v1/namespaces/default/pods?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true';
  const url = `${server.url}/clusters/${cluster.name}@${running}${path}`;
  const { body } = await fetch(url, { signal: ending.signal });
  let text = '';
  for await (const chunk of body!) {
    text += Buffer.from(chunk as Uint8Array).toString();
    if (text.includes('BOOKMARK')) break;
  }
  ending.abort();
  const events = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { type: string; object: Data });
  expect(events.map(({ type }) => type)).toEqual(['ADDED', 'ADDED', 'BOOKMARK']);
  expect(events[2]!.object.metadata.resourceVersion).toBe(`${running}`);
});

test('the last used states stay in memory, within bounds', async () => {
  const moments = new Moments(server.plane.database, { moments: 2, bytes: 1e9 });
  const cacheAt = async (moment: string) => (await moments.at(runtime, moment)).cache;
  const first = await cacheAt(`${running}`);
  // Five minutes after it nothing had changed.
  expect(await cacheAt('2026-03-01T12:05:00Z')).toBe(first);
  // As a client has it: each request has a view of the cluster of its own.
  expect((await moments.at(actingAs(runtime, undefined), `${running}`)).cache).toBe(first);
  const [second, again] = await Promise.all([cacheAt(`${scaled}`), cacheAt(`${scaled}`)]);
  expect(again).toBe(second);
  await cacheAt(`${running}`);
  await cacheAt('50');
  expect(await cacheAt(`${running}`)).toBe(first);
  expect(await cacheAt(`${scaled}`)).not.toBe(second);
  const narrow = new Moments(server.plane.database, { moments: 2, bytes: 1 });
  const held = (await narrow.at(runtime, '50')).cache;
  expect((await narrow.at(runtime, '50')).cache).toBe(held);
  await narrow.at(runtime, '51');
  expect((await narrow.at(runtime, '50')).cache).not.toBe(held);
});

describe('GraphQL', () => {
  const SCENE = '{ items: pods { totalCount } }';

  test('is served at the address, read only', async () => {
    const past = new GraphqlClient(`${server.url}/clusters/${cluster.name}@${scaled}`);
    expect(await past.query(SCENE)).toEqual({ items: { totalCount: 5 } });
    expect(await past.query('{ clock { mode now } }')).toEqual({
      clock: { mode: 'MANUAL', now: '2026-03-01T12:11:00.800000Z' },
    });
    const input = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' };
    const { errors } = await past.attempt<{ errors: { message: string }[] }>(
      'deleteObject',
      input,
      'errors { message }',
    );
    expect(errors[0]!.message).toContain('is past and cannot be changed');
    const { errors: advanced } = await past.attempt<{ errors: object[] }>(
      'advanceClock',
      { by: '1m' },
      'clock { now }',
    );
    expect(advanced).toHaveLength(1);
    expect(await past.query('{ faults { kind } }')).toEqual({ faults: [] });
    const { errors: runs } = await past.send('{ deschedulerRuns { nodes { id } } }');
    expect(runs).not.toEqual([]);
    const nowhere = new GraphqlClient(`${server.url}/clusters/${cluster.name}@nonsense`);
    expect((await nowhere.send(SCENE)).errors[0]!.message).toContain('is not a moment of a cluster');
  });

  test('takes a moment as an argument, for all that is below the field', async () => {
    const query = `{
      now: deployments { nodes { metadata { name } pods { totalCount } } }
      then: deployments(at: "${running}") { nodes { metadata { name } pods { totalCount nodes { node { metadata { name } } } } } }
      later: deployment(name: "web", at: "${scaled}") { pods { totalCount } }
      summary: clusterSummary(at: "-5m") { pods { running } }
    }`;
    const answer = await cluster.query<Record<string, Data>>(query);
    expect(answer).toMatchObject({
      now: { nodes: [] },
      then: { nodes: [{ metadata: { name: 'web' }, pods: { totalCount: 2 } }] },
      later: { pods: { totalCount: 5 } },
      summary: { pods: { running: 5 } },
    });
    expect(answer['then'].nodes[0].pods.nodes[0].node.metadata.name).toMatch(/^node-/);
    const { errors } = await cluster.send('{ pods(at: "yesterday") { totalCount } }');
    expect(errors[0]!.message).toContain('"yesterday" is not a moment of a cluster');
  });
});

const kubectl = clientBinary('kubectl');
const story = kubectl === undefined ? test.skip : test;

story('kubectl reads and describes what was, unmodified', async () => {
  const client = new Client(kubectl!, `${server.url}/clusters/${cluster.name}@2026-03-01T12:10:59Z`);
  try {
    const listed = await client.run(['get', 'pods']);
    expect(listed).toMatch(/^NAME +READY +STATUS +RESTARTS +AGE\n(web-\S+ +1\/1 +Running +0 +10m\n){2}$/);
    const name = /web-\S+/.exec(listed)![0];
    const described = await client.run(['describe', 'pod', name]);
    expect(described).toMatch(/Status: +Running/);
    expect(described).toMatch(/Successfully assigned default\/web-/);
    expect(await client.run(['logs', name, '--follow'])).toBe('container c started\n');
    expect(await client.run(['describe', 'node', 'node-1'])).toMatch(/RenewTime: +Sun, 01 Mar 2026/);
    const refused = await client.try(['delete', 'pod', name]);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('is past and cannot be changed') });
  } finally {
    client.dispose();
  }
});
