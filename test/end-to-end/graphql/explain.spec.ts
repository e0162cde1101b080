import { setTimeout as pause } from 'node:timers/promises';
import { ControlPlane, SOLO_SHARDS } from '@orrery/control-plane';
import { builtInPlugins } from '@orrery/scheduler-plugins';
import { createLogger, Metrics } from '@orrery/service';
import { startApiServer } from '../../../apps/api-server/start-api-server';
import { GraphqlClient } from '../../../libs/testing/kit/graphql-client';
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

interface Explained {
  readonly selectedNode: { readonly metadata: { readonly name: string } } | null;
  readonly ties: readonly { readonly metadata: { readonly name: string } }[];
  readonly feasibleCount: number;
  readonly evaluatedCount: number;
  readonly message: string;
  readonly gates: readonly string[];
  readonly nodes: readonly {
    readonly node: { readonly metadata: { readonly name: string } };
    readonly feasible: boolean;
    readonly firstFailure: { readonly plugin: string } | null;
    readonly filters: readonly {
      readonly plugin: string;
      readonly predicate: string | null;
      readonly passed: boolean;
      readonly code: string;
      readonly reasons: readonly string[];
      readonly detail: unknown;
    }[];
    readonly scores: readonly {
      readonly plugin: string;
      readonly raw: number;
      readonly normalized: number;
      readonly weight: number;
      readonly weighted: number;
    }[];
    readonly total: number | null;
    readonly rank: number | null;
    readonly preemption: { readonly role: string; readonly reason: string | null } | null;
  }[];
  readonly preemption: {
    readonly node: { readonly metadata: { readonly name: string } };
    readonly victims: readonly { readonly metadata: { readonly name: string } }[];
    readonly candidates: readonly { readonly outrankedBy: string | null }[];
  } | null;
}

const EXPLAINED = `
  selectedNode { metadata { name } } ties { metadata { name } } feasibleCount evaluatedCount message gates resourceVersion
  nodes { node { metadata { name } } feasible firstFailure { plugin } total rank preemption { role reason }
    filters { plugin predicate passed code reasons detail } scores { plugin priority raw normalized weight weighted } }
  preemption { node { metadata { name } } victims { metadata { name } } pdbViolations
    candidates { node { metadata { name } } victims { metadata { name } } outrankedBy } }`;
const QUESTION = `query ($input: ExplainSchedulingInput!) { explainScheduling(input: $input) { ${EXPLAINED} } }`;

async function explain(cluster: TestGraphqlCluster, input: Record<string, unknown>): Promise<Explained> {
  return (await cluster.query<{ explainScheduling: Explained }>(QUESTION, { input })).explainScheduling;
}

async function place(
  cluster: TestGraphqlCluster,
  name: string,
  options: Parameters<typeof podOf>[1] = {},
): Promise<void> {
  await cluster.mutate('createObject', { object: podOf(name, options) }, 'object { id }');
  await cluster.mutate('advanceClock', { by: '1s' }, 'events');
}

const DECISION = `number time podName attempt scheduler schedulerName resourceVersion outcome nodeName message
  evaluatedCount feasibleCount tieCount tieNames pod { metadata { name } } node { metadata { name } }
  rejections { plugin reason count nodeNames } best { nodeName total scores { plugin raw normalized weight weighted } }
  preemption { nodeName victims { name priority } pdbViolations outranked { nodeName victimCount outrankedBy } }`;

interface Decision {
  readonly number: number;
  readonly podName: string;
  readonly attempt: number;
  readonly outcome: string;
  readonly nodeName: string | null;
  readonly message: string;
  readonly best: readonly { readonly nodeName: string; readonly total: number }[];
}

