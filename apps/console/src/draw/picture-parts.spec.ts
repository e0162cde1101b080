import { PictureParts } from './picture-parts';

test.each<{ what: string; rect: readonly [number, number, number, number]; meets: boolean }>([
  { what: 'within a part', rect: [22, 22, 2, 2], meets: true },
  { what: 'over a part', rect: [0, 0, 100, 100], meets: true },
  { what: 'into the edge of a part', rect: [4, 24, 13, 2], meets: true },
  { what: 'beside the parts', rect: [60, 20, 10, 10], meets: false },
  { what: 'between two parts', rect: [50, 50, 8, 8], meets: false },
  { what: 'into the last part, which ends beyond the picture', rect: [98, 98, 1, 1], meets: true },
  { what: 'beyond the picture', rect: [120, 20, 10, 10], meets: false },
])('a rectangle $what', ({ rect, meets }) => {
  const parts = new PictureParts(100, 100);
  parts.add(16, 16, 20, 20);
  parts.add(90, 90, 30, 30);
  parts.add(-30, 20, 10, 10);
  expect(parts.meets(...rect)).toBe(meets);
});
