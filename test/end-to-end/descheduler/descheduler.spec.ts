import { PLACEMENT_EXAMPLES } from '../../../libs/testing/kit/descheduling/placement-examples';
import { profileOf, sampleUtilization, strategiesOf } from '../../../libs/testing/kit/descheduling/policies';
import { CLUSTER_SIZE, type Scene } from '../../../libs/testing/kit/descheduling/scene';
import { foreignOwner, namesOf, podOn } from '../../../libs/testing/kit/descheduling/scene-pods';
import { UTILIZATION_EXAMPLES } from '../../../libs/testing/kit/descheduling/utilization-examples';
import {
  startTestGraphqlServer,
  type TestGraphqlCluster,
  type TestGraphqlServer,
} from '../../../libs/testing/kit/graphql-server';
import {
  create,
  deschedule,
  evictedIn,
  pass,
  patch,
  read,
  RUN_SELECTION,
  clusterOf as sceneOn,
  type StoryPayload,
} from '../../../libs/testing/kit/stories/descheduler-story';

let server: TestGraphqlServer;

beforeAll(async () => {
  server = await startTestGraphqlServer();
});
afterAll(() => server.close());

const clusterOf = (scene: Scene): Promise<TestGraphqlCluster> => sceneOn(server, scene);

it.each([...PLACEMENT_EXAMPLES, ...UTILIZATION_EXAMPLES])('$name', async ({ scene, runs, after, relabel }) => {
  const cluster = await clusterOf(scene);
  if (relabel) {
    await patch(server, cluster, { path: `nodes/${relabel.node}`, body: { metadata: { labels: relabel.labels } } });
  }
  if (after) await pass(cluster, after);
  for (const { policy, want } of runs) {
    const trial = await deschedule(cluster, policy, { dryRun: true });
    expect(evictedIn(trial)).toEqual(want);
  }
});

it('taints of the effect NoExecute are no business of the strategy (spec descheduler E20)', async () => {
  const cluster = await clusterOf({ nodes: [{ name: 'n1' }, { name: 'n2' }], pods: [podOn('n1', 'p1')] });
  // With a taint manager the pod would be gone before anybody else sees it.
  await cluster.mutate('setNodeHealth', { enableTaintManager: false }, 'nodeHealth { enableTaintManager }');
  const policy = profileOf('RemovePodsViolatingNodeTaints', {});
  const evictedWith = async (effect: string): Promise<string[]> => {
    const taints = [{ key: 'dedicated', value: 'gold', effect }];
    await patch(server, cluster, { path: 'nodes/n1', body: { spec: { taints } } });
    return evictedIn(await deschedule(cluster, policy, { dryRun: true }));
  };
  expect(await evictedWith('NoExecute')).toEqual([]);
  expect(await evictedWith('NoSchedule')).toEqual(['p1']);
});

/** Writes a status in place of a kubelet. */
async function patchStatus(cluster: TestGraphqlCluster, pod: string, status: object): Promise<void> {
  await patch(server, cluster, { path: `namespaces/default/pods/${pod}/status`, body: { status } });
}

it('nodes that are not ready do not count, and with a single one left nothing is done (spec descheduler E25)', async () => {
  const pods = namesOf('w', 3).map((name) => podOn('n1', name));
  const cluster = await clusterOf({ nodes: [{ name: 'n1' }, { name: 'n2' }], pods });
  const policy = strategiesOf({ RemoveDuplicates: { enabled: true } });
  expect(evictedIn(await deschedule(cluster, policy, { dryRun: true }))).toEqual(['w2', 'w3']);
  await cluster.mutate('stopHeartbeats', { nodes: ['n2'] }, 'nodes');
  await pass(cluster, '60s');
  const { decisions, notes } = await deschedule(cluster, policy);
  expect([decisions, notes]).toEqual([
    [],
    ['the cluster size is 0 or 1 ready nodes: evictions would only disrupt, nothing is done'],
  ]);
});