async function decisions(cluster: TestGraphqlCluster, filter: Record<string, unknown> = {}): Promise<Decision[]> {
  const query = `query ($filter: SchedulingDecisionFilter) { schedulingDecisions(filter: $filter) { nodes { ${DECISION} } } }`;
  return (await cluster.query<{ schedulingDecisions: { nodes: Decision[] } }>(query, { filter })).schedulingDecisions
    .nodes;
}

it('says where a pod that does not exist would go, writes nothing, and is right', async () => {
  const cluster = await server.cluster({ nodes: 4 });
  await cluster.mutate('cordonNode', { name: 'node-1' }, 'node { id }');
  await place(cluster, 'old', { cpu: '3', node: 'node-2' });
  const object = podOf('web', { cpu: '2' });
  const explained = await explain(cluster, { object });
  expect(explained).toMatchObject({ feasibleCount: 2, evaluatedCount: 4, message: '', gates: [], preemption: null });
  const byName = new Map(explained.nodes.map((verdict) => [verdict.node.metadata.name, verdict]));
  expect(byName.get('node-1')).toMatchObject({
    feasible: false,
    firstFailure: { plugin: 'NodeUnschedulable' },
    total: null,
  });
  expect(byName.get('node-2')!.filters.filter(({ passed }) => !passed)).toMatchObject([
    { plugin: 'NodeResourcesFit', code: 'UNSCHEDULABLE', reasons: ['Insufficient cpu'], predicate: null },
  ]);
  expect(byName.get('node-2')!.filters.find(({ plugin }) => plugin === 'NodePorts')).toMatchObject({ code: 'SKIPPED' });
  const free = byName.get('node-3')!;
  expect(free.total).toBe(free.scores.reduce((sum, { weighted }) => sum + weighted, 0));
  expect(free).toMatchObject({ feasible: true, rank: 1, firstFailure: null });
  expect(explained.ties.map(({ metadata }) => metadata.name)).toEqual(['node-3', 'node-4']);
  const { pod } = await cluster.query<{ pod: unknown }>('{ pod(name: "web") { id } }');
  expect(pod).toBeNull();

  await place(cluster, 'web', { cpu: '2' });
  const after = await cluster.query<{ pod: { spec: { nodeName: string } } }>(
    '{ pod(name: "web") { spec { nodeName } } }',
  );
  expect(after.pod.spec.nodeName).toBe(explained.selectedNode!.metadata.name);
});

it('follows the cluster between two questions', async () => {
  const cluster = await server.cluster({ nodes: 1 });
  await cluster.mutate('advanceClock', { by: '1s' }, 'events');
  const input = { object: podOf('web', { cpu: '2' }) };
  expect(await explain(cluster, input)).toMatchObject({ feasibleCount: 1 });
  await place(cluster, 'other', { cpu: '3' });
  expect(await explain(cluster, input)).toMatchObject({
    feasibleCount: 0,
    selectedNode: null,
    message:
      '0/1 nodes are available: 1 Insufficient cpu. no new claims to deallocate, preemption: 0/1 nodes are available: 1 No preemption victims found for incoming pod.',
  });
  expect(await explain(cluster, { ...input, assumeEvicted: [{ name: 'other' }] })).toMatchObject({ feasibleCount: 1 });
  expect(await explain(cluster, { ...input, withPreemption: false })).toMatchObject({
    message: '0/1 nodes are available: 1 Insufficient cpu.',
  });
  await cluster.mutate('addNodes', { name: 'bigger', capacity: { cpu: 8 } }, 'node { id }');
  await cluster.mutate('advanceClock', { by: '1s' }, 'events');
  expect((await explain(cluster, { ...input, nodes: ['bigger'] })).nodes).toMatchObject([
    { node: { metadata: { name: 'bigger' } }, feasible: true },
  ]);
});

