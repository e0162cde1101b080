import type { Affinity, KubeObject, NodeSelectorTerm } from '@orrery/api-types';
import {
  makeBoundClaim,
  makeNode,
  makePod,
  makeScene,
  makeVolume,
  reasonsByNode,
  scoresByNode,
  type NodeBuilder,
  type PodBuilder,
} from '@orrery/testing';

// Examples of the specification (section 9), by their numbers; those that a plugin's own tests have are not repeated.

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
  test('required (G17)', () => {
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

  test('preferred: a weight of 1 alone is the full score (G18)', () => {
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

  test('a selector that no node fulfils: the pod waits, and says why (G20)', () => {
    const { scheduler } = makeScene({
      nodes: [makeNode('node1').label('zone', 'emea')],
      pods: [makePod('pod-s1').nodeSelector({ zone: 'us' })],
    });
    expect(scheduler.scheduleBatch(1)).toMatchObject([
      {
        kind: 'failed',
        message: `0/1 nodes are available: 1 ${MATCH}. preemption: 0/1 nodes are available: 1 Preemption is not helpful for scheduling.`,
      },
    ]);
  });
});

test('a taint that is only to be avoided is used when nothing else is left (G29)', () => {
  const nodes = [
    makeNode('node1').taint('disktype', 'PreferNoSchedule', 'ssd'),
    makeNode('node2').allocatable({ cpu: '1' }),
  ];
  const wanted = makePod('p').requests({ cpu: '1' });
  expect(scoresByNode(makeScene({ nodes }).explain(wanted), 'TaintToleration')).toEqual({ node1: 0, node2: 100 });
  const full = makeScene({ nodes, pods: [makePod('x').node('node2').requests({ cpu: '1' }), wanted] });
  expect(full.scheduler.scheduleBatch(1)).toMatchObject([{ kind: 'bind', nodeName: 'node1' }]);
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
] as const)('%s: least requested and balanced together (S2)', (bundle, want) => {
  const enabled = ['NodeResourcesLeastAllocated', 'NodeResourcesBalancedAllocation'].map((name) => ({
    name,
    weight: 1,
  }));
  const plugins = { score: { disabled: [{ name: '*' }], enabled }, preScore: { disabled: [{ name: '*' }] } };
  const profiles = [{ schedulerName: 'default-scheduler', plugins }];
  expect(totals({ ...halves, bundle, profiles }, makePod('p').requests({ cpu: '1', memory: '1Gi' }))).toEqual(want);
});

test('two anti-affinity terms of different reach (F14)', () => {
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
] as const)('%s: a volume of two zones by the old label (F24)', (bundle, [z1, z2, z3, none]) => {
  const GA = 'topology.kubernetes.io/zone';
  const nodes = [...['z1', 'z2', 'z3'].map((zone) => makeNode(zone).label(GA, zone)), makeNode('none')];
  const labels = { 'failure-domain.beta.kubernetes.io/zone': 'z1__z2' };
  const objects = [makeBoundClaim('data', 'v'), makeVolume('v', {}, { metadata: { labels } })];
  const pod = makePod('p').volumes({ name: 'data', persistentVolumeClaim: { claimName: 'data' } });
  const scene = makeScene({ nodes, objects: objects as unknown as KubeObject[], bundle });
  expect(reasonsByNode(scene.explain(pod))).toEqual({ z1, z2, z3, none });
});

test('29 of 50 in doubles (N3)', () => {
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
