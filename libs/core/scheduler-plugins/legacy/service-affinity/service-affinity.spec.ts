import type { KubeObject } from '@orrery/api-types';
import { CycleState, podUid, type Profile } from '@orrery/scheduling';
import { makeNode, makePod, type NodeBuilder, type PodBuilder } from '@orrery/builders';
import { makeScene, reasonsByNode, scoresByNode } from '../../testing/scheduling-scene';

const all = [{ name: '*' }];
const missed = ["node(s) didn't match service affinity"];

function service(name: string, selector?: Readonly<Record<string, string>>, namespace = 'default'): KubeObject {
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name, namespace },
    spec: { selector },
  } as unknown as KubeObject;
}

function profilesWith(args: unknown): readonly Profile[] {
  const enabled = [{ name: 'ServiceAffinity' }];
  const multiPoint = { disabled: all, enabled: [{ name: 'PrioritySort' }, ...enabled, { name: 'DefaultBinder' }] };
  return [
    { schedulerName: 'default-scheduler', plugins: { multiPoint }, pluginConfig: [{ name: 'ServiceAffinity', args }] },
  ];
}

const web = (name: string): PodBuilder => makePod(name).label('app', 'web');
const place = (name: string, labels: Readonly<Record<string, string>>): NodeBuilder =>
  Object.entries(labels).reduce((node, [key, value]) => node.label(key, value), makeNode(name));
const three = [
  place('a', { region: 'r1', zone: 'z1' }),
  place('b', { region: 'r1', zone: 'z2' }),
  place('c', { region: 'r2', zone: 'z1' }),
];

describe('filter', () => {
  test.each([
    ['no peer', [], web('p'), { a: [], b: [], c: [] }],
    ['a peer on a', [web('x').node('a')], web('p'), { a: [], b: missed, c: missed }],
    [
      'the selector of the pod beats the peer',
      [web('x').node('a')],
      web('p').nodeSelector({ zone: 'z2' }),
      { a: missed, b: [], c: missed },
    ],
    [
      'a pod that names all labels needs no peer',
      [web('x').node('a')],
      web('p').nodeSelector({ zone: 'z1', region: 'r2' }),
      { a: missed, b: missed, c: [] },
    ],
    [
      'the first peer in node order decides',
      [web('x').node('c'), web('y').node('b')],
      web('p'),
      { a: missed, b: [], c: missed },
    ],
    ['a peer of another namespace', [web('x').namespace('other').node('a')], web('p'), { a: [], b: [], c: [] }],
    [
      'a peer need not belong to the service, only carry the labels',
      [web('x').label('more', '1').node('b')],
      web('p'),
      { a: missed, b: [], c: missed },
    ],
    [
      'a pod that lacks one of the labels is no peer',
      [web('x').node('b')],
      web('p').label('more', '1'),
      { a: [], b: [], c: [] },
    ],
    ['terminating peers count', [web('x').deleting().node('b')], web('p'), { a: missed, b: [], c: missed }],
    [
      'a pod without a service',
      [makePod('x').label('app', 'db').node('a')],
      makePod('p').label('app', 'db'),
      { a: [], b: [], c: [] },
    ],
  ] as const)('%s', (_name, pods, pod, want) => {
    const profiles = profilesWith({ affinityLabels: ['region', 'zone'] });
    const scene = makeScene({
      nodes: three,
      pods,
      objects: [service('web', { app: 'web' }), service('none')],
      profiles,
    });
    expect(reasonsByNode(scene.explain(pod))).toEqual(want);
  });

  test('a label that the node of the peer lacks is free', () => {
    const nodes = [place('bare', {}), ...three];
    const objects = [service('web', { app: 'web' })];
    const scene = makeScene({
      nodes,
      pods: [web('x').node('bare')],
      objects,
      profiles: profilesWith({ affinityLabels: ['rack'] }),
    });
    expect(reasonsByNode(scene.explain(web('p')))).toEqual({ bare: [], a: [], b: [], c: [] });
  });

  test('an unlabelled pod of a service that selects everything has every pod of the namespace as peer', () => {
    const profiles = profilesWith({ affinityLabels: ['region'] });
    const scene = makeScene({ nodes: three, pods: [web('x').node('c')], objects: [service('all', {})], profiles });
    expect(reasonsByNode(scene.explain(makePod('p')))).toEqual({ a: missed, b: missed, c: [] });
  });

  test('simulations move the peers', () => {
    const objects = [service('web', { app: 'web' })];
    const pods = [web('x').node('a'), web('y').node('c')];
    const { scheduler } = makeScene({
      nodes: three,
      pods,
      objects,
      profiles: profilesWith({ affinityLabels: ['region'] }),
    });
    const { cache, profiles } = scheduler.parts;
    const { framework, cycle } = profiles.get('default-scheduler')!;
    const [plugin] = framework.preFilter;
    const pod = { ...cache.pod(podUid(pods[0]!.build()))!, pod: web('p').build(), uid: 'default-p' };
    const snapshot = cache.snapshot();
    const state = new CycleState();
    plugin!.preFilter(state, pod);
    const verdicts = (of: CycleState): string[] =>
      snapshot.nodes.map((node) => cycle.runner.filterWithNominatedPods(of, pod, node).code);
    expect(verdicts(state)).toEqual(['Success', 'Success', 'Unschedulable']);
    const without = state.clone();
    cycle.runner.removePod(without, pod, cache.pod('default-x')!, snapshot.get('a')!.clone());
    expect(verdicts(without)).toEqual(['Unschedulable', 'Unschedulable', 'Success']);
    const alone = without.clone();
    cycle.runner.removePod(alone, pod, cache.pod('default-y')!, snapshot.get('c')!.clone());
    expect(verdicts(alone)).toEqual(['Success', 'Success', 'Success']);
    cycle.runner.addPod(alone, pod, cache.pod('default-y')!, snapshot.get('b')!.clone());
    expect(verdicts(alone)).toEqual(['Success', 'Success', 'Unschedulable']);
    expect(verdicts(state)).toEqual(['Success', 'Success', 'Unschedulable']);
  });
});

