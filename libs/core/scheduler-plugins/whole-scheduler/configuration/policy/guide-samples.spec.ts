import { readConfiguration, type ReadOptions } from '../../../testing/load-configuration';
import type { KubeObject } from '@orrery/api-types';
import { type BundleName } from '@orrery/scheduling';
import { makeNode, makePod, type NodeBuilder, type PodBuilder } from '@orrery/builders';
import { makeScene, reasonsByNode, scoresByNode, type Scene } from '../../../testing/scheduling-scene';
import { readSample } from '../testdata/read-sample';

const GUIDE: ReadOptions = { bundle: 'modern', lenient: true };

const services: readonly KubeObject[] = [
  {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'web', namespace: 'default' },
    spec: { selector: { app: 'web' } },
  } as unknown as KubeObject,
];
const web = (name: string): PodBuilder => makePod(name).label('app', 'web').requests({ cpu: '1', memory: '1Gi' });
const place = (name: string, labels: Readonly<Record<string, string>>): NodeBuilder =>
  Object.entries(labels).reduce((node, [key, value]) => node.label(key, value), makeNode(name));

/** Pods of the service on nodes, by count. */
function running(counts: Readonly<Record<string, number>>): PodBuilder[] {
  return Object.entries(counts).flatMap(([node, count]) =>
    Array.from({ length: count }, (_, i) => web(`${node}-${i}`).node(node)),
  );
}

function sceneOf(
  source: unknown,
  options: ReadOptions,
  cluster: { nodes: readonly NodeBuilder[]; pods?: readonly PodBuilder[] },
): Scene {
  const verdict = readConfiguration(source, options);
  expect(verdict.errors ?? []).toEqual([]);
  return makeScene({ ...cluster, objects: services, ...verdict.ok!.options });
}

function totals(scene: Scene, pod: PodBuilder): Record<string, number> {
  return Object.fromEntries([...scene.explain(pod).scores].map(([node, { total }]) => [node, total]));
}
/** Returns the node on which the pod is really placed. */
function placed(scene: Scene, pod: PodBuilder): unknown {
  scene.scheduler.podChanged(undefined, pod.build());
  const [decision] = scene.scheduler.scheduleBatch(1);
  return decision && 'nodeName' in decision ? decision.nodeName : undefined;
}

const serviceMissed = ["node(s) didn't match service affinity"];
const labelsMissed = ["node(s) didn't have the requested labels"];

describe('16.2.4 the default configuration file', () => {
  const load = (bundle: BundleName) => readConfiguration(readSample('default-policy.json'), { bundle }).ok!;

  test('9 predicates in the order of evaluation, 8 priorities with their weights', () => {
    const { options, warnings, dialect } = load('okd-legacy');
    expect(dialect).toBe('guide');
    expect(warnings).toEqual([]);
    expect(options.knobs).toEqual({ score: { scale: 10 } });
    const [profile] = options.profiles!;
    expect(profile!.plugins!.filter!.enabled!.map(({ name }) => name)).toEqual([
      'CheckNodeCondition',
      'GeneralPredicates',
      'VolumeRestrictions',
      'TaintToleration',
      'ServiceAffinity/Region',
      'EBSLimits',
      'GCEPDLimits',
      'AzureDiskLimits',
      'VolumeZone',
      'InterPodAffinity',
    ]);
    expect(profile!.plugins!.score!.enabled).toEqual([
      { name: 'SelectorSpread', weight: 1 },
      { name: 'InterPodAffinity', weight: 1 },
      { name: 'NodeResourcesLeastAllocated', weight: 1 },
      { name: 'NodeResourcesBalancedAllocation', weight: 1 },
      { name: 'NodePreferAvoidPods', weight: 10_000 },
      { name: 'NodeAffinity', weight: 1 },
      { name: 'TaintToleration', weight: 1 },
      { name: 'ServiceAffinity/Zone', weight: 2 },
    ]);
  });

  test('is what a policy without lists means', () => {
    const { options } = load('modern');
    const bare = readConfiguration({ kind: 'Policy', apiVersion: 'v1' }, { bundle: 'modern' }).ok!;
    expect(bare.options.profiles).toEqual(options.profiles);
  });

  test('keeps a service in its region and spreads it over zones', () => {
    const nodes = [
      place('a', { region: 'r1', zone: 'z1' }),
      place('b', { region: 'r1', zone: 'z2' }),
      place('c', { region: 'r2', zone: 'z1' }),
    ];
    const scene = sceneOf(readSample('default-policy.json'), { bundle: 'modern' }, { nodes, pods: running({ a: 1 }) });
    expect(reasonsByNode(scene.explain(web('p')))).toEqual({ a: [], b: [], c: serviceMissed });
    expect(scoresByNode(scene.explain(web('p')), 'ServiceAffinity/Zone')).toEqual({ a: 0, b: 10 });
    expect(placed(scene, web('p'))).toBe('b');
  });
});

