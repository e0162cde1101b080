import type { Affinity, KubeObject } from '@orrery/api-types';
import { makeNode, makePod } from '@orrery/builders';
import { makeScene, reasonsByNode, scoresByNode } from '../testing/scheduling-scene';
import { podInfoOf, type Profile } from '@orrery/scheduling';

const HOST = 'kubernetes.io/hostname';
const AFFINITY = "node(s) didn't match pod affinity rules";
const ANTI_AFFINITY = "node(s) didn't match pod anti-affinity rules";
const OF_OTHERS = "node(s) didn't satisfy existing pods anti-affinity rules";

const term = (topologyKey: string, labels: Readonly<Record<string, string>>, more: object = {}) => ({
  topologyKey,
  labelSelector: { matchLabels: { ...labels } },
  ...more,
});
type Term = ReturnType<typeof term>;
const near = (...terms: Term[]): Affinity => ({
  podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: terms },
});
const far = (...terms: Term[]): Affinity => ({
  podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: terms },
});
const prefer = (weight: number, podAffinityTerm: Term): Affinity => ({
  podAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight, podAffinityTerm }] },
});
const avoid = (weight: number, podAffinityTerm: Term): Affinity => ({
  podAntiAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight, podAffinityTerm }] },
});
const node = (name: string, labels: Readonly<Record<string, string>> = {}) =>
  Object.entries(labels).reduce((built, [key, value]) => built.label(key, value), makeNode(name));
const pod = (name: string, labels: Readonly<Record<string, string>> = {}) =>
  Object.entries(labels).reduce((built, [key, value]) => built.label(key, value), makePod(name));
const namespace = (name: string, labels: Readonly<Record<string, string>>): KubeObject =>
  ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name, uid: name, labels } }) as unknown as KubeObject;
const profile = (args: object): Profile => ({
  schedulerName: 'default-scheduler',
  pluginConfig: [{ name: 'InterPodAffinity', args }],
});

const zones = [node('a', { zone: 'z1' }), node('b', { zone: 'z1' }), node('c')];

test.each([
  {
    name: 'goes where the pods are that it wants to be near',
    nodes: [node('a'), node('b')],
    pods: [pod('team4', { team: '4' }).node('a')],
    incoming: pod('team4a').affinity(near(term(HOST, { team: '4' }))),
    want: { a: [], b: [AFFINITY] },
  },
  {
    name: 'keeps away from pods that it excludes',
    nodes: [node('a'), node('b')],
    pods: [pod('s1', { security: 's1' }).node('a')],
    incoming: pod('s2').affinity(far(term(HOST, { security: 's1' }))),
    want: { a: [ANTI_AFFINITY], b: [] },
  },
  {
    name: 'no pod there to be near',
    nodes: [node('a')],
    pods: [pod('s1', { security: 's1' }).node('a')],
    incoming: pod('s2').affinity(near(term(HOST, { security: 's2' }))),
    want: { a: [AFFINITY] },
  },
  {
    name: 'the first pod of a group needs nothing but the topology key',
    nodes: [node('a', { zone: 'z1' }), node('b')],
    pods: [],
    incoming: pod('first', { app: 'x' }).affinity(near(term('zone', { app: 'x' }))),
    want: { a: [], b: [AFFINITY] },
  },
  {
    name: 'a member on a node without the key does not make the group exist',
    nodes: [node('a', { zone: 'z1' }), node('b')],
    pods: [pod('member', { app: 'x' }).node('b')],
    incoming: pod('first', { app: 'x' }).affinity(near(term('zone', { app: 'x' }))),
    want: { a: [], b: [AFFINITY] },
  },
  {
    name: 'a pod on a node that does not exist is nowhere',
    nodes: [node('a', { zone: 'z1' })],
    pods: [pod('member', { app: 'x' }).node('gone')],
    incoming: pod('second', { app: 'y' }).affinity(near(term('zone', { app: 'x' }))),
    want: { a: [AFFINITY] },
  },
  {
    name: 'two terms must be met by one and the same pod',
    nodes: [node('a', { zone: 'z1' })],
    pods: [pod('x', { app: 'x' }).node('a'), pod('y', { tier: 'y' }).node('a')],
    incoming: pod('p').affinity(near(term('zone', { app: 'x' }), term('zone', { tier: 'y' }))),
    want: { a: [AFFINITY] },
  },
  {
    name: 'assigned pods exclude the incoming one from their domain; a node without the key is in none',
    nodes: zones,
    pods: [
      pod('guard')
        .node('a')
        .affinity(far(term('zone', { app: 'web' }))),
    ],
    incoming: pod('web', { app: 'web' }),
    want: { a: [OF_OTHERS], b: [OF_OTHERS], c: [] },
  },
  {
    name: 'anti-affinity counts each term for itself',
    nodes: [node('a', { zone: 'z1' }), node('b', { zone: 'z1' }), node('c', { zone: 'z2' })],
    pods: [pod('x', { app: 'x' }).node('a'), pod('y', { app: 'y' }).node('c')],
    incoming: pod('p').affinity(far(term(HOST, { app: 'x' }), term('zone', { app: 'y' }))),
    want: { a: [ANTI_AFFINITY], b: [], c: [ANTI_AFFINITY] },
  },
  {
    name: 'terminating pods still count',
    nodes: [node('a')],
    pods: [pod('x', { app: 'x' }).node('a').deleting()],
    incoming: pod('p').affinity(far(term(HOST, { app: 'x' }))),
    want: { a: [ANTI_AFFINITY] },
  },
])('$name', ({ nodes, pods, incoming, want }) => {
  expect(reasonsByNode(makeScene({ nodes, pods }).explain(incoming))).toEqual(want);
});

