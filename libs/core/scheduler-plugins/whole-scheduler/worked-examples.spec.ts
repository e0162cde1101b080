import type { Affinity, KubeObject, NodeSelectorTerm } from '@orrery/api-types';
import { makeBoundClaim, makeNode, makePod, makeVolume, type NodeBuilder, type PodBuilder } from '@orrery/builders';
import type { BundleName } from '@orrery/scheduling';
import { makeScene, reasonsByNode, scoresByNode } from '../testing/scheduling-scene';

// Worked examples of docs/spec/scheduler.md; those that a plugin's own tests have are not repeated.

const HOST = 'kubernetes.io/hostname';
const MATCH = "node(s) didn't match Pod's node affinity/selector";

const zoned = (name: string, zone: string): NodeBuilder => makeNode(name).label('zone', zone);
const term = (topologyKey: string, labels: Record<string, string>) => ({
  topologyKey,
  labelSelector: { matchLabels: labels },
});
const far = (...terms: ReturnType<typeof term>[]): Affinity => ({
  podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: terms },
});
const requiring = (...nodeSelectorTerms: NodeSelectorTerm[]): PodBuilder =>
  makePod('p').affinity({ nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } } });
const totals = (setting: Parameters<typeof makeScene>[0], pod: PodBuilder): Record<string, number> =>
  Object.fromEntries([...makeScene(setting).explain(pod).scores].map(([node, { total }]) => [node, total]));

describe('node affinity of the guide', () => {
  test('required (spec scheduler G17)', () => {
    const key = 'e2e-az-NorthSouth';
    const nodes = [
      ...['North', 'South', 'East'].map((value) => makeNode(value).label(key, value)),
      makeNode('unlabelled'),
    ];
    const pod = requiring({ matchExpressions: [{ key, operator: 'In', values: ['North', 'South'] }] });
    expect(reasonsByNode(makeScene({ nodes }).explain(pod))).toEqual({
      North: [],
      South: [],
      East: [MATCH],
      unlabelled: [MATCH],
    });
  });

  test('preferred: a weight of 1 alone is the full score (spec scheduler G18)', () => {
    const key = 'e2e-az-EastWest';
    const nodes = ['East', 'North'].map((value) => makeNode(value).label(key, value));
    const preference = { matchExpressions: [{ key, operator: 'In' as const, values: ['East', 'West'] }] };
    const pod = makePod('p').affinity({
      nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, preference }] },
    });
    const explained = makeScene({ nodes }).explain(pod);
    expect(reasonsByNode(explained)).toEqual({ East: [], North: [] });
    expect(scoresByNode(explained, 'NodeAffinity')).toEqual({ East: 100, North: 0 });
  });

  test('a required term takes the pod to its node (spec scheduler G19)', () => {
    const pods = [requiring({ matchExpressions: [{ key: 'zone', operator: 'In', values: ['us'] }] })];
    const { scheduler } = makeScene({ nodes: [zoned('node0', 'emea'), zoned('node1', 'us')], pods });
    expect(scheduler.scheduleBatch(1)).toMatchObject([{ kind: 'bind', nodeName: 'node1' }]);
  });

  test('a selector that no node fulfils: the pod waits, and says why (spec scheduler G20)', () => {
    const { scheduler } = makeScene({
      nodes: [makeNode('node1').label('zone', 'emea')],
      pods: [makePod('pod-s1').nodeSelector({ zone: 'us' })],
    });
    expect(scheduler.scheduleBatch(1)).toMatchObject([
      {
        kind: 'failed',
        message: `0/1 nodes are available: 1 ${MATCH}. no new claims to deallocate, preemption: 0/1 nodes are available: 1 Preemption is not helpful for scheduling.`,
      },
    ]);
  });
});

test('a taint that is only to be avoided is used when nothing else is left (spec scheduler G29)', () => {
  const nodes = [
    makeNode('node1').taint('disktype', 'PreferNoSchedule', 'ssd'),
    makeNode('node2').allocatable({ cpu: '1' }),
  ];
  const wanted = makePod('p').requests({ cpu: '1' });
  expect(scoresByNode(makeScene({ nodes }).explain(wanted), 'TaintToleration')).toEqual({ node1: 0, node2: 100 });
  const full = makeScene({ nodes, pods: [makePod('x').node('node2').requests({ cpu: '1' }), wanted] });
  expect(full.scheduler.scheduleBatch(1)).toMatchObject([{ kind: 'bind', nodeName: 'node1' }]);
});