describe('16.2.4.1 the modified file', () => {
  const sample = readSample('modified-policy.yaml');
  const nodes = [
    place('tainted', { region: 'r1' }).taint('x', 'NoSchedule'),
    place('ill', { region: 'r1' }).condition('Ready', 'False'),
    place('well', { region: 'r1' }),
  ];

  test('is refused with line and column unless repaired', () => {
    const { errors } = readConfiguration(sample, { bundle: 'modern' });
    expect(errors?.[0]!.reason).toMatch(/^line 26, column 6: /);
  });

  test('names five predicates and four priorities', () => {
    const [profile] = readConfiguration(sample, GUIDE).ok!.options.profiles!;
    expect(profile!.plugins!.filter!.enabled!.map(({ name }) => name)).toEqual([
      'CheckNodeCondition',
      'NodeName',
      'NodeAffinity',
      'NodeResourcesFit',
      'VolumeRestrictions',
      'ServiceAffinity/Region',
    ]);
    expect(profile!.plugins!.score!.enabled!.map(({ weight }) => weight)).toEqual([1, 1, 1, 2]);
  });

  test('in the dialect of the guide taints are not looked at, conditions are', () => {
    expect(reasonsByNode(sceneOf(sample, GUIDE, { nodes }).explain(web('p')))).toEqual({
      tainted: [],
      ill: ['node(s) were not ready'],
      well: [],
    });
  });

  test('in that of 1.20 taints are looked at though not listed', () => {
    const scene = sceneOf(sample, { bundle: 'k8s-1.20', lenient: true }, { nodes });
    expect(reasonsByNode(scene.explain(web('p')))).toEqual({
      tainted: ["node(s) had taint {x: }, that the pod didn't tolerate"],
      ill: [],
      well: [],
    });
  });
});

describe('16.2.8 region, zone, rack', () => {
  const nodes = [
    place('n1', { region: 'r1', zone: 'z1', rack: 'k1' }),
    place('n2', { region: 'r1', zone: 'z1', rack: 'k2' }),
    place('n3', { region: 'r1', zone: 'z2', rack: 'k3' }),
    place('n4', { region: 'r2', zone: 'z1', rack: 'k4' }),
  ];

  test.each([
    ['S = 10', GUIDE, { n1: 0, n2: 10 }],
    ['S = 100', { ...GUIDE, scoreScale: 100 }, { n1: 0, n2: 100 }],
  ] as const)('at %s', (_name, options, want) => {
    const sample = readSample('region-zone-rack.yaml');
    const scene = sceneOf(sample, options, { nodes, pods: running({ n1: 1 }) });
    expect(reasonsByNode(scene.explain(web('p')))).toEqual({ n1: [], n2: [], n3: serviceMissed, n4: serviceMissed });
    expect(totals(scene, web('p'))).toEqual(want);
    expect(placed(scene, web('p'))).toBe('n2');
  });
});

