import { NodeHealth, nodeTroubles } from './board-node';
import { PodHealth } from './board-pod';
import { colouringBy, ColourBy, formsOf, legendOf } from './colouring';
import { filterOf } from './filter';
import { DARK, LIGHT, over } from './palette';
import { nodeQuads, Pattern, PATTERNS } from './scene';
import { aNode, aPod } from './test-board';
import { limiterSentences, zoneTexts } from './zone-words';

const pods = [
  aPod('web-1', { application: 'web', labels: { app: 'web' }, namespace: 'shop', owner: 'ReplicaSet/web-x' }),
  aPod('db-1', { application: 'db', health: PodHealth.Starting, nodeName: 'node-2' }),
];

test.each([
  ['', ['web-1', 'db-1']],
  ['web', ['web-1']],
  ['app=web', ['web-1']],
  ['app!=web', ['db-1']],
  ['ns:shop', ['web-1']],
  ['node:node-2', ['db-1']],
  ['owner:web', ['web-1']],
  ['is:starting', ['db-1']],
  ['web is:starting', []],
])('the search %j finds %j', (text, names) => {
  const filter = filterOf(text);
  expect(pods.filter((pod) => filter.pod(pod)).map(({ name }) => name)).toEqual(names);
});

test('nodes are found by name, zone and state', () => {
  const node = aNode('node-1', { isCordoned: true });
  for (const text of ['node-1', 'node:node-1', 'zone:a', 'is:cordoned', 'is:ready'])
    expect([text, filterOf(text).node(node)]).toEqual([text, true]);
  for (const text of ['node-2', 'zone:b', 'is:pressured'])
    expect([text, filterOf(text).node(node)]).toEqual([text, false]);
});

test.each(Object.values(ColourBy))('a legend by %s counts every pod', (by) => {
  const legend = legendOf(
    pods,
    colouringBy(by, DARK, () => 90_000),
  );
  expect(legend.reduce((sum, { count }) => sum + count, 0)).toBe(pods.length);
});

test('ten applications have ten colours, the same with each visit', () => {
  const names = Array.from({ length: 10 }, (_, i) => aPod(`p${i}`, { application: `app-${i}` }));
  const colours = (): number[] => {
    const colouring = colouringBy(ColourBy.Application, LIGHT, () => 0);
    return names.map((pod) => colouring.classOf(pod).colour);
  };
  expect(new Set(colours()).size).toBe(10);
  expect(colours()).toEqual(colours());
});

test('what is the matter with a node is seen without colours', () => {
  const look = { palette: LIGHT, colouring: colouringBy(ColourBy.Health, LIGHT, () => 0), filter: filterOf('') };
  const draw = (node = aNode('n')) =>
    nodeQuads(
      { node, rect: { x: 0, y: 0, w: 100, h: 76 }, pods, requested: { cpuMillis: 1000, memoryBytes: 0 }, faults: [] },
      look,
    );
  const patternOf = (id: string, node = aNode('n')): Pattern => draw(node).find((quad) => quad.id === id)!.pattern;
  expect(patternOf('card/n')).toBe(Pattern.Solid);
  expect(patternOf('card/n', aNode('n', { isCordoned: true }))).toBe(Pattern.Hatched);
  expect([patternOf('web-1'), patternOf('db-1')]).toEqual([Pattern.Solid, Pattern.Hollow]);
});

test('bars show what is used in what is requested, and no line where nothing is', () => {
  const look = { palette: LIGHT, colouring: colouringBy(ColourBy.Health, LIGHT, () => 0), filter: filterOf('') };
  const draw = (used: { cpuMillis: number; memoryBytes: number } | undefined) =>
    nodeQuads(
      {
        node: aNode('n'),
        rect: { x: 0, y: 0, w: 100, h: 76 },
        pods: [],
        requested: { cpuMillis: 2000, memoryBytes: 0 },
        used,
        faults: [],
      },
      look,
    );
  const width = (quads: ReturnType<typeof draw>, id: string) => quads.find((quad) => quad.id === id)?.rect.w;
  const quads = draw({ cpuMillis: 1000, memoryBytes: 0 });
  const track = width(quads, 'cpu/n/track')!;
  expect([width(quads, 'cpu/n/part'), width(quads, 'cpu/n/used')]).toEqual([track / 2, track / 4]);
  expect(width(quads, 'memory/n/used')).toBeUndefined();
  expect(width(draw(undefined), 'cpu/n/used')).toBeUndefined();
});

