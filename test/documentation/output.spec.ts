import { missingLine } from './output';

const OUTPUT = `NAME                        READY   STATUS      RESTARTS   AGE
pod/descheduler-job-fd2zp   0/1     Completed   0          2s
pod/web-74c85ccfb7-58qh2    1/1     Running     0          1m3s
at 2026-11-22T07:41:04Z connect to 10.0.0.7:8080: refused {"cpu":"1"}
2025-01-01T00:05:00Z BOUND by the scheduler`;

test.each([
  ['the same line', ['NAME READY STATUS RESTARTS AGE']],
  ['other ages, times, addresses and ends of names', ['pod/descheduler-job-xxkq7 0/1 Completed 0 45s']],
  ['names of pods of replica sets', ['pod/web-58c5b6d7-b2c4d 1/1 Running 0 9s']],
  [
    'lines that are left out',
    ['NAME  READY STATUS RESTARTS AGE', '…', 'at 2026-01-01T00:00:00Z connect to 10.0.0.9:1: …'],
  ],
  ['the time of a clock that is advanced by hand', ['2025-01-01T00:05:00Z BOUND by the scheduler']],
  ['nothing', []],
])('%s is there', (_what, shown) => expect(missingLine(shown, OUTPUT)).toBeUndefined());

test.each([
  ['another status', ['pod/descheduler-job-fd2zp 0/1 Running 0 2s']],
  ['another name', ['pod/rescheduler-job-fd2zp 0/1 Completed 0 2s']],
  ['another number', ['pod/web-74c85ccfb7-58qh2 1/1 Running 1 1m3s']],
  ['a line before it', ['pod/web-74c85ccfb7-58qh2 1/1 Running 0 5s', 'pod/descheduler-job-fd2zp 0/1 Completed 0 2s']],
  ['a word less', ['NAME READY STATUS RESTARTS']],
  ['another date than that of a clock that is advanced by hand', ['2026-11-22T07:41:04Z BOUND by the scheduler']],
  ['another date, in a line with a gap', ['2026-11-22T07:41:04Z BOUND by …']],
  ['another time of such a clock', ['2025-01-01T00:06:00Z BOUND by …']],
  ['such a time where the clock is real', ['at 2025-01-01T00:05:00Z connect to 10.0.0.7:8080: refused {"cpu":"1"}']],
  ['a text that does not hold', ['at … refused {"cpu":"2"}']],
])('%s is missing', (_what, shown) => expect(missingLine(shown, OUTPUT)).toBe(shown.at(-1)));
