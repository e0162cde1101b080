import {
  startTestGraphqlServer,
  type TestGraphqlCluster,
  type TestGraphqlServer,
} from '../../libs/testing/graphql-server';
import {
  CLUSTER_SIZE,
  EXAMPLES,
  foreignOwner,
  GUIDE_POLICY,
  namesOf,
  podOn,
  profileOf,
  sampleUtilization,
  strategiesOf,
  type Scene,
} from '../../libs/testing/builders/descheduling-scene';

let server: TestGraphqlServer;

beforeAll(async () => {
  server = await startTestGraphqlServer();
});
afterAll(() => server.close());

interface Decision {
  readonly pod: string;
  readonly node: string;
  readonly verdict: string;
  readonly obstacle: string | null;
}
interface Run {
  readonly evicted: number;
  readonly refused: number;
  readonly notes: readonly string[];
  readonly log: readonly string[];
  readonly decisions: readonly Decision[];
}
interface Payload {
  readonly run: Run | null;
  readonly errors: readonly { readonly field: readonly string[]; readonly message: string }[];
}

const SELECTION = `run { evicted refused notes log decisions { pod node verdict obstacle } }`;

/** A cluster with the nodes and pods of a scene, and a little time for what is running to be ready. */
async function clusterOf({ nodes, pods, further = [] }: Scene): Promise<TestGraphqlCluster> {
  const cluster = await server.cluster({ nodes: 0 });
  for (const { name, labels, taints, allocatable, unschedulable } of nodes) {
    const amounts = { ...CLUSTER_SIZE, ...allocatable };
    await cluster.mutate(
      'addNode',
      {
        name,
        capacity: amounts,
        allocatable: amounts,
        ...(labels && { labels }),
        ...(taints && { taints }),
        ...(unschedulable && { unschedulable }),
      },
      'node { id }',
    );
  }
  if (further.length > 0) await cluster.mutate('createObject', { objects: further }, 'objects { id }');
  if (pods.length > 0) await cluster.mutate('createObject', { objects: pods }, 'objects { id }');
  await cluster.mutate('advanceClock', { by: '20s' }, 'events');
  return cluster;
}

