import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { podOf } from '../../../libs/testing/kit/graphql-pods';
import {
  startTestGraphqlServer,
  type TestGraphqlCluster,
  type TestGraphqlServer,
} from '../../../libs/testing/kit/graphql-server';

interface Asked {
  readonly verb: string;
  readonly body: Readonly<Record<string, unknown>>;
}
type Answers = Readonly<Record<string, (body: Asked['body']) => unknown>>;

let server: TestGraphqlServer;
const extenders: Server[] = [];

beforeAll(async () => {
  server = await startTestGraphqlServer();
});
afterAll(async () => {
  await server.close();
  for (const extender of extenders) extender.close();
});

/** Starts a program on a port that answers by verb, and records its requests. */
async function startExtender(answers: Answers): Promise<{ urlPrefix: string; asked: Asked[] }> {
  const asked: Asked[] = [];
  const extender = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const verb = request.url!.slice(1);
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Asked['body'];
      asked.push({ verb, body });
      const answer = answers[verb];
      response.statusCode = answer ? 200 : 500;
      void Promise.resolve(answer?.(body)).then((value) => response.end(JSON.stringify(value ?? {})));
    });
  });
  extenders.push(extender);
  await new Promise<void>((done) => extender.listen(0, '127.0.0.1', done));
  return { urlPrefix: `http://127.0.0.1:${(extender.address() as AddressInfo).port}`, asked };
}

async function useExtenders(cluster: TestGraphqlCluster, list: readonly object[]): Promise<void> {
  const object = {
    apiVersion: 'kubescheduler.config.k8s.io/v1',
    kind: 'KubeSchedulerConfiguration',
    extenders: list.map((each) => ({ nodeCacheCapable: true, httpTimeout: '2s', ...each })),
  };
  await cluster.mutate('setSchedulerConfig', { object }, 'config { scheduler }');
}

async function place(cluster: TestGraphqlCluster, name: string, options: object = {}): Promise<string | null> {
  await cluster.mutate('createObject', { object: podOf(name, options) }, 'object { id }');
  await cluster.mutate('advanceClock', { by: '15s' }, 'events');
  const { pod } = await cluster.query<{ pod: { spec: { nodeName: string | null } } }>(
    'query ($name: String!) { pod(name: $name) { spec { nodeName } } }',
    { name },
  );
  return pod.spec.nodeName;
}

const without = (name: string) => (body: Asked['body']) => ({
  NodeNames: (body['NodeNames'] as string[]).filter((each) => each !== name),
  FailedNodes: { [name]: 'no licence' },
});

it('lets extenders refuse and prefer nodes', async () => {
  const cluster = await server.cluster({ nodes: 3 });
  const { urlPrefix, asked } = await startExtender({
    filter: without('node-2'),
    score: () => [{ Host: 'node-3', Score: 10 }],
  });
  await useExtenders(cluster, [{ urlPrefix, filterVerb: 'filter', prioritizeVerb: 'score', weight: 100 }]);
  expect(await place(cluster, 'a')).toBe('node-3');
  expect(await place(cluster, 'b')).toBe('node-3');
  expect(asked.map(({ verb }) => verb)).toEqual(['filter', 'score', 'filter', 'score']);
  expect(asked[0]!.body['Pod']).toMatchObject({ metadata: { name: 'a' } });
});

it('leaves a pod pending with the reasons that an extender gives', async () => {
  const cluster = await server.cluster({ nodes: 1 });
  const { urlPrefix } = await startExtender({ filter: without('node-1') });
  await useExtenders(cluster, [{ urlPrefix, filterVerb: 'filter' }]);
  expect(await place(cluster, 'a')).toBeNull();
  const { pod } = await cluster.query<{ pod: { conditions: { message: string | null }[] } }>(
    '{ pod(name: "a") { conditions { message } } }',
  );
  expect(pod.conditions[0]!.message).toMatch(/^0\/1 nodes are available: 1 no licence\./);
});

it('passes over one that fails if it may, and reports it if not', async () => {
  const cluster = await server.cluster({ nodes: 1 });
  const { urlPrefix } = await startExtender({});
  await useExtenders(cluster, [{ urlPrefix, filterVerb: 'filter', ignorable: true }]);
  expect(await place(cluster, 'a')).toBe('node-1');
  await useExtenders(cluster, [{ urlPrefix, filterVerb: 'filter' }]);
  expect(await place(cluster, 'b')).toBeNull();
  const { pod } = await cluster.query<{ pod: { conditions: { reason: string; message: string | null }[] } }>(
    '{ pod(name: "b") { conditions { reason message } } }',
  );
  expect(pod.conditions[0]).toMatchObject({
    reason: 'SchedulerError',
    message: expect.stringContaining(`${urlPrefix}/filter, code 500`),
  });
});

/** Returns why a pod stays pending where this is the only extender. */
async function refusalBy(extender: object): Promise<string> {
  const cluster = await server.cluster({ nodes: 1 });
  await useExtenders(cluster, [{ filterVerb: 'filter', ...extender }]);
  expect(await place(cluster, 'a')).toBeNull();
  const { pod } = await cluster.query<{ pod: { conditions: { message: string }[] } }>(
    '{ pod(name: "a") { conditions { message } } }',
  );
  return pod.conditions[0]!.message;
}