test('a full node is as calm as an empty one, and one that is promised more than it has is not', () => {
  const look = { palette: LIGHT, colouring: colouringBy(ColourBy.Health, LIGHT, () => 0), filter: filterOf('') };
  const fillAt = (share: number): number => {
    const [node, rect] = [aNode('n'), { x: 0, y: 0, w: 100, h: 76 }];
    const requested = { cpuMillis: node.cpuMillis * share, memoryBytes: 0 };
    return nodeQuads({ node, rect, pods: [], requested, faults: [] }, look).find(({ id }) => id === 'cpu/n/part')!.fill;
  };
  expect([0.1, 0.9, 1].map(fillAt)).toEqual([LIGHT.requested, LIGHT.requested, LIGHT.requested]);
  expect(fillAt(1.2)).toBe(LIGHT.bad);
});

test('troubles are named, worst first; taints of conditions are said once', () => {
  const node = aNode('n', {
    health: NodeHealth.Unknown,
    isCordoned: true,
    taints: [
      { key: 'node.kubernetes.io/unreachable', value: '', effect: 'NoExecute' },
      { key: 'dedicated', value: 'gpu', effect: 'NoSchedule' },
    ],
  });
  expect(nodeTroubles(node, ['POWER_OFF'])).toEqual([
    'silent (Ready is Unknown)',
    'fault POWER_OFF',
    'cordoned',
    'taint dedicated=gpu:NoSchedule',
  ]);
});

test('zones say how their nodes are', () => {
  const nodes = [aNode('1'), aNode('2', { health: NodeHealth.Unknown }), aNode('3', { zone: 'b' })];
  const zone = { state: 'PARTIAL_DISRUPTION', waitingNodes: 1, evictionRate: 0.1 };
  expect([...zoneTexts(nodes, new Map([['a', zone]]))]).toEqual([
    ['a', { text: '1 of 2 not ready · partial disruption · 1 to taint at 0.1/s', isBad: true }],
    ['b', { text: '1 node', isBad: false }],
  ]);
});

test.each([
  [
    { evictionRate: 0.1, waitingNodes: 2, evictionsTotal: 1, nextTaintAt: '2026-01-01T00:00:10Z' },
    [
      'A node may be tainted NoExecute every 10 s (rate 0.1).',
      'Its next token comes at 2026-01-01 00:00:10.',
      '2 nodes wait; 1 node tainted so far.',
    ],
  ],
  [
    { evictionRate: 0.1, waitingNodes: 0, evictionsTotal: 0, nextTaintAt: null },
    [
      'A node may be tainted NoExecute every 10 s (rate 0.1).',
      'It has a token: the next may be tainted at once.',
      'No node waits; 0 nodes tainted so far.',
    ],
  ],
  [
    { evictionRate: 0, waitingNodes: 1, evictionsTotal: 0, nextTaintAt: null },
    ['No node is tainted NoExecute while its rate is zero.', '1 node waits; 0 nodes tainted so far.'],
  ],
])('the limiter of a zone %j is said in sentences', (zone, sentences) => {
  expect(limiterSentences(zone)).toEqual(sentences);
});

test.each([
  [1, 0x4f93e0],
  [0, 0x1a212d],
  [0.5, 0x355a87],
])('a colour of which %d covers its ground is seen as one', (alpha, seen) => {
  expect(over(0x4f93e0, 0x1a212d, alpha)).toBe(seen);
});

test('each state of a pod on a node has a form of its own, and the legend has those that are there', () => {
  const { [PodHealth.Waiting]: waiting, ...onNodes } = PATTERNS;
  expect(new Set(Object.values(onNodes)).size).toBe(Object.keys(onNodes).length);
  expect(waiting).toBe(PATTERNS[PodHealth.Starting]);
  const seen = [PodHealth.Failed, PodHealth.Ready, PodHealth.Terminating, PodHealth.Failed, PodHealth.Waiting];
  expect(formsOf(seen.map((health, i) => aPod(`p${i}`, { health })))).toEqual([
    { health: 'terminating', count: 1 },
    { health: 'failed', count: 2 },
  ]);
});