it('priority counts before quality of service (spec descheduler E10)', async () => {
  const classes = { low: 0, middle: 500, high: 1000 };
  const further = Object.entries(classes).map(([name, value]) => ({
    apiVersion: 'scheduling.k8s.io/v1',
    kind: 'PriorityClass',
    metadata: { name },
    value,
  }));
  const of = (priorityClassName: string): object => ({ spec: { priorityClassName } });
  const asks = { cpu: '800m', memory: '1Gi' };
  const pods = [
    podOn('n1', 'p1', { ...asks, ...of('high') }),
    podOn('n1', 'p2', of('high')),
    podOn('n1', 'p3', { ...asks, guaranteed: true, ...of('low') }),
    podOn('n1', 'p4', { ...asks, ...of('middle') }),
  ];
  const cluster = await clusterOf({ nodes: [{ name: 'n1' }, { name: 'n2' }], pods, further });
  expect(evictedIn(await deschedule(cluster, sampleUtilization(), { dryRun: true }))).toEqual(['p3']);
});

it('the pods that restart most go first (spec descheduler E23)', async () => {
  const two = {
    spec: {
      containers: [
        { name: 'a', image: 'x' },
        { name: 'b', image: 'x' },
      ],
    },
  };
  const withInit = { spec: { ...two.spec, initContainers: [{ name: 'i', image: 'x' }] } };
  const pods = [podOn('n1', 'p1', withInit), podOn('n1', 'p2'), podOn('n1', 'p3')];
  const cluster = await clusterOf({ nodes: [{ name: 'n1' }, { name: 'n2' }], pods });
  const statuses = (counts: Record<string, number>): object[] =>
    Object.entries(counts).map(([name, restartCount]) => ({
      name,
      restartCount,
      ready: true,
      image: 'x',
      imageID: 'x',
      state: { running: {} },
    }));
  // A kubelet that hears of it would set the counts right.
  await cluster.mutate('stopHeartbeats', { nodes: ['n1'] }, 'nodes');
  await patchStatus(cluster, 'p1', {
    containerStatuses: statuses({ a: 60, b: 39 }),
    initContainerStatuses: statuses({ i: 1 }),
  });
  await patchStatus(cluster, 'p2', { containerStatuses: statuses({ main: 100 }) });
  await patchStatus(cluster, 'p3', { containerStatuses: statuses({ main: 250 }) });
  const policy = (includingInitContainers: boolean): object =>
    profileOf('RemovePodsHavingTooManyRestarts', { podRestartThreshold: 100, includingInitContainers });
  expect(evictedIn(await deschedule(cluster, policy(false), { dryRun: true }))).toEqual(['p3', 'p2']);
  expect(evictedIn(await deschedule(cluster, policy(true), { dryRun: true }))).toEqual(['p3', 'p1', 'p2']);
});

it('pods that failed long enough ago go, unless they are protected (spec descheduler E24)', async () => {
  const job = [foreignOwner('batch', 'Job')];
  const cluster = await clusterOf({
    nodes: [{ name: 'n1' }, { name: 'n2' }],
    pods: [podOn('n1', 'f1', { owners: job }), podOn('n1', 'f3', { owners: [] })],
  });
  await pass(cluster, '110m');
  await create(cluster, [podOn('n1', 'f2', { owners: job })]);
  await pass(cluster, '10m');
  await cluster.mutate('stopHeartbeats', { nodes: ['n1'] }, 'nodes');
  for (const pod of ['f1', 'f2', 'f3']) await patchStatus(cluster, pod, { phase: 'Failed', reason: 'Error' });
  const evicted = async (args: object, evictor: object = {}): Promise<string[]> =>
    evictedIn(await deschedule(cluster, profileOf('RemoveFailedPods', args, evictor), { dryRun: true })).sort();
  expect(await evicted({ reasons: ['Error'] })).toEqual(['f1']);
  expect(await evicted({ reasons: ['Error'], excludeOwnerKinds: ['Job'] })).toEqual([]);
  expect(await evicted({}, { podProtections: { defaultDisabled: ['FailedBarePods'] } })).toEqual(['f1', 'f3']);
});