describe('16.2.8 city, building, room', () => {
  const nodes = [
    place('c1', { city: 'A', building: 'b1', room: 'r1' }),
    place('c2', { city: 'A', building: 'b1', room: 'r2' }),
    place('c3', { city: 'A', building: 'b2', room: 'r3' }),
    place('c4', { city: 'B', building: 'b3', room: 'r4' }),
  ];
  const pods = running({ c1: 2, c2: 1 });

  test('each priority scores by itself', () => {
    const scene = sceneOf(readSample('city-building-room.yaml'), GUIDE, { nodes, pods });
    const explained = scene.explain(web('p'));
    expect(reasonsByNode(explained)['c4']).toEqual(serviceMissed);
    expect(scoresByNode(explained, 'ServiceAffinity/BuildingSpread')).toEqual({ c1: 0, c2: 0, c3: 10 });
    expect(scoresByNode(explained, 'ServiceAffinity/RoomSpread')).toEqual({ c1: 3, c2: 6, c3: 10 });
    expect(totals(scene, web('p'))).toEqual({ c1: 3, c2: 6, c3: 20 });
    expect(placed(scene, web('p'))).toBe('c3');
  });

  test('1.20 merges them', () => {
    const scene = sceneOf(readSample('city-building-room.yaml'), { ...GUIDE, bundle: 'k8s-1.20' }, { nodes, pods });
    expect(scoresByNode(scene.explain(web('p')), 'ServiceAffinity')).toEqual({ c1: 16, c2: 33, c3: 100 });
    expect(totals(scene, web('p'))).toEqual({ c1: 32, c2: 66, c3: 200 });
  });
});

test('16.2.8 with the callout numbers that the guide prints', () => {
  const load = (file: string): unknown => readConfiguration(readSample(file), GUIDE).ok?.options;
  expect(load('region-zone-rack-callouts.yaml')).toEqual(load('region-zone-rack.yaml'));
});

test.each([
  ['S = 10', GUIDE, { x: 0, y: 10 }],
  ['S = 100', { ...GUIDE, scoreScale: 100 }, { x: 0, y: 100 }],
] as const)('16.2.8 require a region, prefer a zone, at %s', (_name, options, want) => {
  const nodes = [place('x', { region: 'r' }), place('y', { region: 'r', zone: 'z' }), place('z', { zone: 'z' })];
  const scene = sceneOf(readSample('require-region-prefer-zone.yaml'), options, { nodes });
  expect(reasonsByNode(scene.explain(web('p')))).toEqual({ x: [], y: [], z: labelsMissed });
  expect(totals(scene, web('p'))).toEqual(want);
  expect(placed(scene, web('p'))).toBe('y');
});

describe('16.2.8 static and configurable together', () => {
  const nodes = [
    place('n1', { region: 'r1', zone: 'z1' }),
    place('n2', { region: 'r1', zone: 'z2' }),
    place('n3', { region: 'r1' }),
    place('n4', { region: 'r1', building: 'b', zone: 'z3' }),
    place('n5', { zone: 'z1' }),
    place('n6', { region: 'r2', zone: 'z1' }),
  ];
  const pods = running({ n1: 2, n2: 1 });

  test.each([
    [10, { n1: 16, n2: 27, n3: 10 }],
    [100, { n1: 166, n2: 282, n3: 100 }],
  ])('at S = %i', (scoreScale, want) => {
    const scene = sceneOf(readSample('combined.yaml'), { ...GUIDE, scoreScale }, { nodes, pods });
    expect(reasonsByNode(scene.explain(web('p')))).toEqual({
      n1: [],
      n2: [],
      n3: [],
      n4: labelsMissed,
      n5: labelsMissed,
      n6: serviceMissed,
    });
    expect(totals(scene, web('p'))).toEqual(want);
    expect(placed(scene, web('p'))).toBe('n2');
  });
});

test.each([
  ['service-affinity', 'filter', 'ServiceAffinity/<name>'],
  ['labels-presence', 'filter', 'NodeLabel/<name>'],
  ['service-anti-affinity', 'score', 'ServiceAffinity/<name>/<label>'],
  ['label-preference', 'score', 'NodeLabel/<name>'],
] as const)('16.2.5.3 and 16.2.6.2 a list printed alone: %s', (sample, point, plugin) => {
  const [profile] = readConfiguration(readSample(`${sample}.fragment.yaml`), GUIDE).ok!.options.profiles!;
  expect(profile!.plugins![point]!.enabled!.map(({ name }) => name)).toContain(plugin);
});

