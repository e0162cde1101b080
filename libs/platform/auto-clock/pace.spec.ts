import { isIdle, paceOf, type PaceInput } from './pace';

const settings = { rate: 1000, quietForMs: 50, idleAfterMs: 3_600_000 };
const busy: PaceInput = { clusterMs: 10_000, lastWorkMs: 9_000, quietMs: 60, goingForMs: 20, wentOnAtMs: 10_000 };

test.each([
  { name: 'goes as far as its rate allows', input: busy, want: { untilMs: 30_000 } },
  { name: 'waits for the rest of the moment', input: { ...busy, quietMs: 20 }, want: { waitMs: 30 } },
  { name: 'waits while a request is open', input: { ...busy, quietMs: 0 }, want: { waitMs: 50 } },
  {
    name: 'goes as real time does when nothing has happened for long',
    input: { ...busy, clusterMs: 3_609_000, wentOnAtMs: 3_609_000 },
    want: { untilMs: 3_609_020 },
  },
])('a clock $name', ({ input, want }) => {
  expect(paceOf(settings, input)).toEqual(want);
});

test('a cluster is idle after its time without work, not before', () => {
  expect([3_608_999, 3_609_000].map((clusterMs) => isIdle(settings, { ...busy, clusterMs }))).toEqual([false, true]);
});
