import type { Profile } from '@orrery/scheduling';
import { makeNode, makePod } from '@orrery/builders';
import { makeScene, reasonsByNode } from '../../testing/scheduling-scene';

const profiles: readonly Profile[] = [
  {
    schedulerName: 'default-scheduler',
    plugins: {
      multiPoint: {
        disabled: [{ name: '*' }],
        enabled: [{ name: 'PrioritySort' }, { name: 'GeneralPredicates' }, { name: 'DefaultBinder' }],
      },
    },
  },
];
const busy = makePod('busy').hostPorts({ port: 80 }).node('n');
const node = makeNode('n').allocatable({ cpu: '1', pods: '1' });
const demanding = makePod('p').requests({ cpu: '2' }).hostPorts({ port: 80 }).nodeSelector({ disk: 'ssd' });

test.each([
  [
    'modern',
    [
      'Too many pods',
      'Insufficient cpu',
      "node(s) didn't have free ports for the requested pod ports",
      "node(s) didn't match Pod's node affinity/selector",
    ],
  ],
  ['okd-legacy', ['Insufficient pods', 'Insufficient cpu', 'PodFitsHostPorts', 'MatchNodeSelector']],
] as const)('%s: all four rules speak', (bundle, want) => {
  const scene = makeScene({ nodes: [node], pods: [busy], profiles, bundle });
  expect(reasonsByNode(scene.explain(demanding))).toEqual({ n: want });
});

test.each([
  ['only room is missing', makePod('p').hostPorts({ port: 80 }), 'Unschedulable'],
  ['the selector does not match either', demanding, 'UnschedulableAndUnresolvable'],
])('preemption may help if %s', (_name, pod, code) => {
  const scene = makeScene({ nodes: [node], pods: [busy], profiles });
  expect(scene.explain(pod).filters.get('n')).toMatchObject({ plugin: 'GeneralPredicates', code });
});

test('a pod that names its node is looked for there only', () => {
  const named = makePod('p').affinity({
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: {
        nodeSelectorTerms: [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['n'] }] }],
      },
    },
  });
  const scene = makeScene({ nodes: [makeNode('n'), makeNode('m')], profiles });
  expect(reasonsByNode(scene.explain(named))).toEqual({
    n: [],
    m: ["node(s) didn't satisfy plugin(s) [GeneralPredicates]"],
  });
});

test('a pod sleeping for lack of a port wakes when the port is freed', () => {
  const { scheduler } = makeScene({
    nodes: [makeNode('n')],
    pods: [busy, makePod('p').hostPorts({ port: 80 })],
    profiles,
  });
  scheduler.scheduleBatch(1);
  expect(scheduler.parts.queue.entry('default-p')?.place).toBe('unschedulable');
  scheduler.podChanged(busy.build(), undefined);
  expect(scheduler.parts.queue.entry('default-p')?.place).toBe('backoff');
});
