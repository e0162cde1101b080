import { makeNode, makePod, type PodBuilder } from '@orrery/builders';
import { makeScene, type SceneSetting } from '../../testing/scheduling-scene';
import { explainScheduling, type SchedulingExplanation, type SchedulingQuestion } from '@orrery/scheduling';

function ask(
  setting: SceneSetting,
  pod: PodBuilder,
  options: Omit<SchedulingQuestion, 'pod'> = {},
): SchedulingExplanation {
  return explainScheduling(makeScene(setting).scheduler.parts, { pod: pod.build(), ...options })!;
}

/** Plugins that refuse a node, with their reasons. */
function refusals(explained: SchedulingExplanation, name: string): Record<string, readonly string[]> {
  const { filters } = explained.nodes.find(({ node }) => node.name === name)!;
  return Object.fromEntries(
    filters.filter(({ status }) => status.code !== 'Success').map(({ plugin, status }) => [plugin, status.reasons]),
  );
}

const SMALL = { cpu: '1', memory: '1Gi' };

it('lists the verdict of every filter, while the node counts under the first that refuses', () => {
  const nodes = [
    makeNode('bad').cordoned().allocatable(SMALL).taint('dedicated', 'NoSchedule', 'db'),
    makeNode('good'),
  ];
  const explained = ask({ nodes }, makePod('web').requests({ cpu: '4' }));
  expect(refusals(explained, 'bad')).toEqual({
    NodeUnschedulable: ['node(s) were unschedulable'],
    NodeResourcesFit: ['Insufficient cpu'],
    TaintToleration: ['node(s) had untolerated taint {dedicated: db}'],
  });
  expect(refusals(explained, 'good')).toEqual({});
  expect(explained.nodes[0]).toMatchObject({ status: { plugin: 'NodeUnschedulable' }, total: undefined, scores: [] });
  expect(explained).toMatchObject({
    evaluatedCount: 2,
    feasibleCount: 1,
    selected: 'good',
    ties: ['good'],
    message: '',
  });
});

it('reports on the best nodes, and on those that are named', () => {
  const sizes = ['2', '8', '4', '16', '1'];
  const nodes = sizes.map((cpu, i) => makeNode(`n${i}`).allocatable({ cpu, memory: '64Gi' }));
  const reported = (options: Omit<SchedulingQuestion, 'pod'>): string[] =>
    ask({ nodes }, makePod('web').requests({ cpu: '1500m' }), options).nodes.map(({ node }) => node.name);
  const all = ask({ nodes }, makePod('web').requests({ cpu: '1500m' })).nodes;
  const byTotal = [...all].sort((a, b) => (b.total ?? -1) - (a.total ?? -1)).map(({ node }) => node.name);
  expect(new Set(all.map(({ total }) => total)).size).toBe(sizes.length);
  for (const best of [1, 2, 4, 5, 9]) {
    expect(new Set(reported({ best }))).toEqual(new Set(byTotal.slice(0, best)));
  }
  expect(new Set(reported({ best: 1, nodes: ['n4'] }))).toEqual(new Set([byTotal[0], 'n4']));
});

it('reports on nodes whose pods would be preempted before those of no use', () => {
  const nodes = [
    makeNode('tainted').taint('dedicated', 'NoSchedule', 'db'),
    makeNode('full').allocatable(SMALL),
    makeNode('other').taint('dedicated', 'NoSchedule', 'db'),
  ];
  const pods = [makePod('old').requests({ cpu: '1' }).priority(0).node('full')];
  const explained = ask({ nodes, pods }, makePod('web').requests({ cpu: '1' }).priority(10), { best: 1 });
  expect(explained.nodes.map(({ node }) => node.name)).toEqual(['full']);
});

it('tells the amounts behind a lack of resources', () => {
  const { nodes } = ask(
    { nodes: [makeNode('full').allocatable(SMALL)], pods: [makePod('old').requests({ cpu: '600m' }).node('full')] },
    makePod('web').requests({ cpu: '500m' }),
  );
  expect(nodes[0]!.filters.find(({ plugin }) => plugin === 'NodeResourcesFit')?.detail).toEqual({
    cpu: { requested: 500, used: 600, allocatable: 1000 },
    pods: { requested: 1, used: 1, allocatable: 110 },
  });
});

