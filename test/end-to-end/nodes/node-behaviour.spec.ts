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
const behaviourOf = (name: string, spec: Entry): Entry => ({
  apiVersion: 'sim.orrery.dev/v1',
  kind: 'PodBehavior',
  metadata: { name },
  spec,
});

describe('a configuration is rolled out', () => {
  const MACHINES = { apiVersion: 'machineconfiguration.openshift.io/v1' };
  const labels = { role: 'worker' };
  const poolOf = (spec: Entry = {}): Entry => ({
    ...MACHINES,
    kind: 'MachineConfigPool',
    metadata: { name: 'worker', labels: { size: 'small' } },
    spec: { nodeSelector: { matchLabels: labels }, ...spec },
  });
  const config = {
    ...MACHINES,
    kind: 'KubeletConfig',
    metadata: { name: 'reserve' },
    spec: {
      machineConfigPoolSelector: { matchLabels: { size: 'small' } },
      kubeletConfig: { systemReserved: { cpu: '1' } },
    },
  };
  const counts = (updated: number, unavailable: number, condition: string): Entry => {
    const conditions = [{ type: condition, status: 'True' }];
    const status = { machineCount: 3, updatedMachineCount: updated, unavailableMachineCount: unavailable, conditions };
    return isLike('MachineConfigPool', 'worker', { status }, MACHINES);
  };
  const node = (name: string, cpu: string, unschedulable: boolean | null): Entry =>
    isLike('Node', name, { spec: { unschedulable }, status: { allocatable: { cpu } } });
  const threeNodes = async (): Promise<TestGraphqlCluster> => {
    const cluster = await server.cluster();
    for (const name of ['n1', 'n2', 'n3']) await cluster.mutate('addNodes', { name, labels }, 'node { id }');
    return cluster;
  };

  it('one node after the other: cordoned, drained, rebooted, uncordoned; budgets are respected', async () => {
    const cluster = await threeNodes();
    const app = (name: string, nodeName: string): Entry => ({
      ...podOf(name, { nodeName }),
      metadata: { name, namespace: 'default', labels: { app: 'web' } },
    });
    const budget = {
      apiVersion: 'policy/v1',
      kind: 'PodDisruptionBudget',
      metadata: { name: 'web', namespace: 'default' },
      spec: { minAvailable: 1, selector: { matchLabels: { app: 'web' } } },
    };
    const story: Entry[] = [
      applies(0, budget, app('web', 'n2')),
      applies(10, poolOf(), config),
      expects(11, node('n1', '4', true), node('n2', '4', null), counts(0, 1, 'Updating')),
      expects(69, node('n1', '4', true), counts(0, 1, 'Updating')),
      // n1 is back, n2 waits for its pod, which must not go.
      expects(71, node('n1', '3', null), node('n2', '4', true), counts(1, 1, 'Updating')),
      expects(71, { kind: 'Event', matches: { reason: 'Rebooted', involvedObject: { name: 'n1' } } }),
      expects(200, node('n2', '4', true), node('n3', '4', null), statusOf('web', { phase: 'Running' })),
      {
        at: at(201),
        patch: {
          apiVersion: 'policy/v1',
          kind: 'PodDisruptionBudget',
          namespace: 'default',
          name: 'web',
          patch: { spec: { minAvailable: 0 } },
        },
      },
      expects(207, gone('Pod', 'web')),
      expects(275, node('n2', '3', null), node('n3', '4', true), counts(2, 1, 'Updating')),
      expects(340, node('n3', '3', null), counts(3, 0, 'Updated')),
    ];
    expect(await run(cluster, ...story)).toEqual([]);
  });

  it('two at once; a paused pool waits; a node that is cordoned stays so; a new one starts with it', async () => {
    const cluster = await threeNodes();
    const unpause = { ...MACHINES, kind: 'MachineConfigPool', name: 'worker', patch: { spec: { paused: false } } };
    const story = [
      { at: at(5), cordon: 'n2' },
      applies(10, poolOf({ maxUnavailable: 2, paused: true }), config),
      expects(
        30,
        node('n1', '4', null),
        isLike(
          'MachineConfigPool',
          'worker',
          { status: { updatedMachineCount: 0, conditions: [{ type: 'Updating', status: 'False' }] } },
          MACHINES,
        ),
      ),
      { at: at(31), patch: unpause },
      expects(32, node('n1', '4', true), node('n2', '4', true), node('n3', '4', null), counts(0, 2, 'Updating')),
      expects(92, node('n1', '3', null), node('n2', '3', true)),
      expects(170, node('n3', '3', null), counts(3, 1, 'Updated')),
    ];
    expect(await run(cluster, ...story)).toEqual([]);
    await cluster.mutate('addNodes', { name: 'n4', labels }, 'node { id }');
    expect(await run(cluster, expects(15, node('n4', '3', null)))).toEqual([]);
  });
});

