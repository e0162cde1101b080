import {
  startTestGraphqlServer,
  type TestGraphqlCluster,
  type TestGraphqlServer,
} from '../../../libs/testing/kit/graphql-server';
import {
  applies,
  at,
  eventOf,
  expects,
  gone,
  isLike,
  podOf,
  run,
  statusOf,
  type Entry,
} from '../../../libs/testing/kit/stories/kubelet-story';

let server: TestGraphqlServer;
beforeAll(async () => {
  server = await startTestGraphqlServer();
});
afterAll(() => server.close());

interface ClusterOptions {
  readonly settings?: Entry;
  readonly node?: Entry;
}

/** A cluster of one node, after ten quiet seconds. */
async function clusterOf({ settings = {}, node = {} }: ClusterOptions = {}): Promise<TestGraphqlCluster> {
  const cluster = await server.cluster({ settings });
  await cluster.mutate('addNodes', { name: 'n', ...node }, 'node { id }');
  return cluster;
}

const request = async (cluster: TestGraphqlCluster, path: string, init?: RequestInit): Promise<Entry> => {
  const response = await fetch(`${server.url}/clusters/${cluster.name}${path}`, init);
  return (await response.json()) as Entry;
};
const PODS = '/api/v1/namespaces/default/pods';
const uidOf = async (cluster: TestGraphqlCluster, name: string): Promise<string> =>
  ((await request(cluster, `${PODS}/${name}`))['metadata'] as { uid: string }).uid;

describe('static pods', () => {
  const STATIC = 'orrery.dev/static-pods';
  const manifests = (...images: string[]): string =>
    JSON.stringify(
      images.map((image) => ({ metadata: { name: image }, spec: { containers: [{ name: 'app', image }] } })),
    );
  const node = { annotations: { [STATIC]: manifests('etcd') } };
  const mirror = {
    metadata: {
      annotations: { 'kubernetes.io/config.source': 'file' },
      ownerReferences: [{ kind: 'Node', name: 'n', controller: true }],
      deletionTimestamp: null,
    },
    spec: { nodeName: 'n', tolerations: [{ operator: 'Exists', effect: 'NoExecute' }] },
    status: { phase: 'Running', containerStatuses: [{ restartCount: 0 }] },
  };

  it('are shown by mirrors that come back when they are deleted', async () => {
    const cluster = await clusterOf({ node });
    expect(await run(cluster, expects(5, isLike('Pod', 'etcd-n', mirror)))).toEqual([]);
    const first = await uidOf(cluster, 'etcd-n');
    await request(cluster, `${PODS}/etcd-n`, { method: 'DELETE' });
    expect(await run(cluster, expects(1, isLike('Pod', 'etcd-n', mirror)))).toEqual([]);
    expect(await uidOf(cluster, 'etcd-n')).not.toBe(first);
  });

  it('come and go with their manifests, and outlive the API', async () => {
    const cluster = await clusterOf({ node });
    const writes = (seconds: number, text: string): Entry => ({
      at: at(seconds),
      patch: { kind: 'Node', name: 'n', patch: { metadata: { annotations: { [STATIC]: text } } } },
    });
    const story = [
      writes(25, manifests('etcd', 'proxy')),
      expects(39, gone('Pod', 'proxy-n')),
      expects(41, isLike('Pod', 'proxy-n', mirror), isLike('Pod', 'etcd-n', mirror)),
      { at: at(42), fault: { kind: 'PARTITION', nodes: ['n'], for: '600s' } },
      expects(600, isLike('Pod', 'etcd-n', { metadata: { deletionTimestamp: null } })),
      expects(643, isLike('Pod', 'etcd-n', mirror)),
      writes(645, manifests('proxy')),
      expects(662, gone('Pod', 'etcd-n'), isLike('Pod', 'proxy-n', mirror)),
    ];
    expect(await run(cluster, ...story)).toEqual([]);
  });

  it('go with their node', async () => {
    const cluster = await clusterOf({ node });
    const story = [
      expects(5, isLike('Pod', 'etcd-n', mirror)),
      { at: at(6), delete: { kind: 'Node', name: 'n' } },
      expects(81, gone('Pod', 'etcd-n')),
    ];
    expect(await run(cluster, ...story)).toEqual([]);
  });
});

