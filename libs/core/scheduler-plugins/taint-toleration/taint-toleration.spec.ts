import { makeNode, makePod } from '@orrery/builders';
import { makeScene, reasonsByNode, scoresByNode } from '../testing/scheduling-scene';

const threeTaints = makeNode('n')
  .taint('key1', 'NoSchedule', 'value1')
  .taint('key1', 'NoExecute', 'value1')
  .taint('key2', 'NoSchedule', 'value2');
const tolerant = makePod('p')
  .toleration({ key: 'key1', operator: 'Equal', value: 'value1', effect: 'NoSchedule' })
  .toleration({ key: 'key1', operator: 'Equal', value: 'value1', effect: 'NoExecute' });

test.each([
  ['k8s-1.36', 'node(s) had untolerated taint(s)'],
  ['modern', 'node(s) had untolerated taint {key2: value2}'],
  ['k8s-1.20', "node(s) had taint {key2: value2}, that the pod didn't tolerate"],
  ['okd-legacy', 'PodToleratesNodeTaints'],
] as const)('%s says that a taint is not tolerated', (bundle, reason) => {
  expect(reasonsByNode(makeScene({ nodes: [threeTaints], bundle }).explain(tolerant))).toEqual({ n: [reason] });
});

test('3.11 wording', () => {
  const scene = makeScene({ nodes: [threeTaints], bundle: 'okd-legacy', knobs: { messages: '1.11' } });
  expect(reasonsByNode(scene.explain(tolerant))).toEqual({ n: ["node(s) had taints that the pod didn't tolerate"] });
});

test('a value may be empty in the reason', () => {
  const scene = makeScene({ nodes: [makeNode('n').taint('x', 'NoSchedule')] });
  expect(reasonsByNode(scene.explain(makePod('p')))).toEqual({ n: ['node(s) had untolerated taint {x: }'] });
});

test.each([
  ['modern', { a: 0, b: 67, c: 100 }],
  ['okd-legacy', { a: 0, b: 7, c: 10 }],
] as const)('%s: fewer intolerable preferences score higher', (bundle, want) => {
  const nodes = [
    makeNode('a').taint('k1', 'PreferNoSchedule').taint('k2', 'PreferNoSchedule').taint('k3', 'PreferNoSchedule'),
    makeNode('b').taint('k1', 'PreferNoSchedule').taint('k9', 'PreferNoSchedule'),
    makeNode('c').taint('k9', 'PreferNoSchedule'),
  ];
  const pod = makePod('p')
    .toleration({ key: 'k9', operator: 'Exists' })
    .toleration({ key: 'k1', operator: 'Exists', effect: 'NoSchedule' });
  expect(scoresByNode(makeScene({ nodes, bundle }).explain(pod), 'TaintToleration')).toEqual(want);
});

test.each([
  ['its taint is removed', makeNode('n').version('2'), true],
  ['another taint replaces it', makeNode('n').taint('y', 'NoExecute').version('2'), false],
  ['only a label changes', makeNode('n').taint('x', 'NoSchedule').label('a', 'b').version('2'), false],
])('a sleeping pod when %s', (_name, after, wakes) => {
  const before = makeNode('n').taint('x', 'NoSchedule');
  const { scheduler } = makeScene({ nodes: [before], pods: [makePod('p')] });
  scheduler.scheduleBatch(1);
  scheduler.nodeChanged(before.build(), after.build());
  expect(scheduler.parts.queue.entry('default-p')?.place === 'unschedulable').toBe(!wakes);
});

test('a toleration added to the pod itself wakes it', () => {
  const { scheduler } = makeScene({ nodes: [makeNode('n').taint('x', 'NoSchedule')], pods: [makePod('p')] });
  scheduler.scheduleBatch(1);
  scheduler.podChanged(makePod('p').build(), makePod('p').version('2').label('a', 'b').build());
  expect(scheduler.parts.queue.entry('default-p')?.place).toBe('unschedulable');
  const tolerating = makePod('p').version('3').label('a', 'b').toleration({ operator: 'Exists' });
  scheduler.podChanged(makePod('p').version('2').build(), tolerating.build());
  expect(scheduler.parts.queue.entry('default-p')?.place).toBe('backoff');
});
