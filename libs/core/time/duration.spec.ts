import fc from 'fast-check';
import { DeadlineQueue } from './deadline-queue';
import { formatMicroTime, formatTime, LATEST_TIME_MS, parseDurationMs, parseGoDuration, parseTimeMs } from './duration';
import { referenceDuration } from './testing/reference-duration';

const SECOND = 1000;

describe('an instant', () => {
  test.each([
    [0, '1970-01-01T00:00:00Z'],
    [LATEST_TIME_MS, '9999-12-31T23:59:59Z'],
    [LATEST_TIME_MS + SECOND, '9999-12-31T23:59:59Z'],
    [1e12 * SECOND, '9999-12-31T23:59:59Z'],
    [1e18 * SECOND, '9999-12-31T23:59:59Z'],
    [Number.POSITIVE_INFINITY, '9999-12-31T23:59:59Z'],
    [-1e18 * SECOND, '0000-01-01T00:00:00Z'],
  ])('%d is printed as %s', (timeMs, text) => {
    expect(formatTime(timeMs)).toBe(text);
    expect(formatMicroTime(timeMs)).toBe(text.replace('Z', '.000000Z'));
    expect(parseTimeMs(text)).not.toBeUndefined();
  });
});

describe('a timer', () => {
  const dueAt = (atMs: number): number | undefined => {
    const queue = new DeadlineQueue();
    queue.add({ atMs, phase: 3, name: 'test', fire: () => undefined });
    return queue.peek()?.atMs;
  };

  test('is due at the last instant that can be written', () => expect(dueAt(LATEST_TIME_MS)).toBe(LATEST_TIME_MS));
  test('is never due after it', () => expect(dueAt(1e18 * SECOND)).toBeUndefined());
  test('that is never due can be cancelled', () => {
    const queue = new DeadlineQueue();
    queue.add({ atMs: Number.POSITIVE_INFINITY, phase: 3, name: 'test', fire: () => undefined }).cancel();
    expect(queue.size).toBe(0);
  });
});

describe('a duration', () => {
  test.each([
    ['0', 0],
    ['+0', 0],
    ['1m30s', 90_000],
    ['-1.5h', -5_400_000],
    ['.5s', 500],
    ['1.s', 1000],
    [' 2ms ', 2],
    ['500us', 1],
    ['1500µs', 2],
    ['1500μs', 2],
    ['2562047h47m16.854s', 9_223_372_036_854],
  ])('%j is %d ms', (text, ms) => expect(parseDurationMs(text)).toBe(ms));

  test.each(['', '-', '5', '.s', '1.5.5s', '1h 2m', '1x', 's', '--1s', '2562048h', '9'.repeat(400) + 's'])(
    '%j is none',
    (text) => expect(parseDurationMs(text)).toBeUndefined(),
  );

  test.each(['1', '1.', '.1', '1s1', '1s'])('a text of 200,000 times %j is none, and that is soon known', (part) =>
    expect(parseDurationMs(part.repeat(200_000))).toBeUndefined(),
  );
});

describe("a duration in Go's words", () => {
  test.each([
    ['5', 'time: missing unit in duration "5"'],
    ['1m 30s', 'time: unknown unit "m " in duration "1m 30s"'],
    ['30 s', 'time: unknown unit " s" in duration "30 s"'],
    [' 30s', 'time: invalid duration " 30s"'],
    ['30s ', 'time: unknown unit "s " in duration "30s "'],
    ['1h5', 'time: missing unit in duration "1h5"'],
    ['1.2.3s', 'time: missing unit in duration "1.2.3s"'],
    ['.s', 'time: invalid duration ".s"'],
    ['1d', 'time: unknown unit "d" in duration "1d"'],
    ['2562048h', 'time: invalid duration "2562048h"'],
    ['1é"', 'time: unknown unit "\\xc3\\xa9\\"" in duration "1\\xc3\\xa9\\""'],
  ])('%j: %s', (text, error) => expect(parseGoDuration(text)).toEqual({ ok: false, error }));

  const part = fc.constantFrom('1', '30', '.', '0', '-', '+', ' ', 'h', 'm', 's', 'ms', 'us', '\u00b5s', 'd', '"', 'e');
  test('agrees with a reading letter by letter', () => {
    fc.assert(
      fc.property(fc.array(part, { maxLength: 7 }), (parts) => {
        const text = parts.join('');
        const verdict = parseGoDuration(text);
        const said = verdict.ok ? verdict.durationMs + 0 : verdict.error;
        expect(said).toEqual(referenceDuration(text));
      }),
      { numRuns: 2000 },
    );
  });
});