describe('a kubelet that restarts', () => {
  it('finds its containers running and restarts nothing', async () => {
    const cluster = await clusterOf();
    const isUntouched = statusOf('web', { phase: 'Running', containerStatuses: [{ restartCount: 0, ready: true }] });
    const story = [
      applies(0, podOf('web')),
      expects(5, isUntouched),
      { at: at(6), fault: { kind: 'HEARTBEATS_STOPPED', nodes: ['n'], for: '15s' } },
      applies(10, podOf('late')),
      expects(20, statusOf('late', { phase: 'Pending' })),
      expects(25, isUntouched, statusOf('late', { phase: 'Running' }), {
        ...eventOf('Started', 'Started container app', { involvedObject: { name: 'web' } }),
        count: 1,
      }),
    ];
    expect(await run(cluster, ...story)).toEqual([]);
  });
});

const behaviourOf = (name: string, spec: Entry): Entry => ({
  apiVersion: 'sim.orrery.dev/v1',
  kind: 'PodBehavior',
  metadata: { name },
  spec,
});
const two = {
  containers: [
    { name: 'first', image: 'a' },
    { name: 'second', image: 'b' },
  ],
};

describe('behaviour as an object', () => {
  it('a pull takes 4 s, the second container exits with 1 after 30 s', async () => {
    const cluster = await clusterOf();
    const containers = {
      first: { image: { pull: '4s' } },
      second: { run: { exitAfter: '30s', exitCodes: [1] } },
    };
    const second = (more: Entry): Entry => statusOf('web', { containerStatuses: [{ name: 'second', ...more }] });
    const story = [
      applies(0, behaviourOf('slow', { selector: { names: ['web'] }, containers }), podOf('web', two)),
      expects(4.2, statusOf('web', { phase: 'Pending' })),
      expects(4.3, eventOf('Pulled', 'Successfully pulled image "a" in 4s')),
      expects(4.8, statusOf('web', { phase: 'Running' }), eventOf('Pulled', 'Successfully pulled image "b" in 500ms')),
      expects(34.7, second({ restartCount: 0 })),
      expects(34.8, second({ restartCount: 1, lastState: { terminated: { exitCode: 1, reason: 'Error' } } })),
    ];
    expect(await run(cluster, ...story)).toEqual([]);
  });

  it('memory follows a curve: kubectl top sees it, and the kernel at the limit', async () => {
    const cluster = await clusterOf();
    const usage = {
      memory: [
        { at: '0s', value: '100Mi' },
        { at: '100s', value: '1100Mi', interpolation: 'linear' },
      ],
      cpu: '250m',
    };
    const resources = { limits: { memory: '600Mi' } };
    const spec = { containers: [{ name: 'app', image: 'a', resources }] };
    const began = [
      applies(0, behaviourOf('leak', { containers: { '*': { usage } } }), podOf('web', spec)),
      expects(40.8, statusOf('web', { containerStatuses: [{ restartCount: 0 }] })),
    ];
    expect(await run(cluster, ...began)).toEqual([]);
    const { containers } = await request(cluster, '/apis/metrics.k8s.io/v1beta1/namespaces/default/pods/web');
    expect(containers).toEqual([{ name: 'app', usage: { cpu: '250000000n', memory: '520192Ki' } }]);
    const killed = { restartCount: 1, lastState: { terminated: { exitCode: 137, reason: 'OOMKilled' } } };
    expect(await run(cluster, expects(11, statusOf('web', { containerStatuses: [killed] })))).toEqual([]);
  });

  it('what cannot be is refused with its field', async () => {
    const cluster = await clusterOf();
    const containers = { app: { image: { pull: 'soon' }, usage: { memory: '5 apples' } } };
    const answer = await request(cluster, '/apis/sim.orrery.dev/v1/podbehaviors', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(behaviourOf('bad', { containers })),
    });
    expect(answer).toMatchObject({ code: 422, reason: 'Invalid' });
    expect((answer['details'] as { causes: unknown[] }).causes).toEqual([
      {
        reason: 'FieldValueInvalid',
        field: 'spec.containers[app].image.pull',
        message: 'Invalid value: "soon": must be a duration that is not negative, for example 30s',
      },
      {
        reason: 'FieldValueInvalid',
        field: 'spec.containers[app].usage[memory]',
        message: 'Invalid value: "5 apples": 5 apples: no amount',
      },
    ]);
  });
});