it('marks filters that PreFilter left out as skipped', () => {
  const { nodes } = ask({ nodes: [makeNode('a')] }, makePod('plain'));
  const skipped = nodes[0]!.filters.filter(({ isSkipped }) => isSkipped).map(({ plugin }) => plugin);
  expect(skipped).toEqual(expect.arrayContaining(['InterPodAffinity', 'NodePorts', 'PodTopologySpread']));
  expect(skipped).not.toContain('NodeResourcesFit');
  const all = ask({ nodes: [makeNode('a')], bundle: 'k8s-1.20' }, makePod('plain')).nodes[0]!.filters;
  expect(all.some(({ isSkipped }) => isSkipped)).toBe(false);
});

it('shows what other filters say when PreFilter has refused the whole cluster', () => {
  const pod = makePod('web')
    .requests({ cpu: '4' })
    .volumes({ name: 'data', persistentVolumeClaim: { claimName: 'absent' } });
  const explained = ask({ nodes: [makeNode('small').allocatable(SMALL), makeNode('large')] }, pod);
  const missing = 'persistentvolumeclaim "absent" not found';
  expect(refusals(explained, 'small')).toMatchObject({ NodeResourcesFit: ['Insufficient cpu'] });
  for (const name of ['small', 'large']) expect(Object.values(refusals(explained, name)).flat()).toContain(missing);
  expect(explained.message).toContain(`0/2 nodes are available: ${missing}.`);
  expect(explained.selected).toBeUndefined();
});

it('gives raw, normalised and weighted scores, ranks and ties', () => {
  const nodes = [
    makeNode('shunned').taint('old', 'PreferNoSchedule'),
    makeNode('one'),
    makeNode('two'),
    makeNode('closed').cordoned(),
  ];
  const explained = ask({ nodes }, makePod('web').requests({ cpu: '1', memory: '1Gi' }));
  const taints = explained.nodes.map(({ scores }) => scores.find(({ plugin }) => plugin === 'TaintToleration'));
  expect(taints).toEqual([
    { plugin: 'TaintToleration', raw: 1, normalized: 0, weight: 3, weighted: 0 },
    { plugin: 'TaintToleration', raw: 0, normalized: 100, weight: 3, weighted: 300 },
    { plugin: 'TaintToleration', raw: 0, normalized: 100, weight: 3, weighted: 300 },
    undefined,
  ]);
  expect(explained.nodes.map(({ rank }) => rank)).toEqual([3, 1, 1, undefined]);
  for (const { scores, total } of explained.nodes.slice(0, 3)) {
    expect(total).toBe(scores.reduce((sum, { weighted }) => sum + weighted, 0));
  }
  expect(explained.ties).toEqual(['one', 'two']);
});

it('picks among ties the node that the scheduler then takes', () => {
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) {
    const nodes = ['n1', 'n2', 'n3', 'n4'].map((node) => makeNode(node));
    const scene = makeScene({ nodes });
    const pod = makePod(name);
    const { selected } = explainScheduling(scene.scheduler.parts, { pod: pod.build() })!;
    scene.scheduler.podChanged(undefined, pod.build());
    expect(scene.scheduler.scheduleBatch(1)).toMatchObject([{ kind: 'bind', nodeName: selected }]);
  }
});

it('reports on the nodes that were asked for, and evaluates all', () => {
  const nodes = ['a', 'b', 'c'].map((name) => makeNode(name));
  const explained = ask({ nodes }, makePod('web'), { nodes: ['b'] });
  expect(explained.nodes.map(({ node }) => node.name)).toEqual(['b']);
  expect(explained).toMatchObject({ evaluatedCount: 3, feasibleCount: 3 });
});

it('looks at a placed pod as if it were not there', () => {
  const pods = [makePod('big').requests({ cpu: '20' }).node('home')];
  const setting = { nodes: [makeNode('home'), makeNode('small').allocatable(SMALL)], pods };
  expect(ask(setting, pods[0]!)).toMatchObject({ selected: 'home', feasibleCount: 1 });
  // Another pod of that size finds no room.
  expect(ask(setting, makePod('other').requests({ cpu: '20' }))).toMatchObject({ selected: undefined });
});

it('takes pods away first on request, and puts everything back', () => {
  const pods = ['p1', 'p2', 'p3'].map((name) => makePod(name).requests({ cpu: '10' }).node('only'));
  const scene = makeScene({ nodes: [makeNode('only')], pods });
  const { parts } = scene.scheduler;
  const order = (): string[] => [...parts.cache.snapshot().get('only')!.pods.keys()];
  const before = order();
  const pod = makePod('web').requests({ cpu: '10' }).build();
  const asked = (assumeEvicted: PodBuilder[]): string | undefined =>
    explainScheduling(parts, { pod, assumeEvicted: assumeEvicted.map((each) => each.build()) })!.selected;
  expect(asked([])).toBeUndefined();
  expect(asked([pods[1]!])).toBe('only');
  expect(asked([])).toBeUndefined();
  expect(order()).toEqual(before);
});