describe('16.2.5.3 entries shown alone', () => {
  const only = (argument: object) => ({
    kind: 'Policy',
    apiVersion: 'v1',
    predicates: [{ name: 'Own', argument }],
    priorities: [],
  });
  const racks = [place('rack', { rack: '1' }), place('both', { rack: '1', region: 'r' }), makeNode('none')];

  test.each([
    [true, { rack: labelsMissed, both: [], none: labelsMissed }],
    [false, { rack: labelsMissed, both: labelsMissed, none: [] }],
    [undefined, { rack: labelsMissed, both: labelsMissed, none: [] }],
  ])('RackPreferred, presence %s', (presence, want) => {
    const policy = only({
      labelsPresence: { labels: ['rack', 'region'], ...(presence === undefined ? {} : { presence }) },
    });
    expect(reasonsByNode(sceneOf(policy, GUIDE, { nodes: racks }).explain(web('p')))).toEqual(want);
  });

  test('ZoneAffinity by rack: the first pod is free, the others follow its value', () => {
    const nodes = [place('a', { rack: '1' }), place('b', { rack: '1' }), place('c', { rack: '2' }), makeNode('bare')];
    const policy = only({ serviceAffinity: { labels: ['rack'] } });
    const free = { a: [], b: [], c: [], bare: [] };
    expect(reasonsByNode(sceneOf(policy, GUIDE, { nodes }).explain(web('p')))).toEqual(free);
    expect(reasonsByNode(sceneOf(policy, GUIDE, { nodes, pods: running({ a: 1 }) }).explain(web('p')))).toEqual({
      a: [],
      b: [],
      c: serviceMissed,
      bare: serviceMissed,
    });
    expect(reasonsByNode(sceneOf(policy, GUIDE, { nodes, pods: running({ bare: 1 }) }).explain(web('p')))).toEqual(
      free,
    );
  });

  test('a list of labels to spread over is one scorer a label', () => {
    const policy = {
      kind: 'Policy',
      apiVersion: 'v1',
      predicates: [],
      priorities: [{ name: 'Spread', weight: 3, argument: { serviceAntiAffinity: { label: ['zone', 'rack'] } } }],
    };
    const nodes = [place('a', { zone: 'z1', rack: 'r1' }), place('b', { zone: 'z1', rack: 'r2' })];
    const scene = sceneOf(policy, GUIDE, { nodes, pods: running({ a: 1 }) });
    const explained = scene.explain(web('p'));
    expect(scoresByNode(explained, 'ServiceAffinity/Spread/zone')).toEqual({ a: 0, b: 0 });
    expect(scoresByNode(explained, 'ServiceAffinity/Spread/rack')).toEqual({ a: 0, b: 10 });
    expect(totals(scene, web('p'))).toEqual({ a: 0, b: 30 });
  });
});

test.each([
  ['okd-legacy', {}, { a: [6, 9], b: [7, 8] }, ['a', 'b']],
  ['k8s-1.20', { dialect: '1.20' }, { a: [70, 91], b: [75, 80] }, ['a']],
] as const)('%s: what S decides between a tie and a winner', (bundle, options, want, topNodes) => {
  const nodes = [
    makeNode('a').allocatable({ cpu: '3', memory: '4Gi' }),
    makeNode('b').allocatable({ cpu: '7', memory: '3Gi' }),
  ];
  const priorities = ['LeastRequestedPriority', 'BalancedResourceAllocation'].map((name) => ({ name, weight: 1 }));
  const policy = { kind: 'Policy', apiVersion: 'v1', predicates: [], priorities };
  const explained = sceneOf(policy, { bundle, ...options }, { nodes }).explain(web('p'));
  const least = scoresByNode(explained, 'NodeResourcesLeastAllocated');
  const balanced = scoresByNode(explained, 'NodeResourcesBalancedAllocation');
  expect({ a: [least['a'], balanced['a']], b: [least['b'], balanced['b']] }).toEqual(want);
  expect(explained.topNodes).toEqual(topNodes);
});

