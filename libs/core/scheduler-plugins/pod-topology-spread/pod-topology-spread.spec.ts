import type { KubeObject } from '@orrery/api-types';
import { makeNode, makePod, type PodBuilder } from '@orrery/builders';
import { makeScene, reasonsByNode, scoresByNode } from '../testing/scheduling-scene';
import type { Profile } from '@orrery/scheduling';
import type { RawConstraint } from './spread-constraint';

const ZONE = 'topology.kubernetes.io/zone';
const HOST = 'kubernetes.io/hostname';
const SKEWED = "node(s) didn't match pod topology spread constraints";
const LACKS_LABEL = `${SKEWED} (missing required label)`;

const hard = (topologyKey: string, more: Partial<RawConstraint> = {}): RawConstraint => ({
  maxSkew: 1,
  topologyKey,
  whenUnsatisfiable: 'DoNotSchedule',
  labelSelector: { matchLabels: { app: 'web' } },
  ...more,
});
const soft = (topologyKey: string, maxSkew = 1): RawConstraint => ({
  ...hard(topologyKey),
  maxSkew,
  whenUnsatisfiable: 'ScheduleAnyway',
});
const spread = (...constraints: readonly RawConstraint[]) =>
  web('p').spec({ topologySpreadConstraints: constraints as never });
const web = (name: string): PodBuilder => makePod(name).label('app', 'web');
const webs = (counts: Readonly<Record<string, number>>): PodBuilder[] =>
  Object.entries(counts).flatMap(([node, count]) =>
    Array.from({ length: count }, (_, i) => web(`${node}-${i}`).node(node)),
  );
const inZone = (name: string, zone: string) => makeNode(name).zone(zone);
const profile = (args: object): Profile => ({
  schedulerName: 'default-scheduler',
  pluginConfig: [{ name: 'PodTopologySpread', args }],
});
const webService = {
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: 'web', namespace: 'default', uid: 'web' },
  spec: { selector: { app: 'web' } },
} as unknown as KubeObject;

test('the fullest zones are refused; the smallest count is that of a zone whose only node is too small', () => {
  const explained = makeScene({
    nodes: [inZone('a', 'z1'), inZone('b', 'z2'), inZone('c', 'z3').allocatable({ cpu: '100m' }), makeNode('d')],
    pods: [...webs({ a: 3, b: 1 }), web('leaving').node('c').deleting(), web('foreign').namespace('other').node('c')],
  }).explain(spread(hard(ZONE)).requests({ cpu: '1' }));
  expect(explained.fitError).toBe(`0/4 nodes are available: 1 Insufficient cpu, 1 ${LACKS_LABEL}, 2 ${SKEWED}.`);
  expect(explained.filters.get('d')?.code).toBe('UnschedulableAndUnresolvable');
  expect(explained.filters.get('a')?.code).toBe('Unschedulable');
});

const twoZones = { nodes: [inZone('a', 'z1'), inZone('b', 'z2')], pods: webs({ a: 1, b: 1 }) };
const emptyTainted = { ...twoZones, nodes: [...twoZones.nodes, inZone('c', 'z3').taint('x', 'NoSchedule')] };

