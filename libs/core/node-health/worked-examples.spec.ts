import { nodeHealthSettings, RequeueMode, TimerRecompute } from './settings/settings';
import { defaultTolerations, names, SimulatedCluster, tolerate } from './testing/simulated-cluster';

const UNREACHABLE = 'node.kubernetes.io/unreachable';
const NOT_READY = 'node.kubernetes.io/not-ready';

const zoneStates = (cluster: SimulatedCluster): Record<string, string> =>
  Object.fromEntries(
    cluster.controller.zoneViews().map(({ key, state, ratePerSecond }) => [key, `${state} ${ratePerSecond}`]),
  );
const firstTaints = (cluster: SimulatedCluster, nodes: string[]): (number | undefined)[] =>
  nodes.map((node) => cluster.noExecuteAt(node)[0]);
const every = (from: number, step: number, count: number): number[] =>
  Array.from({ length: count }, (_, i) => from + i * step);

describe('one node of three lost (spec nodes H1)', () => {
  const cluster = new SimulatedCluster()
    .addZone('z', 3, 'n')
    .addPod('none', 'n1', [])
    .addPod('zero', 'n1', [tolerate(UNREACHABLE, 0)])
    .addPod('negative', 'n1', [tolerate(UNREACHABLE, -5)])
    .addPod('default', 'n1')
    .addPod('s2', 'n1', [tolerate(UNREACHABLE, 6000), tolerate(NOT_READY, 300)])
    .addPod('all', 'n1', [{ operator: 'Exists' }])
    .addPod('forever', 'n1', [tolerate(UNREACHABLE)])
    .dies(0, 'n1')
    .runUntil(7000);

  it('declares the node Unknown at 45 and taints it NoSchedule at once', () => {
    expect(cluster.log.filter((line) => line.startsWith('45 '))).toEqual([
      '45 n1 Ready=Unknown NodeStatusUnknown',
      '45 n1 MemoryPressure=Unknown NodeStatusUnknown',
      '45 n1 DiskPressure=Unknown NodeStatusUnknown',
      '45 n1 PIDPressure=Unknown NodeStatusUnknown',
      '45 n1 +NS unreachable',
      '45 event n1: Node n1 status is now: NodeNotReady',
      '45 n1 pods not ready',
    ]);
    expect(zoneStates(cluster)).toEqual({ ':\0:z': 'Normal 0.1' });
  });
  it('taints it NoExecute at 50', () => expect(cluster.noExecuteAt('n1')).toEqual([50]));
  test.each([
    ['none', [50]],
    ['zero', [50]],
    ['negative', [50]],
    ['default', [350]],
    ['s2', [6050]],
    ['all', []],
    ['forever', []],
  ])('pod %s is deleted at %j', (pod, want) => expect(cluster.deletedAt(pod)).toEqual(want));
});

it('modern: Unknown at 55, NoExecute at 60, default pods at 360 (spec nodes H2)', () => {
  const cluster = new SimulatedCluster(nodeHealthSettings())
    .addZone('z', 3, 'n')
    .addPod('p', 'n1')
    .dies(0, 'n1')
    .runUntil(500);
  expect(cluster.when(/^n1 Ready=Unknown/)).toEqual([55]);
  expect(cluster.noExecuteAt('n1')).toEqual([60]);
  expect(cluster.deletedAt('p')).toEqual([360]);
});