it('nodeFit asks the cluster’s own scheduler, whatever its rules are', async () => {
  const labels = { app: 'spread' };
  const spread = {
    maxSkew: 1,
    topologyKey: 'kubernetes.io/hostname',
    whenUnsatisfiable: 'DoNotSchedule',
    labelSelector: { matchLabels: labels },
  };
  const pods = [
    podOn('n1', 'p1', { labels, spec: { topologySpreadConstraints: [spread] } }),
    podOn('n2', 'q1', { labels }),
    podOn('n2', 'q2', { labels }),
  ];
  const cluster = await clusterOf({ nodes: [{ name: 'n1' }, { name: 'n2' }], pods });
  await pass(cluster, '1h');
  const policy = (nodeFit: boolean): object =>
    profileOf('PodLifeTime', { maxPodLifeTimeSeconds: 60, labelSelector: { matchLabels: labels } }, { nodeFit });
  expect(evictedIn(await deschedule(cluster, policy(false), { dryRun: true })).sort()).toEqual(['p1', 'q1', 'q2']);
  // A third one on n2 would be two more than on n1, so p1 may only come back to where it is.
  const { decisions } = await deschedule(cluster, policy(true), { dryRun: true });
  expect(decisions.filter(({ pod, verdict }) => pod === 'p1' && verdict === 'EVICTED')).toEqual([]);
  expect(decisions.filter(({ pod, verdict }) => pod.startsWith('q') && verdict === 'EVICTED')).toHaveLength(2);
});

it('budgets are kept by the same subresource that clients use, and dry runs foresee it (spec descheduler E18)', async () => {
  const labels = { app: 'guarded' };
  const budget = {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: { name: 'guarded' },
    spec: { minAvailable: 2, selector: { matchLabels: labels } },
  };
  const pods = namesOf('p', 3).map((name) => podOn('n1', name, { labels }));
  const cluster = await clusterOf({ nodes: [{ name: 'n1' }, { name: 'n2' }], pods, further: [budget] });
  const policy = strategiesOf({ RemoveDuplicates: { enabled: true } });
  const before = await attemptsCounted();
  const trial = await deschedule(cluster, policy, { dryRun: true });
  const live = await deschedule(cluster, policy);
  const reported = live.decisions.map(({ pod, verdict }) => [pod, verdict]);
  expect(reported).toEqual([
    ['p2', 'EVICTED'],
    ['p3', 'REFUSED'],
  ]);
  expect(trial.decisions.map(({ pod, verdict }) => [pod, verdict])).toEqual(reported);
  expect(live.decisions[1]!.obstacle).toBe("Cannot evict pod as it would violate the pod's disruption budget.");
  // The next cycle takes the other one, once there is a replacement that is ready.
  await create(cluster, [podOn('n2', 'p4', { labels })]);
  await pass(cluster, '20s');
  expect(evictedIn(await deschedule(cluster, policy))).toEqual(['p3']);
  // Events are written behind everything more urgent; a step of the clock waits for them.
  await pass(cluster, '1s');
  const { events } = await cluster.query<{ events: { nodes: { reason: string; message: string }[] } }>(
    '{ events(first: 50) { nodes { reason message } } }',
  );
  expect(events.nodes).toContainEqual({
    reason: 'RemoveDuplicates',
    message: 'pod eviction from n1 node by sigs.k8s.io/descheduler',
  });
  const { items } = await read<{ items: object[] }>(server, cluster, 'api/v1/namespaces/default/events');
  expect(items).toContainEqual(
    expect.objectContaining({
      type: 'Normal',
      action: 'Descheduled',
      reportingComponent: 'sigs.k8s.io/descheduler',
      involvedObject: expect.objectContaining({ kind: 'Pod', name: 'p2' }),
    }),
  );
  const after = await attemptsCounted();
  expect(after.map((count, i) => count - before[i]!)).toEqual([2, 1]);
});

/** Returns how many evictions of duplicates succeeded and how many failed, in all clusters of the server. */
async function attemptsCounted(): Promise<number[]> {
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  return ['success', 'error'].map((result) => {
    const line = `descheduler_pods_evicted_total\\{result="${result}",strategy="RemoveDuplicates".*namespace="default",node="n1"\\}`;
    return Number(new RegExp(`^${line} (\\d+)$`, 'm').exec(metrics)?.[1] ?? 0);
  });
}

