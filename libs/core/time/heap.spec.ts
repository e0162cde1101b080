import fc from 'fast-check';
import { Heap, RemovableHeap } from './heap';

interface Item {
  readonly rank: number;
}
const byRank = (a: Item, b: Item): number => a.rank - b.rank;

describe('a heap', () => {
  it('gives its items in order', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(50)), (ranks) => {
        const heap = new Heap(byRank);
        for (const rank of ranks) heap.push({ rank });
        expect(heap.size).toBe(ranks.length);
        expect(drained(heap)).toEqual([...ranks].sort((a, b) => a - b));
        expect(heap.pop()).toBeUndefined();
      }),
    );
  });

  it('is empty after it was cleared', () => {
    const heap = new RemovableHeap(byRank);
    const item = { rank: 1 };
    heap.push(item);
    heap.clear();
    expect([heap.size, heap.peek(), heap.has(item)]).toEqual([0, undefined, false]);
  });

  it('gives up any item and keeps the order of the others', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(50), fc.boolean())), (drawn) => {
        const heap = new RemovableHeap(byRank);
        const items = drawn.map(([rank, isKept]) => ({ rank, isKept }));
        for (const item of items) heap.push(item);
        for (const item of items.filter(({ isKept }) => !isKept)) {
          expect([heap.remove(item), heap.has(item), heap.remove(item)]).toEqual([true, false, false]);
        }
        const kept = items.filter(({ isKept }) => isKept);
        expect(new Set(heap.values())).toEqual(new Set(kept));
        expect(kept.every((item) => heap.has(item))).toBe(true);
        expect(drained(heap)).toEqual(kept.map(({ rank }) => rank).sort((a, b) => a - b));
      }),
    );
  });
});

function drained(heap: Heap<Item>): number[] {
  const ranks: number[] = [];
  for (let item = heap.pop(); item; item = heap.pop()) ranks.push(item.rank);
  return ranks;
}
