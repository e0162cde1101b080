import type { Profile } from '@orrery/scheduling';
import { makeNode, makePod } from '@orrery/builders';
import { makeScene, reasonsByNode } from '../testing/scheduling-scene';

const profiles: readonly Profile[] = [
  {
    schedulerName: 'default-scheduler',
    plugins: { filter: { disabled: [{ name: '*' }], enabled: [{ name: 'PodToleratesNodeNoExecuteTaints' }] } },
  },
];

test.each([
  ['NoSchedule', makeNode('n').taint('x', 'NoSchedule'), makePod('p'), []],
  ['NoExecute', makeNode('n').taint('x', 'NoExecute', 'v'), makePod('p'), ['node(s) had untolerated taint {x: v}']],
  ['tolerated', makeNode('n').taint('x', 'NoExecute'), makePod('p').toleration({ key: 'x', operator: 'Exists' }), []],
])('%s', (_name, node, pod, want) => {
  expect(reasonsByNode(makeScene({ nodes: [node], profiles }).explain(pod))).toEqual({ n: want });
});
