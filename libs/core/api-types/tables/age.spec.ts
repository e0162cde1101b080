import { ageSince, formatAge } from './age';

const S = 1000;
const M = 60 * S;
const H = 60 * M;
const D = 24 * H;

describe('ages', () => {
  test.each([
    [-2 * S, '<invalid>'],
    [-1.5 * S, '0s'],
    [0, '0s'],
    [119 * S, '119s'],
    [2 * M, '2m'],
    [2 * M + 5 * S, '2m5s'],
    [9 * M + 59 * S, '9m59s'],
    [10 * M, '10m'],
    [2 * H + 59 * M, '179m'],
    [3 * H, '3h'],
    [7 * H + 59 * M, '7h59m'],
    [8 * H + 30 * M, '8h'],
    [47 * H, '47h'],
    [48 * H, '2d'],
    [7 * D + 23 * H, '7d23h'],
    [8 * D + 5 * H, '8d'],
    [729 * D, '729d'],
    [730 * D, '2y'],
    [800 * D, '2y70d'],
    [8 * 365 * D + 3 * D, '8y'],
  ])('%d ms is %s', (durationMs, want) => {
    expect(formatAge(durationMs)).toBe(want);
  });

  test('an unset time has no age', () => {
    expect(ageSince(undefined, 0)).toBe('<unknown>');
    expect(ageSince(null, 0)).toBe('<unknown>');
    expect(ageSince('1970-01-01T00:00:10Z', 15_000)).toBe('5s');
  });
});