test.each([
  ['waits for a pod that is not there', {}, 'failed'],
  ['is bound as the first pod of its own group', { security: 's2' }, 'bind'],
] as const)('a pod that requires another %s (spec scheduler G23)', (_name, labels, kind) => {
  const near = { requiredDuringSchedulingIgnoredDuringExecution: [term(HOST, { security: 's2' })] };
  const { scheduler } = makeScene({
    nodes: [makeNode('node1').label(HOST, 'node1')],
    pods: [
      makePod('pod-s1').label('security', 's1').node('node1'),
      makePod('pod-s2').metadata({ labels }).affinity({ podAffinity: near }),
    ],
  });
  const [decision] = scheduler.scheduleBatch(1);
  expect(decision).toMatchObject({ kind });
  const message = decision?.kind === 'failed' ? decision.message : '';
  expect(message.startsWith("0/1 nodes are available: 1 node(s) didn't match pod affinity rules.")).toBe(
    kind === 'failed',
  );
});

test.each([
  ['Equal', { operator: 'Equal', value: 'value1' }],
  ['Exists', { operator: 'Exists' }],
] as const)('a NoExecute taint tolerated for a time, by %s, lets the pod in (spec scheduler G26)', (_name, how) => {
  const nodes = [makeNode('node1').taint('key1', 'NoExecute', 'value1')];
  const pod = makePod('p').toleration({ key: 'key1', effect: 'NoExecute', tolerationSeconds: 3600, ...how });
  expect(reasonsByNode(makeScene({ nodes }).explain(pod))).toEqual({ node1: [] });
  const other = makePod('o').toleration({ key: 'key1', operator: 'Equal', value: 'value2', effect: 'NoExecute' });
  expect(reasonsByNode(makeScene({ nodes }).explain(other))).toEqual({
    node1: ['node(s) had untolerated taint {key1: value1}'],
  });
});

test('a toleration opens the dedicated node and closes no other (spec scheduler G28)', () => {
  const nodes = [makeNode('node1').taint('dedicated', 'NoSchedule', 'groupName'), makeNode('node2')];
  const taint = ['node(s) had untolerated taint {dedicated: groupName}'];
  expect(reasonsByNode(makeScene({ nodes }).explain(makePod('p')))).toEqual({ node1: taint, node2: [] });
  const tolerating = makePod('p').toleration({ key: 'dedicated', value: 'groupName', effect: 'NoSchedule' });
  const explained = makeScene({ nodes }).explain(tolerating);
  expect(reasonsByNode(explained)).toEqual({ node1: [], node2: [] });
  expect(explained.topNodes).toEqual(['node1', 'node2']);
});

describe('a pod that displaces another (spec scheduler G30)', () => {
  const low = makePod('low').node('N').requests({ cpu: '900m' });
  const high = makePod('high').priority(100).requests({ cpu: '1' });
  const opened = () => {
    const scene = makeScene({ nodes: [makeNode('N').allocatable({ cpu: '1' })], pods: [low, high] });
    const [decision] = scene.scheduler.scheduleBatch(1);
    const promised = high.version('2').nominated('N').build();
    scene.scheduler.podChanged(high.build(), promised);
    const going = low.version('2').deleting('2026-01-01T00:00:30Z').build();
    scene.scheduler.podChanged(low.build(), going);
    return { ...scene, decision, promised, going };
  };

  test('has the node promised and waits while the other ends in its own time', async () => {
    const { scheduler, decision, going, advance } = opened();
    expect(decision).toMatchObject({
      kind: 'failed',
      statusPatch: { nominatedNodeName: 'N' },
      effects: [{ kind: 'deleteVictim', victim: { metadata: { name: 'low' } } }],
    });
    await advance(20_000);
    expect(scheduler.scheduleBatch(5)).toEqual([]);
    scheduler.podChanged(going, undefined);
    expect(scheduler.scheduleBatch(5)).toMatchObject([{ kind: 'bind', nodeName: 'N' }]);
  });

  test('goes elsewhere if another node is free first; its status still names the promised one', async () => {
    const { scheduler, advance } = opened();
    scheduler.nodeChanged(undefined, makeNode('M').allocatable({ cpu: '1' }).build());
    await advance(20_000);
    const [decision] = scheduler.scheduleBatch(5);
    expect(decision).toMatchObject({ kind: 'bind', nodeName: 'M', pod: { status: { nominatedNodeName: 'N' } } });
    expect(scheduler.parts.queue.nominator.nominatedPods('N')).toEqual([]);
  });
});

