import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { profileOf } from '../../../libs/testing/kit/descheduling/policies';
import { namesOf, podOn } from '../../../libs/testing/kit/descheduling/scene-pods';
import {
  startTestGraphqlServer,
  type TestGraphqlCluster,
  type TestGraphqlServer,
} from '../../../libs/testing/kit/graphql-server';
import {
  clusterOf,
  create,
  deschedule,
  evictedIn,
  pass,
  RUN_SELECTION,
  type StoryPayload,
} from '../../../libs/testing/kit/stories/descheduler-story';

let server: TestGraphqlServer;

beforeAll(async () => {
  server = await startTestGraphqlServer();
});
afterAll(() => server.close());

/** Makes a cluster with two pods on the first node that have this usage, whatever their requests. */
async function busyCluster(usage: string): Promise<TestGraphqlCluster> {
  const annotations = { 'orrery.dev/usage-cpu': usage };
  const pods = namesOf('p', 2).map((name) => podOn('n1', name, { annotations, cpu: '100m' }));
  return clusterOf(server, { nodes: [{ name: 'n1' }, { name: 'n2' }], pods });
}

describe('the metrics API', () => {
  const policy = profileOf(
    'LowNodeUtilization',
    {
      thresholds: { cpu: 20 },
      targetThresholds: { cpu: 50 },
      metricsUtilization: { source: 'KubernetesMetrics' },
    },
    {},
    { metricsProviders: [{ source: 'KubernetesMetrics' }] },
  );

  it('is asked once by a cycle by itself, which takes what it reads', async () => {
    const cluster = await busyCluster('0s=100m,10m=1500m');
    expect(evictedIn(await deschedule(cluster, policy, { dryRun: true }))).toEqual([]);
    await pass(cluster, '10m');
    // 3000m of 4000m are 75 %; without one of the pods it would be 37.5 %.
    expect(evictedIn(await deschedule(cluster, policy, { dryRun: true }))).toEqual(['p1']);
  });

  it('is sampled every five seconds by one that runs on, which goes by the weighted mean', async () => {
    const cluster = await busyCluster('0s=100m,2m=1500m');
    await cluster.mutate(
      'setDeschedulerSchedule',
      { object: policy, interval: '10s', dryRun: true },
      'schedule { nextAt }',
    );
    await pass(cluster, '3m30s');
    const { deschedulerRuns } = await cluster.query<{
      deschedulerRuns: { startedAt: string; nodeClasses: { overutilized: string[] }[] }[];
    }>('{ deschedulerRuns(first: 100) { startedAt nodeClasses { overutilized } } }');
    const classified = deschedulerRuns.map(({ startedAt, nodeClasses }) => ({
      at: startedAt.slice(11, 19),
      over: nodeClasses[0]!.overutilized,
    }));
    // 200m, then 3000m from the start of the containers on: the mean is above 2000m with the tenth sample.
    const firstOver = classified.reverse().find(({ over }) => over.includes('n1'))!.at;
    const waitedSeconds = (Date.parse(`2026-03-01T${firstOver}Z`) - Date.parse('2026-03-01T12:02:00Z')) / 1000;
    expect(waitedSeconds).toBeGreaterThanOrEqual(50);
    expect(waitedSeconds).toBeLessThanOrEqual(80);
  });
});

