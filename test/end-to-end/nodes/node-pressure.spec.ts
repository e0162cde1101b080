import { Client, clientBinary, oldKubectl } from '@orrery/test-services';
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

interface Condition {
  readonly type: string;
  readonly status: string;
  readonly lastTransitionTime: string;
}
interface SeenNode {
  readonly taints: readonly { readonly key: string; readonly effect: string }[];
  readonly conditions: readonly Condition[];
}
interface SeenPod {
  readonly metadata: { readonly name: string };
  readonly status: { readonly phase: string; readonly reason?: string; readonly message?: string };
}

const at = (seconds: number): string => new Date(Date.parse('2026-03-01T12:00:00Z') + seconds * 1000).toISOString();

async function goTo(cluster: TestGraphqlCluster, seconds: number): Promise<void> {
  await cluster.mutate('advanceClock', { to: at(seconds) }, 'events');
}

async function nodeOf(cluster: TestGraphqlCluster): Promise<SeenNode> {
  const { node } = await cluster.query<{ node: SeenNode }>(
    '{ node(name: "n") { taints { key effect } conditions { type status lastTransitionTime } } }',
  );
  return node;
}

async function pressures(cluster: TestGraphqlCluster): Promise<string[]> {
  const { conditions } = await nodeOf(cluster);
  return conditions.filter(({ type, status }) => type !== 'Ready' && status === 'True').map(({ type }) => type);
}

async function podsOf(cluster: TestGraphqlCluster): Promise<Record<string, string>> {
  const url = `${server.url}/clusters/${cluster.name}/api/v1/namespaces/default/pods`;
  const { items } = (await (await fetch(url)).json()) as { items: SeenPod[] };
  return Object.fromEntries(
    items.map(({ metadata, status }) => [metadata.name, [status.phase, status.reason].filter(Boolean).join(' ')]),
  );
}

const HARD_500 = JSON.stringify({ evictionHard: { 'memory.available': '500Mi' } });

/** The node of spec nodes H23: 10Gi, of which the system takes 1100Mi. */
async function clusterOf(
  settings: Record<string, unknown>,
  annotations: Record<string, string> = {},
): Promise<TestGraphqlCluster> {
  const cluster = await server.cluster({ settings });
  const node = {
    name: 'n',
    capacity: { cpu: '16', memory: '10Gi' },
    annotations: { 'orrery.dev/usage-memory': '1100Mi', 'orrery.dev/kubelet-configuration': HARD_500, ...annotations },
  };
  await cluster.mutate('addNodes', node, 'node { id }');
  return cluster;
}

interface PodRequest {
  readonly request?: string;
  readonly limit?: string;
  readonly memory?: string;
  readonly annotations?: Record<string, string>;
  readonly spec?: Record<string, unknown>;
}

async function addPod(cluster: TestGraphqlCluster, name: string, options: PodRequest): Promise<void> {
  const { request, limit, memory, annotations, spec } = options;
  const resources = {
    ...(request === undefined ? {} : { requests: { cpu: '1', memory: request } }),
    ...(limit === undefined ? {} : { limits: { cpu: '1', memory: limit } }),
  };
  const pod = podOf(name, { node: 'n', spec: { containers: [{ name, image: 'app', resources }], ...spec } });
  const all = { ...(memory === undefined ? {} : { 'orrery.dev/usage-memory': memory }), ...annotations };
  const object = { ...pod, metadata: { name, annotations: all } };
  await cluster.mutate('createObject', { object }, 'object { id }');
}

/** The pods of spec nodes H24; b jumps to 3584Mi at 23 s. */
async function addExamplePods(cluster: TestGraphqlCluster): Promise<void> {
  await addPod(cluster, 'a', { memory: '1024Mi' });
  await addPod(cluster, 'b', { request: '2Gi', memory: '1Gi' });
  await addPod(cluster, 'c', { request: '2Gi', memory: '1536Mi' });
  await addPod(cluster, 'd', { request: '2Gi', limit: '2Gi', memory: '2048Mi' });
  await addPod(cluster, 'e', { memory: '700Mi' });
}

