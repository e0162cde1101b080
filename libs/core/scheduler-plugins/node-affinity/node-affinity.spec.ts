import type { NodeSelectorTerm } from '@orrery/api-types';
import { makeNode, makePod, type PodBuilder } from '@orrery/builders';
import { makeScene, reasonsByNode, scoresByNode } from '../testing/scheduling-scene';

const POD_REASON = "node(s) didn't match Pod's node affinity/selector";

function requiring(...nodeSelectorTerms: NodeSelectorTerm[]): PodBuilder {
  return makePod('p').affinity({
    nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } },
  });
}

function preferring(...terms: readonly (readonly [weight: number, term: NodeSelectorTerm])[]): PodBuilder {
  const preferred = terms.map(([weight, preference]) => ({ weight, preference }));
  return makePod('p').affinity({ nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: preferred } });
}

const expression = (key: string, operator: string, ...values: string[]): NodeSelectorTerm => ({
  matchExpressions: [values.length > 0 ? { key, operator, values } : { key, operator }],
});
const named = (...names: string[]): NodeSelectorTerm => ({
  matchFields: names.map((name) => ({ key: 'metadata.name', operator: 'In', values: [name] })),
});

const nodes = [makeNode('a').label('gen', '10'), makeNode('b').label('gen', '20').label('zone', 'z'), makeNode('c')];

test.each([
  ['selector', makePod('p').nodeSelector({ zone: 'z' }), ['b']],
  ['selector and terms are both demanded', requiring(expression('gen', 'Exists')).nodeSelector({ zone: 'z' }), ['b']],
  ['terms are alternatives', requiring(expression('gen', 'In', '10'), expression('zone', 'Exists')), ['a', 'b']],
  ['Gt compares integers', requiring(expression('gen', 'Gt', '10')), ['b']],
  ['NotIn matches nodes without the key', requiring(expression('zone', 'NotIn', 'z')), ['a', 'c']],
  ['an empty term matches nothing', requiring({}), []],
  [
    'unparsable terms do not disturb the others',
    requiring(expression('gen', 'Gt', '-5'), expression('gen', 'In', '10', '-x'), expression('zone', 'Exists')),
    ['b'],
  ],
  ['names and expressions as alternatives', requiring({}, expression('gen', 'Gt', '15'), named('c')), ['b', 'c']],
])('required: %s', (_name, pod, want) => {
  const verdicts = reasonsByNode(makeScene({ nodes }).explain(pod));
  const fitting = Object.keys(verdicts).filter((name) => verdicts[name]!.length === 0);
  expect(fitting).toEqual(want);
});

test.each([
  ['modern', POD_REASON],
  ['k8s-1.20', "node(s) didn't match Pod's node affinity"],
  ['okd-legacy', 'MatchNodeSelector'],
] as const)('reason in %s', (bundle, reason) => {
  const explained = makeScene({ nodes: [makeNode('a')], bundle }).explain(makePod('p').nodeSelector({ zone: 'us' }));
  expect(reasonsByNode(explained)).toEqual({ a: [reason] });
  expect(explained.filters.get('a')?.code).toBe('UnschedulableAndUnresolvable');
});

test('pinned names restrict the candidates', () => {
  const explained = makeScene({ nodes }).explain(requiring(named('b')));
  const other = "node(s) didn't satisfy plugin(s) [NodeAffinity]";
  expect(reasonsByNode(explained)).toEqual({ a: [other], b: [], c: [other] });
});

test.each([
  [
    'absent name',
    requiring(named('absent')),
    "0/3 nodes are available: 3 node(s) didn't satisfy plugin(s) [NodeAffinity].",
  ],
  [
    'names that exclude each other',
    requiring(named('a', 'b')),
    '0/3 nodes are available: pod affinity terms conflict.',
  ],
])('%s', (_name, pod, want) => {
  expect(makeScene({ nodes }).explain(pod).fitError).toBe(want);
});

test('1.20 knows no node sets', () => {
  const explained = makeScene({ nodes, bundle: 'k8s-1.20' }).explain(requiring(named('a', 'b')));
  expect(explained.fitError).toBe("0/3 nodes are available: 3 node(s) didn't match Pod's node affinity.");
});

test('affinity added by the administrator is evaluated first', () => {
  const args = {
    addedAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [expression('zone', 'Exists')] },
    },
  };
  const profiles = [{ schedulerName: 'default-scheduler', pluginConfig: [{ name: 'NodeAffinity', args }] }];
  expect(reasonsByNode(makeScene({ nodes, profiles }).explain(makePod('p').nodeSelector({ gen: '10' })))).toEqual({
    a: ["node(s) didn't match scheduler-enforced node affinity"],
    b: [POD_REASON],
    c: ["node(s) didn't match scheduler-enforced node affinity"],
  });
});

const scored = [
  makeNode('a').label('disk', 'ssd').label('zone', 'z1').label('cores', '16'),
  makeNode('b').label('disk', 'ssd').label('zone', 'z2').label('cores', '8'),
  makeNode('c').label('zone', 'z2').label('cores', '08x'),
];
const preferences = preferring(
  [30, expression('disk', 'In', 'ssd')],
  [15, expression('cores', 'Gt', '8')],
  [7, expression('zone', 'NotIn', 'z1')],
);

test.each([
  ['modern', { a: 100, b: 82, c: 15 }],
  ['okd-legacy', { a: 10, b: 8, c: 1 }],
] as const)('preferences in %s', (bundle, want) => {
  expect(scoresByNode(makeScene({ nodes: scored, bundle }).explain(preferences), 'NodeAffinity')).toEqual(want);
});

test('without preferences modern skips the plugin, 1.20 gives 0', () => {
  expect(scoresByNode(makeScene({ nodes: scored }).explain(makePod('p')), 'NodeAffinity')).toEqual({
    a: undefined,
    b: undefined,
    c: undefined,
  });
  const want = { a: 0, b: 0, c: 0 };
  expect(scoresByNode(makeScene({ nodes: scored, bundle: 'k8s-1.20' }).explain(makePod('p')), 'NodeAffinity')).toEqual(
    want,
  );
});

test.each(['x', '-5'])('a preferred Gt operand %s breaks the cycle', (operand) => {
  const { scheduler } = makeScene({ nodes: scored, pods: [preferring([1, expression('cores', 'Gt', operand)])] });
  const [decision] = scheduler.scheduleBatch(1);
  expect(decision).toMatchObject({ kind: 'failed', statusPatch: { condition: { reason: 'SchedulerError' } } });
  expect(scheduler.parts.queue.entry('default-p')?.place).toBe('backoff');
});

test.each([
  ['matches now', makeNode('a').label('zone', 'us').version('2'), 'backoff'],
  ['still does not match', makeNode('a').label('zone', 'eu').version('2'), 'unschedulable'],
])('a sleeping pod when the node %s', (_name, after, place) => {
  const { scheduler } = makeScene({ nodes: [makeNode('a')], pods: [makePod('p').nodeSelector({ zone: 'us' })] });
  scheduler.scheduleBatch(1);
  scheduler.nodeChanged(makeNode('a').build(), after.build());
  expect(scheduler.parts.queue.entry('default-p')?.place).toBe(place);
});