test.each([
  ['too few domains count as an empty one', twoZones, hard(ZONE, { minDomains: 3 }), 'modern', [SKEWED]],
  ['1.20 does not know minDomains', twoZones, hard(ZONE, { minDomains: 3 }), 'k8s-1.20', []],
  ['enough domains', twoZones, hard(ZONE, { minDomains: 2 }), 'modern', []],
  ['a tainted zone takes part', emptyTainted, hard(ZONE), 'modern', [SKEWED]],
  ['unless taints are honoured', emptyTainted, hard(ZONE, { nodeTaintsPolicy: 'Honor' }), 'modern', []],
  ['1.20 does not honour taints', emptyTainted, hard(ZONE, { nodeTaintsPolicy: 'Honor' }), 'k8s-1.20', [SKEWED]],
  [
    'an empty selector counts nothing',
    { ...twoZones, pods: webs({ a: 3 }) },
    hard(ZONE, { labelSelector: {} }),
    'modern',
    [],
  ],
  [
    'an empty selector counts all in 1.20',
    { ...twoZones, pods: webs({ a: 3 }) },
    hard(ZONE, { labelSelector: {} }),
    'k8s-1.20',
    [SKEWED],
  ],
  [
    'no selector counts nothing',
    { ...twoZones, pods: webs({ a: 3 }) },
    hard(ZONE, { labelSelector: null }),
    'modern',
    [],
  ],
  [
    'a pod that its own selector does not match adds nothing',
    { ...twoZones, pods: [makePod('o').label('app', 'o').node('a')] },
    hard(ZONE, { labelSelector: { matchLabels: { app: 'o' } } }),
    'modern',
    [],
  ],
] as const)('%s', (_name, setting, constraint, bundle, want) => {
  expect(reasonsByNode(makeScene({ ...setting, bundle }).explain(spread(constraint)))['a']).toEqual(want);
});

test.each([
  ['nodes that the pod cannot use take no part', undefined, { a: [] }],
  ['unless affinity is ignored', 'Ignore', { a: [SKEWED] }],
])('%s', (_name, nodeAffinityPolicy, want) => {
  const constraint = nodeAffinityPolicy ? hard(ZONE, { nodeAffinityPolicy }) : hard(ZONE);
  const nodes = [inZone('a', 'z1').label('disk', 'ssd'), inZone('b', 'z2')];
  const explained = makeScene({ nodes, pods: webs({ a: 1 }) }).explain(
    spread(constraint).nodeSelector({ disk: 'ssd' }),
  );
  expect(reasonsByNode(explained)).toMatchObject(want);
});

test('only nodes with all keys of the hard constraints make domains', () => {
  const nodes = [inZone('a', 'z1').label('rack', 'r1'), inZone('b', 'z2')];
  const explained = makeScene({ nodes, pods: webs({ a: 1 }) }).explain(spread(hard(ZONE), hard('rack')));
  expect(reasonsByNode(explained)).toEqual({ a: [], b: [LACKS_LABEL] });
});

test('matchLabelKeys counts pods of the same revision alone', () => {
  const pods = [web('old').label('hash', '1').node('a')];
  const constraint = hard(ZONE, { matchLabelKeys: ['hash', 'absent'] });
  const reasons = (hash: string) =>
    reasonsByNode(makeScene({ ...twoZones, pods }).explain(spread(constraint).label('hash', hash)))['a'];
  expect(reasons('2')).toEqual([]);
  expect(reasons('1')).toEqual([SKEWED]);
});

const softNodes = [inZone('a', 'z1'), inZone('b', 'z1'), inZone('c', 'z2'), makeNode('d')];
const softPods = webs({ a: 2, b: 1, c: 2, d: 1 });

test.each([
  ['modern', { a: 87, b: 100, c: 100, d: 0 }],
  ['k8s-1.20', { a: 75, b: 100, c: 100, d: 0 }],
] as const)('%s: own soft constraints on zone and host', (bundle, want) => {
  const explained = makeScene({ nodes: softNodes, pods: softPods, bundle }).explain(spread(soft(ZONE), soft(HOST, 2)));
  expect(scoresByNode(explained, 'PodTopologySpread')).toEqual(want);
});

test.each([
  ['modern', { a: 14, b: 21, c: 50, d: 100 }],
  ['k8s-1.20', { a: 61, b: 76, c: 100, d: 0 }],
] as const)('%s: system defaults for the pods of a service', (bundle, want) => {
  const pods = webs({ a: 2, b: 1, c: 1 });
  const scene = makeScene({ nodes: softNodes, pods, objects: [webService], bundle });
  expect(scoresByNode(scene.explain(web('p')), 'PodTopologySpread')).toEqual(want);
});