describe('nodes that behave', () => {
  const nodeBehaviour = (name: string, spec: Entry): Entry => ({
    apiVersion: 'sim.orrery.dev/v1',
    kind: 'NodeBehavior',
    metadata: { name },
    spec,
  });
  const SIM = { apiVersion: 'sim.orrery.dev/v1' };

  it("the guide's summary can be made from a NodeBehavior", async () => {
    const cluster = await server.cluster();
    // What was used in the first second makes up for what a steady rate does not come to.
    const cpu = (steady: number, total: number, seconds: number): Entry[] => [
      { at: '0s', value: `${total - steady * (seconds - 1)}n` },
      { at: '1s', value: `${steady}n` },
    ];
    const daemons = {
      kubelet: {
        cpu: cpu(190_998_084, 929_684_480_915, 4000),
        memory: 1_050_509_312,
        memoryUsage: 1_397_895_168,
        memoryRss: 176_726_016,
      },
      runtime: {
        cpu: cpu(5_928_600, 128_521_955_903, 4000),
        memory: 102_416_384,
        memoryUsage: 129_671_168,
        memoryRss: 35_958_784,
      },
    };
    await run(cluster, applies(0, nodeBehaviour('node22', { selector: { names: ['*.node22'] }, daemons })));
    await cluster.mutate('addNodes', { name: 'cluster.node22' }, 'node { id }');
    await cluster.mutate('advanceClock', { by: '4000s' }, 'events');
    const { node } = (await request(cluster, '/api/v1/nodes/cluster.node22/proxy/stats/summary')) as {
      node: { nodeName: string; systemContainers: Entry[] };
    };
    expect(node.nodeName).toBe('cluster.node22');
    expect(node.systemContainers.map(({ name }) => name)).toEqual(['kubelet', 'runtime', 'misc', 'pods']);
    expect(node.systemContainers).toMatchObject([
      {
        cpu: { usageCoreNanoSeconds: 929_684_480_915, usageNanoCores: 190_998_084 },
        memory: { rssBytes: 176_726_016, usageBytes: 1_397_895_168, workingSetBytes: 1_050_509_312 },
      },
      {
        cpu: { usageCoreNanoSeconds: 128_521_955_903, usageNanoCores: 5_928_600 },
        memory: { rssBytes: 35_958_784, usageBytes: 129_671_168, workingSetBytes: 102_416_384 },
      },
      { memory: { workingSetBytes: 0 } },
      { memory: { workingSetBytes: 0 } },
    ]);
  });

  it('have what machines they are on, pull as fast as their registry, and fail when they are to', async () => {
    const cluster = await clusterOf({ node: { labels: { class: 'small' } } });
    const spec = {
      selector: { labelSelector: { matchLabels: { class: 'small' } } },
      capacity: { cpu: 2, memory: '2Gi' },
      filesystems: { nodefs: { capacity: '20Gi' } },
      registry: { latency: '1s', bandwidth: '100Mi' },
      boot: { delay: '30s' },
      configuration: { evictionHard: { 'memory.available': '100Mi' }, maxPods: 5 },
      faults: [{ kind: 'POWER_OFF', after: '60s', for: '10s' }],
    };
    const large = podOf('web', {}, { 'orrery.dev/image-size': '300Mi' });
    const story = [
      applies(0, nodeBehaviour('small', spec)),
      expects(
        10,
        isLike('NodeBehavior', 'small', { status: { matchedNodes: 1, observedGeneration: 1 } }, SIM),
        isLike('Node', 'n', {
          status: { allocatable: { cpu: '2', memory: '1948Mi', pods: '5', 'ephemeral-storage': '20Gi' } },
        }),
      ),
      applies(10, large),
      expects(14, statusOf('web', { phase: 'Pending' })),
      expects(
        14.3,
        statusOf('web', { phase: 'Running' }),
        eventOf('Pulled', 'Successfully pulled image "nginx" in 4s'),
      ),
      expects(99, statusOf('web', { containerStatuses: [{ restartCount: 0 }] })),
      expects(101, statusOf('web', { containerStatuses: [{ restartCount: 1 }] })),
      expects(101, { kind: 'Event', matches: { reason: 'Rebooted' }, count: 1 }),
    ];
    expect(await run(cluster, ...story)).toEqual([]);
    expect(await cluster.query('{ faults { kind nodeName } }')).toEqual({ faults: [] });
  });

  it('say how many pods and nodes they are for, and what cannot be', async () => {
    const cluster = await clusterOf();
    const story = [
      applies(0, behaviourOf('webs', { selector: { names: ['web-*'] } }), podOf('web-1'), podOf('web-2'), podOf('db')),
      expects(1, isLike('PodBehavior', 'webs', { status: { matchedPods: 2 } }, SIM)),
      { at: at(2), delete: { kind: 'Pod', name: 'web-1' } },
      expects(40, isLike('PodBehavior', 'webs', { status: { matchedPods: 1 } }, SIM)),
    ];
    expect(await run(cluster, ...story)).toEqual([]);
    const spec = {
      capacity: { cpu: 'many' },
      configuration: { evictionSoft: { 'memory.available': '1Gi' } },
      faults: [{ kind: 'FIRE' }, { kind: 'API_LATENCY' }],
    };
    const answer = await request(cluster, '/apis/sim.orrery.dev/v1/nodebehaviors', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(nodeBehaviour('bad', spec)),
    });
    expect(answer).toMatchObject({ code: 422, reason: 'Invalid' });
    expect((answer['details'] as { causes: { field: string }[] }).causes.map(({ field }) => field)).toEqual([
      'spec.capacity[cpu]',
      'spec.configuration',
      'spec.faults[0].kind',
      'spec.faults[1].latency',
    ]);
  });

  it('are configured how often they give signs of life', async () => {
    const configuration = { nodeLeaseDurationSeconds: 8, nodeStatusUpdateFrequency: '5s' };
    const annotations = { 'orrery.dev/kubelet-configuration': JSON.stringify(configuration) };
    const cluster = await clusterOf({ node: { annotations } });
    const heartbeat = (lastHeartbeatTime: string): Entry =>
      isLike('Node', 'n', { status: { conditions: [{ type: 'Ready', lastHeartbeatTime }] } });
    const leases = { apiVersion: 'coordination.k8s.io/v1', namespace: 'kube-node-lease' };
    const renewed = (seconds: number): Entry => ({
      spec: { leaseDurationSeconds: 8, renewTime: `2026-03-01T12:00:${seconds}.000000Z` },
    });
    const story = [
      expects(21, heartbeat('2026-03-01T12:00:20Z')),
      expects(26.5, heartbeat('2026-03-01T12:00:25Z'), isLike('Lease', 'n', renewed(26), leases)),
      expects(26.5, { kind: 'Lease', matches: renewed(26), ...leases, count: 1 }),
      {
        when: isLike('Lease', 'n', renewed(32), leases),
        within: '20s',
        expect: heartbeat('2026-03-01T12:00:30Z'),
      },
      { expect: isLike('Lease', 'n', renewed(32), leases) },
    ];
    expect(await run(cluster, ...story)).toEqual([]);
  });

  it('register with what they are configured to, however they are made', async () => {
    const configuration = {
      registerWithTaints: [{ key: 'new', value: 'yes', effect: 'NoSchedule' }],
      nodeLabels: { tier: 'gold' },
    };
    const cluster = await server.cluster({
      settings: { kubeletConfigurations: [{ configuration }], cloud: { provider: 'external', initializeAfter: '20s' } },
    });
    const make = async (name: string, annotations: Entry = {}): Promise<Entry> =>
      request(cluster, '/api/v1/nodes', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ metadata: { name, annotations } }),
      });
    const uninitialized = {
      key: 'node.cloudprovider.kubernetes.io/uninitialized',
      value: 'true',
      effect: 'NoSchedule',
    };
    expect(await make('by-hand')).toMatchObject({
      metadata: { labels: { tier: 'gold' } },
      spec: { taints: expect.arrayContaining([{ key: 'new', value: 'yes', effect: 'NoSchedule' }, uninitialized]) },
    });
    expect(JSON.stringify(await make('elsewhere', { 'orrery.dev/kubelet': 'none' }))).not.toContain('uninitialized');
    const machine = {
      metadata: { labels: { 'kubernetes.io/hostname': 'by-hand', 'kubernetes.io/os': 'linux' } },
      spec: { providerID: 'orrery://by-hand' },
      status: {
        allocatable: { cpu: '4', pods: '110' },
        addresses: [{ type: 'Hostname', address: 'by-hand' }],
        nodeInfo: { operatingSystem: 'linux' },
      },
    };
    const without = { status: { capacity: null } };
    expect(
      await run(cluster, expects(21, isLike('Node', 'by-hand', machine), isLike('Node', 'elsewhere', without))),
    ).toEqual([]);
  });

  it('remove images when their disk is full, and say so when there are not enough', async () => {
    const annotations = {
      'orrery.dev/imagefs': '10Gi',
      'orrery.dev/kubelet-configuration': JSON.stringify({ evictionHard: {} }),
    };
    const cluster = await clusterOf({ node: { annotations } });
    const pod = (name: string, size: string, more: Entry = {}): Entry =>
      podOf(
        name,
        { restartPolicy: 'Never', containers: [{ name: 'app', image: name }], ...more },
        {
          'orrery.dev/image-size': size,
          'orrery.dev/exit-after': name === 'stays' ? 'never' : '1s',
        },
      );
    const images = (...names: string[]): Entry =>
      isLike('Node', 'n', { status: { images: names.map((name) => ({ names: [name] })) } });
    const story = [
      applies(0, pod('first', '2Gi'), pod('second', '1Gi')),
      applies(20, pod('stays', '6Gi')),
      expects(290, images('first', 'second', 'stays')),
      // 9 of 10 GiB are more than 85 %: one is enough to come to 80 %.
      expects(311, images('second', 'stays'), { kind: 'Event', matches: { reason: 'FreeDiskSpaceFailed' }, count: 0 }),
      applies(320, pod('stays-too', '3Gi', {})),
      {
        at: at(321),
        patch: {
          kind: 'Pod',
          name: 'stays-too',
          namespace: 'default',
          patch: { metadata: { annotations: { 'orrery.dev/exit-after': 'never' } } },
        },
      },
      expects(
        611,
        images('stays', 'stays-too'),
        eventOf(
          'FreeDiskSpaceFailed',
          'failed to garbage collect required amount of images. Wanted to free 2147483648 bytes, but freed 1073741824 bytes',
        ),
      ),
    ];
    expect(await run(cluster, ...story)).toEqual([]);
  });

  it('that swap do not see that memory runs short', async () => {
    const annotations = {
      'orrery.dev/swap': '4Gi',
      'orrery.dev/usage-memory': '3900Mi',
      'orrery.dev/kubelet-configuration': JSON.stringify({
        failSwapOn: false,
        evictionHard: { 'memory.available': '500Mi' },
        podPidsLimit: 10,
        containerLogMaxSize: '1Mi',
        containerLogMaxFiles: 2,
      }),
    };
    const cluster = await clusterOf({ node: { annotations, capacity: { memory: '4Gi' } } });
    const uses = {
      'orrery.dev/usage-memory': '1Gi',
      'orrery.dev/usage-processes': '50',
      'orrery.dev/usage-logs': '1Gi',
    };
    const story = [
      applies(0, podOf('web', {}, uses)),
      expects(60, statusOf('web', { phase: 'Running', containerStatuses: [{ restartCount: 0 }] })),
    ];
    expect(await run(cluster, ...story)).toEqual([]);
    const { node, pods } = (await request(cluster, '/api/v1/nodes/n/proxy/stats/summary')) as {
      node: Entry;
      pods: Entry[];
    };
    expect(pods).toMatchObject([
      { process_stats: { process_count: 10 }, containers: [{ logs: { usedBytes: 2 * 1024 ** 2 } }] },
    ]);
    expect(node['memory']).toMatchObject({ availableBytes: 500 * 1024 ** 2 });
  });

  it('kill daemons that take more than is reserved for them, and start them again', async () => {
    const cluster = await server.cluster();
    const reserved = { memory: '1Gi', cpu: '500m' };
    const configuration = {
      kubeReserved: reserved,
      systemReserved: reserved,
      enforceNodeAllocatable: ['pods', 'kube-reserved', 'system-reserved'],
      kubeReservedCgroup: '/kube',
      systemReservedCgroup: '/system',
    };
    const annotations = {
      'orrery.dev/kubelet-configuration': JSON.stringify(configuration),
      'orrery.dev/kubelet.usage-memory': '512Mi,40s~1536Mi',
      'orrery.dev/kubelet.usage-cpu': '800m',
      'orrery.dev/misc.usage-memory': '512Mi,80s~1536Mi',
    };
    const node = (name: string, given: Entry): Promise<unknown> =>
      cluster.mutate('addNodes', { name, capacity: { memory: '8Gi' }, annotations: given }, 'node { id }');
    await node('held', annotations);
    await node('free', { 'orrery.dev/usage-memory': '1Gi,30s=9Gi' });
    const restarts = (daemon: string, seconds: number): Entry => {
      const instant = new Date(Date.parse('2026-03-01T12:00:00Z') + seconds * 1000).toISOString();
      const annotations = { [`orrery.dev/${daemon}.restarts-at`]: instant.replace('Z', '000Z') };
      return isLike('Node', 'held', { metadata: { annotations } });
    };
    const story = [
      expects(21, restarts('kubelet', 30.001)),
      expects(29, isLike('Node', 'held', { status: { conditions: [{ type: 'Ready', status: 'True' }] } })),
      expects(51, restarts('misc', 50.001), restarts('kubelet', 60.002)),
    ];
    expect(await run(cluster, ...story)).toEqual([]);
    const { items } = (await request(cluster, '/api/v1/events?fieldSelector=reason=SystemOOM')) as {
      items: { message: string; involvedObject: { name: string } }[];
    };
    expect(items.map(({ involvedObject, message }) => [involvedObject.name, message])).toEqual([
      ['free', expect.stringMatching(/^System OOM encountered, victim process: misc, pid: \d+$/)],
    ]);
    const { node: seen } = (await request(cluster, '/api/v1/nodes/held/proxy/stats/summary')) as { node: Entry };
    expect(seen['systemContainers']).toMatchObject([
      { name: 'kubelet', startTime: '2026-03-01T12:01:00Z', memory: { workingSetBytes: 0 } },
      { name: 'runtime' },
      { name: 'misc', startTime: '2026-03-01T12:00:50Z' },
      { name: 'pods' },
    ]);
  });

  it('start only with what fits their machines, and say what they enforce', async () => {
    const settings = { pressure: { overReservation: 'fail' } };
    const cluster = await server.cluster({ settings });
    const attempt = (name: string, document: object, more: Entry = {}): Promise<unknown> => {
      const annotations = { 'orrery.dev/kubelet-configuration': JSON.stringify(document), ...more };
      return cluster.attempt('addNodes', { name, capacity: { memory: '8Gi' }, annotations }, 'node { id }');
    };
    const tooMuch = { systemReserved: { memory: '9Gi' } };
    expect(JSON.stringify(await attempt('large', tooMuch))).toContain(
      'invalid Node Allocatable configuration. Resource',
    );
    expect(JSON.stringify(await attempt('swaps', {}, { 'orrery.dev/swap': '1Gi' }))).toContain('running with swap on');
    expect(JSON.stringify(await attempt('quiet', { registerNode: false }))).toContain('the kubelet does not register');
    await attempt('n', { eventRecordQPS: 1, eventBurst: 1 });
    const behaviour = {
      apiVersion: 'sim.orrery.dev/v1',
      kind: 'NodeBehavior',
      metadata: { name: 'greedy' },
      spec: { selector: { names: ['n'] }, configuration: tooMuch },
    };
    const enforced = (message: string): Entry =>
      eventOf('NodeAllocatableEnforced', message, { involvedObject: { name: 'n' } });
    const story = [
      applies(0, podOf('web')),
      expects(1.5, enforced('Updated Node Allocatable limit across pods'), {
        kind: 'Event',
        matches: { reason: 'Started' },
        count: 0,
      }),
      expects(8, { kind: 'Event', matches: { reason: 'Started', firstTimestamp: '2026-03-01T12:00:00Z' } }),
      {
        at: at(9),
        patch: {
          kind: 'Node',
          name: 'n',
          patch: { metadata: { annotations: { 'orrery.dev/kubelet-configuration': null } } },
        },
      },
      applies(10, behaviour),
      expects(10, {
        kind: 'Event',
        matches: { reason: 'KubeletSetupFailed', involvedObject: { name: 'n' } },
        count: 1,
      }),
      expects(70, isLike('Node', 'n', { status: { conditions: [{ type: 'Ready', status: 'Unknown' }] } })),
      { at: at(71), delete: { apiVersion: 'sim.orrery.dev/v1', kind: 'NodeBehavior', name: 'greedy' } },
      expects(72, isLike('Node', 'n', { status: { conditions: [{ type: 'Ready', status: 'True' }] } })),
    ];
    expect(await run(cluster, ...story)).toEqual([]);
    const wrong = { kubeletConfigurations: [{ configuration: { evictionSoft: { 'memory.available': '1Gi' } } }] };
    await expect(server.cluster({ settings: wrong })).rejects.toThrow(/grace period must be specified/);
  });
});