describe('Prometheus', () => {
  let prometheus: Server;
  let url: string;
  const asked: { url: string; authorization: string | undefined }[] = [];
  let answer: { readonly status?: number; readonly body: unknown };

  beforeAll(async () => {
    prometheus = createServer((request, response) => {
      asked.push({ url: request.url ?? '', authorization: request.headers.authorization });
      response.statusCode = answer.status ?? 200;
      response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body));
    });
    await new Promise<void>((resolve) => prometheus.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(prometheus.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((resolve) => prometheus.close(resolve)));

  const QUERY = 'instance:node_cpu:rate:sum';
  const policyOf = (args: object = {}, provider: object = {}): object =>
    profileOf(
      'LowNodeUtilization',
      {
        thresholds: { MetricResource: 20 },
        targetThresholds: { MetricResource: 50 },
        metricsUtilization: { source: 'Prometheus', prometheus: { query: QUERY } },
        ...args,
      },
      {},
      { metricsProviders: [{ source: 'Prometheus', prometheus: { url, ...provider } }] },
    );
  const vector = (shares: Readonly<Record<string, number>>): object => ({
    status: 'success',
    data: {
      resultType: 'vector',
      result: Object.entries(shares).map(([instance, share]) => ({ metric: { instance }, value: [1, `${share}`] })),
    },
  });

  it('says how much of a node is used; one pod of a busy node goes, or as many as the limit of the strategy', async () => {
    const cluster = await busyCluster('0');
    answer = { body: vector({ n1: 0.9, n2: 0.1 }) };
    expect(evictedIn(await deschedule(cluster, policyOf(), { dryRun: true }))).toEqual(['p1']);
    const two = policyOf({ evictionLimits: { node: 2 } });
    expect(evictedIn(await deschedule(cluster, two, { dryRun: true }))).toEqual(['p1', 'p2']);
    expect(asked.at(-1)).toEqual({
      url: `/api/v1/query?query=${encodeURIComponent(QUERY)}`,
      authorization: undefined,
    });
    // 50.9 % are cut to 50, which is not above the target.
    answer = { body: vector({ n1: 0.509, n2: 0.1 }) };
    expect(evictedIn(await deschedule(cluster, policyOf(), { dryRun: true }))).toEqual([]);
  });

  it('is shown the token of the Secret that the policy names', async () => {
    const cluster = await busyCluster('0');
    answer = { body: vector({ n1: 0.9, n2: 0.1 }) };
    const policy = policyOf({}, { authToken: { secretReference: { namespace: 'default', name: 'token' } } });
    const count = asked.length;
    expect((await deschedule(cluster, policy, { dryRun: true })).notes).toEqual([
      'main/LowNodeUtilization: unable to get default/token secret',
    ]);
    const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'token' } };
    await create(cluster, [{ ...secret, stringData: { other: 'x' } }]);
    expect((await deschedule(cluster, policy, { dryRun: true })).notes).toEqual([
      'main/LowNodeUtilization: prometheus authentication token secret missing "prometheusAuthToken" data or empty',
    ]);
    expect(asked).toHaveLength(count);
    const path = `${server.url}/clusters/${cluster.name}/api/v1/namespaces/default/secrets/token`;
    await fetch(path, { method: 'DELETE' });
    await create(cluster, [{ ...secret, stringData: { prometheusAuthToken: 'abc' } }]);
    expect(evictedIn(await deschedule(cluster, policy, { dryRun: true }))).toEqual(['p1']);
    expect(asked.at(-1)!.authorization).toBe('Bearer abc');
  });

  it('is not read without end', async () => {
    const cluster = await busyCluster('0');
    answer = { body: 'x'.repeat(64 * 1024 * 1024 + 1) };
    expect((await deschedule(cluster, policyOf(), { dryRun: true })).notes).toEqual([
      'main/LowNodeUtilization: unable to capture prometheus metrics: the answer is longer than 67108864 bytes',
    ]);
  });

  it('says what is wrong where it cannot be used', async () => {
    const cluster = await busyCluster('0');
    const noteFor = async (given: typeof answer): Promise<string> => {
      answer = given;
      const { notes } = await deschedule(cluster, policyOf(), { dryRun: true });
      return notes.join().replace('main/LowNodeUtilization: ', '');
    };
    const bad = { status: 'error', errorType: 'bad_data', error: 'invalid parameter "query"' };
    expect(await noteFor({ status: 400, body: bad })).toBe(
      'unable to capture prometheus metrics: bad_data: invalid parameter "query"',
    );
    expect(await noteFor({ status: 502, body: 'bad gateway' })).toBe(
      'unable to capture prometheus metrics: server error: 502',
    );
    expect(await noteFor({ body: { status: 'success', data: { resultType: 'scalar', result: [1, '1'] } } })).toBe(
      'expected query results to be of type "vector", got "scalar" instead',
    );
    expect(await noteFor({ body: vector({ n1: 1.5, n2: 0 }) })).toBe(
      'the collected metrics sample for "n1" has value 1.5 outside of <0; 1> interval',
    );
    expect(await noteFor({ body: vector({ n1: 0.9 }) })).toBe('unable to find metric entry for n2');
    const nameless = { status: 'success', data: { resultType: 'vector', result: [{ metric: {}, value: [1, '0'] }] } };
    expect(await noteFor({ body: nameless })).toBe("the collected metrics sample is missing 'instance' key");
    const away = policyOf({}, { url: 'http://127.0.0.1:9' });
    const { notes } = await deschedule(cluster, away, { dryRun: true });
    expect(notes[0]).toMatch(/unable to capture prometheus metrics: /);
  });

  it.each([
    { what: 'no URL', provider: { url: '' }, field: 'url', reason: 'prometheus URL is required' },
    { what: 'no address', provider: { url: 'ftp://x' }, field: 'url', reason: 'error parsing prometheus URL' },
    {
      what: 'half a Secret',
      provider: { authToken: { secretReference: { name: 'x' } } },
      field: 'secretReference',
      reason: 'prometheus authToken secret reference does not set both namespace and name',
    },
    {
      what: 'no Secret',
      provider: { authToken: {} },
      field: 'secretReference',
      reason: 'prometheus authToken secret is expected to be set when authToken field is',
    },
  ])('is not asked with $what', async ({ provider, field, reason }) => {
    const cluster = await server.cluster({ nodes: 2 });
    const input = { object: policyOf({}, provider) };
    const { errors } = await cluster.attempt<StoryPayload>('runDescheduler', input, RUN_SELECTION);
    expect(errors[0]!.field.at(-1)).toBe(field);
    expect(errors[0]!.message).toContain(reason);
  });
});