it('tells of evictions that failed where the policy wants it, and why past cycles spared or evicted a pod', async () => {
  const pods = [podOn('n1', 'o1'), podOn('n1', 'o2'), podOn('n1', 'bare', { owners: [] })];
  const cluster = await clusterOf({ nodes: [{ name: 'n1' }, { name: 'n2' }], pods });
  await pass(cluster, '2h');
  const limits = { maxNoOfPodsToEvictPerNode: 1, evictionFailureEventNotification: true };
  await deschedule(cluster, profileOf('PodLifeTime', { maxPodLifeTimeSeconds: 3600 }, {}, limits));
  await pass(cluster, '1s');
  const { items } = await read<{ items: object[] }>(server, cluster, 'api/v1/namespaces/default/events');
  expect(items).toContainEqual(
    expect.objectContaining({
      type: 'Warning',
      reason: 'EvictionFailed',
      action: 'Descheduled',
      message: 'pod eviction from n1 node by sigs.k8s.io/descheduler failed: node eviction limit exceeded (1)',
    }),
  );
  const DECISION = 'run trigger dryRun node profile strategy verdict reason obstacle';
  const reported = { run: expect.any(Number), trigger: 'REQUEST', dryRun: false, node: 'n1', profile: 'main' };
  const why = { ...reported, strategy: 'PodLifeTime', reason: expect.stringContaining('3600') };
  // The evicted pod is gone, what was decided about it is not.
  const past = await cluster.query<{ deschedulingDecisions: object[] }>(
    `{ deschedulingDecisions(filter: { namespace: "default", pod: "o1" }) { ${DECISION} } }`,
  );
  expect(past.deschedulingDecisions).toEqual([{ ...why, verdict: 'EVICTED', obstacle: null }]);
  const { pod } = await cluster.query<{ pod: { deschedulingDecisions: object[] } }>(
    `{ pod(name: "bare", namespace: "default") { deschedulingDecisions { ${DECISION} } } }`,
  );
  const obstacle = 'pod does not have any ownerRefs';
  expect(pod.deschedulingDecisions).toEqual([{ ...why, verdict: 'PROTECTED', obstacle }]);
});

const REPLICAS = {
  apiVersion: 'apps/v1',
  kind: 'ReplicaSet',
  metadata: { name: 'web' },
  spec: {
    replicas: 8,
    selector: { matchLabels: { app: 'web' } },
    template: {
      metadata: { labels: { app: 'web' } },
      spec: { containers: [{ name: 'main', image: 'web', resources: { requests: { cpu: '400m', memory: '1Gi' } } }] },
    },
  },
};

async function podsPerNode(cluster: TestGraphqlCluster): Promise<Record<string, number>> {
  const { pods } = await cluster.query<{ pods: { nodes: { spec: { nodeName: string } }[] } }>(
    '{ pods(first: 100) { nodes { spec { nodeName } } } }',
  );
  const counts: Record<string, number> = {};
  for (const { spec } of pods.nodes) counts[spec.nodeName] = (counts[spec.nodeName] ?? 0) + 1;
  return counts;
}

it('a run evens out utilisation, evicted pods are made again elsewhere, and a second run evicts nothing', async () => {
  const cluster = await clusterOf({ nodes: [{ name: 'n1' }], pods: [], further: [REPLICAS] });
  expect(await podsPerNode(cluster)).toEqual({ n1: 8 });
  const amounts = CLUSTER_SIZE;
  await cluster.mutate('addNodes', { name: 'n2', capacity: amounts, allocatable: amounts }, 'node { id }');
  await pass(cluster, '60s');
  const first = await deschedule(cluster, sampleUtilization());
  expect(first.evicted).toBe(3);
  await pass(cluster, '2m');
  expect(await podsPerNode(cluster)).toEqual({ n1: 5, n2: 3 });
  const second = await deschedule(cluster, sampleUtilization());
  expect(second.evicted).toBe(0);
});