describe('images of a node', () => {
  const pull = { 'orrery.dev/pull-time': '4s' };
  const pods = ['a', 'b', 'c'].map((name) => podOf(name, { containers: [{ name: 'app', image: name }] }, pull));
  const runningAt = (seconds: number, ...names: string[]): Entry[] => [
    expects(seconds, ...names.map((name) => statusOf(name, { phase: 'Running' }))),
  ];
  const waitingAt = (seconds: number, ...names: string[]): Entry[] => [
    expects(seconds, ...names.map((name) => statusOf(name, { phase: 'Pending' }))),
  ];

  test.each<[string, Entry, Entry[]]>([
    [
      'one after the other',
      {},
      [
        ...runningAt(5, 'a'),
        ...waitingAt(5, 'b', 'c'),
        ...runningAt(9, 'b'),
        ...waitingAt(9, 'c'),
        ...runningAt(13, 'c'),
      ],
    ],
    [
      'two at once',
      { serializeImagePulls: false, maxParallelImagePulls: 2 },
      [...runningAt(5, 'a', 'b'), ...waitingAt(5, 'c'), ...runningAt(9, 'c')],
    ],
    ['all at once', { serializeImagePulls: false }, runningAt(5, 'a', 'b', 'c')],
  ])('are pulled %s', async (_how, configuration, entries) => {
    const annotations = { 'orrery.dev/kubelet-configuration': JSON.stringify(configuration) };
    const cluster = await clusterOf({ node: { annotations } });
    expect(await run(cluster, applies(0, ...pods), ...entries)).toEqual([]);
  });

  it('a pull that fails backs off until one succeeds', async () => {
    const cluster = await clusterOf();
    const asks = { 'orrery.dev/pull-error': 'manifest unknown', 'orrery.dev/pull-failures': '1-2' };
    const waiting = (reason: string, message: string): Entry =>
      statusOf('web', { containerStatuses: [{ state: { waiting: { reason, message } } }] });
    const story = [
      applies(0, podOf('web', {}, asks)),
      expects(0.7, waiting('ErrImagePull', 'manifest unknown')),
      expects(2, waiting('ImagePullBackOff', 'Back-off pulling image "nginx"')),
      expects(11.2, waiting('ErrImagePull', 'manifest unknown')),
      expects(31.7, statusOf('web', { phase: 'Pending' })),
      expects(31.8, statusOf('web', { phase: 'Running' })),
    ];
    expect(await run(cluster, ...story)).toEqual([]);
  });
});

describe('pods bound by hand to a full node (spec nodes H31)', () => {
  const asks = (cpu: string): Entry => ({
    containers: [{ name: 'app', image: 'i', resources: { requests: { cpu } } }],
  });
  const guaranteed = (cpu: string): Entry => {
    const amounts = { cpu, memory: '1Gi' };
    return { containers: [{ name: 'app', image: 'i', resources: { requests: amounts, limits: amounts } }] };
  };

  it('do not fit, unless they are critical', async () => {
    const cluster = await clusterOf({
      settings: { bundle: 'k8s-1.20' },
      node: { capacity: { cpu: '4', memory: '16Gi' } },
    });
    const residents = [
      podOf('be'),
      podOf('u1', asks('1000m')),
      podOf('u2', asks('600m')),
      podOf('g1', guaranteed('1000m')),
      podOf('g2', guaranteed('1000m')),
    ];
    const story = [
      applies(0, ...residents),
      applies(
        10,
        podOf('late', asks('500m')),
        podOf('vital', { ...asks('500m'), priorityClassName: 'system-node-critical' }),
      ),
      expects(
        20,
        statusOf('late', {
          phase: 'Failed',
          reason: 'OutOfcpu',
          message: "Pod Node didn't have enough resource: cpu, requested: 500, used: 3600, capacity: 4000",
        }),
        statusOf('u2', { phase: 'Failed', reason: 'Preempting', message: 'Preempted in order to admit critical pod' }),
        ...['vital', 'be', 'u1', 'g1', 'g2'].map((name) => statusOf(name, { phase: 'Running' })),
      ),
    ];
    expect(await run(cluster, ...story)).toEqual([]);
  });
});