describe('ranges of pod addresses', () => {
  const podAt = (cluster: TestGraphqlCluster, name: string, nodeName: string): Promise<Entry> =>
    request(cluster, '/api/v1/namespaces/default/pods', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ metadata: { name }, spec: { nodeName, containers: [{ name: 'c', image: 'nginx' }] } }),
    });
  const messages = async (cluster: TestGraphqlCluster, reason: string): Promise<string[]> => {
    const { items } = (await request(cluster, '/api/v1/events')) as {
      items: { reason: string; message: string; involvedObject: { name: string } }[];
    };
    const found = items.filter((event) => event.reason === reason);
    return found.map(({ involvedObject, message }) => `${involvedObject.name}: ${message}`);
  };

  it('are a setting; a node that finds none left says so, and gets the first that is freed', async () => {
    const cluster = await server.cluster({
      settings: { nodeIpam: { clusterCIDRs: ['10.77.0.0/25'], nodeCIDRMaskSize: 26 } },
    });
    for (const name of ['a', 'b', 'c', 'd']) await cluster.mutate('addNodes', { name }, 'node { id }');
    await podAt(cluster, 'p', 'c');
    await cluster.mutate('advanceClock', { by: '5s' }, 'events');
    const cidrOf = async (name: string): Promise<unknown> =>
      ((await request(cluster, `/api/v1/nodes/${name}`)) as { spec: { podCIDR?: string } }).spec.podCIDR;
    expect([await cidrOf('a'), await cidrOf('b'), await cidrOf('c')]).toEqual([
      '10.77.0.0/26',
      '10.77.0.64/26',
      undefined,
    ]);
    expect((await messages(cluster, 'CIDRNotAvailable')).sort()).toEqual([
      'c: Node c status is now: CIDRNotAvailable',
      'd: Node d status is now: CIDRNotAvailable',
    ]);
    expect(await messages(cluster, 'FailedCreatePodSandBox')).toEqual([
      'p: Failed to create pod sandbox: Kubenet does not have netConfig. This is most likely due to lack of PodCIDR',
    ]);
    await cluster.mutate('removeNode', { name: 'a' }, 'errors { message }');
    await cluster.mutate('advanceClock', { by: '5s' }, 'events');
    expect([await cidrOf('c'), await cidrOf('d')]).toEqual(['10.77.0.0/26', undefined]);
    const { status } = (await request(cluster, '/api/v1/namespaces/default/pods/p')) as { status: Entry };
    expect(status).toMatchObject({ phase: 'Running', podIP: '10.77.0.1' });
    expect(await messages(cluster, 'CIDRNotAvailable')).toHaveLength(2);
  });

  it('that make no sense are refused with their place', async () => {
    const input = { name: 'odd', settings: { nodeIpam: { clusterCIDRs: ['10.0.0.1/8'] } } };
    const query = 'mutation ($input: CreateClusterInput!) { createCluster(input: $input) { errors { message } } }';
    const answer = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables: { input } }),
    });
    const reason = 'Invalid value: "10.0.0.1/8": must be an IPv4 CIDR such as 10.0.0.0/8';
    const errors = [{ message: `settings.nodeIpam.clusterCIDRs[0]: ${reason}` }];
    expect(await answer.json()).toEqual({ data: { createCluster: { errors } } });
  });
});
