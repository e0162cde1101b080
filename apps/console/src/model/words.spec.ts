import { clockWords, clusterTime, durationWords } from './clock-words';
import { bytes, cores, plural } from './words';

test.each([
  [0, '0ms'],
  [120, '120ms'],
  [40_000, '40s'],
  [60_000, '1m'],
  [3_905_000, '1h 5m'],
  [90_061_000, '1d 1h'],
])('%d ms are %s', (ms, words) => expect(durationWords(ms)).toBe(words));

test.each([
  [{ mode: 'MANUAL', rate: 0 }, 'manual'],
  [{ mode: 'REALTIME', rate: 1 }, 'real time'],
  [{ mode: 'SCALED', rate: 60 }, '60× real time'],
  [{ mode: 'AUTO', rate: 1000 }, 'from event to event'],
  [undefined, 'no clock'],
])('the clock %j: %s', (clock, words) => expect(clockWords(clock)).toBe(words));

test('times are of UTC, to the second', () => {
  expect(clusterTime('2026-01-01T08:00:05.123Z')).toBe('2026-01-01 08:00:05');
});

test.each([
  [bytes(512), '512'],
  [bytes(1536 * 2 ** 20), '1.5Gi'],
  [bytes(64 * 2 ** 20), '64Mi'],
  [cores(250), '250m'],
  [cores(4000), '4'],
  [plural(1, 'node'), '1 node'],
  [plural(50_000, 'pod'), '50,000 pods'],
])('%s', (text, want) => expect(text).toBe(want));