describe('score', () => {
  const nodes = [
    place('a', { zone: 'z1', rack: 'r1' }),
    place('b', { zone: 'z1', rack: 'r2' }),
    place('c', { zone: 'z2' }),
    place('d', {}),
  ];
  const pods = [
    web('a1').node('a'),
    web('a2').node('a'),
    web('b1').node('b'),
    web('c1').node('c'),
    web('d1').node('d'),
    web('gone').deleting().node('c'),
    makePod('other').node('c'),
  ];

  test.each([
    ['zone alone', ['zone'], { a: 40, b: 40, c: 80, d: 0 }],
    ['rack alone', ['rack'], { a: 60, b: 80, c: 0, d: 0 }],
    ['merged', ['zone', 'rack'], { a: 50, b: 60, c: 40, d: 0 }],
  ])('%s', (_name, antiAffinityLabelsPreference, want) => {
    const profiles = profilesWith({ antiAffinityLabelsPreference });
    const scene = makeScene({ nodes, pods, objects: [service('web', { app: 'web' })], profiles });
    expect(scoresByNode(scene.explain(web('p')), 'ServiceAffinity')).toEqual(want);
  });

  test.each([
    ['no pod of the service yet', [service('web', { app: 'web' })], []],
    ['no service', [], pods],
    ['a service that selects everything', [service('all', {})], pods],
  ])('%s: every labelled node gets S', (_name, objects, running) => {
    const profiles = profilesWith({ antiAffinityLabelsPreference: ['zone'] });
    const scene = makeScene({ nodes, pods: running, objects, profiles });
    expect(scoresByNode(scene.explain(web('p')), 'ServiceAffinity')).toEqual({ a: 100, b: 100, c: 100, d: 0 });
  });

  test('the first service by name counts', () => {
    const objects = [service('b', { app: 'web' }), service('a', { app: 'web', tier: 'front' })];
    const profiles = profilesWith({ antiAffinityLabelsPreference: ['zone'] });
    const scene = makeScene({ nodes, pods: [...pods, web('f').label('tier', 'front').node('c')], objects, profiles });
    expect(scoresByNode(scene.explain(web('p').label('tier', 'front')), 'ServiceAffinity')).toEqual({
      a: 100,
      b: 100,
      c: 0,
      d: 0,
    });
  });
});