test.each(['okd-legacy', 'k8s-1.20', 'modern'])(
  '%s: a node under memory pressure takes pods that ask for something, and no BestEffort pods',
  async (bundle) => {
    const cluster = await clusterOf({ bundle });
    const condition = { name: 'n', type: 'MemoryPressure', status: 'True' };
    await cluster.mutate('setNodeCondition', condition, 'node { id }');
    const resources = { requests: { memory: '64Mi' } };
    for (const [name, container] of Object.entries({ burstable: { resources }, effortless: {} })) {
      const object = podOf(name, { spec: { containers: [{ name, image: 'app', ...container }] } });
      await cluster.mutate('createObject', { object }, 'object { id }');
    }
    await goTo(cluster, 20);
    expect(await podsOf(cluster)).toEqual({ burstable: 'Running', effortless: 'Pending' });
  },
);

/** Checks the pods of the example at 30 s, when b has been evicted: usage, remaining resources, and their history. */
async function expectUsage(cluster: TestGraphqlCluster): Promise<void> {
  const MIB = 2 ** 20;
  const { nodeUsages, node, nodeUsageHistory } = await cluster.query<Usages>(`{
    nodeUsages { nodeName cpuMillis memoryBytes }
    node(name: "n") { usage { memoryBytes } signals { name available capacity condition conditionSince thresholds { amount gracePeriod isMet } } }
    nodeUsageHistory(name: "n", points: 31) { time memoryBytes signals { name available } }
  }`);
  const used = (1100 + 1024 + 1536 + 2048 + 700) * MIB;
  expect(nodeUsages).toEqual([{ nodeName: 'n', cpuMillis: 0, memoryBytes: used }]);
  expect(node.usage.memoryBytes).toBe(used);
  expect(node.signals.find(({ name }) => name === 'memory.available')).toEqual({
    name: 'memory.available',
    available: 10 * 1024 * MIB - used,
    capacity: 10 * 1024 * MIB,
    condition: 'MemoryPressure',
    conditionSince: '2026-03-01T12:00:30Z',
    thresholds: [{ amount: 500 * MIB, gracePeriod: '0s', isMet: false }],
  });
  const left = new Map(
    nodeUsageHistory.map(({ time, signals }) => [
      Date.parse(time),
      signals.find(({ name }) => name === 'memory.available')!.available / MIB,
    ]),
  );
  const most = Math.max(...left.values());
  expect([...left.values()].slice(-8, -1)).toEqual(Array(7).fill(10 * 1024 - 1100 - 1024 - 3584 - 1536 - 2048 - 700));
  expect(most).toBe(10 * 1024 - 1100);
}

interface Usages {
  readonly nodeUsages: unknown;
  readonly node: {
    readonly usage: { readonly memoryBytes: number };
    readonly signals: readonly { readonly name: string }[];
  };
  readonly nodeUsageHistory: readonly {
    readonly time: string;
    readonly signals: readonly { readonly name: string; readonly available: number }[];
  }[];
}

describe('a node runs out of memory (spec nodes H24)', () => {
  test.each([
    ['okd-legacy', 'a'],
    ['k8s-1.20', 'b'],
  ])('%s evicts %s, and the pressure passes after five minutes', async (bundle, victim) => {
    const cluster = await clusterOf({ bundle });
    await addExamplePods(cluster);
    await goTo(cluster, 22);
    expect(Object.values(await podsOf(cluster))).toEqual(Array(5).fill('Running'));
    const b = { metadata: { annotations: { 'orrery.dev/usage-memory': '3584Mi' } } };
    await goTo(cluster, 23);
    await patchPod(cluster, 'b', b);
    await goTo(cluster, 29);
    expect((await podsOf(cluster))[victim]).toBe('Running');
    await goTo(cluster, 30);
    expect((await podsOf(cluster))[victim]).toBe('Failed Evicted');
    expect(await pressures(cluster)).toEqual(['MemoryPressure']);
    if (bundle === 'k8s-1.20') await expectUsage(cluster);
    expect((await nodeOf(cluster)).taints).toEqual([
      { key: 'node.kubernetes.io/memory-pressure', effect: 'NoSchedule' },
    ]);
    await addPod(cluster, 'late', { memory: '1Mi' });
    await goTo(cluster, 31);
    expect((await podsOf(cluster))['late']).toBe('Failed Evicted');
    await goTo(cluster, 339);
    expect(await pressures(cluster)).toEqual(['MemoryPressure']);
    await goTo(cluster, 340);
    expect(await pressures(cluster)).toEqual([]);
    expect((await nodeOf(cluster)).taints).toEqual([]);
    const failed = Object.entries(await podsOf(cluster)).filter(([, phase]) => phase === 'Failed Evicted');
    expect(failed.map(([name]) => name).sort()).toEqual([victim, 'late'].sort());
  });
});