describe('recovery (spec nodes H3)', () => {
  const recovered = (atSeconds: number): SimulatedCluster =>
    new SimulatedCluster()
      .addZone('z', 3, 'n')
      .addPod('default', 'n1')
      .addPod('s2', 'n1', [tolerate(UNREACHABLE, 6000)])
      .dies(0, 'n1')
      .at(atSeconds, (c) => c.revive('n1'))
      .runUntil(7000);
  it('back at 200: nothing is deleted, both timers are cancelled', () => {
    const cluster = recovered(200);
    expect(cluster.when('n1 -NS unreachable')).toEqual([200]);
    expect(cluster.when('n1 -NX unreachable')).toEqual([200]);
    expect(cluster.when(/Cancelling deletion/)).toEqual([200, 200]);
    expect(cluster.when(/^delete/)).toEqual([]);
  });
  it('back exactly at 350: the timers of 350 are cancelled first', () => {
    expect(recovered(350).when(/^delete/)).toEqual([]);
  });
  it('back at 351: the default pod was deleted, the other is cancelled at 355', () => {
    const cluster = recovered(351);
    expect(cluster.deletedAt('default')).toEqual([350]);
    expect(cluster.when('event s2: Cancelling deletion of Pod default/s2')).toEqual([355]);
  });
});

describe('not ready, then silent (spec nodes H4)', () => {
  const run = (timerRecompute: TimerRecompute): SimulatedCluster =>
    new SimulatedCluster(nodeHealthSettings('k8s-1.20', { timerRecompute }))
      .addZone('z', 5, 'n')
      .addPod('default', 'n1')
      .addPod('short', 'n1', [tolerate(NOT_READY, 6000), tolerate(UNREACHABLE, 10)])
      .addPod('patient', 'n1', [tolerate(NOT_READY), tolerate(UNREACHABLE, 300)])
      .at(100, (c) => c.postReady('n1', false))
      .dies(200, 'n1')
      .runUntil(7000);
  const cluster = run(TimerRecompute.Keep);
  it('taints not-ready at 100 without marking pods, swaps at 245 and 250', () => {
    expect(cluster.when('n1 +NS not-ready')).toEqual([100]);
    expect(cluster.when('n1 +NX not-ready')).toEqual([100]);
    expect(cluster.when('n1 -NS not-ready')).toEqual([245]);
    expect(cluster.when('n1 +NS unreachable')).toEqual([245]);
    expect(cluster.when('n1 +NX unreachable')).toEqual([250]);
    expect(cluster.when('n1 -NX not-ready')).toEqual([250]);
    expect(cluster.when(/pods not ready|NodeNotReady/)).toEqual([]);
  });
  test.each([
    ['default', 400],
    ['short', 6100],
    ['patient', 550],
  ])('pod %s is deleted at %i', (pod, at) => expect(cluster.deletedAt(pod)).toEqual([at]));
  it('recomputed: the short toleration counts from its own taint', () => {
    expect(run(TimerRecompute.Min).deletedAt('short')).toEqual([260]);
  });
});

describe('zone sizes and thresholds', () => {
  test.each([
    ['two of three: never more than two (spec nodes H5)', 3, 2, [50, 60]],
    ['three of four: partial, small (spec nodes H6)', 4, 3, [undefined, undefined, undefined]],
    ['eleven of twenty reach 0.55 (spec nodes H7)', 20, 11, Array<undefined>(11).fill(undefined)],
    ['ten of twenty do not (spec nodes H7)', 20, 10, every(50, 10, 10)],
    ['28 of 50: partial, small (spec nodes H9)', 50, 28, Array<undefined>(28).fill(undefined)],
    ['29 of 51: partial, large (spec nodes H9)', 51, 29, every(50, 100, 29)],
  ])('%s', (_name, size, dead, want) => {
    const dying = names('n', 1, dead, 2);
    const cluster = new SimulatedCluster()
      .addZone('z', size, 'n', 2)
      .dies(0, ...dying)
      .runUntil(3000);
    expect(firstTaints(cluster, dying)).toEqual(want);
    expect(cluster.when(/\+NS unreachable/)).toEqual(Array(dead).fill(45));
  });
});

