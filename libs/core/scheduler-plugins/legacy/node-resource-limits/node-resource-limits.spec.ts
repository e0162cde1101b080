import { makeNode, makePod, type PodBuilder } from '@orrery/builders';
import { makeScene, scoresByNode } from '../../testing/scheduling-scene';

const profiles = [
  {
    schedulerName: 'default-scheduler',
    plugins: {
      preScore: { enabled: [{ name: 'NodeResourceLimits' }] },
      score: { disabled: [{ name: '*' }], enabled: [{ name: 'NodeResourceLimits' }] },
    },
  },
];
const nodes = [
  makeNode('cpu').allocatable({ cpu: '4', memory: '1Gi' }),
  makeNode('memory').allocatable({ cpu: '1', memory: '4Gi' }),
  makeNode('none').allocatable({ cpu: '0', memory: '0' }),
];
const limited = (...limits: readonly Record<string, string>[]): PodBuilder =>
  makePod('p').spec({ containers: limits.map((list, i) => ({ name: `c${i}`, resources: { limits: list } })) });

test.each([
  ['no limits', makePod('p'), { cpu: 0, memory: 0, none: 0 }],
  ['cpu only', limited({ cpu: '2' }), { cpu: 1, memory: 0, none: 0 }],
  ['exactly what there is', limited({ cpu: '4' }), { cpu: 1, memory: 0, none: 0 }],
  ['one of two is enough', limited({ cpu: '2', memory: '2Gi' }), { cpu: 1, memory: 1, none: 0 }],
  ['containers add up', limited({ cpu: '2' }, { cpu: '2500m' }), { cpu: 0, memory: 0, none: 0 }],
  [
    'the largest init container counts',
    limited({ cpu: '1' }).spec({ initContainers: [{ name: 'i', resources: { limits: { cpu: '2' } } }] }),
    { cpu: 1, memory: 0, none: 0 },
  ],
])('%s', (_name, pod, want) => {
  expect(scoresByNode(makeScene({ nodes, profiles }).explain(pod), 'NodeResourceLimits')).toEqual(want);
});
