import { makeNode, makePod, makeScene } from '@orrery/testing';
import type { AttemptTrace } from './attempt-trace';

function traceOf(setting: Parameters<typeof makeScene>[0]): AttemptTrace[] {
  const scene = makeScene({ keepsRawScores: true, ...setting });
  const traces: AttemptTrace[] = [];
  scene.scheduler.onAttempt = (trace) => traces.push(trace);
  scene.scheduler.scheduleBatch(10);
  return traces;
}

it('counts refused nodes by plugin and reason, the most frequent first', () => {
  const [trace] = traceOf({
    nodes: [
      makeNode('small-1').allocatable({ cpu: '1' }),
      makeNode('closed').cordoned(),
      makeNode('small-2').allocatable({ cpu: '1' }),
      makeNode('large'),
    ],
    pods: [makePod('web').requests({ cpu: '2' })],
  });
  expect(trace).toMatchObject({
    attempt: 1,
    profile: 'default-scheduler',
    nodeName: 'large',
    evaluatedCount: 4,
    feasibleCount: 1,
    rejections: [
      { plugin: 'NodeResourcesFit', reason: 'Insufficient cpu', count: 2, nodes: ['small-1', 'small-2'] },
      { plugin: 'NodeUnschedulable', reason: 'node(s) were unschedulable', count: 1, nodes: ['closed'] },
    ],
    best: [],
    tieCount: 1,
    ties: ['large'],
  });
});

it('keeps the scores of the best nodes, raw and normalised', () => {
  const [trace] = traceOf({
    nodes: [
      makeNode('plain'),
      makeNode('liked').label('disk', 'ssd'),
      makeNode('shunned').taint('old', 'PreferNoSchedule'),
    ],
    pods: [makePod('web').affinity(LIKES_SSD)],
  });
  expect(trace!.best.map(({ name }) => name)).toEqual(['liked', 'plain', 'shunned']);
  const scores = Object.fromEntries(
    trace!.plugins.map(({ name, weight }, i) => [
      name,
      [weight, trace!.best.map(({ raw }) => raw[i]), trace!.best.map(({ normalized }) => normalized[i])],
    ]),
  );
  expect(scores['NodeAffinity']).toEqual([2, [10, 0, 0], [100, 0, 0]]);
  expect(scores['TaintToleration']).toEqual([3, [0, 0, 1], [100, 100, 0]]);
  for (const { total, normalized } of trace!.best) {
    expect(total).toBe(normalized.reduce((sum, score, i) => sum + score * trace!.plugins[i]!.weight, 0));
  }
});

it('keeps ten of many nodes and names twenty of a tie, the taken one first', () => {
  const nodes = Array.from({ length: 50 }, (_, i) => makeNode(`node-${i}`));
  const [trace] = traceOf({ nodes, pods: [makePod('web')] });
  expect(trace).toMatchObject({ evaluatedCount: 50, feasibleCount: 50, tieCount: 50, rejections: [] });
  expect(trace!.best).toHaveLength(10);
  expect(new Set(trace!.ties).size).toBe(20);
  expect(trace!.ties[0]).toBe(trace!.nodeName);
});

it.each([
  ['no nodes at all', [], 0],
  ['a cluster that PreFilter refuses', [makeNode('a')], 1],
])('keeps what there is of %s', (_what, nodes, count) => {
  const pod = makePod('web').spec({ volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'absent' } }] });
  const [trace] = traceOf({ nodes, pods: [pod] });
  expect(trace).toMatchObject({ nodeName: undefined, feasibleCount: 0, best: [], ties: [] });
  expect(trace!.rejections.map((group) => [group.plugin, group.count])).toEqual(
    count === 0 ? [] : [[expect.stringMatching(/^Volume/), 1]],
  );
});

it('tells what a preemption chose and what it passed over', () => {
  const scene = makeScene({
    nodes: [makeNode('a').allocatable({ cpu: '1' }), makeNode('b').allocatable({ cpu: '1' })],
    pods: [
      makePod('low').requests({ cpu: '1' }).priority(5).node('a'),
      makePod('lower').requests({ cpu: '1' }).priority(1).node('b'),
      makePod('urgent').requests({ cpu: '1' }).priority(100),
    ],
  });
  const [decision] = scene.scheduler.scheduleBatch(1);
  expect(decision).toMatchObject({
    kind: 'failed',
    preemption: {
      nodeName: 'b',
      victims: [{ metadata: { name: 'lower' } }],
      violations: 0,
      outranked: [{ nodeName: 'a', victimCount: 1, outrankedBy: 'its most important victim has a lower priority' }],
    },
  });
});

const LIKES_SSD = {
  nodeAffinity: {
    preferredDuringSchedulingIgnoredDuringExecution: [
      { weight: 10, preference: { matchExpressions: [{ key: 'disk', operator: 'In', values: ['ssd'] }] } },
    ],
  },
};
