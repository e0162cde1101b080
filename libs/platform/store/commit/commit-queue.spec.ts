import fc from 'fast-check';
import { CommitQueue } from './commit-queue';
import { Pending, Request } from './commit-request';

/** Returns the intents of a writer, `<writer><number>`; components have a unit, clients only their call. */
function asked(writer: string, ...numbers: number[]): Pending[] {
  const request = new Request(numbers.length, { unit: writer, epoch: 1n });
  return numbers.map((number, place) => {
    const key = { resource: 'configmaps', namespace: 'default', name: `${writer}${number}` };
    return new Pending({ key, decide: () => ({ kind: 'keep', object: undefined }) }, request, place);
  });
}

const nameOf = ({ intent }: Pending): string => intent.key.name;

function taken(queue: CommitQueue, count = Infinity): Pending[] {
  const found: Pending[] = [];
  while (found.length < count) {
    const pending = queue.take();
    if (!pending) break;
    found.push(pending);
  }
  return found;
}

it('lets the writers take turns, each in the order in which it asked', () => {
  const queue = new CommitQueue();
  for (const pending of [...asked('a', 1, 2, 3), ...asked('b', 1), ...asked('a', 4), ...asked('c', 1, 2)]) {
    queue.push(pending);
  }
  expect(taken(queue).map(nameOf)).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3', 'a4']);
  expect(queue.isEmpty).toBe(true);
});

it('takes calls without a unit for writers of their own', () => {
  const queue = new CommitQueue();
  const call = (name: string, count: number): void => {
    const request = new Request(count, undefined);
    for (let place = 0; place < count; place++) {
      const key = { resource: 'configmaps', namespace: 'default', name: `${name}${place}` };
      queue.push(new Pending({ key, decide: () => ({ kind: 'keep', object: undefined }) }, request, place));
    }
  };
  call('large', 3);
  call('small', 1);
  expect(taken(queue).map(nameOf)).toEqual(['large0', 'small0', 'large1', 'large2']);
});

it('keeps the order of a writer whose line is long and never empty', () => {
  const queue = new CommitQueue();
  const names: string[] = [];
  for (let round = 0; round < 5; round++) {
    for (const pending of asked('a', ...Array.from({ length: 700 }, (_, i) => 700 * round + i))) queue.push(pending);
    names.push(...taken(queue, 600).map(nameOf));
  }
  names.push(...taken(queue).map(nameOf));
  expect(names).toEqual(Array.from({ length: 3500 }, (_, i) => `a${i}`));
});

const step = fc.oneof(
  fc.record({ kind: fc.constant('push' as const), writer: fc.constantFrom('a', 'b', 'c'), count: fc.nat(6) }),
  fc.record({ kind: fc.constant('take' as const), count: fc.nat(9), returned: fc.array(fc.boolean()) }),
);

test('nothing is lost, no writer overtakes itself, and none waits for more than one turn of each other', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const queue = new CommitQueue();
      const waiting: Record<string, string[]> = { a: [], b: [], c: [] };
      const writers = (): string[] => Object.keys(waiting).filter((writer) => waiting[writer]!.length > 0);
      let pushed = 0;
      for (const made of steps) {
        if (made.kind === 'push') {
          const numbers = Array.from({ length: made.count }, () => pushed++);
          for (const pending of asked(made.writer, ...numbers)) {
            queue.push(pending);
            waiting[made.writer]!.push(nameOf(pending));
          }
          continue;
        }
        const others = new Map(writers().map((writer) => [writer, 0]));
        const found = taken(queue, made.count);
        for (const pending of found) {
          const writer = String(pending.writer);
          expect(nameOf(pending)).toBe(waiting[writer]!.shift());
          for (const [each, turns] of others) others.set(each, each === writer ? 0 : turns + 1);
          for (const each of writers()) expect(others.get(each)).toBeLessThan(3);
        }
        // Some have to wait for what is on its way.
        const returned = found.filter((_pending, i) => made.returned[i]);
        queue.putBack(returned);
        for (const pending of [...returned].reverse()) waiting[String(pending.writer)]!.unshift(nameOf(pending));
      }
      for (const pending of taken(queue)) {
        expect(nameOf(pending)).toBe(waiting[String(pending.writer)]!.shift());
      }
      expect(writers()).toEqual([]);
      expect(queue.isEmpty).toBe(true);
    }),
  );
});
