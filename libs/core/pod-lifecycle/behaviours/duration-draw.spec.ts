import { randomFor } from '@orrery/time';
import { durationText, parseDurationDraw, type DurationSpec } from './duration-draw';

const draws = (text: string, count = 4000): number[] =>
  Array.from({ length: count }, (_, i) => parseDurationDraw(text)!(() => randomFor('seed', i)));
const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length / 2]!;

test.each<[DurationSpec, string]>([
  ['30s', '30s'],
  [{ constant: '4s' }, '4s'],
  [{ uniform: { min: '5s', max: '10s' } }, 'uniform(5s 10s)'],
  [{ normal: { mean: '10s', stddev: '2s' } }, 'normal(10s 2s)'],
  [{ normal: { mean: '10s', stddev: '2s', min: '9s' } }, 'normal(10s 2s 9s)'],
  [{ normal: { mean: '10s', stddev: '2s', max: '11s' } }, 'normal(10s 2s 0s 11s)'],
  [{ lognormal: { median: '10s', sigma: 0.5, min: '1s', max: '1m' } }, 'lognormal(10s 0.5 1s 1m)'],
  [{ empirical: ['1s', '2s'] }, 'oneof(1s 2s)'],
])('%j is written %s, and can be read', (spec, text) => {
  expect(durationText(spec)).toBe(text);
  expect(parseDurationDraw(text)).toBeDefined();
});

test.each([
  'soon',
  '-1s',
  'uniform(5s)',
  'uniform(10s 5s)',
  'uniform(5s -1s)',
  'normal(10s)',
  'normal(10s 1s 5s 4s)',
  'lognormal(10s)',
  'lognormal(0s 1)',
  'lognormal(10s 1s)',
  'lognormal(10s 1 soon)',
  'oneof()',
  'poisson(3s)',
])('%s is not a duration', (text) => expect(parseDurationDraw(text)).toBeUndefined());

test('uniform stays within and reaches everywhere', () => {
  const values = draws('uniform(5s 10s)');
  expect(Math.min(...values)).toBeLessThan(5050);
  expect(Math.min(...values)).toBeGreaterThanOrEqual(5000);
  expect(Math.max(...values)).toBeGreaterThan(9950);
  expect(Math.max(...values)).toBeLessThan(10_000);
});

test('normal has its mean and deviation, within its bounds', () => {
  const values = draws('normal(10s 2s)');
  const mean = values.reduce((sum, each) => sum + each, 0) / values.length;
  const deviation = Math.sqrt(values.reduce((sum, each) => sum + (each - mean) ** 2, 0) / values.length);
  expect(Math.abs(mean - 10_000)).toBeLessThan(100);
  expect(Math.abs(deviation - 2000)).toBeLessThan(100);
  expect(new Set(draws('normal(10s 2s 10s 10s)'))).toEqual(new Set([10_000]));
});

test('lognormal has its median and a long tail', () => {
  const values = draws('lognormal(10s 1)');
  expect(Math.abs(median(values) - 10_000)).toBeLessThan(500);
  expect(values.filter((ms) => ms > 25_000).length).toBeGreaterThan(500);
});

test('one of a list, all of them', () => {
  expect(new Set(draws('oneof(1s 2s 30s)'))).toEqual(new Set([1000, 2000, 30_000]));
});
