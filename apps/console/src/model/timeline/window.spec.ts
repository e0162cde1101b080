import { moved, zoomed } from './window';

const whole = { fromMs: 0, toMs: 100_000 };

test('zooming keeps the time under the pointer where it is, and ends at the whole', () => {
  const half = zoomed(whole, whole, 25_000, 0.5)!;
  expect(half).toEqual({ fromMs: 12_500, toMs: 62_500 });
  expect(zoomed(half, whole, 25_000, 4)).toBeUndefined();
  expect(zoomed(half, whole, 12_500, 0.000_1)).toEqual({ fromMs: 12_500, toMs: 13_500 });
});

test('moving ends at the edges', () => {
  expect(moved({ fromMs: 10_000, toMs: 20_000 }, whole, -5)).toEqual({ fromMs: 0, toMs: 10_000 });
  expect(moved({ fromMs: 10_000, toMs: 20_000 }, whole, 0.5)).toEqual({ fromMs: 15_000, toMs: 25_000 });
});
