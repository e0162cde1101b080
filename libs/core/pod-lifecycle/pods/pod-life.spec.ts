import { SimulatedStore } from '../testing/simulated-store';

const conditionsOf = (store: SimulatedStore, pod: string): Record<string, string> =>
  Object.fromEntries(
    store
      .pod(pod)
      .status!.conditions!.map(({ type, status, reason }) => [type, reason ? `${status} ${reason}` : status]),
  );

describe('the common path', () => {
  it('takes two writes: creating, then running and ready', () => {
    const store = new SimulatedStore().addNode('n1').addPod('web').runUntil(60_000);
    expect(store.writesOf('web')).toEqual(['0 web status Pending', '800 web status Running']);
    expect(store.pod('web').status).toMatchObject({
      phase: 'Running',
      podIP: '10.1.0.1',
      podIPs: [{ ip: '10.1.0.1' }],
      hostIP: '192.168.0.1',
      startTime: '1970-01-01T00:00:00Z',
      qosClass: 'BestEffort',
      containerStatuses: [{ name: 'app', ready: true, started: true, restartCount: 0, state: { running: {} } }],
    });
    expect(conditionsOf(store, 'web')).toEqual({
      PodReadyToStartContainers: 'True',
      Initialized: 'True',
      Ready: 'True',
      ContainersReady: 'True',
      PodScheduled: 'True',
    });
  });
  it('says what a kubelet says', () => {
    const store = new SimulatedStore().addNode('n1').addPod('web').runUntil(1000).addPod('next').runUntil(2000);
    expect(store.messagesOf('web')).toEqual([
      '200 Pulling Pulling image "nginx:1.19"',
      '700 Pulled Successfully pulled image "nginx:1.19" in 500ms',
      '800 Created Created container app',
      '800 Started Started container app',
    ]);
    expect(store.messagesOf('next')).toEqual([
      '1300 Pulled Container image "nginx:1.19" already present on machine',
      '1300 Created Created container app',
      '1300 Started Started container app',
    ]);
  });
  it('takes one write when the first is switched off', () => {
    const store = new SimulatedStore({ overrides: { writesCreatingStatus: false } })
      .addNode('n1')
      .addPod('web')
      .runUntil(5000);
    expect(store.writesOf('web')).toEqual(['800 web status Running']);
    expect(store.pod('web').status!.startTime).toBe('1970-01-01T00:00:00Z');
  });
  it('shows containers being created with their conditions', () => {
    const store = new SimulatedStore().addNode('n1').addPod('web').runUntil(100);
    expect(store.pod('web').status!.containerStatuses![0]!.state).toEqual({ waiting: { reason: 'ContainerCreating' } });
    expect(conditionsOf(store, 'web')).toEqual({
      PodReadyToStartContainers: 'False',
      Initialized: 'True',
      Ready: 'False ContainersNotReady',
      ContainersReady: 'False ContainersNotReady',
      PodScheduled: 'True',
    });
    const ready = store.pod('web').status!.conditions!.find(({ type }) => type === 'Ready');
    expect(ready!.message).toBe('containers with unready status: [app]');
  });
});

describe('what is asked of a container', () => {
  const lastEnd = (store: SimulatedStore, pod: string): unknown =>
    store.pod(pod).status!.containerStatuses![0]!.state!.terminated;

  it('a signal ends it, with a message', () => {
    const annotations = {
      'orrery.dev/exit-after': '5s',
      'orrery.dev/exit-signal': '9',
      'orrery.dev/exit-message': 'out, at last',
    };
    const store = new SimulatedStore().addNode('n1');
    store.addPod('web', { restartPolicy: 'Never' }, annotations).runUntil(60_000);
    expect(lastEnd(store, 'web')).toMatchObject({ exitCode: 137, signal: 9, reason: 'Error', message: 'out, at last' });
    expect(store.pod('web').status!.phase).toBe('Failed');
  });

  it('creating and starting it takes a while', () => {
    const annotations = { 'orrery.dev/start-time': '3s' };
    const store = new SimulatedStore().addNode('n1').addPod('web', {}, annotations).runUntil(60_000);
    expect(store.writesOf('web')).toEqual(['0 web status Pending', '3700 web status Running']);
  });

  it('times are drawn: other pods, other times, the same in each run', () => {
    const annotations = { 'orrery.dev/start-time': 'uniform(1s 9s)' };
    const starts = (): string[] => {
      const store = new SimulatedStore().addNode('n1');
      for (const name of ['a', 'b', 'c']) store.addPod(name, {}, annotations);
      store.runUntil(60_000);
      return ['a', 'b', 'c'].map((name) => store.writesOf(name).at(-1)!);
    };
    expect(new Set(starts()).size).toBe(3);
    expect(starts()).toEqual(starts());
  });
});