test.each([
  [RequeueMode.Refresh, 250],
  [RequeueMode.Duplicate, 1050],
])('queue mode %s: the late node is tainted at %i (spec nodes H8)', (requeue, want) => {
  const cluster = new SimulatedCluster(nodeHealthSettings('k8s-1.20', { requeue }))
    .addZone('z', 40, 'z', 2)
    .dies(0, ...names('z', 1, 10, 2))
    .dies(200, 'z40')
    .runUntil(1200);
  expect(firstTaints(cluster, names('z', 1, 10, 2))).toEqual(every(50, 10, 10));
  expect(cluster.when(/^z40 Ready=Unknown/)).toEqual([245]);
  expect(cluster.noExecuteAt('z40')[0]).toBe(want);
});

describe('three zones of 100, sixty nodes of a die (spec nodes H10, H11)', () => {
  const start = (otherZoneSize: number): SimulatedCluster =>
    new SimulatedCluster()
      .addZone('a', 100, 'a', 3)
      .addZone('b', otherZoneSize, 'b', 3)
      .addZone('c', otherZoneSize, 'c', 3)
      .dies(0, ...names('a', 1, 60, 3));
  it('one every 100 s in name order (spec nodes H10)', () => {
    const cluster = start(3).addPod('last', 'a060').runUntil(6300);
    expect(firstTaints(cluster, names('a', 1, 60, 3))).toEqual(every(50, 100, 60));
    expect(cluster.deletedAt('last')).toEqual([6250]);
    expect(zoneStates(cluster)).toEqual({
      ':\0:a': 'PartialDisruption 0.01',
      ':\0:b': 'Normal 0.1',
      ':\0:c': 'Normal 0.1',
    });
  });
  it('back to normal at 1000 with a drained bucket (spec nodes H11)', () => {
    const cluster = start(100)
      .at(1000, (c) => c.revive(...names('a', 51, 60, 3)))
      .runUntil(1500);
    expect(firstTaints(cluster, names('a', 1, 10, 3))).toEqual(every(50, 100, 10));
    expect(firstTaints(cluster, names('a', 11, 50, 3))).toEqual(every(1010, 10, 40));
  });
});

it('creeping failure: the rate falls at 345 (spec nodes H12)', () => {
  const cluster = new SimulatedCluster().addZone('a', 100, 'a', 3);
  for (let batch = 0; batch < 8; batch++) cluster.dies(batch * 60, ...names('a', batch * 10 + 1, batch * 10 + 10, 3));
  cluster.runUntil(700);
  expect(firstTaints(cluster, names('a', 1, 30, 3))).toEqual(every(50, 10, 30));
  expect(firstTaints(cluster, names('a', 31, 33, 3))).toEqual([445, 545, 645]);
});

it('a full zone among normal ones keeps the primary rate (spec nodes H13)', () => {
  const cluster = new SimulatedCluster()
    .addZone('a', 5)
    .addZone('b', 5)
    .addZone('c', 5)
    .dies(0, ...names('a', 1, 5))
    .runUntil(200);
  expect(firstTaints(cluster, names('a', 1, 5))).toEqual([50, 60, 70, 80, 90]);
  expect(zoneStates(cluster)[':\0:a']).toBe('FullDisruption 0.1');
});

it('everything down: master disruption, no NoExecute taint ever (spec nodes H14)', () => {
  const all = [...names('a', 1, 4), ...names('b', 1, 4), ...names('c', 1, 4)];
  const cluster = new SimulatedCluster()
    .addZone('a', 4)
    .addZone('b', 4)
    .addZone('c', 4)
    .addPod('p', 'a1')
    .dies(0, ...all);
  cluster.runUntil(20_000);
  expect(cluster.when(/\+NS unreachable/)).toEqual(Array(12).fill(45));
  expect(cluster.when(/NX|^delete/)).toEqual([]);
});