it('speaks of predicates and priorities where the scheduler was given a Policy', async () => {
  const cluster = await server.cluster({ nodes: 2 });
  const object = {
    kind: 'Policy',
    apiVersion: 'v1',
    predicates: [
      { name: 'PodFitsResources' },
      { name: 'RegionWanted', argument: { labelsPresence: { labels: ['region'], presence: true } } },
    ],
    priorities: [{ name: 'LeastRequestedPriority', weight: 2 }],
  };
  await cluster.mutate('setSchedulerConfig', { object }, 'config { format }');
  const label = { apiVersion: 'v1', kind: 'Node', name: 'node-2', labels: { region: 'west' } };
  await cluster.mutate('setLabels', label, 'object { metadata { name } }');
  const { nodes } = await explain(cluster, { object: podOf('web', { cpu: '1' }) });
  const [first, second] = nodes;
  expect(first!.filters.filter(({ passed }) => !passed)).toMatchObject([{ predicate: 'RegionWanted' }]);
  expect(second!.scores).toMatchObject([{ priority: 'LeastRequestedPriority', weight: 2 }]);
});

it('explains who would be displaced, and keeps what was', async () => {
  const cluster = await server.cluster({ nodes: 2 });
  await cluster.mutate(
    'createObject',
    { objects: [priorityClass('low', 1), priorityClass('high', 1000)] },
    'objects { id }',
  );
  await place(cluster, 'cheap', { cpu: '3', node: 'node-1', spec: { priorityClassName: 'low' } });
  await place(cluster, 'dear', { cpu: '3', node: 'node-2' });
  const urgent = podOf('urgent', { cpu: '3', spec: { priorityClassName: 'high' } });
  const { preemption, nodes } = await explain(cluster, { object: urgent });
  expect(preemption).toMatchObject({
    node: { metadata: { name: 'node-2' } },
    victims: [{ metadata: { name: 'dear' } }],
  });
  expect(nodes.map((verdict) => verdict.preemption)).toEqual([
    { role: 'OUTRANKED', reason: 'node-2 is preferred: its most important victim has a lower priority' },
    { role: 'CHOSEN', reason: null },
  ]);
  await cluster.mutate('createObject', { object: urgent }, 'object { id }');
  await cluster.mutate('advanceClock', { by: '1m' }, 'events');
  const made = await decisions(cluster, { pod: 'urgent' });
  expect(made.map(({ outcome, nodeName, attempt }) => [outcome, nodeName, attempt])).toEqual([
    ['BOUND', 'node-2', 2],
    ['NOMINATED', 'node-2', 1],
  ]);
  expect(made[1]).toMatchObject({
    preemption: { nodeName: 'node-2', victims: [{ name: 'dear', priority: 0 }], outranked: [{ nodeName: 'node-1' }] },
  });
});

it('keeps how each decision came about', async () => {
  const cluster = await server.cluster({ nodes: 3 });
  await cluster.mutate('cordonNode', { name: 'node-3' }, 'node { id }');
  await place(cluster, 'web', { cpu: '1' });
  await place(cluster, 'huge', { cpu: '100' });
  const [huge, web] = await decisions(cluster);
  expect(web).toMatchObject({
    podName: 'web',
    attempt: 1,
    scheduler: 'default',
    schedulerName: 'default-scheduler',
    outcome: 'BOUND',
    evaluatedCount: 3,
    feasibleCount: 2,
    tieCount: 2,
    pod: { metadata: { name: 'web' } },
    node: { metadata: { name: web!.nodeName } },
    message: `Successfully assigned default/web to ${web!.nodeName}`,
    rejections: [
      { plugin: 'NodeUnschedulable', reason: 'node(s) were unschedulable', count: 1, nodeNames: ['node-3'] },
    ],
  });
  expect(web!.best.map(({ nodeName }) => nodeName).sort()).toEqual(['node-1', 'node-2']);
  expect(huge).toMatchObject({ podName: 'huge', outcome: 'UNSCHEDULABLE', nodeName: null, feasibleCount: 0, best: [] });
  expect(huge!.message).toMatch(/^0\/3 nodes are available: /);

  const ofPod = await cluster.query<{ pod: { schedulingDecisions: Decision[] } }>(
    '{ pod(name: "web") { schedulingDecisions(first: 5) { podName nodeName } } }',
  );
  expect(ofPod.pod.schedulingDecisions).toEqual([{ podName: 'web', nodeName: web!.nodeName }]);
  expect((await decisions(cluster, { outcome: 'UNSCHEDULABLE' })).map(({ podName }) => podName)).toEqual(['huge']);
  expect((await decisions(cluster, { node: web!.nodeName })).map(({ podName }) => podName)).toEqual(['web']);
  await cluster.mutate('deleteObject', { apiVersion: 'v1', kind: 'Pod', name: 'web', gracePeriodSeconds: 0 }, 'isGone');
  expect((await decisions(cluster, { pod: 'web' }))[0]).toMatchObject({ podName: 'web', pod: null });
});