describe('init containers and sidecars', () => {
  it('run in order; regular containers come last', () => {
    const initContainers = [
      { name: 'first', image: 'i' },
      { name: 'proxy', image: 'i', restartPolicy: 'Always' },
      { name: 'second', image: 'i' },
    ];
    const store = new SimulatedStore({ overrides: { initRunMs: 1000, imagePullMs: 0 } })
      .addNode('n1')
      .addPod('web', { initContainers });
    store.runUntil(1200);
    expect(conditionsOf(store, 'web')['Initialized']).toBe('False ContainersNotInitialized');
    expect(store.pod('web').status!.containerStatuses![0]!.state).toEqual({ waiting: { reason: 'PodInitializing' } });
    store.runUntil(10_000);
    expect(['first', 'proxy', 'second', 'app'].map((name) => store.startsOf('web', name))).toEqual([
      [300],
      [1400],
      [1500],
      [2600],
    ]);
    expect(store.pod('web').status!.phase).toBe('Running');
    expect(conditionsOf(store, 'web')['Ready']).toBe('True');
  });
  it('a failing one is tried again while the pod stays Pending', () => {
    const store = new SimulatedStore({ overrides: { imagePullMs: 0 } })
      .addNode('n1')
      .addPod('web', { initContainers: [{ name: 'init', image: 'i' }] }, { 'orrery.dev/init.exit-code': '1,1,0' })
      .runUntil(5000);
    expect(store.pod('web').status!.phase).toBe('Pending');
    store.runUntil(60_000);
    expect(store.startsOf('web', 'init')).toEqual([300, 300, 10_300]);
    expect(store.pod('web').status!.phase).toBe('Running');
  });
  it('a failing one fails the pod under Never', () => {
    const spec = { restartPolicy: 'Never', initContainers: [{ name: 'init', image: 'i' }] } as const;
    const store = new SimulatedStore()
      .addNode('n1')
      .addPod('web', { ...spec, initContainers: [...spec.initContainers] }, { 'orrery.dev/init.exit-code': '3' });
    expect(store.runUntil(60_000).pod('web').status!.phase).toBe('Failed');
    expect(store.startsOf('web')).toEqual([]);
  });
  it('sidecars end after the regular containers and do not keep the pod from succeeding', () => {
    const spec = {
      restartPolicy: 'OnFailure',
      initContainers: [{ name: 'proxy', image: 'i', restartPolicy: 'Always' }],
    };
    const store = new SimulatedStore()
      .addNode('n1')
      .addPod('job', spec, { 'orrery.dev/app.exit-after': '5s' })
      .runUntil(60_000);
    expect(store.pod('job').status!.phase).toBe('Succeeded');
    expect(store.pod('job').status!.initContainerStatuses![0]!.state!.terminated).toMatchObject({ exitCode: 143 });
  });
});

