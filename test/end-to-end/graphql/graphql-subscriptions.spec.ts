import { podOf } from '../../../libs/testing/kit/graphql-pods';
import {
  startTestGraphqlServer,
  type TestGraphqlCluster,
  type TestGraphqlServer,
} from '../../../libs/testing/kit/graphql-server';
import { until } from '@orrery/test-services';

let server: TestGraphqlServer;

beforeAll(async () => {
  server = await startTestGraphqlServer();
});
afterAll(() => server.close());

interface PodEvent {
  readonly type: string;
  readonly resourceVersion: string;
  readonly initialEventsEnd: boolean;
  readonly object: { readonly metadata: { readonly name: string } } | null;
}

const EVENT = 'type resourceVersion initialEventsEnd object { metadata { name } }';
const POD_EVENTS = `subscription ($filter: PodFilter, $resourceVersion: String) {
  podEvents(filter: $filter, resourceVersion: $resourceVersion) { ${EVENT} }
}`;

async function makePods(
  cluster: TestGraphqlCluster,
  names: readonly string[],
  labels: Record<string, string> = {},
): Promise<void> {
  await cluster.mutate('createObject', { objects: names.map((name) => podOf(name, { labels })) }, 'objects { id }');
}

const reported = (events: readonly PodEvent[]): string[] =>
  events.map(({ type, object }) => `${type} ${object?.metadata.name ?? ''}`.trim());

it('begins with the current state and a bookmark, and goes on with changes', async () => {
  const cluster = await server.cluster();
  await makePods(cluster, ['a', 'b']);
  const watch = cluster.subscribe<PodEvent>(POD_EVENTS);
  const state = await watch.until((events) => events.some(({ initialEventsEnd }) => initialEventsEnd));
  // The scheduler may have written to the pods by the time the bookmark is read.
  expect(reported(state.slice(0, 3))).toEqual(['ADDED a', 'ADDED b', 'BOOKMARK']);
  await makePods(cluster, ['c']);
  await cluster.mutate('deleteObject', { apiVersion: 'v1', kind: 'Pod', name: 'a' }, 'isGone');
  const all = await watch.until((events) => events.some(({ type }) => type === 'DELETED'));
  const live = reported(all.slice(3)).filter((text) => !text.startsWith('MODIFIED'));
  expect(live).toEqual(['ADDED c', 'DELETED a']);
  const revisions = all.slice(2).map(({ resourceVersion }) => Number(resourceVersion));
  expect(revisions).toEqual([...revisions].sort((x, y) => x - y));
  watch.stop();
});

it('resumes from a list or from an earlier event without a gap', async () => {
  const cluster = await server.cluster();
  await makePods(cluster, ['a']);
  const { pods } = await cluster.query<{ pods: { resourceVersion: string } }>('{ pods { resourceVersion } }');
  await makePods(cluster, ['b', 'c']);
  const first = cluster.subscribe<PodEvent>(POD_EVENTS, { resourceVersion: pods.resourceVersion });
  const seen = await first.until((events) => events.filter(({ type }) => type === 'ADDED').length === 2);
  expect(reported(seen).filter((text) => text.startsWith('ADDED'))).toEqual(['ADDED b', 'ADDED c']);
  first.stop();
  const from = seen.find(({ object }) => object?.metadata.name === 'b')!.resourceVersion;
  const second = cluster.subscribe<PodEvent>(POD_EVENTS, { resourceVersion: from });
  const rest = await second.until((events) => events.some(({ type }) => type === 'ADDED'));
  expect(reported(rest).filter((text) => text.startsWith('ADDED'))).toEqual(['ADDED c']);
  second.stop();
});

it('tells of objects that come into its selection and leave it', async () => {
  const cluster = await server.cluster();
  const query = `subscription { podEvents(filter: {labelSelector: "app=web"}) { ${EVENT} } }`;
  const watch = cluster.subscribe<PodEvent>(query);
  await watch.until((events) => events.length === 1);
  await makePods(cluster, ['p'], { app: 'other' });
  const target = { apiVersion: 'v1', kind: 'Pod', name: 'p' };
  await cluster.mutate('setLabels', { ...target, labels: { app: 'web' } }, 'object { id }');
  await cluster.mutate('setLabels', { ...target, labels: { app: null } }, 'object { id }');
  const events = await watch.until((all) => all.some(({ type }) => type === 'DELETED'));
  const comings = reported(events).filter((text) => !text.startsWith('MODIFIED'));
  expect(comings).toEqual(['BOOKMARK', 'ADDED p', 'DELETED p']);
  watch.stop();
});