it('staggered zones enter and leave master disruption (spec nodes H15)', () => {
  const cluster = new SimulatedCluster().addZone('a', 4).addZone('b', 4).addZone('c', 4).addPod('p', 'a1');
  cluster
    .dies(0, ...names('a', 1, 4))
    .dies(100, ...names('b', 1, 4))
    .dies(200, ...names('c', 1, 4));
  cluster.at(600, (c) => c.revive('c1')).runUntil(1500);
  const taints = (prefix: string): number[][] => names(prefix, 1, 4).map((node) => cluster.noExecuteAt(node));
  expect(taints('a')).toEqual([
    [50, 610],
    [60, 620],
    [70, 630],
    [80, 640],
  ]);
  expect(taints('b')).toEqual([
    [150, 610],
    [160, 620],
    [170, 630],
    [180, 640],
  ]);
  expect(taints('c')).toEqual([[], [], [], []]);
  expect(cluster.when(/-NX/)).toEqual(Array(8).fill(245));
  expect(cluster.when('event p: Cancelling deletion of Pod default/p')).toEqual([245]);
  expect(cluster.deletedAt('p')).toEqual([910]);
  expect(zoneStates(cluster)[':\0:c']).toBe('PartialDisruption 0');
});

describe('a new node while everything is down (spec nodes H16)', () => {
  const down = (): SimulatedCluster =>
    new SimulatedCluster().addZone('a', 2).addZone('b', 2).dies(0, 'a1', 'a2', 'b1', 'b2');
  it('(i) ready in a new zone: the old zones stay at rate 0', () => {
    const cluster = down()
      .at(600, (c) => c.addNode('d1', 'd'))
      .runUntil(1500);
    expect(cluster.when(/\+NX/)).toEqual([]);
    expect(zoneStates(cluster)).toEqual({
      ':\0:a': 'FullDisruption 0',
      ':\0:b': 'FullDisruption 0',
      ':\0:d': 'Normal 0.1',
    });
  });
  it('(ii) not ready first: leaves at 610', () => {
    const cluster = down()
      .at(600, (c) => c.addNode('d1', 'd', { ready: false }))
      .at(610, (c) => c.postReady('d1', true))
      .runUntil(1500);
    expect(firstTaints(cluster, ['a1', 'b1', 'a2', 'b2'])).toEqual([620, 620, 630, 630]);
  });
  it('(iii) in an old zone: leaves at 600', () => {
    const cluster = down()
      .at(600, (c) => c.addNode('a9', 'a'))
      .runUntil(1500);
    expect(firstTaints(cluster, ['a1', 'b1', 'a2', 'b2'])).toEqual([610, 610, 620, 620]);
  });
});

it('a restart lifts the taints and starts timers again (spec nodes H17)', () => {
  const cluster = new SimulatedCluster().addZone('z', 10, 'n', 2);
  for (const i of [1, 2, 3]) cluster.addPod(`p${i}`, `n0${i}`);
  cluster
    .dies(0, 'n01', 'n02', 'n03')
    .at(100, (c) => c.restartControllers())
    .runUntil(600);
  expect(['n01', 'n02', 'n03'].map((node) => cluster.noExecuteAt(node))).toEqual([
    [50, 100],
    [60, 110],
    [70, 120],
  ]);
  expect(cluster.when(/-NX/)).toEqual([100, 100, 100]);
  expect([1, 2, 3].map((i) => cluster.deletedAt(`p${i}`))).toEqual([[400], [410], [420]]);
});

describe('a node object without any status (spec nodes H18)', () => {
  const admitted = [{ key: NOT_READY, effect: 'NoSchedule' }];
  it('beside two healthy nodes: taints at 65', () => {
    const cluster = new SimulatedCluster().addZone('z', 2, 'n').addNode('x', 'z', null, admitted);
    expect(cluster.when('x -NS not-ready')).toEqual([0]);
    cluster.runUntil(100);
    expect(cluster.when(/^x \w+=Unknown NodeStatusNeverUpdated/)).toEqual([65, 65, 65, 65]);
    expect(cluster.when('x +NS unreachable')).toEqual([65]);
    expect(cluster.noExecuteAt('x')).toEqual([65]);
    expect(zoneStates(cluster)).toEqual({ ':\0:z': 'Normal 0.1' });
  });
  it('alone: master disruption, never NoExecute', () => {
    const cluster = new SimulatedCluster().addNode('x', 'z', null, admitted).runUntil(500);
    expect(cluster.when(/\+NX/)).toEqual([]);
  });
  it('with a renewed lease: no conditions, no taints, yet not counted ready', () => {
    const cluster = new SimulatedCluster().addZone('z', 2, 'n').addNode('x', 'z', null);
    for (let t = 0; t <= 300; t += 10) cluster.at(t, (c) => c.renewLease('x'));
    cluster.runUntil(300);
    expect(cluster.when(/^x /)).toEqual([]);
    expect(cluster.controller.zoneViews()[0]).toMatchObject({ size: 3, unhealthyNodes: 1 });
  });
});

