import { makeNode, makePod } from '@orrery/builders';
import { pointsOf } from './cluster-metrics';
import { MetricsFold } from './metrics-fold';

const node = makeNode('n').build();
const waiting = makePod('p').requests({ cpu: '500m', memory: '1Gi' }).build();
const placed = makePod('p').requests({ cpu: '500m', memory: '1Gi' }).node('n').build();
const evicted = {
  ...placed,
  status: { ...placed.status, conditions: [{ type: 'DisruptionTarget', status: 'True' }] },
} as typeof placed;

test('sums follow each change, and events are counted once', () => {
  const fold = new MetricsFold([waiting], [node]);
  expect(fold.sums).toMatchObject({ nodes: 1, pods: 1, waitingPods: 1, requestedCpuMillis: 0 });
  const apply = (object: typeof placed, isDeletion = false) => fold.apply({ resource: 'pods', object, isDeletion });
  apply(placed);
  apply(placed);
  expect(fold.sums).toMatchObject({ waitingPods: 0, requestedCpuMillis: 500, requestedMemoryBytes: 2 ** 30 });
  apply(evicted);
  apply(evicted, true);
  expect({ ...fold.sums, placements: fold.placements, evictions: fold.evictions }).toMatchObject({
    nodes: 1,
    pods: 0,
    requestedCpuMillis: 0,
    placements: 1,
    evictions: 1,
  });
});

test('a pod that has ended requests nothing any more', () => {
  const ended = { ...placed, status: { phase: 'Succeeded' } } as typeof placed;
  expect(new MetricsFold([ended], []).sums).toMatchObject({ pods: 0, requestedCpuMillis: 0 });
});

test('points are at equal distances, each with what happened since the one before', () => {
  const changes = [5, 20, 21].map((atMs, i) => ({
    resource: 'pods' as const,
    object: makePod(`p${i}`).node('n').build(),
    isDeletion: false,
    atMs,
  }));
  const points = pointsOf(new MetricsFold([], []), changes, { fromMs: 0, endMs: 20, count: 3 });
  expect(points.map(({ pods, placements }) => [pods, placements])).toEqual([
    [0, 0],
    [1, 1],
    [3, 2],
  ]);
});