it('serves nodes, reports, any kind and the clock', async () => {
  const cluster = await server.cluster();
  const nodes = cluster.subscribe<PodEvent>(`subscription { nodeEvents { ${EVENT} } }`);
  const any = cluster.subscribe<PodEvent>(
    `subscription { objectEvents(apiVersion: "v1", kind: "ConfigMap") { ${EVENT} } }`,
  );
  const reports = cluster.subscribe<{ object: { reason: string } | null }>(
    'subscription { eventEvents(filter: {involvedKind: "Node"}) { type object { reason } } }',
  );
  const clock = cluster.subscribe<{ now: string }>('subscription { clockTicked(every: "1s") { now } }');
  await Promise.all(
    [nodes, any, reports].map((watch) => watch.until((events: readonly unknown[]) => events.length > 0)),
  );
  await clock.until((events) => events.length > 0);
  await cluster.mutate('addNodes', { name: 'n' }, 'node { id }');
  const configMap = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings' }, data: { key: 'value' } };
  await cluster.mutate('createObject', { object: configMap }, 'object { id }');
  await cluster.mutate('advanceClock', { by: '1m' }, 'events');
  await nodes.until((events) => reported(events).includes('ADDED n'));
  await any.until((events) => reported(events).includes('ADDED settings'));
  await reports.until((events) => events.some(({ object }) => object?.reason === 'RegisteredNode'));
  await clock.until((events) => events.some(({ now }) => now === '2026-03-01T12:01:00.000000Z'));
});

describe('what only the emulator has', () => {
  it('faults, zones and the queue are reported at once and after each change', async () => {
    const cluster = await server.cluster({ nodes: 2 });
    const faults = cluster.subscribe<{ kind: string; nodeName: string }[]>(
      'subscription { faultsChanged { kind nodeName } }',
    );
    const zones = cluster.subscribe<{ nodes: number; unhealthyNodes: number }[]>(
      'subscription { zonesChanged { nodes unhealthyNodes } }',
    );
    const queue = cluster.subscribe<{ unschedulable: { count: number; pods: { name: string }[] } }>(
      'subscription { schedulingQueueChanged { unschedulable { count pods { name } } } }',
    );
    expect(await faults.until((all) => all.length === 1)).toEqual([[]]);
    await queue.until((all) => all.length === 1);
    await cluster.mutate('stopHeartbeats', { nodes: ['node-1'] }, 'nodes');
    const changed = await faults.until((all) => all.length === 2);
    expect(changed[1]).toEqual([{ kind: 'HEARTBEATS_STOPPED', nodeName: 'node-1' }]);
    await cluster.mutate('createObject', { object: podOf('huge', { cpu: '64' }) }, 'object { id }');
    await cluster.mutate('advanceClock', { by: '2m' }, 'events');
    await zones.until((all) => all.at(-1)?.some(({ unhealthyNodes }) => unhealthyNodes === 1) ?? false);
    const waiting = await queue.until((all) => all.at(-1)?.unschedulable.count === 1);
    expect(waiting.at(-1)).toEqual({ unschedulable: { count: 1, pods: [{ name: 'huge' }] } });
    await cluster.mutate('clearFaults', {}, 'nodes');
    expect((await faults.until((all) => all.length === 3))[2]).toEqual([]);
    for (const watch of [faults, zones, queue]) watch.stop();
  });

  it('the course of a scenario, cycles of the descheduler and the list of clusters are reported', async () => {
    const cluster = await server.cluster({ nodes: 1 });
    const scenario = cluster.subscribe<{ name: string; isRunning: boolean; passed: boolean; steps: object[] }>(
      'subscription { scenarioProgressed { name isRunning passed steps { name ok } } }',
    );
    const cycles = cluster.subscribe<{ number: number; evicted: number }>(
      'subscription { deschedulerRan { number evicted } }',
    );
    const clusters = cluster.subscribe<{ name: string }[]>('subscription { clustersChanged { name } }');
    await clusters.until((all) => all.length > 0);
    const yaml =
      'apiVersion: sim.orrery.dev/v1\nkind: Scenario\nmetadata: { name: short }\nspec: { actions: [{ at: 1s, cordon: node-1 }] }\n';
    const { report } = await cluster.mutate<{ report: { steps: object[] } }>(
      'runScenario',
      { yaml },
      'report { steps { name ok } }',
    );
    const course = await scenario.until((all) => all.at(-1)?.isRunning === false);
    expect(course.at(-1)).toEqual({ name: 'short', isRunning: false, passed: true, steps: report.steps });
    const policy = { apiVersion: 'descheduler/v1alpha1', kind: 'DeschedulerPolicy', strategies: {} };
    await cluster.mutate('runDescheduler', { object: policy }, 'run { number }');
    await cycles.until((all) => all.length === 1);
    const other = await server.cluster();
    await clusters.until((all) => all.at(-1)?.some(({ name }) => name === other.name) ?? false);
    for (const watch of [scenario, cycles, clusters]) watch.stop();
  });
});