async function patchPod(cluster: TestGraphqlCluster, name: string, patch: unknown): Promise<void> {
  const response = await fetch(`${server.url}/clusters/${cluster.name}/api/v1/namespaces/default/pods/${name}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/merge-patch+json' },
    body: JSON.stringify(patch),
  });
  expect(response.status).toBe(200);
}

describe('memory limits are kept to the instant', () => {
  it('kills a container when its curve crosses its limit, and again after each restart', async () => {
    const cluster = await clusterOf({ bundle: 'k8s-1.20' });
    await addPod(cluster, 'p', { limit: '1Gi', memory: '512Mi,16s~1536Mi' });
    await goTo(cluster, 8);
    expect(await containerOf(cluster, 'p')).toMatchObject({ restartCount: 0, state: { running: {} } });
    await goTo(cluster, 10);
    const killed = await containerOf(cluster, 'p');
    expect(killed.restartCount).toBe(1);
    expect(killed.lastState.terminated).toMatchObject({ exitCode: 137, reason: 'OOMKilled' });
    await goTo(cluster, 20);
    expect((await containerOf(cluster, 'p')).state.waiting).toMatchObject({ reason: 'CrashLoopBackOff' });
    expect(await podsOf(cluster)).toEqual({ p: 'Running' });
  });

  it('kills by score when the node itself runs out (spec nodes H27)', async () => {
    const cluster = await clusterOf({ bundle: 'k8s-1.20' }, { 'orrery.dev/usage-memory': '1Gi' });
    await addPod(cluster, 'large', { request: '2Gi', memory: '3Gi' });
    await addPod(cluster, 'small', { memory: '700Mi' });
    await goTo(cluster, 12);
    await cluster.mutate('setNodeUsage', { name: 'n', memory: '7Gi' }, 'node { id }');
    await goTo(cluster, 13);
    expect((await containerOf(cluster, 'large')).lastState.terminated).toMatchObject({ reason: 'OOMKilled' });
    expect((await containerOf(cluster, 'small')).restartCount).toBe(0);
    const { items } = await kubeGet<{ items: { reason: string; message: string }[] }>(cluster, '/api/v1/events');
    expect(items.find(({ reason }) => reason === 'SystemOOM')?.message).toMatch(
      /^System OOM encountered, victim process: large, pid: \d+$/,
    );
  });
});

describe('a soft threshold (spec nodes H25)', () => {
  it('waits for its grace period and then kills with the longest grace allowed', async () => {
    const soft = {
      evictionHard: { 'memory.available': '500Mi' },
      evictionSoft: { 'memory.available': '1.5Gi' },
      evictionSoftGracePeriod: { 'memory.available': '1m30s' },
      evictionMaxPodGracePeriod: 60,
    };
    const cluster = await clusterOf(
      { bundle: 'k8s-1.20', kubeletConfigurations: [{ configuration: soft }] },
      {
        'orrery.dev/kubelet-configuration': '{}',
        'orrery.dev/usage-memory': `1Gi,10s=9Gi,95s=8593Mi,105s=9Gi,300s=6Gi;from=${at(0)}`,
      },
    );
    await addPod(cluster, 'p', { memory: '1Mi', annotations: { 'orrery.dev/stop-after': 'never' } });
    await goTo(cluster, 10);
    expect(await pressures(cluster)).toEqual(['MemoryPressure']);
    await goTo(cluster, 199);
    expect(await podsOf(cluster)).toEqual({ p: 'Running' });
    await goTo(cluster, 200);
    expect(await podsOf(cluster)).toEqual({ p: 'Failed Evicted' });
    await goTo(cluster, 261);
    expect(await podsOf(cluster)).toEqual({ p: 'Failed Evicted' });
  });
});

describe('a full disk (spec nodes H26)', () => {
  it('is relieved by unused images before any pod goes', async () => {
    const cluster = await clusterOf(
      { bundle: 'k8s-1.20' },
      { 'orrery.dev/usage-nodefs': `80Gi,12s=86Gi;from=${at(0)}` },
    );
    const done = { 'orrery.dev/exit-after': '1s', 'orrery.dev/usage-logs': '6Gi' };
    await addPod(cluster, 'done', { annotations: done, spec: { restartPolicy: 'Never' } });
    await addPod(cluster, 'p', { annotations: { 'orrery.dev/usage-logs': '1Mi' } });
    const hardDisk = JSON.stringify({ evictionHard: { 'nodefs.available': '10%' } });
    await patchNode(cluster, { metadata: { annotations: { 'orrery.dev/kubelet-configuration': hardDisk } } });
    await goTo(cluster, 20);
    expect(await pressures(cluster)).toEqual(['DiskPressure']);
    expect(await podsOf(cluster)).toEqual({ done: 'Succeeded', p: 'Running' });
    await goTo(cluster, 319);
    expect(await pressures(cluster)).toEqual(['DiskPressure']);
    await goTo(cluster, 320);
    expect(await pressures(cluster)).toEqual([]);
    expect(await podsOf(cluster)).toEqual({ done: 'Succeeded', p: 'Running' });
  });
});

describe('what pods may ask for (spec nodes H21)', () => {
  const memory = async (cluster: TestGraphqlCluster): Promise<string | undefined> => {
    const { status } = await kubeGet<{ status: { allocatable: Record<string, string> } }>(cluster, '/api/v1/nodes/n');
    return status.allocatable['memory'];
  };

  it('follows the configuration of the pool that a node belongs to', async () => {
    const cluster = await server.cluster({ settings: { bundle: 'k8s-1.20', machineConfig: { rollOut: 'instant' } } });
    const labels = { 'node-role.kubernetes.io/worker': '' };
    await cluster.mutate('addNodes', { name: 'n', capacity: { cpu: '4', memory: '16Gi' }, labels }, 'node { id }');
    await goTo(cluster, 10);
    expect(await memory(cluster)).toBe('16Gi');
    const apiVersion = 'machineconfiguration.openshift.io/v1';
    const pool = {
      apiVersion,
      kind: 'MachineConfigPool',
      metadata: { name: 'small', labels: { 'custom-kubelet': 'small-pods' } },
      spec: { nodeSelector: { matchLabels: labels } },
    };
    const reserved = { cpu: '500m', memory: '512Mi' };
    const config = {
      apiVersion,
      kind: 'KubeletConfig',
      metadata: { name: 'set-allocatable' },
      spec: {
        machineConfigPoolSelector: { matchLabels: { 'custom-kubelet': 'small-pods' } },
        kubeletConfig: { systemReserved: reserved, kubeReserved: reserved },
      },
    };
    for (const object of [pool, config]) await cluster.mutate('createObject', { object }, 'object { id }');
    await goTo(cluster, 30);
    expect(await memory(cluster)).toBe('15260Mi');
  });

  it('follows a configuration of the node alone', async () => {
    const configuration = JSON.stringify({
      systemReserved: { memory: '1Gi' },
      kubeReserved: { memory: '2Gi' },
      evictionHard: { 'memory.available': '100Mi' },
    });
    const cluster = await server.cluster({ settings: { bundle: 'k8s-1.20' } });
    const annotations = { 'orrery.dev/kubelet-configuration': configuration };
    await cluster.mutate('addNodes', { name: 'n', capacity: { memory: '32Gi' }, annotations }, 'node { id }');
    await goTo(cluster, 10);
    expect(await memory(cluster)).toBe('29596Mi');
  });
});

describe('how much to reserve, so that pods within their requests are safe (spec nodes H22)', () => {
  const S0 = { bundle: 'k8s-1.20', pressure: { withholdHardEviction: false } };
  const node10Gi = async (
    settings: Record<string, unknown>,
    reserved: string,
    hard: string,
  ): Promise<TestGraphqlCluster> => {
    // The guide knows no bound on what all pods use together.
    const configuration = {
      systemReserved: { memory: reserved },
      evictionHard: { 'memory.available': hard },
      enforceNodeAllocatable: [],
    };
    return clusterOf(settings, {
      'orrery.dev/usage-memory': '1Gi',
      'orrery.dev/kubelet-configuration': JSON.stringify(configuration),
    });
  };
  const allocatable = async (cluster: TestGraphqlCluster): Promise<string | undefined> => {
    const { status } = await kubeGet<{ status: { allocatable: Record<string, string> } }>(cluster, '/api/v1/nodes/n');
    return status.allocatable['memory'];
  };

  test.each<[string, Record<string, unknown>, string, string, string]>([
    ['without thresholds', S0, '1Gi', '0%', '9Gi'],
    ['as the guide has it', S0, '1536Mi', '500Mi', '8704Mi'],
    ["in the guide's generation", { bundle: 'okd-legacy' }, '1536Mi', '500Mi', '8704Mi'],
    ['with a percentage', { bundle: 'okd-legacy' }, '1.5Gi', '5%', '8704Mi'],
    ['with the threshold withheld', { bundle: 'k8s-1.20' }, '1536Mi', '500Mi', '8204Mi'],
  ])('%s', async (_name, settings, reserved, hard, expected) => {
    const cluster = await node10Gi(settings, reserved, hard);
    await goTo(cluster, 10);
    expect(await allocatable(cluster)).toBe(expected);
  });

  test.each<[string, object]>([
    ['experimental-allocatable-ignore-eviction', { 'experimental-allocatable-ignore-eviction': true }],
    ['experimentalAllocatableIgnoreEviction', { experimentalAllocatableIgnoreEviction: true }],
    ['the flag', { kubeletArguments: { 'experimental-allocatable-ignore-eviction': ['true'] } }],
  ])('the threshold is withheld unless %s says otherwise', async (_name, fields) => {
    const configuration = {
      evictionHard: { 'memory.available': '500Mi' },
      systemReserved: { memory: '1536Mi' },
      ...('kubeletArguments' in fields
        ? {
            kubeletArguments: {
              ...(fields.kubeletArguments as object),
              'eviction-hard': ['memory.available<500Mi'],
              'system-reserved': ['memory=1536Mi'],
            },
          }
        : fields),
    };
    const cluster = await clusterOf({}, { 'orrery.dev/kubelet-configuration': JSON.stringify(configuration) });
    await goTo(cluster, 10);
    expect(await allocatable(cluster)).toBe('8704Mi');
  });

  test.each<[string, string, string[], string]>([
    ['1Gi', '9216Mi', ['MemoryPressure'], 'Failed Evicted'],
    ['1536Mi', '8704Mi', [], 'Running'],
  ])('with %s reserved, pods that use all of %s', async (reserved, all, pressed, fate) => {
    const cluster = await node10Gi(S0, reserved, '500Mi');
    await addPod(cluster, 'p', { request: all, memory: all });
    await goTo(cluster, 31);
    expect(await pressures(cluster)).toEqual(pressed);
    expect(await podsOf(cluster)).toEqual({ p: fate });
  });
});

describe('what a user says about usage and conditions', () => {
  it('is measured by the summary and the metrics API', async () => {
    const cluster = await clusterOf({ bundle: 'k8s-1.20' });
    await addPod(cluster, 'p', { annotations: { 'orrery.dev/usage-cpu': '250m' } });
    await goTo(cluster, 10);
    const request = { name: 'p', memory: '100Mi,10s~200Mi', processes: '5' };
    await cluster.mutate('setPodUsage', request, 'pod { id }');
    await goTo(cluster, 15);
    const summary = await kubeGet<Summary>(cluster, '/api/v1/nodes/n/proxy/stats/summary');
    expect(summary.node).toMatchObject({ nodeName: 'n', memory: { workingSetBytes: 1250 * 1024 ** 2 } });
    expect(summary.pods).toMatchObject([
      { podRef: { name: 'p' }, memory: { workingSetBytes: 150 * 1024 ** 2 }, process_stats: { process_count: 5 } },
    ]);
    const pods = await kubeGet<{ items: unknown[] }>(cluster, '/apis/metrics.k8s.io/v1beta1/namespaces/default/pods');
    expect(pods.items).toMatchObject([
      { containers: [{ name: 'p', usage: { cpu: '250000000n', memory: '153600Ki' } }] },
    ]);
    const node = await kubeGet<object>(cluster, '/apis/metrics.k8s.io/v1beta1/nodes/n');
    expect(node).toMatchObject({ kind: 'NodeMetrics', usage: { cpu: '250000000n', memory: '1280000Ki' } });
    const url = `${server.url}/clusters/${cluster.name}/api/v1/nodes/n/proxy/metrics/resource`;
    const resources = await (await fetch(url)).text();
    for (const line of [
      'container_memory_working_set_bytes{container="p",namespace="default",pod="p"} 157286400 1772366415000',
      '# TYPE node_cpu_usage_seconds_total counter',
      `node_memory_working_set_bytes ${1250 * 1024 ** 2} 1772366415000`,
      'resource_scrape_error 0',
    ]) {
      expect(resources.split('\n')).toContain(line);
    }
    const wrong = await cluster.attempt('setPodUsage', { name: 'p', memory: 'lots' }, 'pod { id }');
    expect(JSON.stringify(wrong)).toContain('lots: no amount');
  });

  it('a condition stays as told until the kubelet may speak for itself', async () => {
    const cluster = await clusterOf({ bundle: 'k8s-1.20' });
    const reported = { name: 'n', type: 'DiskPressure', status: 'True', reason: 'Test' };
    await cluster.mutate('setNodeCondition', reported, 'node { id }');
    await goTo(cluster, 60);
    expect(await pressures(cluster)).toEqual(['DiskPressure']);
    await cluster.mutate('setNodeCondition', { name: 'n', type: 'DiskPressure' }, 'node { id }');
    await goTo(cluster, 70);
    expect(await pressures(cluster)).toEqual([]);
  });
});

describe.each([
  ['kubectl 1.35', clientBinary('kubectl')],
  ['kubectl 1.20.2', oldKubectl()],
])('%s', (_name, binary) => {
  // A machine that cannot have this client skips its test by name.
  const story = binary === undefined ? test.skip : test;

  story('top shows what is used', async () => {
    const cluster = await clusterOf({ bundle: 'k8s-1.20' });
    await addPod(cluster, 'p', { memory: '150Mi', annotations: { 'orrery.dev/usage-cpu': '250m' } });
    await goTo(cluster, 10);
    const client = new Client(binary!, `${server.url}/clusters/${cluster.name}`);
    expect(await client.run(['top', 'pod'])).toMatch(/NAME +CPU\(cores\) +MEMORY\(bytes\) *\np +250m +150Mi *\n/);
    expect(await client.run(['top', 'node'])).toMatch(/\nn +250m +1% +1250Mi +12% *\n/);
    client.dispose();
  });
});

interface Summary {
  readonly node: object;
  readonly pods: readonly object[];
}
interface SeenContainer {
  readonly restartCount: number;
  readonly state: Record<string, object>;
  readonly lastState: Record<string, object>;
}

async function kubeGet<T>(cluster: TestGraphqlCluster, path: string): Promise<T> {
  const response = await fetch(`${server.url}/clusters/${cluster.name}${path}`);
  expect(response.status).toBe(200);
  return (await response.json()) as T;
}

async function containerOf(cluster: TestGraphqlCluster, pod: string): Promise<SeenContainer> {
  const path = `/api/v1/namespaces/default/pods/${pod}`;
  const { status } = await kubeGet<{ status: { containerStatuses: SeenContainer[] } }>(cluster, path);
  return status.containerStatuses[0]!;
}

async function patchNode(cluster: TestGraphqlCluster, patch: unknown): Promise<void> {
  const response = await fetch(`${server.url}/clusters/${cluster.name}/api/v1/nodes/n`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/merge-patch+json' },
    body: JSON.stringify(patch),
  });
  expect(response.status).toBe(200);
}

describe('limits of local storage (spec nodes E10)', () => {
  it.each([
    [{ early: '200Mi', late: '0s=10Mi,60s=200Mi' }],
    [{ first: '0s=10Mi,30s=200Mi', second: '0s=10Mi,60s=200Mi', third: '0s=10Mi,120s=200Mi' }],
  ])('are looked at every ten seconds after an eviction too: %j', async (usages: Record<string, string>) => {
    const cluster = await clusterOf({});
    const limited = { resources: { limits: { 'ephemeral-storage': '100Mi' } } };
    for (const [name, usage] of Object.entries(usages)) {
      const spec = { containers: [{ name, image: 'app', ...limited }] };
      await addPod(cluster, name, { annotations: { 'orrery.dev/usage-rootfs': usage }, spec });
    }
    for (const [name, usage] of Object.entries(usages)) {
      const growsAt = Number(/(\d+)s=200Mi/.exec(usage)?.[1] ?? 0);
      await goTo(cluster, growsAt + 20);
      expect((await podsOf(cluster))[name]).toBe('Failed Evicted');
    }
  });
});