describe('the guide taints (spec nodes H19)', () => {
  const noExecute = (key: string, value: string): { key: string; value: string; effect: 'NoExecute' } => ({
    key,
    value,
    effect: 'NoExecute',
  });
  const equal = (effect: string, seconds?: number): object => ({
    key: 'key1',
    operator: 'Equal',
    value: 'value1',
    effect,
    ...(seconds === undefined ? {} : { tolerationSeconds: seconds }),
  });
  it('a running pod stays until an untolerated NoExecute taint comes', () => {
    const cluster = new SimulatedCluster()
      .addZone('z', 2, 'n')
      .addPod('p', 'n1', [equal('NoSchedule'), equal('NoExecute')]);
    cluster.taint('n1', {
      add: [
        { key: 'key1', value: 'value1', effect: 'NoSchedule' },
        noExecute('key1', 'value1'),
        { key: 'key2', value: 'value2', effect: 'NoSchedule' },
      ],
    });
    cluster.at(100, (c) => c.taint('n1', { add: [noExecute('key2', 'value2')] })).runUntil(200);
    expect(cluster.deletedAt('p')).toEqual([100]);
  });
  it('seconds count from the taint, and again after it was gone', () => {
    const cluster = new SimulatedCluster().addZone('z', 2, 'n').addPod('p', 'n1', [equal('NoExecute', 3600)]);
    cluster
      .at(10, (c) => c.taint('n1', { add: [noExecute('key1', 'value1')] }))
      .at(3000, (c) => c.taint('n1', { remove: [{ key: 'key1', effect: 'NoExecute' }] }))
      .at(3100, (c) => c.taint('n1', { add: [noExecute('key1', 'value1')] }))
      .runUntil(7000);
    expect(cluster.when(/Cancelling/)).toEqual([3000]);
    expect(cluster.deletedAt('p')).toEqual([6700]);
  });
  test.each([
    ['Equal', equal('NoExecute', 3600)],
    ['Exists', { key: 'key1', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 3600 }],
  ])('by %s the pod goes 3600 s after the taint, or stays if that goes (spec scheduler G26)', (_name, toleration) => {
    const tainted = (script: (cluster: SimulatedCluster) => SimulatedCluster): SimulatedCluster =>
      script(
        new SimulatedCluster()
          .addZone('z', 2, 'n')
          .addPod('p', 'n1', [toleration])
          .at(10, (c) => c.taint('n1', { add: [noExecute('key1', 'value1')] })),
      ).runUntil(10_000);
    expect(tainted((cluster) => cluster).deletedAt('p')).toEqual([3610]);
    const taken = { remove: [{ key: 'key1', effect: 'NoExecute' }] };
    expect(tainted((cluster) => cluster.at(3600, (c) => c.taint('n1', taken))).deletedAt('p')).toEqual([]);
  });
  it('another value is another taint', () => {
    const cluster = new SimulatedCluster().addZone('z', 2, 'n').addPod('p', 'n1', [equal('NoExecute', 3600)]);
    cluster.at(10, (c) => c.taint('n1', { add: [noExecute('key1', 'value2')] })).runUntil(20);
    expect(cluster.deletedAt('p')).toEqual([10]);
  });
});