it('asks the profile that is named, and knows none that is not there', () => {
  const profiles = [
    { schedulerName: 'default-scheduler' },
    { schedulerName: 'blind', plugins: { filter: { disabled: [{ name: '*' }] } } },
  ];
  const setting = { profiles, nodes: [makeNode('a').cordoned()] };
  expect(ask(setting, makePod('web')).selected).toBeUndefined();
  expect(ask(setting, makePod('web'), { schedulerName: 'blind' })).toMatchObject({
    schedulerName: 'blind',
    selected: 'a',
  });
  expect(ask(setting, makePod('web'), { schedulerName: 'nobody' })).toBeUndefined();
});

describe('preemption', () => {
  const nodes = [
    makeNode('cheap').allocatable(SMALL),
    makeNode('dear').allocatable(SMALL),
    makeNode('firm').allocatable(SMALL),
    makeNode('closed').cordoned(),
  ];
  const pods = [
    makePod('low').requests({ cpu: '1' }).priority(1).node('cheap'),
    makePod('middle').requests({ cpu: '1' }).priority(5).node('dear'),
    makePod('high').requests({ cpu: '1' }).priority(1000).node('firm'),
  ];
  const urgent = makePod('urgent').requests({ cpu: '1' }).priority(100);

  it('names victims, and why each other node was not chosen', () => {
    const { preemption, message } = ask({ nodes, pods }, urgent);
    expect(preemption).toMatchObject({
      chosen: 'cheap',
      candidates: [
        { nodeName: 'cheap', victims: [{ metadata: { name: 'low' } }], outrankedBy: undefined },
        { nodeName: 'dear', outrankedBy: 'its most important victim has a lower priority' },
      ],
    });
    expect([...preemption!.refusals].map(([node, { reasons }]) => [node, reasons])).toEqual([
      ['firm', ['No preemption victims found for incoming pod']],
    ]);
    expect(message).toBe('0/4 nodes are available: 1 node(s) were unschedulable, 3 Insufficient cpu.');
  });

  it('is left out unless it is asked for', () => {
    const explained = ask({ nodes, pods }, urgent, { withPreemption: false });
    expect(explained.preemption).toBeUndefined();
    expect(explained.selected).toBeUndefined();
  });
});

it.each([
  ['no nodes', [], 'no nodes available to schedule pods'],
  [
    'hopeless nodes',
    [makeNode('a').cordoned()],
    '0/1 nodes are available: 1 node(s) were unschedulable. no new claims to deallocate, preemption: 0/1 nodes are available: 1 Preemption is not helpful for scheduling.',
  ],
])('words a failure as the event does: %s', (_what, nodes, message) => {
  const scene = makeScene({ nodes });
  const explained = explainScheduling(scene.scheduler.parts, { pod: makePod('web').build() })!;
  expect(explained.message).toBe(message);
  scene.scheduler.podChanged(undefined, makePod('web').build());
  expect(scene.scheduler.scheduleBatch(1)).toMatchObject([{ kind: 'failed', message }]);
});

it('knows that a node promised to the pod is taken without comparing', () => {
  const explained = ask({ nodes: [makeNode('a'), makeNode('b'), makeNode('c')] }, makePod('web').nominated('c'));
  expect(explained).toMatchObject({ selected: 'c', isNominated: true, feasibleCount: 3 });
});

it('counts pods promised to a node that are as important', () => {
  const setting = {
    nodes: [makeNode('a').allocatable(SMALL)],
    pods: [makePod('first').requests({ cpu: '1' }).nominated('a')],
  };
  const explained = ask(setting, makePod('web').requests({ cpu: '1' }));
  expect(refusals(explained, 'a')).toEqual({ NodeResourcesFit: ['Insufficient cpu'] });
  expect(explained.selected).toBeUndefined();
});

it('says what keeps a pod from being tried at all', () => {
  const { gates, selected } = ask({ nodes: [makeNode('a')] }, makePod('web').gates('quota'));
  expect(gates).toMatchObject([{ plugin: 'SchedulingGates' }]);
  expect(selected).toBe('a');
});