describe('pods that a nomination keeps out (kubernetes/kubernetes#129058)', () => {
  const running = makePod('running').node('N').requests({ cpu: '1500m' });
  const nominated = makePod('high').priority(100).requests({ cpu: '2' }).nominated('N');
  const opened = (priority: number, bundle: BundleName = 'modern') => {
    const small = makePod('small').priority(priority).requests({ cpu: '500m' });
    const nodes = [makeNode('N').allocatable({ cpu: '2' })];
    const scene = makeScene({ nodes, pods: [running, nominated, small], bundle });
    expect(scene.scheduler.scheduleBatch(5).map(({ kind }) => kind)).toEqual(['failed', 'failed']);
    return scene;
  };
  const NEXT = [{ kind: 'bind', pod: { metadata: { name: 'small' } }, nodeName: 'N' }];

  test.each([
    ['lower', 0],
    ['the same', 100],
  ])('those of %s priority try again once it is deleted', async (_name, priority) => {
    const { scheduler, advance } = opened(priority);
    scheduler.podChanged(nominated.build(), undefined);
    await advance(20_000);
    expect(scheduler.scheduleBatch(5)).toMatchObject(NEXT);
  });

  test('those of a lower priority try again once it has lost its nomination', async () => {
    const { scheduler, advance } = opened(0);
    scheduler.podChanged(nominated.build(), nominated.version('2').nominated('').build());
    await advance(20_000);
    expect(scheduler.scheduleBatch(5)).toMatchObject(NEXT);
  });

  test('1.20 knows no such event', async () => {
    const { scheduler, advance } = opened(0, 'k8s-1.20');
    scheduler.podChanged(nominated.build(), undefined);
    await advance(20_000);
    expect(scheduler.scheduleBatch(5)).toEqual([]);
  });
});

const halves = {
  nodes: [
    makeNode('a').allocatable({ cpu: '3', memory: '4Gi' }),
    makeNode('b').allocatable({ cpu: '7', memory: '3Gi' }),
  ],
};

test.each([
  ['okd-legacy', { a: 15, b: 15 }],
  ['k8s-1.20', { a: 161, b: 155 }],
] as const)('%s: least requested and balanced together (spec scheduler S2)', (bundle, want) => {
  const enabled = ['NodeResourcesLeastAllocated', 'NodeResourcesBalancedAllocation'].map((name) => ({
    name,
    weight: 1,
  }));
  const plugins = { score: { disabled: [{ name: '*' }], enabled }, preScore: { disabled: [{ name: '*' }] } };
  const profiles = [{ schedulerName: 'default-scheduler', plugins }];
  expect(totals({ ...halves, bundle, profiles }, makePod('p').requests({ cpu: '1', memory: '1Gi' }))).toEqual(want);
});

test('two anti-affinity terms of different reach (spec scheduler F14)', () => {
  const nodes = [
    zoned('a', 'z1').label(HOST, 'a'),
    zoned('b', 'z1').label(HOST, 'b'),
    zoned('c', 'z2').label(HOST, 'c'),
  ];
  const pods = [makePod('x').label('app', 'x').node('a'), makePod('y').label('app', 'y').node('c')];
  const pod = makePod('p').affinity(far(term(HOST, { app: 'x' }), term('zone', { app: 'y' })));
  const refused = ["node(s) didn't match pod anti-affinity rules"];
  expect(reasonsByNode(makeScene({ nodes, pods }).explain(pod))).toEqual({ a: refused, b: [], c: refused });
});

test.each([
  ['modern', [[], [], ['node(s) had no available volume zone'], []]],
  ['k8s-1.20', [...Array(3).fill(['node(s) had no available volume zone']), []]],
] as const)('%s: a volume of two zones by the old label (spec scheduler F24)', (bundle, [z1, z2, z3, none]) => {
  const GA = 'topology.kubernetes.io/zone';
  const nodes = [...['z1', 'z2', 'z3'].map((zone) => makeNode(zone).label(GA, zone)), makeNode('none')];
  const labels = { 'failure-domain.beta.kubernetes.io/zone': 'z1__z2' };
  const objects = [makeBoundClaim('data', 'v'), makeVolume('v', {}, { metadata: { labels } })];
  const pod = makePod('p').volumes({ name: 'data', persistentVolumeClaim: { claimName: 'data' } });
  const scene = makeScene({ nodes, objects: objects as unknown as KubeObject[], bundle });
  expect(reasonsByNode(scene.explain(pod))).toEqual({ z1, z2, z3, none });
});

test('29 of 50 in doubles (spec scheduler N3)', () => {
  const nodes = ['none', 'some', 'most'].map((zone) => zoned(zone, zone));
  const pods = [makePod('x').label('app', 'x').node('some'), makePod('y').label('app', 'y').node('most')];
  const prefer = (weight: number, app: string) => ({ weight, podAffinityTerm: term('zone', { app }) });
  const pod = makePod('p').affinity({
    podAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [prefer(29, 'x'), prefer(50, 'y')] },
  });
  expect(scoresByNode(makeScene({ nodes, pods }).explain(pod), 'InterPodAffinity')).toEqual({
    none: 0,
    some: 57,
    most: 100,
  });
});