describe('kernel parameters of pods', () => {
  const asks = (name: string, more: Entry = {}): Entry => ({
    securityContext: { sysctls: [{ name, value: '1' }] },
    ...more,
  });
  const failed = (name: string, sysctl: string): Entry =>
    statusOf(name, {
      phase: 'Failed',
      reason: 'SysctlForbidden',
      message: `Pod was rejected: forbidden sysctl: "${sysctl}" not allowlisted`,
    });

  it('are set where the configuration of the kubelet allows them', async () => {
    const configuration = { allowedUnsafeSysctls: ['kernel.msg*', 'net/core/somaxconn'] };
    const annotations = { 'orrery.dev/kubelet-configuration': JSON.stringify(configuration) };
    const cluster = await clusterOf({ node: { annotations } });
    const story = [
      applies(0, podOf('pattern', asks('kernel.msgmax')), podOf('slashes', asks('kernel/msgmnb'))),
      applies(0, podOf('exact', asks('net.core.somaxconn')), podOf('safe', asks('net.ipv4.tcp_syncookies'))),
      applies(0, podOf('other', asks('net.core.rmem_max')), podOf('shm', asks('kernel/shmmax'))),
      expects(5, ...['pattern', 'slashes', 'exact', 'safe'].map((name) => statusOf(name, { phase: 'Running' }))),
      expects(5, failed('other', 'net.core.rmem_max'), failed('shm', 'kernel.shmmax')),
    ];
    expect(await run(cluster, ...story)).toEqual([]);
  });

  it('are refused for the namespaces of the host, whatever the kubelet allows', async () => {
    const cluster = await clusterOf({});
    const pod = { ...podOf('p', asks('kernel.msgmax', { hostIPC: true })), apiVersion: 'v1', kind: 'Pod' };
    const answer = await request(cluster, PODS, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(pod),
    });
    const field = 'spec.securityContext.sysctls[0].name';
    const message = `Invalid value: "kernel.msgmax": may not be specified when 'hostIPC' is true`;
    expect(answer).toMatchObject({ code: 422, details: { causes: [{ field, message }] } });
  });

  it('cannot be allowed if their namespace is not known', async () => {
    const cluster = await clusterOf();
    const text = JSON.stringify({ allowedUnsafeSysctls: ['vm.swappiness'] });
    const answer = await request(cluster, '/api/v1/nodes/n', {
      method: 'PATCH',
      headers: { 'content-type': 'application/merge-patch+json' },
      body: JSON.stringify({ metadata: { annotations: { 'orrery.dev/kubelet-configuration': text } } }),
    });
    expect(answer).toMatchObject({
      code: 422,
      message: expect.stringContaining('the sysctl "vm.swappiness" are not known to be namespaced') as string,
    });
  });
});

describe('an orderly shutdown', () => {
  it('takes as long as the node is configured to, and refuses newcomers', async () => {
    const configuration = { shutdownGracePeriod: '60s', shutdownGracePeriodCriticalPods: '20s' };
    const annotations = { 'orrery.dev/kubelet-configuration': JSON.stringify(configuration) };
    const cluster = await clusterOf({ node: { annotations } });
    const ends = { terminationGracePeriodSeconds: 300 };
    const story = [
      applies(0, podOf('web', ends, { 'orrery.dev/stop-after': 'never' })),
      { at: at(10), fault: { kind: 'SHUTDOWN', nodes: ['n'] } },
      applies(15, podOf('late')),
      expects(16, statusOf('late', { phase: 'Failed', reason: 'NodeShutdown' })),
      expects(49, statusOf('web', { phase: 'Running' })),
      expects(51, statusOf('web', { phase: 'Failed', reason: 'Terminated' })),
    ];
    expect(await run(cluster, ...story)).toEqual([]);
  });
});