it('does not follow one that leads elsewhere', async () => {
  const elsewhere = await startExtender({ filter: without('none') });
  const leading = createServer((_request, response) => {
    response.writeHead(307, { location: `${elsewhere.urlPrefix}/filter` }).end();
  });
  extenders.push(leading);
  await new Promise<void>((done) => leading.listen(0, '127.0.0.1', done));
  const urlPrefix = `http://127.0.0.1:${(leading.address() as AddressInfo).port}`;
  expect(await refusalBy({ urlPrefix })).toContain(`${urlPrefix}/filter, code 307`);
  expect(elsewhere.asked).toEqual([]);
});

it('does not read a device as a certificate', async () => {
  const tlsConfig = { caFile: '/dev/zero' };
  expect(await refusalBy({ urlPrefix: 'https://127.0.0.1:9', enableHTTPS: true, tlsConfig })).toContain(
    '/dev/zero is not a regular file',
  );
});

it('lets one bind the pods it is interested in', async () => {
  const cluster = await server.cluster({ nodes: 1 });
  const { urlPrefix, asked } = await startExtender({
    bind: async ({ PodName, Node }) => {
      await cluster.mutate('bindPod', { name: PodName, node: Node }, 'pod { id }');
      return {};
    },
  });
  const managedResources = [{ name: 'example.com/gpu', ignoredByScheduler: true }];
  await useExtenders(cluster, [{ urlPrefix, bindVerb: 'bind', managedResources }]);
  expect(await place(cluster, 'plain')).toBe('node-1');
  expect(asked).toEqual([]);
  const resources = { requests: { 'example.com/gpu': '1' }, limits: { 'example.com/gpu': '1' } };
  const spec = { containers: [{ name: 'main', image: 'nginx', resources }] };
  expect(await place(cluster, 'special', { spec })).toBe('node-1');
  expect(asked).toMatchObject([
    { verb: 'bind', body: { PodName: 'special', PodNamespace: 'default', Node: 'node-1' } },
  ]);
});

it('asks about the victims of a preemption', async () => {
  const cluster = await server.cluster({ nodes: 2 });
  for (const node of ['node-1', 'node-2']) {
    const spec = { nodeName: node };
    await cluster.mutate('createObject', { object: podOf(`low-${node}`, { cpu: '3', spec }) }, 'object { id }');
  }
  const high = { apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: { name: 'high' }, value: 1000 };
  await cluster.mutate('createObject', { object: high }, 'object { id }');
  const { urlPrefix, asked } = await startExtender({
    preempt: ({ NodeNameToMetaVictims }) => ({
      NodeNameToMetaVictims: { 'node-2': (NodeNameToMetaVictims as Record<string, unknown>)['node-2'] },
    }),
  });
  await useExtenders(cluster, [{ urlPrefix, preemptVerb: 'preempt' }]);
  await cluster.mutate('advanceClock', { by: '10s' }, 'events');
  const spec = { priorityClassName: 'high' };
  await cluster.mutate('createObject', { object: podOf('urgent', { cpu: '3', spec }) }, 'object { id }');
  await cluster.mutate('advanceClock', { by: '90s' }, 'events');
  const { pods } = await cluster.query<{
    pods: { nodes: { metadata: { name: string }; spec: { nodeName: string } }[] };
  }>('{ pods { nodes { metadata { name } spec { nodeName } } } }');
  const placed = Object.fromEntries(pods.nodes.map(({ metadata, spec: { nodeName } }) => [metadata.name, nodeName]));
  expect(placed).toEqual({ 'low-node-1': 'node-1', urgent: 'node-2' });
  expect(asked[0]!.body['NodeNameToMetaVictims']).toMatchObject({ 'node-1': {}, 'node-2': {} });
});

it('explains with what extenders say, and tells which is away', async () => {
  const cluster = await server.cluster({ nodes: 3 });
  await cluster.mutate('advanceClock', { by: '1s' }, 'events');
  const near = await startExtender({ filter: without('node-2'), score: () => [{ Host: 'node-3', Score: 10 }] });
  const away = await startExtender({});
  await useExtenders(cluster, [
    { urlPrefix: near.urlPrefix, filterVerb: 'filter', prioritizeVerb: 'score', weight: 100 },
    { urlPrefix: away.urlPrefix, filterVerb: 'filter', ignorable: true },
  ]);
  const question = `query ($input: ExplainSchedulingInput!) { explainScheduling(input: $input) {
    message feasibleCount selectedNode { metadata { name } } extenders { url ignorable interested problems }
    nodes { node { metadata { name } } firstFailure { plugin reasons } scores { plugin raw normalized weighted } }
  } }`;
  const input = { object: podOf('a') };
  // Two questions at once do not get into each other's way.
  const [answer, other] = await Promise.all([
    cluster.query<{ explainScheduling: unknown }>(question, { input }),
    cluster.query<{ explainScheduling: unknown }>(question, { input }),
  ]);
  expect(other).toEqual(answer);
  expect(answer.explainScheduling).toMatchObject({
    message: '',
    feasibleCount: 2,
    selectedNode: { metadata: { name: 'node-3' } },
    extenders: [
      { url: near.urlPrefix, ignorable: false, interested: true, problems: [] },
      { url: away.urlPrefix, ignorable: true, problems: [expect.stringContaining('/filter, code 500')] },
    ],
    nodes: [
      { node: { metadata: { name: 'node-1' } }, firstFailure: null },
      { firstFailure: { plugin: near.urlPrefix, reasons: ['no licence'] }, scores: [] },
      { scores: expect.arrayContaining([{ plugin: near.urlPrefix, raw: 10, normalized: 100, weighted: 10_000 }]) },
    ],
  });
  expect(await place(cluster, 'a')).toBe('node-3');
});
