import fc from 'fast-check';
import { makeNode, makePod } from '@orrery/builders';
import { makeScene } from '../../testing/scheduling-scene';
import type { AttemptTrace } from '@orrery/scheduling';

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
  expect(trace!.best).toEqual(['liked', 'plain', 'shunned']);
  const scores = Object.fromEntries(trace!.plugins.map(({ name, ...column }) => [name, column]));
  expect(scores['NodeAffinity']).toEqual({ weight: 2, raw: [10, 0, 0], normalized: [100, 0, 0] });
  expect(scores['TaintToleration']).toEqual({ weight: 3, raw: [0, 0, 1], normalized: [100, 100, 0] });
  expect(scores['ImageLocality']).toEqual({ weight: 1, normalized: [0, 0, 0] });
  const sums = trace!.best.map((_, i) =>
    trace!.plugins.reduce((sum, { normalized, weight }) => sum + normalized[i]! * weight, 0),
  );
  expect(trace!.totals).toEqual(sums);
});

it('keeps ten of many nodes, the one that was taken first', () => {
  for (const name of ['a', 'b', 'c', 'd']) {
    const nodes = Array.from({ length: 50 }, (_, i) => makeNode(`node-${i}`));
    const [trace] = traceOf({ nodes, pods: [makePod(name)] });
    expect(trace).toMatchObject({ evaluatedCount: 50, feasibleCount: 50, tieCount: 50, rejections: [] });
    expect(trace!.best[0]).toBe(trace!.nodeName);
    expect(new Set(trace!.best).size).toBe(10);
  }
});

it('finds the highest totals wherever they are', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 2, maxLength: 40 }), (weights) => {
      const nodes = weights.map((weight, i) => makeNode(`node-${i}`).label('weight', String(weight)));
      const terms = [1, 2, 3, 4, 5, 6].map((weight) => ({
        weight,
        preference: { matchExpressions: [{ key: 'weight', operator: 'In', values: [String(weight)] }] },
      }));
      const pod = makePod('web').affinity({
        nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: terms },
      });
      const [trace] = traceOf({ nodes, pods: [pod] });
      const sorted = [...weights].sort((a, b) => b - a);
      const weightOf = (name: string): number => weights[Number(name.slice('node-'.length))]!;
      expect(trace!.best.map(weightOf)).toEqual(sorted.slice(0, 10));
      expect(trace!.tieCount).toBe(weights.filter((weight) => weight === sorted[0]).length);
      expect(trace!.best[0]).toBe(trace!.nodeName);
    }),
    { numRuns: 60 },
  );
});

it.each([
  ['no nodes at all', [], 0],
  ['a cluster that PreFilter refuses', [makeNode('a')], 1],
])('keeps what there is of %s', (_what, nodes, count) => {
  const pod = makePod('web').spec({ volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'absent' } }] });
  const [trace] = traceOf({ nodes, pods: [pod] });
  expect(trace).toMatchObject({ nodeName: undefined, feasibleCount: 0, best: [] });
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