describe('what a policy does not list', () => {
  const nodes = [place('n', {})];
  const policy = (more: object): object => ({ kind: 'Policy', apiVersion: 'v1', ...more });

  test('no priorities: every node gets 1', () => {
    const two = [place('a', {}), place('b', {})];
    const scene = sceneOf(policy({ predicates: [], priorities: [] }), GUIDE, { nodes: two });
    expect(totals(scene, web('p'))).toEqual({ a: 1, b: 1 });
  });

  test('no predicates: even a full node takes pods, a sick one does not', () => {
    const full = [place('full', {}).allocatable({ cpu: '0' }), place('ill', {}).condition('Ready', 'Unknown')];
    const scene = sceneOf(policy({ predicates: [], priorities: [] }), GUIDE, { nodes: full });
    expect(reasonsByNode(scene.explain(web('p')))).toEqual({ full: [], ill: ['node(s) were not ready'] });
  });

  test('alwaysCheckAllPredicates: every filter gives its reasons', () => {
    const predicates = [{ name: 'PodToleratesNodeTaints' }, { name: 'MatchNodeSelector' }];
    const tainted = [place('n', {}).taint('x', 'NoSchedule')];
    const reasons = (alwaysCheckAllPredicates: boolean): unknown => {
      const source = policy({ predicates, priorities: [], alwaysCheckAllPredicates });
      return reasonsByNode(sceneOf(source, GUIDE, { nodes: tainted }).explain(web('p').nodeSelector({ a: 'b' })))['n'];
    };
    const selector = "node(s) didn't match Pod's node affinity/selector";
    expect(reasons(false)).toEqual([selector]);
    expect(reasons(true)).toEqual([selector, 'node(s) had untolerated taint {x: }']);
  });

  test('gates hold pods back where the generation has them', () => {
    const scene = sceneOf(policy({}), GUIDE, { nodes });
    scene.scheduler.podChanged(undefined, web('p').gates('wait').build());
    expect(scene.scheduler.parts.queue.entry('default-p')?.place).toBe('gated');
  });

  test.each([
    [false, 1],
    [true, 0],
  ])('preemption is there unless it is disabled: %s', (disablePreemption, count) => {
    const scene = sceneOf(policy({}), { ...GUIDE, disablePreemption }, { nodes });
    const { postFilter } = scene.scheduler.parts.profiles.get('default-scheduler')!.framework;
    expect(postFilter).toHaveLength(count);
  });

  test('without preemption the queue keeps its order, no pod goes and no event mentions it (spec scheduler G31)', () => {
    const full = {
      nodes: [place('n', {}).allocatable({ cpu: '1' })],
      pods: [web('low').node('n').requests({ cpu: '1' })],
    };
    const scene = sceneOf(policy({}), { ...GUIDE, disablePreemption: true }, full);
    for (const [name, priority] of [
      ['second', 5],
      ['third', 0],
      ['first', 9],
    ] as const) {
      scene.scheduler.podChanged(undefined, web(name).priority(priority).requests({ cpu: '1' }).build());
    }
    const decisions = scene.scheduler.scheduleBatch(3);
    expect(decisions.map(({ pod: { metadata } }) => metadata.name)).toEqual(['first', 'second', 'third']);
    for (const decision of decisions) {
      expect(decision).toMatchObject({
        kind: 'failed',
        effects: [],
        message: expect.not.stringContaining('preemption'),
      });
      expect(decision).not.toHaveProperty('statusPatch.nominatedNodeName');
    }
  });

  test('the guide words the failure', () => {
    const cpu = [place('n', { region: 'r' }).allocatable({ cpu: '100m' }), place('m', {}).cordoned()];
    const scene = sceneOf(readSample('default-policy.json'), { bundle: 'okd-legacy' }, { nodes: cpu });
    expect(scene.explain(web('p').nodeSelector({ region: 'other' })).fitError).toBe(
      'No nodes are available that match all of the following predicates:: ' +
        'Insufficient cpu (1), MatchNodeSelector (1), NodeUnschedulable (1).',
    );
  });
});