describe('ends and restarts', () => {
  const zero = { sandboxMs: 0, imagePullMs: 0, containerStartMs: 0 };
  test.each([
    ['Always', '0', 'Running', 'CrashLoopBackOff'],
    ['OnFailure', '0', 'Succeeded', 'Completed'],
    ['OnFailure', '1', 'Running', 'CrashLoopBackOff'],
    ['Never', '0', 'Succeeded', 'Completed'],
    ['Never', '1', 'Failed', 'Error'],
  ])('%s with exit code %s: %s, %s', (restartPolicy, code, phase, reason) => {
    const annotations = { 'orrery.dev/exit-after': '5s', 'orrery.dev/exit-code': code };
    const store = new SimulatedStore({ overrides: zero })
      .addNode('n1')
      .addPod('p', { restartPolicy }, annotations)
      .runUntil(12_000);
    const { status } = store.pod('p');
    expect(status!.phase).toBe(phase);
    expect(
      (status!.containerStatuses![0]!.state!.waiting ?? status!.containerStatuses![0]!.state!.terminated)!.reason,
    ).toBe(reason);
  });
  it('crash loop: waits double up to five minutes (spec nodes H30)', () => {
    const annotations = { 'orrery.dev/exit-after': '5s', 'orrery.dev/exit-code': '1' };
    const store = new SimulatedStore({ overrides: zero }).addNode('n1').addPod('p', {}, annotations).runUntil(15_000);
    const [container] = store.pod('p').status!.containerStatuses!;
    expect(container!.state!.waiting).toEqual({
      reason: 'CrashLoopBackOff',
      message: 'back-off 10s restarting failed container=app pod=p_default(uid-p)',
    });
    expect(container!.lastState!.terminated).toMatchObject({
      exitCode: 1,
      reason: 'Error',
      finishedAt: '1970-01-01T00:00:10Z',
    });
    store.runUntil(951_000);
    expect(store.startsOf('p')).toEqual([0, 5, 20, 45, 90, 175, 340, 645, 950].map((seconds) => seconds * 1000));
    expect(store.pod('p').status!.containerStatuses![0]!.restartCount).toBe(8);
  });
  it('a long run clears the score (spec nodes H30)', () => {
    const annotations = { 'orrery.dev/exit-after': '5s', 'orrery.dev/exit-code': '1' };
    const store = new SimulatedStore({ overrides: zero }).addNode('n1').addPod('p', {}, annotations).runUntil(645_000);
    const pod = store.pod('p');
    store.storePod({
      ...pod,
      metadata: { ...pod.metadata, annotations: { ...annotations, 'orrery.dev/exit-after': '655s' } },
    });
    store.runUntil(1_300_000);
    const now = store.pod('p');
    store.storePod({ ...now, metadata: { ...now.metadata, annotations } });
    store.runUntil(1_316_000);
    expect(
      store
        .startsOf('p')
        .slice(7)
        .map((ms) => ms / 1000),
    ).toEqual([645, 1300, 1315]);
  });
  it('a pod of a Job ends after five seconds', () => {
    const store = new SimulatedStore({ overrides: zero }).addNode('n1').addPod('p', { restartPolicy: 'Never' });
    const pod = store.pod('p');
    const owner = { apiVersion: 'batch/v1', kind: 'Job', name: 'j', uid: 'j', controller: true };
    store.storePod({ ...pod, metadata: { ...pod.metadata, ownerReferences: [owner] } });
    expect(store.runUntil(60_000).writesOf('p')).toEqual(['0 p status Running', '5000 p status Succeeded']);
  });
  it('activeDeadlineSeconds fails the pod and stops its containers', () => {
    const store = new SimulatedStore({ overrides: zero })
      .addNode('n1')
      .addPod('p', { activeDeadlineSeconds: 20 })
      .runUntil(30_000);
    const { status } = store.pod('p');
    expect(status).toMatchObject({ phase: 'Failed', reason: 'DeadlineExceeded' });
    expect(status!.containerStatuses![0]!.state!.terminated!.finishedAt).toBe('1970-01-01T00:00:20Z');
  });
  it('readiness waits for the probe', () => {
    const containers = [{ name: 'app', image: 'i', readinessProbe: { initialDelaySeconds: 15 } }];
    const store = new SimulatedStore({ overrides: zero }).addNode('n1').addPod('p', { containers }).runUntil(19_999);
    expect(conditionsOf(store, 'p')['Ready']).toBe('False ContainersNotReady');
    expect(conditionsOf(store.runUntil(20_000), 'p')['Ready']).toBe('True');
  });
});