test.each([
  ['own namespace alone without a list', {}, []],
  ['namespaces by name', { namespaces: ['other'] }, [ANTI_AFFINITY]],
  ['namespaces by their labels', { namespaceSelector: { matchLabels: { team: 'blue' } } }, [ANTI_AFFINITY]],
  ['namespaces with other labels', { namespaceSelector: { matchLabels: { team: 'red' } } }, []],
  ['every namespace', { namespaceSelector: {} }, [ANTI_AFFINITY]],
])('%s', (_name, more, want) => {
  const objects = [namespace('default', {}), namespace('other', { team: 'blue' })];
  const pods = [pod('x', { app: 'x' }).namespace('other').node('a')];
  const incoming = pod('p').affinity(far(term(HOST, { app: 'x' }, more)));
  expect(reasonsByNode(makeScene({ nodes: [node('a')], pods, objects }).explain(incoming))).toEqual({ a: want });
});

test('labels of a namespace count as they are now', () => {
  const byTeam = far(term(HOST, { app: 'x' }, { namespaceSelector: { matchLabels: { team: 'blue' } } }));
  const scene = makeScene({
    nodes: [node('a')],
    pods: [pod('x', { app: 'x' }).namespace('other').node('a')],
    objects: [namespace('other', { team: 'blue' })],
  });
  const question = pod('p').affinity(byTeam);
  expect(reasonsByNode(scene.explain(question))).toEqual({ a: [ANTI_AFFINITY] });
  scene.scheduler.objectChanged(undefined, namespace('other', { team: 'red' }));
  expect(reasonsByNode(scene.explain(question))).toEqual({ a: [] });
});

test.each([
  ['matchLabelKeys narrows the selector to the own value', { matchLabelKeys: ['hash'] }, { a: [ANTI_AFFINITY], b: [] }],
  ['mismatchLabelKeys to other values', { mismatchLabelKeys: ['hash'] }, { a: [], b: [ANTI_AFFINITY] }],
  ['keys that the pod lacks are ignored', { matchLabelKeys: ['no'] }, { a: [ANTI_AFFINITY], b: [ANTI_AFFINITY] }],
])('%s', (_name, more, want) => {
  const pods = [pod('x1', { app: 'x', hash: '1' }).node('a'), pod('x2', { app: 'x', hash: '2' }).node('b')];
  const incoming = pod('p', { hash: '1' }).affinity(far(term(HOST, { app: 'x' }, more)));
  expect(reasonsByNode(makeScene({ nodes: [node('a'), node('b')], pods }).explain(incoming))).toEqual(want);
});

test.each([
  ['k8s-1.20', "node(s) didn't match pod affinity/anti-affinity", ANTI_AFFINITY],
  ['okd-legacy', 'MatchInterPodAffinity'],
] as const)('%s wording', (bundle, ...reasons) => {
  const pods = [pod('x', { app: 'x' }).node('a')];
  const scene = makeScene({ nodes: [node('a')], pods, bundle });
  expect(reasonsByNode(scene.explain(pod('p').affinity(far(term(HOST, { app: 'x' })))))).toEqual({ a: reasons });
});

test.each(['modern', 'k8s-1.20'] as const)('%s: a promised pod repels, but does not attract', (bundle) => {
  const { scheduler, explain } = makeScene({ nodes: [node('a')], bundle });
  const promised = pod('x', { app: 'x' }).priority(5).build();
  scheduler.parts.queue.nominator.nominate(podInfoOf(promised, scheduler.parts.shapes), 'a');
  const reasons = (affinity: Affinity) => explain(pod('p').affinity(affinity)).filters.get('a')?.reasons;
  expect(reasons(near(term(HOST, { app: 'x' })))).toContain(AFFINITY);
  expect(reasons(far(term(HOST, { app: 'x' })))).toContain(ANTI_AFFINITY);
});