it('pages through decisions while newer ones come', async () => {
  const cluster = await server.cluster({ nodes: 1 });
  for (const name of ['a', 'b', 'c']) await place(cluster, name);
  const page = `query ($after: String) { schedulingDecisions(first: 2, after: $after) {
    nodes { podName } totalCount pageInfo { hasNextPage endCursor } } }`;
  type Page = {
    schedulingDecisions: {
      nodes: Decision[];
      totalCount: number;
      pageInfo: { hasNextPage: boolean; endCursor: string };
    };
  };
  const first = (await cluster.query<Page>(page)).schedulingDecisions;
  expect(first).toMatchObject({
    nodes: [{ podName: 'c' }, { podName: 'b' }],
    totalCount: 3,
    pageInfo: { hasNextPage: true },
  });
  await place(cluster, 'd');
  const second = (await cluster.query<Page>(page, { after: first.pageInfo.endCursor })).schedulingDecisions;
  expect(second).toMatchObject({ nodes: [{ podName: 'a' }], totalCount: 4, pageInfo: { hasNextPage: false } });
  const { errors } = await cluster.send('{ schedulingDecisions(after: "nonsense") { totalCount } }');
  expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
});

it('streams decisions in order, each once', async () => {
  const cluster = await server.cluster({ nodes: 2 });
  await place(cluster, 'before');
  const stream = cluster.subscribe<Decision>(
    'subscription { schedulingDecisionMade(filter: {outcome: BOUND}) { number podName } }',
  );
  // The subscription has begun when decisions reach it.
  for (let i = 0; stream.events.length === 0 && i < 50; i++) {
    await place(cluster, `probe-${i}`);
    await pause(20);
  }
  const names = Array.from({ length: 30 }, (_, i) => `web-${i}`);
  await cluster.mutate('createObject', { objects: names.map((name) => podOf(name)) }, 'objects { id }');
  await cluster.mutate('advanceClock', { by: '1s' }, 'events');
  const isWeb = ({ podName }: Decision): boolean => podName.startsWith('web-');
  const events = await stream.until((all) => all.filter(isWeb).length >= 30);
  const numbers = events.map(({ number }) => number);
  expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
  const streamed = events.filter(isWeb).map(({ podName }) => podName);
  expect(streamed.sort()).toEqual(names.sort());
  stream.stop();
});

it('tells what waits where', async () => {
  const cluster = await server.cluster({ nodes: 1 });
  await place(cluster, 'huge', { cpu: '64' });
  await place(cluster, 'held', { spec: { schedulingGates: [{ name: 'example.com/quota' }] } });
  const { schedulingQueue } = await cluster.query<{ schedulingQueue: unknown }>(
    `{ schedulingQueue { active { count } gated { count pods { name attempts firstAttempt } }
      unschedulable { count pods { scheduler name attempts since rejectedBy pod { metadata { name } } } } } }`,
  );
  expect(schedulingQueue).toMatchObject({
    active: { count: 0 },
    gated: { count: 1, pods: [{ name: 'held', attempts: 0, firstAttempt: null }] },
    unschedulable: {
      count: 1,
      pods: [
        { scheduler: 'default', name: 'huge', rejectedBy: ['NodeResourcesFit'], pod: { metadata: { name: 'huge' } } },
      ],
    },
  });
});