test.each([
  ['{', 'must be JSON'],
  [
    '{"evictionSoft":{"memory.available":"1.5Gi"}}',
    'grace period must be specified for the soft eviction threshold memory.available',
  ],
])('a node is not given a configuration with which no kubelet starts: %s', async (text, problem) => {
  const cluster = await clusterOf();
  const patch = { metadata: { annotations: { 'orrery.dev/kubelet-configuration': text } } };
  const answer = await request(cluster, '/api/v1/nodes/n', {
    method: 'PATCH',
    headers: { 'content-type': 'application/merge-patch+json' },
    body: JSON.stringify(patch),
  });
  const field = 'metadata.annotations[orrery.dev/kubelet-configuration]';
  const message = `Invalid value: ${JSON.stringify(text)}: ${problem}`;
  expect(answer).toMatchObject({ code: 422, details: { causes: [{ field, message }] } });
});

describe('KubeletConfigs', () => {
  const MACHINES = 'machineconfiguration.openshift.io/v1';
  const config = (name: string, kubeletConfig: Entry): Entry => ({
    apiVersion: MACHINES,
    kind: 'KubeletConfig',
    metadata: { name },
    spec: { machineConfigPoolSelector: { matchLabels: { 'custom-kubelet': 'small-pods' } }, kubeletConfig },
  });
  const conditionOf = (name: string, type: string, message: string): Entry =>
    isLike(
      'KubeletConfig',
      name,
      { status: { conditions: [{ type, status: 'True', message }] } },
      { apiVersion: MACHINES },
    );

  it('say whether kubelets can start with them, and pools how many nodes they have', async () => {
    const cluster = await clusterOf({
      settings: { machineConfig: { rollOut: 'instant' } },
      node: { labels: { 'node-role.kubernetes.io/worker': '' } },
    });
    const nodeSelector = { matchLabels: { 'node-role.kubernetes.io/worker': '' } };
    const pool = {
      apiVersion: MACHINES,
      kind: 'MachineConfigPool',
      metadata: { name: 'worker', labels: { 'custom-kubelet': 'small-pods' } },
      spec: { nodeSelector },
    };
    const counts = (machineCount: number): Entry => ({
      status: { machineCount, readyMachineCount: machineCount, conditions: [{ type: 'Updated', status: 'True' }] },
    });
    const reserved = { systemReserved: { cpu: '500m' }, kubeReserved: { cpu: '500m' } };
    const soft = { evictionSoft: { 'memory.available': '1Gi' } };
    const story = [
      applies(5, pool, config('set-allocatable', reserved), config('wrong', soft)),
      expects(
        21,
        conditionOf('set-allocatable', 'Success', 'Success'),
        conditionOf(
          'wrong',
          'Failure',
          'Error: grace period must be specified for the soft eviction threshold memory.available',
        ),
        isLike('MachineConfigPool', 'worker', counts(1), { apiVersion: MACHINES }),
        isLike('Node', 'n', { status: { allocatable: { cpu: '3' } } }),
      ),
      { at: at(22), delete: { kind: 'Node', name: 'n' } },
      expects(23, isLike('MachineConfigPool', 'worker', counts(0), { apiVersion: MACHINES })),
    ];
    expect(await run(cluster, ...story)).toEqual([]);
  });
});