test.each([
  ['modern', far(term(HOST, { app: 'none' })), [OF_OTHERS]],
  ['modern', {}, []],
  ['k8s-1.20', {}, ["node(s) didn't match pod affinity/anti-affinity", OF_OTHERS]],
] as const)('%s: a promised pod excludes others unless the filter was skipped', (bundle, own, want) => {
  const { scheduler, explain } = makeScene({ nodes: [node('a')], bundle });
  const promised = pod('x')
    .priority(5)
    .affinity(far(term(HOST, { app: 'p' })))
    .build();
  scheduler.parts.queue.nominator.nominate(podInfoOf(promised, scheduler.parts.shapes), 'a');
  expect(reasonsByNode(explain(pod('p', { app: 'p' }).affinity(own)))).toEqual({ a: want });
});

const webInZones = {
  nodes: [node('a', { zone: 'z1' }), node('b', { zone: 'z2' })],
  pods: [pod('w1', { app: 'web' }).node('a'), pod('w2', { app: 'web' }).node('b'), pod('w3', { app: 'web' }).node('b')],
};

test.each([
  ['modern', { a: 0, b: 100 }],
  ['k8s-1.20', { a: 50, b: 100 }],
  ['okd-legacy', { a: 5, b: 10 }],
] as const)('%s: the range of raw scores 4 and 8', (bundle, want) => {
  const scene = makeScene({ ...webInZones, bundle });
  const incoming = pod('p').affinity(prefer(4, term('zone', { app: 'web' })));
  expect(scoresByNode(scene.explain(incoming), 'InterPodAffinity')).toEqual(want);
});

test('own and foreign preferences and required affinity of others add up', () => {
  const scene = makeScene({
    nodes: [
      node('a', { zone: 'z1', host: 'a' }),
      node('b', { zone: 'z1', host: 'b' }),
      node('c', { zone: 'z2' }),
      node('d'),
    ],
    pods: [
      pod('db')
        .node('a')
        .affinity(near(term('zone', { app: 'web' }))),
      pod('cache', { app: 'cache' }).node('b'),
      pod('noisy')
        .node('c')
        .affinity(avoid(5, term('zone', { app: 'web' }))),
    ],
  });
  const incoming = pod('p', { app: 'web' }).affinity(prefer(10, term('host', { app: 'cache' })));
  expect(scoresByNode(scene.explain(incoming), 'InterPodAffinity')).toEqual({ a: 37, b: 100, c: 0, d: 31 });
});

test('preferred anti-affinity lowers, in doubles', () => {
  const nodes = [node('a'), node('b')];
  const pods = [pod('s2', { security: 's2' }).node('a')];
  const explained = makeScene({ nodes, pods }).explain(pod('p').affinity(avoid(100, term(HOST, { security: 's2' }))));
  expect(scoresByNode(explained, 'InterPodAffinity')).toEqual({ a: 0, b: 100 });
});

test.each([
  ['the default counts required affinity of others once', {}, { a: 100, b: 0 }],
  [
    'weight 0 passes it over, so there is nothing to score by',
    { hardPodAffinityWeight: 0 },
    { a: undefined, b: undefined },
  ],
])('%s', (_name, args, want) => {
  const pods = [
    pod('db')
      .node('a')
      .affinity(near(term(HOST, { app: 'web' }))),
  ];
  const scene = makeScene({ nodes: [node('a'), node('b')], pods, profiles: [profile(args)] });
  expect(scoresByNode(scene.explain(pod('p', { app: 'web' })), 'InterPodAffinity')).toEqual(want);
});

test('preferences of others can be ignored for pods without own ones', () => {
  const pods = [
    pod('fan')
      .node('a')
      .affinity(prefer(7, term(HOST, { app: 'web' }))),
  ];
  const profiles = [profile({ ignorePreferredTermsOfExistingPods: true })];
  const scene = makeScene({ nodes: [node('a'), node('b')], pods, profiles });
  expect(scoresByNode(scene.explain(pod('p', { app: 'web' })), 'InterPodAffinity')).toEqual({
    a: undefined,
    b: undefined,
  });
  const own = pod('q', { app: 'web' }).affinity(prefer(1, term(HOST, { app: 'none' })));
  expect(scoresByNode(scene.explain(own), 'InterPodAffinity')).toEqual({ a: 100, b: 0 });
});

test.each([-1, 101])('a weight of %d is refused', (hardPodAffinityWeight) => {
  const build = () => makeScene({ profiles: [profile({ hardPodAffinityWeight })] });
  expect(build).toThrow(
    `pluginConfig[0].args.hardPodAffinityWeight: Invalid value: ${hardPodAffinityWeight}: not in valid range [0, 100]`,
  );
});
