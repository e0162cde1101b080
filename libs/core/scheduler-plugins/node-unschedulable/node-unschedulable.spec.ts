import { makeNode, makePod } from '@orrery/builders';
import { makeScene, reasonsByNode } from '../testing/scheduling-scene';

const CORDON = 'node.kubernetes.io/unschedulable';

test.each([
  ['no toleration', makePod('p'), ['node(s) were unschedulable']],
  ['Exists for the effect', makePod('p').toleration({ key: CORDON, operator: 'Exists', effect: 'NoSchedule' }), []],
  ['Exists for everything', makePod('p').toleration({ operator: 'Exists' }), []],
  ['Equal to the empty value', makePod('p').toleration({ key: CORDON, operator: 'Equal' }), []],
  [
    'another effect',
    makePod('p').toleration({ key: CORDON, operator: 'Exists', effect: 'NoExecute' }),
    ['node(s) were unschedulable'],
  ],
])('cordoned node: %s', (_name, pod, want) => {
  expect(reasonsByNode(makeScene({ nodes: [makeNode('a').cordoned()] }).explain(pod))).toEqual({ a: want });
});

test.each([
  ['uncordoned', makeNode('a').version('2'), true],
  ['still cordoned, other change', makeNode('a').cordoned().taint('x', 'PreferNoSchedule').version('2'), false],
])('a sleeping pod and its node: %s', (_name, after, wakes) => {
  const before = makeNode('a').cordoned();
  const { scheduler } = makeScene({ nodes: [before], pods: [makePod('p')] });
  scheduler.scheduleBatch(1);
  scheduler.nodeChanged(before.build(), after.build());
  expect(scheduler.parts.queue.entry('default-p')?.place === 'unschedulable').toBe(!wakes);
});