async function patchLabels({ name }: TestGraphqlCluster, node: string, labels: object): Promise<void> {
  const answer = await fetch(`${server.url}/clusters/${name}/api/v1/nodes/${node}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/merge-patch+json' },
    body: JSON.stringify({ metadata: { labels } }),
  });
  expect(answer.status).toBe(200);
}

async function deschedule(cluster: TestGraphqlCluster, policy: object, more: object = {}): Promise<Run> {
  const { run } = await cluster.mutate<{ run: Run }>('runDescheduler', { object: policy, ...more }, SELECTION);
  return run;
}

function evictedIn({ decisions }: Run): string[] {
  return decisions.filter(({ verdict }) => verdict === 'EVICTED').map(({ pod }) => pod);
}

it.each(EXAMPLES)('$name', async ({ scene, runs, after, relabel }) => {
  const cluster = await clusterOf(scene);
  if (relabel) await patchLabels(cluster, relabel.node, relabel.labels);
  if (after) await cluster.mutate('advanceClock', { by: after }, 'events');
  for (const { policy, want } of runs) {
    const trial = await deschedule(cluster, policy, { dryRun: true });
    expect(evictedIn(trial)).toEqual(want);
  }
});

/** What a kubelet would have written. */
async function patchStatus({ name }: TestGraphqlCluster, pod: string, status: object): Promise<void> {
  const answer = await fetch(`${server.url}/clusters/${name}/api/v1/namespaces/default/pods/${pod}/status`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/merge-patch+json' },
    body: JSON.stringify({ status }),
  });
  expect(answer.status).toBe(200);
}

it('E10: priority counts before quality of service', async () => {
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

it('E23: the pods that restart most go first', async () => {
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

it('E24: pods that failed long enough ago go, unless they are protected', async () => {
  const job = [foreignOwner('batch', 'Job')];
  const cluster = await clusterOf({
    nodes: [{ name: 'n1' }, { name: 'n2' }],
    pods: [podOn('n1', 'f1', { owners: job }), podOn('n1', 'f3', { owners: [] })],
  });
  await cluster.mutate('advanceClock', { by: '110m' }, 'events');
  await cluster.mutate('createObject', { objects: [podOn('n1', 'f2', { owners: job })] }, 'objects { id }');
  await cluster.mutate('advanceClock', { by: '10m' }, 'events');
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
  await cluster.mutate('advanceClock', { by: '1h' }, 'events');
  const policy = (nodeFit: boolean): object =>
    profileOf('PodLifeTime', { maxPodLifeTimeSeconds: 60, labelSelector: { matchLabels: labels } }, { nodeFit });
  expect(evictedIn(await deschedule(cluster, policy(false), { dryRun: true })).sort()).toEqual(['p1', 'q1', 'q2']);
  // A third one on n2 would be two more than on n1, so p1 may only come back to where it is.
  const { decisions } = await deschedule(cluster, policy(true), { dryRun: true });
  expect(decisions.filter(({ pod, verdict }) => pod === 'p1' && verdict === 'EVICTED')).toEqual([]);
  expect(decisions.filter(({ pod, verdict }) => pod.startsWith('q') && verdict === 'EVICTED')).toHaveLength(2);
});

it('E18: budgets are kept by the same subresource that clients use, and dry runs foresee it', async () => {
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
  const trial = await deschedule(cluster, policy, { dryRun: true });
  const live = await deschedule(cluster, policy);
  const told = live.decisions.map(({ pod, verdict }) => [pod, verdict]);
  expect(told).toEqual([
    ['p2', 'EVICTED'],
    ['p3', 'REFUSED'],
  ]);
  expect(trial.decisions.map(({ pod, verdict }) => [pod, verdict])).toEqual(told);
  expect(live.decisions[1]!.obstacle).toBe("Cannot evict pod as it would violate the pod's disruption budget.");
  // Events are written behind everything more urgent; a step of the clock waits for them.
  await cluster.mutate('advanceClock', { by: '1s' }, 'events');
  const { events } = await cluster.query<{ events: { nodes: { reason: string; message: string }[] } }>(
    '{ events(first: 50) { nodes { reason message } } }',
  );
  expect(events.nodes).toContainEqual({
    reason: 'RemoveDuplicates',
    message: 'pod eviction from n1 node by sigs.k8s.io/descheduler',
  });
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  const count = (result: string): RegExp =>
    new RegExp(`descheduler_pods_evicted_total\\{result="${result}",strategy="RemoveDuplicates".*\\} 1`);
  expect(metrics).toMatch(count('success'));
  expect(metrics).toMatch(count('error'));
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

it('a run evens out utilisation, evicted pods are made anew elsewhere, and a second run evicts nothing', async () => {
  const cluster = await clusterOf({ nodes: [{ name: 'n1' }], pods: [], further: [REPLICAS] });
  expect(await podsPerNode(cluster)).toEqual({ n1: 8 });
  const amounts = CLUSTER_SIZE;
  await cluster.mutate('addNode', { name: 'n2', capacity: amounts, allocatable: amounts }, 'node { id }');
  await cluster.mutate('advanceClock', { by: '60s' }, 'events');
  const first = await deschedule(cluster, sampleUtilization());
  expect(first.evicted).toBe(3);
  await cluster.mutate('advanceClock', { by: '2m' }, 'events');
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
  await cluster.mutate('advanceClock', { by: '10m' }, 'events');
  const RUNS =
    '{ deschedulerRuns { trigger startedAt dryRun evicted decisions(verdict: EVICTED, pod: "p2") { pod strategy reason } } }';
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
  await cluster.mutate('advanceClock', { by: '7m' }, 'events');
  expect((await cluster.query<{ deschedulerRuns: unknown[] }>(RUNS)).deschedulerRuns).toHaveLength(4);
  await cluster.mutate('setDeschedulerSchedule', { remove: true }, 'schedule { nextAt }');
  await cluster.mutate('advanceClock', { by: '10m' }, 'events');
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
    what: 'restarts 0',
    policy: profileOf('RemovePodsHavingTooManyRestarts', { podRestartThreshold: 0 }),
    field: 'podRestartThreshold',
  },
  {
    what: 'a priority by name and by value',
    policy: profileOf('PodLifeTime', { maxPodLifeTimeSeconds: 60 }, { priorityThreshold: { name: 'a', value: 1 } }),
    field: 'priorityThreshold',
  },
])('E26: a policy is refused with field and reason: $what', async ({ policy, field }) => {
  const cluster = await server.cluster({ nodes: 2 });
  const { run, errors } = await cluster.attempt<Payload>('runDescheduler', { object: policy }, SELECTION);
  expect(run).toBeNull();
  expect(errors[0]!.field.at(-1)).toBe(field);
  expect(errors[0]!.message).toContain(field);
});

describe('the guide: a pod that runs the descheduler', () => {
  const meta = (name: string): object => ({ name, namespace: 'kube-system' });
  const ROLE = {
    apiVersion: 'rbac.authorization.k8s.io/v1beta1',
    kind: 'ClusterRole',
    metadata: { name: 'descheduler-cluster-role' },
    rules: [
      { apiGroups: [''], resources: ['nodes'], verbs: ['get', 'watch', 'list'] },
      { apiGroups: [''], resources: ['pods'], verbs: ['get', 'watch', 'list', 'delete'] },
      { apiGroups: [''], resources: ['pods/eviction'], verbs: ['create'] },
    ],
  };
  const BINDING = {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRoleBinding',
    metadata: { name: 'descheduler-cluster-role-binding' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'descheduler-cluster-role' },
    subjects: [{ kind: 'ServiceAccount', name: 'descheduler-sa', namespace: 'kube-system' }],
  };
  const ACCOUNT = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: meta('descheduler-sa') };
  const configMap = (text: string): object => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: meta('descheduler-policy-configmap'),
    data: { 'policy.yaml': text },
  });
  const POD = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      ...meta('descheduler-pod'),
      annotations: { 'scheduler.alpha.kubernetes.io/critical-pod': 'true' },
    },
    spec: {
      restartPolicy: 'Never',
      serviceAccountName: 'descheduler-sa',
      containers: [
        {
          name: 'descheduler',
          image: 'registry.access.redhat.com/openshift3/ose-descheduler',
          volumeMounts: [{ mountPath: '/policy-dir', name: 'policy-volume' }],
          command: ['/bin/sh', '-ec', '/bin/descheduler --policy-config-file /policy-dir/policy.yaml\n'],
        },
      ],
      volumes: [{ name: 'policy-volume', configMap: { name: 'descheduler-policy-configmap' } }],
    },
  };
  const PHASE = '{ pod(name: "descheduler-pod", namespace: "kube-system") { status { phase } } }';
  const log = async (cluster: TestGraphqlCluster): Promise<string> => {
    const path = 'api/v1/namespaces/kube-system/pods/descheduler-pod/log';
    return (await fetch(`${server.url}/clusters/${cluster.name}/${path}`)).text();
  };
  const start = async (objects: readonly object[]): Promise<TestGraphqlCluster> => {
    const pods = namesOf('p', 3).map((name) => podOn('n1', name));
    const cluster = await clusterOf({ nodes: [{ name: 'n1' }, { name: 'n2' }], pods });
    await cluster.mutate('createObject', { objects }, 'objects { id }');
    await cluster.mutate('advanceClock', { by: '30s' }, 'events');
    return cluster;
  };

  it('runs to Succeeded and prints what it did', async () => {
    const cluster = await start([ROLE, ACCOUNT, BINDING, configMap(GUIDE_POLICY), POD]);
    expect(await cluster.query(PHASE)).toEqual({ pod: { status: { phase: 'SUCCEEDED' } } });
    const printed = await log(cluster);
    expect(printed).toContain('Evicted pod pod=default/p2 node=n1 profile=strategy-RemoveDuplicates-profile');
    expect(printed).toContain('Evicted pod pod=default/p3 node=n1');
    expect(printed).toContain('Number of evicted pods: 2, refused: 0');
  });

  it('runs as a Job, which is complete afterwards', async () => {
    const { metadata, spec } = POD;
    const { annotations } = metadata;
    const template = { metadata: { name: 'descheduler-pod', annotations }, spec };
    const job = {
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata: meta('descheduler-job'),
      spec: { parallelism: 1, completions: 1, template },
    };
    const cluster = await start([ROLE, ACCOUNT, BINDING, configMap(GUIDE_POLICY), job]);
    const address = `${server.url}/clusters/${cluster.name}/apis/batch/v1/namespaces/kube-system/jobs/descheduler-job`;
    const { status } = (await (await fetch(address)).json()) as { status: { succeeded?: number } };
    expect(status.succeeded).toBe(1);
    const { deschedulerRuns } = await cluster.query<{ deschedulerRuns: unknown[] }>(
      '{ deschedulerRuns { trigger evicted refused } }',
    );
    expect(deschedulerRuns).toEqual([{ trigger: 'POD', evicted: 2, refused: 0 }]);
  });

  it('fails without list, has its evictions refused without create', async () => {
    const blind = await start([ACCOUNT, configMap(GUIDE_POLICY), POD]);
    expect(await blind.query(PHASE)).toEqual({ pod: { status: { phase: 'FAILED' } } });
    expect(await log(blind)).toContain('cannot list resource "nodes"');
    const reader = { ...ROLE, rules: ROLE.rules.slice(0, 2) };
    const handless = await start([reader, ACCOUNT, BINDING, configMap(GUIDE_POLICY), POD]);
    expect(await handless.query(PHASE)).toEqual({ pod: { status: { phase: 'SUCCEEDED' } } });
    expect(await log(handless)).toContain('Number of evicted pods: 0, refused: 2');
  });

  it('waits for its ConfigMap, and fails when the policy is wrong', async () => {
    const cluster = await start([ROLE, ACCOUNT, BINDING, POD]);
    expect(await cluster.query(PHASE)).toEqual({ pod: { status: { phase: 'PENDING' } } });
    const address = `${server.url}/clusters/${cluster.name}/api/v1/namespaces/kube-system/events`;
    const { items } = (await (await fetch(address)).json()) as { items: { reason: string; message: string }[] };
    expect(items.find(({ reason }) => reason === 'FailedMount')?.message).toBe(
      'MountVolume.SetUp failed for volume "policy-volume" : configmap "descheduler-policy-configmap" not found',
    );
    const wrong = GUIDE_POLICY.replace('RemoveDuplicates', 'LowUtilization');
    await cluster.mutate('createObject', { objects: [configMap(wrong)] }, 'objects { id }');
    await cluster.mutate('advanceClock', { by: '30s' }, 'events');
    expect(await cluster.query(PHASE)).toEqual({ pod: { status: { phase: 'FAILED' } } });
    expect(await log(cluster)).toContain('unknown strategy name: LowUtilization (strategies.LowUtilization)');
  });
});
