import { parseFailureWindows, probeTurnMs, type ProbeTiming } from './probe-timeline';

const turn = (result: 'success' | 'failure', timing: ProbeTiming, windows: string, fromSeconds = 0) => {
  const failures = windows === '' ? [] : parseFailureWindows(windows)!;
  const ms = probeTurnMs({ timing, failures, enabledMs: 0, fromMs: fromSeconds * 1000, result });
  return ms === undefined ? undefined : ms / 1000;
};

test.each([
  ['success', {}, '', 0, 0],
  ['success', { initialDelaySeconds: 5 }, '', 0, 10],
  ['success', { successThreshold: 3, periodSeconds: 5 }, '', 0, 10],
  ['failure', {}, '', 0, undefined],
  ['failure', {}, '30s-', 0, 50],
  ['failure', {}, '31s-', 0, 60],
  ['failure', {}, '30s-45s', 0, undefined],
  ['failure', { failureThreshold: 1 }, '30s-45s', 0, 30],
  ['failure', { periodSeconds: 1 }, '10s-11s,20s-30s', 0, 22],
  ['success', {}, '30s-95s', 51, 100],
  ['success', {}, '30s-', 51, undefined],
  ['success', { successThreshold: 2 }, '0s-15s,25s-60s', 0, 70],
] as const)('%s of %j failing %s, from %s s: at %s s', (result, timing, windows, from, expected) => {
  expect(turn(result, timing, windows, from)).toBe(expected);
});

test.each(['', 'soon', '10s', '20s-10s', '1s-2s-3s', '-1s-2s', '1'.repeat(200_000)])(
  '%j is not a list of windows',
  (text) => {
    expect(parseFailureWindows(text)).toBeUndefined();
  },
);