test.each([
  ['modern', { a: undefined, b: undefined }],
  ['k8s-1.20', { a: 100, b: 100 }],
] as const)('%s: a pod of no service is not spread', (bundle, want) => {
  const explained = makeScene({ ...twoZones, bundle }).explain(web('p'));
  expect(scoresByNode(explained, 'PodTopologySpread')).toEqual(want);
});

test('a list of defaults replaces those of the system, for pods without own constraints', () => {
  const defaults = [{ maxSkew: 1, topologyKey: ZONE, whenUnsatisfiable: 'DoNotSchedule' }];
  const profiles = [profile({ defaultingType: 'List', defaultConstraints: defaults })];
  const scene = makeScene({ ...twoZones, pods: webs({ a: 2 }), objects: [webService], profiles });
  expect(reasonsByNode(scene.explain(web('p')))).toEqual({ a: [SKEWED], b: [] });
  expect(reasonsByNode(scene.explain(makePod('stranger')))).toEqual({ a: [], b: [] });
  expect(reasonsByNode(scene.explain(spread(soft(HOST))))).toEqual({ a: [], b: [] });
  scene.scheduler.objectChanged(webService, undefined);
  expect(reasonsByNode(scene.explain(web('p')))).toEqual({ a: [], b: [] });
});

test('a zone with nothing but promised pods counts them while they are promised', () => {
  const { scheduler, explain } = makeScene({ ...twoZones, pods: webs({ a: 1 }) });
  expect(reasonsByNode(explain(spread(hard(ZONE))))).toEqual({ a: [SKEWED], b: [] });
  scheduler.podChanged(undefined, web('b-0').node('b').build());
  expect(reasonsByNode(explain(spread(hard(ZONE))))).toEqual({ a: [], b: [] });
  scheduler.nodeChanged(inZone('b', 'z2').build(), undefined);
  expect(reasonsByNode(explain(spread(hard(ZONE))))).toEqual({ a: [] });
});

const constraint = { maxSkew: 1, topologyKey: ZONE, whenUnsatisfiable: 'ScheduleAnyway' };
test.each([
  [
    { defaultConstraints: [constraint] },
    'args.defaultingType: Invalid value: "System": when .defaultConstraints are not empty',
  ],
  [{ defaultingType: 'Both' }, 'args.defaultingType: Unsupported value: "Both"'],
  [
    { defaultingType: 'List', defaultConstraints: [{ ...constraint, maxSkew: 0 }] },
    'args.defaultConstraints[0].maxSkew: Invalid value: 0: not in valid range (0, inf)',
  ],
  [
    { defaultingType: 'List', defaultConstraints: [{ ...constraint, topologyKey: '' }] },
    'args.defaultConstraints[0].topologyKey: Required value: can not be empty',
  ],
  [
    { defaultingType: 'List', defaultConstraints: [{ ...constraint, topologyKey: 'a b' }] },
    'args.defaultConstraints[0].topologyKey: Invalid value: "a b"',
  ],
  [
    { defaultingType: 'List', defaultConstraints: [{ ...constraint, whenUnsatisfiable: '' }] },
    'args.defaultConstraints[0].whenUnsatisfiable: Required value: can not be empty',
  ],
  [
    { defaultingType: 'List', defaultConstraints: [{ ...constraint, labelSelector: {} }] },
    'args.defaultConstraints[0].labelSelector: Forbidden: constraint must not define a selector, as they deduced for each pod',
  ],
  [
    { defaultingType: 'List', defaultConstraints: [constraint, constraint] },
    `args.defaultConstraints[1]: Duplicate value: "{${ZONE}, ScheduleAnyway}"`,
  ],
])('arguments %j are refused', (args, message) => {
  expect(() => makeScene({ profiles: [profile(args)] })).toThrow(`pluginConfig[0].${message}`);
});