it('runs by a schedule on cluster time, and past runs can be asked for', async () => {
  const pods = namesOf('p', 3).map((name) => podOn('n1', name));
  const cluster = await clusterOf({ nodes: [{ name: 'n1' }, { name: 'n2' }], pods });
  const policy = strategiesOf({ RemoveDuplicates: { enabled: true } });
  const set = await cluster.mutate<{ schedule: unknown }>(
    'setDeschedulerSchedule',
    { object: policy, cron: '*/5 * * * *', dryRun: true },
    'schedule { cron interval nextAt dryRun }',
  );
  expect(set.schedule).toEqual({ cron: '*/5 * * * *', interval: null, nextAt: '2026-03-01T12:05:00Z', dryRun: true });
  await pass(cluster, '10m');
  const RUNS =
    '{ deschedulerRuns { trigger startedAt dryRun evicted decisions(filter: { verdict: EVICTED, pod: "p2" }) { pod strategy reason } } }';
  const { deschedulerRuns } = await cluster.query<{ deschedulerRuns: unknown[] }>(RUNS);
  const reason = '3 pods of ReplicaSet default/web on the node, 1 may stay';
  const decisions = [{ pod: 'p2', strategy: 'RemoveDuplicates', reason }];
  const run = { trigger: 'SCHEDULE', dryRun: true, evicted: 2, decisions };
  expect(deschedulerRuns).toEqual([
    { ...run, startedAt: '2026-03-01T12:10:00Z' },
    { ...run, startedAt: '2026-03-01T12:05:00Z' },
  ]);
  await cluster.mutate(
    'setDeschedulerSchedule',
    { object: policy, interval: '3m', dryRun: true },
    'schedule { nextAt }',
  );
  // One that takes over knows what has been carried out.
  await pass(cluster, '3m');
  await cluster.mutate('restartComponent', { component: 'DESCHEDULER' }, 'component');
  await pass(cluster, '4m');
  expect((await cluster.query<{ deschedulerRuns: unknown[] }>(RUNS)).deschedulerRuns).toHaveLength(4);
  await cluster.mutate('setDeschedulerSchedule', { remove: true }, 'schedule { nextAt }');
  await pass(cluster, '10m');
  expect((await cluster.query<{ deschedulerRuns: unknown[] }>(RUNS)).deschedulerRuns).toHaveLength(4);
});

it.each([
  {
    what: 'threshold 120',
    policy: profileOf('LowNodeUtilization', { thresholds: { cpu: 120 }, targetThresholds: { cpu: 120 } }),
    field: 'thresholds',
  },
  {
    what: 'threshold 60, target 50',
    policy: profileOf('LowNodeUtilization', { thresholds: { cpu: 60 }, targetThresholds: { cpu: 50 } }),
    field: 'thresholds',
  },
  {
    what: 'different resources',
    policy: profileOf('LowNodeUtilization', { thresholds: { cpu: 20 }, targetThresholds: { cpu: 50, memory: 50 } }),
    field: 'targetThresholds',
  },
  { what: 'thresholds missing', policy: profileOf('HighNodeUtilization', {}), field: 'thresholds' },
  { what: 'unknown strategy', policy: strategiesOf({ LowUtilization: { enabled: true } }), field: 'LowUtilization' },
  {
    what: 'no affinity type',
    policy: strategiesOf({ RemovePodsViolatingNodeAffinity: { enabled: true } }),
    field: 'nodeAffinityType',
  },
  {
    what: 'include and exclude',
    policy: profileOf('RemoveDuplicates', { namespaces: { include: ['a'], exclude: ['b'] } }),
    field: 'namespaces',
  },
  {
    what: 'a negative number of nodes, in the guide’s format',
    policy: sampleUtilization({ numberOfNodes: -1 }),
    field: 'numberOfNodes',
  },
  {
    what: 'restarts 0',
    policy: profileOf('RemovePodsHavingTooManyRestarts', { podRestartThreshold: 0 }),
    field: 'podRestartThreshold',
  },
  {
    what: 'a priority by name and by value',
    policy: profileOf('PodLifeTime', { maxPodLifeTimeSeconds: 60 }, { priorityThreshold: { name: 'a', value: 1 } }),
    field: 'priorityThreshold',
  },
  {
    what: 'a priority above that of user classes',
    policy: profileOf('PodLifeTime', { maxPodLifeTimeSeconds: 60 }, { priorityThreshold: { value: 2_000_000_001 } }),
    field: 'priorityThreshold',
  },
])('a policy is refused with field and reason: $what (spec descheduler E26)', async ({ policy, field }) => {
  const cluster = await server.cluster({ nodes: 2 });
  const { run, errors } = await cluster.attempt<StoryPayload>('runDescheduler', { object: policy }, RUN_SELECTION);
  expect(run).toBeNull();
  expect(errors[0]!.field.at(-1)).toBe(field);
  expect(errors[0]!.message).toContain(field);
});