describe('the pools that every cluster has', () => {
  const MACHINES = { apiVersion: 'machineconfiguration.openshift.io/v1' };
  const config = {
    ...MACHINES,
    kind: 'KubeletConfig',
    metadata: { name: 'set-allocatable' },
    spec: {
      machineConfigPoolSelector: { matchLabels: { 'custom-kubelet': 'small-pods' } },
      kubeletConfig: { systemReserved: { cpu: '500m' }, kubeReserved: { cpu: '500m' } },
    },
  };
  const verdict = (type: string, message: string): Entry =>
    isLike(
      'KubeletConfig',
      'set-allocatable',
      { status: { conditions: [{ type, status: 'True', message }] } },
      MACHINES,
    );
  const allocatable = (name: string, cpu: string): Entry => isLike('Node', name, { status: { allocatable: { cpu } } });
  const label = (pool: string, labels: Entry): Entry => ({
    ...MACHINES,
    kind: 'MachineConfigPool',
    name: pool,
    patch: { metadata: { labels } },
  });
  const counts = (name: string, machineCount: number): Entry =>
    isLike('MachineConfigPool', name, { status: { machineCount, updatedMachineCount: machineCount } }, MACHINES);

  it('take a configuration once they have its label; until then it says that it selects none', async () => {
    const cluster = await clusterOf({});
    await cluster.mutate('addNodes', { name: 'm', labels: { 'node-role.kubernetes.io/master': '' } }, 'node { id }');
    const none = 'Error: could not find any MachineConfigPool set for KubeletConfig';
    const story = [
      expects(0, isLike('MachineConfigPool', 'worker', { metadata: { generation: 1 } }, MACHINES)),
      applies(5, config),
      expects(6, verdict('Failure', none), allocatable('n', '4'), counts('worker', 1), counts('master', 1)),
      { at: at(10), patch: label('worker', { 'custom-kubelet': 'small-pods' }) },
      expects(11, verdict('Success', 'Success')),
      expects(100, allocatable('n', '3'), allocatable('m', '4')),
      { at: at(101), patch: label('worker', { 'custom-kubelet': null }) },
      expects(102, verdict('Failure', none)),
      expects(200, allocatable('n', '4')),
    ];
    expect(await run(cluster, ...story)).toEqual([]);
  });
});

describe('worked examples', () => {
  const AT_ONCE = { sandbox: '0s', imagePull: '0s', containerStart: '0s' };

  it('a container that crashes after 5 s each time (spec nodes H30)', async () => {
    const cluster = await clusterOf({ settings: { kubelet: AT_ONCE } });
    const asks = { 'orrery.dev/exit-after': '5s', 'orrery.dev/exit-code': '1' };
    const restarted = (restartCount: number, more: Entry = {}): Entry =>
      statusOf('loop', { containerStatuses: [{ restartCount, ...more }] });
    const starts = [5, 20, 45, 90, 175, 340, 645, 950];
    const waiting = { reason: 'CrashLoopBackOff' };
    const story = [
      applies(0, podOf('loop', {}, asks)),
      ...starts.flatMap((second, i) => [expects(second - 0.001, restarted(i)), expects(second, restarted(i + 1))]),
      expects(960, restarted(8, { state: { waiting } })),
    ].sort((a, b) => Number.parseInt(a['at'] as string, 10) - Number.parseInt(b['at'] as string, 10));
    expect(await run(cluster, ...story)).toEqual([]);
  });

  test.each([
    [7, 60],
    [20.1, 80],
  ])('a node deleted at %s: its pods go at %s (spec nodes H29)', async (deletedAt, goneAt) => {
    const cluster = await clusterOf({ settings: { bundle: 'k8s-1.20' } });
    const names = ['a', 'b', 'c', 'd', 'e'];
    const isThere = (name: string): Entry => ({ kind: 'Pod', name });
    const story = [
      applies(0, ...names.map((name) => podOf(name))),
      { at: at(deletedAt), delete: { kind: 'Node', name: 'n' } },
      expects(30, eventOf('RemovingNode', 'Node n event: Removing Node n from Controller')),
      expects(goneAt - 0.001, ...names.map(isThere)),
      expects(goneAt, ...names.map((name) => gone('Pod', name))),
    ];
    expect(await run(cluster, ...story)).toEqual([]);
  });

  it('pods that grow come back to the node that evicts them, if they tolerate its pressure (spec nodes H28)', async () => {
    const configuration = JSON.stringify({ evictionHard: { 'memory.available': '500Mi' } });
    const annotations = { 'orrery.dev/kubelet-configuration': configuration };
    const cluster = await clusterOf({
      settings: { bundle: 'k8s-1.20' },
      node: { capacity: { cpu: '4', memory: '10Gi' }, annotations },
    });
    const tolerations = [{ key: 'node.kubernetes.io/memory-pressure', operator: 'Exists', effect: 'NoSchedule' }];
    const agent = (name: string): Entry =>
      podOf(name, { tolerations }, { 'orrery.dev/usage-memory': '0s=1Mi,60s=9900Mi' });
    const pressure = (status: string): Entry =>
      isLike('Node', 'n', { status: { conditions: [{ type: 'MemoryPressure', status }] } });
    const evicted = { phase: 'Failed', reason: 'Evicted' };
    const message = 'Pod The node had condition: [MemoryPressure]. ';
    const story = [
      applies(0, agent('first')),
      expects(69, statusOf('first', { phase: 'Running' }), pressure('False')),
      expects(70, statusOf('first', evicted), pressure('True')),
      applies(72, agent('second'), podOf('plain')),
      expects(73, statusOf('second', { phase: 'Running' }), statusOf('plain', { ...evicted, message })),
      expects(130, statusOf('second', { phase: 'Running' })),
      expects(145, statusOf('second', evicted), pressure('True')),
      expects(460, pressure('False')),
    ];
    expect(await run(cluster, ...story)).toEqual([]);
  });
});

