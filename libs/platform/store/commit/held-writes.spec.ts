import { Pending, Request } from './commit-request';
import { HeldWrites } from './held-writes';

/** A write of a unit, or of a client. */
function write(name: string, unit?: string): Pending {
  const request = new Request(1, unit === undefined ? undefined : { unit, epoch: 1n });
  const key = { resource: 'configmaps', namespace: 'default', name };
  return new Pending({ key, decide: (current) => ({ kind: 'keep', object: current }) }, request, 0);
}

const URGENT = { isBackground: false, isByUnit: false };
const BACKGROUND = { isBackground: true, isByUnit: false };

const namesOf = (pendings: readonly Pending[]): string[] => pendings.map(({ intent }) => intent.key.name);

it('takes writes of clients first, then by unit, then those of the background, each in their order', () => {
  const held = new HeldWrites();
  held.push(write('event', 'kubelet/0'), BACKGROUND);
  held.push(write('s1', 'scheduler/0'), URGENT);
  held.push(write('k1', 'kubelet/0'), URGENT);
  held.push(write('client'), URGENT);
  held.push(write('s2', 'scheduler/0'), URGENT);
  held.push(write('k2', 'kubelet/0'), URGENT);
  expect(namesOf(held.take(4))).toEqual(['client', 'k1', 'k2', 's1']);
  expect(held.isEmpty).toBe(false);
  held.push(write('k3', 'kubelet/0'), URGENT);
  expect(namesOf(held.take(4))).toEqual(['k3', 's2', 'event']);
  expect(held.isEmpty).toBe(true);
});

it('takes those in their turn that had to wait for answers', () => {
  const held = new HeldWrites();
  const [first, second, third] = ['first', 'second', 'third'].map((name) => write(name, 'kubelet/0'));
  for (const pending of [third!, first!, second!]) held.push(pending, URGENT);
  expect(namesOf(held.take(3))).toEqual(['first', 'second', 'third']);
});

it('takes those first that are put back', () => {
  const held = new HeldWrites();
  for (const name of ['a', 'b', 'c']) held.push(write(name, 'kubelet/0'), URGENT);
  const [a, b] = held.take(2);
  held.putBack([a!, b!]);
  expect(namesOf(held.take(3))).toEqual(['a', 'b', 'c']);
});

it('gives its lanes one by one, with a lane for the background of each unit', () => {
  const held = new HeldWrites();
  const byUnit = { isBackground: true, isByUnit: true };
  held.push(write('event', 'scheduler/0'), byUnit);
  held.push(write('earlier', 'kubelet/0'), byUnit);
  held.push(write('s1', 'scheduler/0'), URGENT);
  held.push(write('client'), URGENT);
  expect(held.names).toEqual(['', 'scheduler/0', '\uffffkubelet/0', '\uffffscheduler/0']);
  expect(held.names.map((lane) => namesOf(held.takeFrom(lane, 5)))).toEqual([
    ['client'],
    ['s1'],
    ['earlier'],
    ['event'],
  ]);
  expect(held.takeFrom('scheduler/0', 5)).toEqual([]);
  expect(held.isEmpty).toBe(true);
});
