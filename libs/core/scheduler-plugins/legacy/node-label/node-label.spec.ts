import { ProfileError, type Profile } from '@orrery/scheduling';
import { makeNode, makePod } from '@orrery/builders';
import { makeScene, reasonsByNode, scoresByNode } from '../../testing/scheduling-scene';

const all = [{ name: '*' }];

function profilesWith(args: unknown, name = 'NodeLabel'): readonly Profile[] {
  const enabled = [{ name }];
  return [
    {
      schedulerName: 'default-scheduler',
      plugins: { filter: { disabled: all, enabled }, score: { disabled: all, enabled } },
      pluginConfig: [{ name, args }],
    },
  ];
}

const nodes = [
  makeNode('one').label('rack', ''),
  makeNode('both').label('rack', 'a').label('region', 'b'),
  makeNode('no'),
];
const missing = ["node(s) didn't have the requested labels"];

test.each([
  ['all present', { presentLabels: ['rack', 'region'] }, { one: missing, both: [], no: missing }],
  ['all absent', { absentLabels: ['rack', 'region'] }, { one: missing, both: missing, no: [] }],
  [
    'one present, one absent',
    { presentLabels: ['rack'], absentLabels: ['region'] },
    { one: [], both: missing, no: missing },
  ],
  ['nothing asked', {}, { one: [], both: [], no: [] }],
])('filter: %s', (_name, args, want) => {
  expect(reasonsByNode(makeScene({ nodes, profiles: profilesWith(args) }).explain(makePod('p')))).toEqual(want);
});

test.each([
  ['modern', 100, 66, 33],
  ['okd-legacy', 10, 6, 3],
] as const)('%s: the mean of several preferences', (bundle, full, two, one) => {
  const args = { presentLabelsPreference: ['zone', 'rack'], absentLabelsPreference: ['legacy'] };
  const scored = [
    makeNode('a').label('zone', 'z1').label('rack', 'r1'),
    makeNode('b').label('zone', 'z1').label('rack', 'r2'),
    makeNode('c').label('zone', 'z2'),
    makeNode('d'),
  ];
  const scene = makeScene({ nodes: scored, profiles: profilesWith(args), bundle });
  expect(scoresByNode(scene.explain(makePod('p')), 'NodeLabel')).toEqual({ a: full, b: full, c: two, d: one });
});

test('an instance of its own name says so', () => {
  const profiles = profilesWith({ presentLabels: ['rack'] }, 'NodeLabel/RequireRack');
  const { filters } = makeScene({ nodes, profiles }).explain(makePod('p'));
  expect(filters.get('no')).toMatchObject({ plugin: 'NodeLabel/RequireRack', code: 'UnschedulableAndUnresolvable' });
});

test('a label cannot be wanted present and absent', () => {
  const make = (): unknown => makeScene({ profiles: profilesWith({ presentLabels: ['a'], absentLabels: ['b', 'a'] }) });
  expect(make).toThrow(ProfileError);
  expect(make).toThrow(
    'pluginConfig[0].args.absentLabels[1]: Invalid value: "a": exists in both the present and the absent label list',
  );
});

test.each([
  ['gets the label', makeNode('no').label('rack', 'x').version('2'), true],
  ['gets another', makeNode('no').label('other', 'x').version('2'), false],
])('a sleeping pod when the node %s', (_name, after, wakes) => {
  const before = makeNode('no');
  const scene = makeScene({
    nodes: [before],
    pods: [makePod('p')],
    profiles: profilesWith({ presentLabels: ['rack'] }),
  });
  scene.scheduler.scheduleBatch(1);
  scene.scheduler.nodeChanged(before.build(), after.build());
  expect(scene.scheduler.parts.queue.entry('default-p')?.place === 'unschedulable').toBe(!wakes);
});