describe('claims of volumes', () => {
  const storageClass = {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'StorageClass',
    metadata: { name: 'local-path' },
    provisioner: 'rancher.io/local-path',
    volumeBindingMode: 'WaitForFirstConsumer',
  };
  const claim = {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: 'data', namespace: 'default' },
    spec: {
      accessModes: ['ReadWriteOnce'],
      storageClassName: 'local-path',
      resources: { requests: { storage: '1Gi' } },
    },
  };
  const pod = podOf('web', {
    containers: [{ name: 'app', image: 'nginx', volumeMounts: [{ name: 'v', mountPath: '/data' }] }],
    volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'data' } }],
  });
  const selected = { metadata: { annotations: { 'volume.kubernetes.io/selected-node': 'n' } } };
  const selectsNode = (seconds: number): Entry => ({
    at: at(seconds),
    patch: { kind: 'PersistentVolumeClaim', name: 'data', patch: selected },
  });

  it('that are not bound keep a pod that names its node from starting', async () => {
    const cluster = await clusterOf();
    const message =
      'Unable to attach or mount volumes: unmounted volumes=[v], unattached volumes=[], failed to process volumes=[v]: ' +
      'error processing PVC default/data: PVC is not bound';
    const creating = { state: { waiting: { reason: 'ContainerCreating' } } };
    const story = [
      applies(10, storageClass, claim, pod),
      expects(
        70,
        statusOf('web', { phase: 'Pending', containerStatuses: [creating] }),
        isLike('PersistentVolumeClaim', 'data', { status: { phase: 'Pending' } }),
        eventOf('FailedMount', message, { count: 1 }),
      ),
      selectsNode(71),
      expects(90, statusOf('web', { phase: 'Running' })),
    ];
    expect(await run(cluster, ...story)).toEqual([]);
  });

  it('say why the API takes no volume for them, and the clock goes on', async () => {
    const cluster = await clusterOf();
    const rule = { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['persistentvolumes'] };
    const policy = {
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'ValidatingAdmissionPolicy',
      metadata: { name: 'none' },
      spec: { matchConstraints: { resourceRules: [rule] }, validations: [{ expression: 'false', message: 'full' }] },
    };
    const binding = {
      ...policy,
      kind: 'ValidatingAdmissionPolicyBinding',
      spec: { policyName: 'none', validationActions: ['Deny'] },
    };
    const story = [
      applies(10, policy, binding, storageClass, claim, pod),
      selectsNode(20),
      expects(60, statusOf('web', { phase: 'Pending' }), {
        kind: 'Event',
        matches: { reason: 'ProvisioningFailed', involvedObject: { name: 'data' } },
        count: 1,
      }),
    ];
    expect(await run(cluster, ...story)).toEqual([]);
  });
});