it('knows decisions and queue in a process that starts later and decides nothing', async () => {
  const cluster = await server.cluster({ nodes: 1 });
  await place(cluster, 'web');
  await place(cluster, 'huge', { cpu: '64' });
  const databaseUrl = server.plane.database.url;
  const logger = createLogger('test', 'fatal');
  const plane = await ControlPlane.open({
    databaseUrl,
    queues: { kind: 'postgres', url: databaseUrl },
    isAlone: false,
    shards: SOLO_SHARDS,
    plugins: builtInPlugins(),
    components: [],
    logger,
    metrics: new Metrics(),
    queuePrefix: 'reader',
    onlyOwnClusters: true,
  });
  await plane.start();
  const other = await startApiServer({ plane, host: '127.0.0.1', port: 0, logger });
  const client = new GraphqlClient(`${other.url}/clusters/${cluster.name}`);
  const question = `{ schedulingDecisions { nodes { podName outcome } }
    schedulingQueue { unschedulable { pods { name } } } }`;
  try {
    expect(await client.query(question)).toEqual({
      schedulingDecisions: {
        nodes: [
          { podName: 'huge', outcome: 'UNSCHEDULABLE' },
          { podName: 'web', outcome: 'BOUND' },
        ],
      },
      schedulingQueue: { unschedulable: { pods: [{ name: 'huge' }] } },
    });
  } finally {
    await client.close();
    await other.close();
    await plane.stop();
  }
});

describe('bad questions are refused, naming the field', () => {
  let cluster: TestGraphqlCluster;
  beforeAll(async () => {
    cluster = await server.cluster({ nodes: 1 });
  });

  test.each([
    ['nothing', {}, 'specify exactly one of pod, object, yaml'],
    ['two pods', { pod: { name: 'a' }, yaml: 'kind: Pod' }, 'specify exactly one of pod, object, yaml'],
    ['a pod that does not exist', { pod: { name: 'absent' } }, 'pod: pods "absent" not found'],
    [
      'another kind',
      { object: { apiVersion: 'v1', kind: 'Node', metadata: { name: 'x' } } },
      'object.kind: must be a Pod, not a Node',
    ],
    ['an invalid pod', { object: { ...podOf('x'), spec: { containers: [] } } }, 'spec.containers: Required value'],
    ['unknown fields', { object: podOf('x', { spec: { colour: 'red' } }) }, 'unknown field "spec.colour"'],
    ['text that is no YAML', { yaml: 'kind: [' }, 'error parsing YAML'],
    ['an unknown node', { object: podOf('x'), nodes: ['node-1', 'moon'] }, 'nodes[1]: nodes "moon" not found'],
    [
      'an unknown scheduler',
      { object: podOf('x'), schedulerName: 'nobody' },
      'schedulerName: no scheduler of this cluster',
    ],
    [
      'an absent pod to take away',
      { object: podOf('x'), assumeEvicted: [{ name: 'absent' }] },
      'assumeEvicted[0]: pods "absent" not found',
    ],
    [
      'an absent namespace',
      { object: { ...podOf('x'), metadata: { name: 'x', namespace: 'mars' } } },
      'namespaces "mars" not found',
    ],
  ])('%s', async (_what, input, message) => {
    const { errors } = await cluster.send(QUESTION, { input });
    expect(errors).toMatchObject([{ message: expect.stringContaining(message) }]);
    expect(errors[0]!.extensions!['code']).toMatch(/^(BAD_USER_INPUT|NOT_FOUND)$/);
  });
});

function priorityClass(name: string, value: number): object {
  return { apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: { name }, value };
}