describe('images', () => {
  it('a pull that fails backs off 10 s, 20 s', () => {
    const store = new SimulatedStore()
      .addNode('n1')
      .addPod('p', {}, { 'orrery.dev/pull-error': 'not found' })
      .runUntil(800);
    expect(store.pod('p').status!.containerStatuses![0]!.state!.waiting).toEqual({
      reason: 'ErrImagePull',
      message: 'not found',
    });
    store.runUntil(40_000);
    expect(store.pod('p').status!.containerStatuses![0]!.state!.waiting!.message).toBe(
      'Back-off pulling image "nginx:1.19"',
    );
    const failures = store.messagesOf('p').filter((line) => line.includes('Error: ErrImagePull'));
    expect(failures.map((line) => Number(line.split(' ')[0]))).toEqual([700, 11_200, 31_700]);
  });
  it('Never without the image', () => {
    const containers = [{ name: 'app', image: 'i', imagePullPolicy: 'Never' }];
    const store = new SimulatedStore().addNode('n1').addPod('p', { containers }).runUntil(5000);
    expect(store.pod('p').status!.containerStatuses![0]!.state!.waiting!.reason).toBe('ErrImageNeverPull');
    expect(store.pod('p').status!.phase).toBe('Pending');
  });
  it('pulled images show in the node at its next status', () => {
    const store = new SimulatedStore().addNode('n1').addPod('p').runUntil(10_000);
    expect(store.nodes.get('n1')!.status.images).toEqual([{ names: ['nginx:1.19'], sizeBytes: 50_000_000 }]);
  });
});

describe('deletion', () => {
  it('stops containers, shows the end, then removes the object', () => {
    const store = new SimulatedStore().addNode('n1').addPod('p').runUntil(20_000).deletePod('p').runUntil(60_000);
    expect(store.writesOf('p').slice(2)).toEqual(['20100 p status Failed', '20100 p delete']);
    expect(store.messagesOf('p').at(-1)).toBe('20000 Killing Stopping container app');
    expect(store.pods.size).toBe(0);
  });
  test.each([
    ['k8s-1.20', {}, ['20100 p status Running', '20100 p delete']],
    ['modern', { 'orrery.dev/stop-exit-code': '0' }, ['20100 p status Succeeded', '20100 p delete']],
    ['modern', { 'orrery.dev/stop-after': '10s' }, ['30000 p status Failed', '30000 p delete']],
    ['modern', { 'orrery.dev/stop-after': 'never' }, ['50000 p status Failed', '50000 p delete']],
  ] as const)('%s with %j', (bundle, annotations, want) => {
    const store = new SimulatedStore({ bundle }).addNode('n1').addPod('p', {}, annotations).runUntil(20_000);
    expect(store.deletePod('p').runUntil(80_000).writesOf('p').slice(2)).toEqual(want);
  });
  it('a container that ignores SIGTERM is killed at a shortened grace', () => {
    const store = new SimulatedStore()
      .addNode('n1')
      .addPod('p', {}, { 'orrery.dev/stop-after': 'never' })
      .runUntil(20_000);
    store.deletePod('p').runUntil(22_000);
    const pod = store.pod('p');
    store.storePod({ ...pod, metadata: { ...pod.metadata, deletionGracePeriodSeconds: 5 } });
    expect(store.runUntil(80_000).writesOf('p').at(-1)).toBe('25000 p delete');
  });
  it('before anything ran goes at once', () => {
    const store = new SimulatedStore().addNode('n1').addPod('p').runUntil(100).deletePod('p').runUntil(2000);
    expect(store.writesOf('p').at(-1)).toBe('100 p delete');
    expect(store.startsOf('p')).toEqual([]);
  });
  it('frees the address for a pod that found none', () => {
    const store = new SimulatedStore()
      .addNode('n1', { podCIDR: '10.1.0.0/30' })
      .addPod('a')
      .addPod('b')
      .runUntil(1000)
      .addPod('c')
      .runUntil(5000);
    expect(store.pod('c').status!.podIP).toBeUndefined();
    expect(store.messagesOf('c')).toEqual([
      '1000 FailedCreatePodSandBox Failed to create pod sandbox: no IP addresses available in range set: 10.1.0.0/30',
    ]);
    store.deletePod('a').runUntil(10_000);
    expect(store.pod('c').status).toMatchObject({ phase: 'Running', podIP: '10.1.0.1' });
  });
  it('frees the address though the pod that waited for it is gone', () => {
    const store = new SimulatedStore()
      .addNode('n1', { podCIDR: '10.1.0.0/30' })
      .addPod('a')
      .addPod('b')
      .addPod('c', { activeDeadlineSeconds: 1 })
      .runUntil(5000);
    expect(store.pod('c').status).toMatchObject({ phase: 'Failed', reason: 'DeadlineExceeded' });
    store.deletePod('c').runUntil(6000).deletePod('a').runUntil(10_000);
    expect([...store.pods.keys()]).toEqual(['uid-b']);
  });
});