describe('timers (spec nodes H20)', () => {
  const add = (key: string): { add: { key: string; effect: 'NoExecute' }[] } => ({
    add: [{ key, effect: 'NoExecute' }],
  });
  const remove = (key: string): { remove: { key: string; effect: string }[] } => ({
    remove: [{ key, effect: 'NoExecute' }],
  });
  const run = (
    tolerations: ReturnType<typeof tolerate>[],
    script: [number, { add?: { key: string; effect: 'NoExecute' }[]; remove?: { key: string; effect: string }[] }][],
  ): SimulatedCluster => {
    const cluster = new SimulatedCluster().addZone('z', 2, 'n').addPod('p', 'n1', tolerations);
    for (const [at, change] of script) cluster.at(at, (c) => c.taint('n1', change));
    return cluster.runUntil(20_000);
  };
  const forever = { operator: 'Exists' };
  test.each([
    [
      'b joins a',
      [tolerate('a', 400), tolerate('b', 100)],
      [
        [0, add('a')],
        [150, add('b')],
      ],
      [400],
    ],
    [
      'b replaces a',
      [tolerate('a', 400), tolerate('b', 10_000)],
      [
        [0, add('a')],
        [150, { ...add('b'), ...remove('a') }],
      ],
      [400],
    ],
    [
      'a goes and returns',
      [tolerate('a', 400)],
      [
        [0, add('a')],
        [150, remove('a')],
        [200, add('a')],
      ],
      [600],
    ],
    ['first match short', [tolerate('a', 2), forever], [[0, add('a')]], [2]],
    ['first match forever', [forever, tolerate('a', 2)], [[0, add('a')]], []],
  ] as [string, ReturnType<typeof tolerate>[], [number, object][], number[]][])(
    '%s',
    (_name, tolerations, script, want) => {
      expect(run(tolerations, script).deletedAt('p')).toEqual(want);
    },
  );
  it('an untolerated taint cancels, then deletes', () => {
    const cluster = run(
      [tolerate('a', 400)],
      [
        [0, add('a')],
        [150, add('c')],
      ],
    );
    expect(cluster.log.filter((line) => line.startsWith('150 ') && !line.includes('NX'))).toEqual([
      '150 event p: Cancelling deletion of Pod default/p',
      '150 event p: Marking for deletion Pod default/p',
      '150 delete default/p',
    ]);
  });
});

it('deleting the node does not stop a pending timer (spec nodes H29)', () => {
  const cluster = new SimulatedCluster().addZone('z', 3, 'n').addPod('p', 'n1', defaultTolerations());
  cluster
    .dies(0, 'n1')
    .at(57, (c) => c.deleteNode('n1'))
    .runUntil(500);
  expect(cluster.when('event n1: Node n1 event: Removing Node n1 from Controller')).toEqual([60]);
  expect(cluster.deletedAt('p')).toEqual([350]);
});

it('a status write without a newer lease refreshes the probe once more', () => {
  const cluster = new SimulatedCluster().addZone('z', 3, 'n').dies(20, 'n1');
  cluster.at(23, (c) => {
    const conditions = c.nodes
      .get('n1')!
      .status.conditions!.map((condition) => ({ ...condition, lastHeartbeatTime: '1970-01-01T00:00:23Z' }));
    const node = { ...c.nodes.get('n1')!, status: { conditions } };
    c.nodes.set('n1', node);
    c.controller.nodeChanged(undefined, node, 23_000);
  });
  expect(cluster.runUntil(100).when(/^n1 Ready=Unknown/)).toEqual([75]);
});

it('a pod that comes to a silent node is marked not ready at once', () => {
  const cluster = new SimulatedCluster()
    .addZone('z', 3, 'n')
    .dies(0, 'n1')
    .at(48, (c) => c.addPod('late', 'n1'))
    .runUntil(60);
  expect(cluster.when('pod late Ready=False')).toEqual([48]);
});