test.each([
  ['a revision that is not a number', { resourceVersion: 'abc' }, 'BAD_USER_INPUT'],
  ['a selector that cannot be read', { filter: { labelSelector: '!!' } }, 'BAD_USER_INPUT'],
  ['a field that cannot be selected by', { filter: { fieldSelector: 'spec.nope=1' } }, 'BAD_USER_INPUT'],
])('refuses %s', async (_name, variables, code) => {
  const cluster = await server.cluster();
  const watch = cluster.subscribe(POD_EVENTS, variables);
  expect(await watch.ended()).toMatchObject([{ extensions: { code } }]);
});

it('refuses what the schema does not have, and too deep a selection', async () => {
  const cluster = await server.cluster();
  const cycle = 'subscription { podEvents { ...A } } fragment A on PodEvent { ...B } fragment B on PodEvent { ...A }';
  expect(await cluster.subscribe(cycle).ended()).toMatchObject([
    { message: expect.stringMatching(/^Cannot spread fragment "A" within itself/) },
  ]);
  const unknown = await cluster.subscribe('subscription { podEvents { nope } }').ended();
  expect(unknown).toMatchObject([{ message: expect.stringContaining('Cannot query field "nope"') }]);
  const owners = `${'owner { '.repeat(14)}id${' }'.repeat(14)}`;
  const deep = await cluster.subscribe(`subscription { podEvents { object { ${owners} } } }`).ended();
  expect(deep).toMatchObject([{ message: expect.stringContaining('more than the maximum of 15') }]);
});

describe('over Server-Sent Events', () => {
  const listen = (cluster: TestGraphqlCluster, query: string): Promise<Response> =>
    fetch(`${cluster.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify({ query }),
    });

  it('tells the same as over WebSocket, until the client leaves', async () => {
    const cluster = await server.cluster();
    await makePods(cluster, ['a']);
    const { body, headers } = await listen(cluster, `subscription { podEvents { ${EVENT} } }`);
    expect(headers.get('content-type')).toContain('text/event-stream');
    const before = server.plane.streams.size;
    const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    const readUntil = async (part: string): Promise<void> => {
      while (!text.includes(part)) {
        const { value, done } = await reader.read();
        if (done) throw new TypeError(`the stream ended: ${text}`);
        text += value;
      }
    };
    await readUntil('BOOKMARK');
    await makePods(cluster, ['b']);
    await readUntil('"name":"b"');
    expect(text.startsWith('event: next\ndata: {"data":{"podEvents":{"type":"ADDED"')).toBe(true);
    await reader.cancel();
    await until('the stream is over', () => server.plane.streams.size < before);
    expect(server.plane.streams.size).toBe(before - 1);
  });

  it('says what is wrong, and answers queries as always', async () => {
    const cluster = await server.cluster();
    const refused = await listen(cluster, 'subscription { podEvents { nope } }');
    expect(refused.status).toBe(400);
    const failed = await (await listen(cluster, 'subscription { podEvents(resourceVersion: "x") { type } }')).text();
    expect(failed).toMatch(/^event: next\ndata: .*BAD_USER_INPUT.*\n\nevent: complete\ndata: \n\n$/);
    expect(await (await listen(cluster, '{ pods { totalCount } }')).json()).toEqual({
      data: { pods: { totalCount: 0 } },
    });
  });
});
