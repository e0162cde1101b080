import fc from 'fast-check';
import { NodeSet } from './node-set';

const sets = fc.integer({ min: 1, max: 100 }).chain((size) =>
  fc.record({
    size: fc.constant(size),
    members: fc.uniqueArray(fc.nat({ max: size - 1 })),
    others: fc.uniqueArray(fc.nat({ max: size - 1 })),
    range: fc.tuple(fc.nat({ max: size }), fc.nat({ max: size })),
  }),
);

function setOf(size: number, members: readonly number[]): NodeSet {
  const set = new NodeSet(size);
  for (const member of members) set.add(member);
  return set;
}

test('answers as a sorted list of its members would', () => {
  fc.assert(
    fc.property(sets, ({ size, members, others, range }) => {
      const [from, to] = [Math.min(...range), Math.max(...range)];
      const set = setOf(size, members);
      const other = setOf(size, others);
      const all = Array.from({ length: size }, (_, i) => i);
      const within = all.slice(from, to);
      expect(all.filter((i) => set.has(i))).toEqual([...members].sort((a, b) => a - b));
      expect(set.countBetween(from, to)).toBe(within.filter((i) => set.has(i)).length);
      expect(set.next(from, to)).toBe(within.find((i) => set.has(i)) ?? to);
      expect(set.nextOutside(from, to)).toBe(within.find((i) => !set.has(i)) ?? to);
      expect(set.nextInEither(other, from, to)).toBe(within.find((i) => set.has(i) || other.has(i)) ?? to);
      const behind = all.filter((i) => i >= from && set.has(i));
      behind.forEach((position, index) => expect(set.nth(index, from)).toBe(position));
      expect(set.nth(behind.length, from)).toBe(size);
    }),
  );
});

test('holds every position and gives members back', () => {
  const set = new NodeSet(70);
  set.addAll();
  expect(set.countBetween(0, 70)).toBe(70);
  set.delete(31);
  set.delete(69);
  expect([set.has(31), set.has(32), set.has(69), set.countBetween(0, 70)]).toEqual([false, true, false, 68]);
});
