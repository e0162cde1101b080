import type { Pod } from '@orrery/api-types';
import { randomFor } from '@orrery/time';
import { firstAbove } from '../curve';
import { parseExpression, type ExpressionContext } from './expression-curve';

const pod = {
  metadata: {
    name: 'web',
    creationTimestamp: '1970-01-01T00:00:10Z',
    annotations: { 'kwok.x-k8s.io/usage-cpu': '250m', bad: 'much' },
    labels: { tier: 'big' },
  },
  spec: { containers: [{ name: 'app' }], priority: 5 },
} as unknown as Pod;
const context: ExpressionContext = {
  subject: { pod, container: pod.spec.containers[0]! },
  unitsPerOne: 1,
  random: (...key) => randomFor('test', ...key),
};
const curve = (text: string, more: Partial<ExpressionContext> = {}) => {
  const verdict = parseExpression(text, { ...context, ...more });
  if (!verdict.ok) throw new Error(verdict.error);
  return verdict.curve;
};

const FROM_ANNOTATION = (name: string) =>
  `"${name}" in pod.metadata.annotations ? Quantity(pod.metadata.annotations["${name}"]) : Quantity("1m")`;

test.each<[string, number, number]>([
  ['Quantity("1Mi")', 0, 1_048_576],
  ['1 + 2 * 3 - 4 / 2', 0, 5],
  ['-(1 + 2) * -2', 0, 6],
  ['7 % 4', 0, 3],
  [FROM_ANNOTATION('kwok.x-k8s.io/usage-cpu'), 0, 0.25],
  [FROM_ANNOTATION('other'), 0, 0.001],
  ['pod.SinceSecond()', 40_000, 30],
  ['SinceSecond(pod) / 60.0', 40_000, 0.5],
  ['Quantity("1Mi") * (pod.SinceSecond() / 60.0)', 70_000, 1_048_576],
  ['UnixSecond(Now()) - UnixSecond(pod.metadata.creationTimestamp)', 40_000, 30],
  ['pod.SinceSecond() < 30.0 ? 1 : 2', 39_999, 1],
  ['pod.SinceSecond() < 30.0 ? 1 : 2', 40_000, 2],
  ['pod.SinceSecond() <= 30.0 && pod.SinceSecond() > 10 ? 1 : 2', 40_000, 1],
  ['pod.metadata.labels["tier"] == "big" ? 2 : 1', 0, 2],
  ['has(pod.metadata.labels.tier) && !has(pod.metadata.labels.other) ? 2 : 1', 0, 2],
  ['container.name == "app" ? pod.spec.priority : 0', 0, 5],
  ['pod.spec.containers[0].name != "app" ? 1 : double(3)', 0, 3],
  ['pod.metadata.annotations["none"]', 0, 0],
  ['Quantity(pod.metadata.annotations["bad"])', 0, 0],
  ['1 / 0', 0, 0],
])('%s at %d ms is %d', (text, atMs, want) => {
  expect(curve(text).pieceAt(atMs).value).toBeCloseTo(want, 9);
});

test('a straight line and its end are exact', () => {
  const climbing = curve('pod.SinceSecond() < 60.0 ? Quantity("1Mi") * pod.SinceSecond() : 0');
  expect(climbing.pieceAt(10_000)).toEqual({ value: 0, slopePerMs: 1_048_576 / 1000, untilMs: 70_000 });
  expect(climbing.pieceAt(70_000)).toMatchObject({ value: 0, slopePerMs: 0 });
  expect(climbing.pieceAt(70_001)).toEqual({ value: 0, slopePerMs: 0, untilMs: Number.POSITIVE_INFINITY });
  expect(firstAbove([climbing], 30 * 1_048_576, { fromMs: 10_000, horizonMs: 100_000 })).toEqual({ aboveAtMs: 40_001 });
});

test('what holds on the crossing alone ends with it', () => {
  expect(curve('pod.SinceSecond() <= 30.0 ? 1 : 2').pieceAt(40_000)).toMatchObject({ value: 1, untilMs: 40_001 });
  expect(curve('pod.SinceSecond() <= 30.0 ? 1 : 2').pieceAt(40_001).value).toBe(2);
});

test('chance is drawn again every ten seconds, for each place of its own, the same in each run', () => {
  const drawn = curve('Rand() - Rand()');
  const at = (ms: number) => drawn.pieceAt(ms);
  expect(at(5000)).toEqual(at(0));
  expect(at(0)).toMatchObject({ untilMs: 10_000 });
  expect(at(0).value).not.toBe(0);
  expect(at(10_000).value).not.toBe(at(0).value);
  expect(curve('Rand()').pieceAt(0).value).toBeLessThan(1);
});

test('cpu is counted in thousandths', () => {
  expect(curve('Quantity("250m")', { unitsPerOne: 1000 }).pieceAt(0).value).toBeCloseTo(250, 9);
});

test.each([
  ['', 'unexpected the end'],
  ['1 +', 'unexpected the end'],
  ['(1', ') is missing before the end'],
  ['1 ? 2', ': is missing before the end'],
  ['1 2', 'unexpected 2'],
  ['1 # 2', 'unexpected "#" at 3'],
  ['node.metadata.name', 'there is no node; there are pod, container'],
  ['Usage(pod, "memory")', 'there is no function Usage'],
  ['Rand(1)', 'Rand takes 0 values'],
  ['container.SinceSecond()', 'SinceSecond takes pod'],
  ['pod.SinceSecond() * pod.SinceSecond()', 'time cannot be multiplied by time'],
  ['1 / pod.SinceSecond()', 'nothing can be divided by time (/)'],
  ['pod.SinceSecond() % 60', 'time has no remainder (%)'],
  ['('.repeat(60) + '1', 'it is nested too deep'],
])('objects to %s', (text, error) => {
  expect(parseExpression(text, context)).toEqual({ ok: false, error: expect.stringContaining(error) });
});
