import { Pending, Request } from './commit-request';
import { HeldWrites } from './held-writes';

/** A write of a unit, or of a client. */
function write(name: string, unit?: string): Pending {
  const request = new Request(1, unit === undefined ? undefined : { unit, epoch: 1n });
  const key = { resource: 'configmaps', namespace: 'default', name };
  return new Pending({ key, decide: (current) => ({ kind: 'keep', object: current }) }, request, 0);
}

const namesOf = (pendings: readonly Pending[]): string[] => pendings.map(({ intent }) => intent.key.name);

it('takes writes of clients first, then by unit, then those of the background, each in their order', () => {
  const held = new HeldWrites();
  held.push(write('event', 'kubelet/0'), true);
  held.push(write('s1', 'scheduler/0'), false);
  held.push(write('k1', 'kubelet/0'), false);
  held.push(write('client'), false);
  held.push(write('s2', 'scheduler/0'), false);
  held.push(write('k2', 'kubelet/0'), false);
  expect(namesOf(held.take(4))).toEqual(['client', 'k1', 'k2', 's1']);
  expect(held.isEmpty).toBe(false);
  held.push(write('k3', 'kubelet/0'), false);
  expect(namesOf(held.take(4))).toEqual(['k3', 's2', 'event']);
  expect(held.isEmpty).toBe(true);
});

it('takes those in their turn that had to wait for answers', () => {
  const held = new HeldWrites();
  const [first, second, third] = ['first', 'second', 'third'].map((name) => write(name, 'kubelet/0'));
  for (const pending of [third!, first!, second!]) held.push(pending, false);
  expect(namesOf(held.take(3))).toEqual(['first', 'second', 'third']);
});

it('takes those first that are put back', () => {
  const held = new HeldWrites();
  for (const name of ['a', 'b', 'c']) held.push(write(name, 'kubelet/0'), false);
  const [a, b] = held.take(2);
  held.putBack([a!, b!]);
  expect(namesOf(held.take(3))).toEqual(['a', 'b', 'c']);
});
