import { KubeletLooks } from '../index';

const START_MS = 1_000_000;

test('a kubelet looks every 60 to 90 s, and when the pod is changed', () => {
  const changedMs = START_MS + 1000;
  const looks = new KubeletLooks('uid', START_MS, {
    before: (atMs) => (atMs >= changedMs ? changedMs : undefined),
    after: (atMs) => (atMs < changedMs ? changedMs : undefined),
  });
  expect([looks.last(START_MS), looks.last(changedMs - 1), looks.last(changedMs + 1)]).toEqual([
    START_MS,
    START_MS,
    changedMs,
  ]);
  expect(looks.first(START_MS + 1)).toBe(changedMs);
  const second = looks.first(changedMs + 1);
  expect(second - START_MS).toBeGreaterThanOrEqual(60_000);
  expect(second - START_MS).toBeLessThan(90_000);
  expect([looks.last(second - 1), looks.last(second), looks.first(second)]).toEqual([changedMs, second, second]);
  expect(looks.first(second + 1)).toBe(START_MS + 2 * (second - START_MS));
});
