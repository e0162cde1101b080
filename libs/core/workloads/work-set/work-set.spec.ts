import { ManualClock } from '@orrery/time';
import { WorkSet } from './work-set';

let clock: ManualClock;
let woken: number;
let work: WorkSet;
beforeEach(() => {
  clock = new ManualClock(1000);
  woken = 0;
  work = new WorkSet(clock, 'test', () => woken++);
});

const takeAll = (): string[] => {
  const taken: string[] = [];
  for (let key = work.take(); key !== undefined; key = work.take()) taken.push(key);
  return taken;
};

test('keys come once, in the order in which they came first', () => {
  for (const key of ['b', 'a', 'b', 'c']) work.add(key);
  expect(work.size).toBe(3);
  expect(takeAll()).toEqual(['b', 'a', 'c']);
});

test('a key that is being worked on is given out again only when it is done', () => {
  work.add('a');
  work.take();
  work.add('a');
  expect(work.take()).toBeUndefined();
  work.done('a');
  expect(work.take()).toBe('a');
  work.done('a');
  expect(work.take()).toBeUndefined();
});

test('failures are tried again after 5, 10, 20 ms of cluster time, at most after 1000 s', async () => {
  const delays: number[] = [];
  work.add('a');
  for (let i = 0; i < 20; i++) {
    expect(work.take()).toBe('a');
    work.failed('a');
    const before = clock.now();
    await clock.advance(clock.nextDeadline()! - before);
    delays.push(clock.now() - before);
  }
  expect(delays.slice(0, 4)).toEqual([5, 10, 20, 40]);
  expect(delays.slice(-2)).toEqual([1_000_000, 1_000_000]);
  expect(woken).toBe(20);
  work.take();
  work.done('a');
  work.add('a');
  work.take();
  work.failed('a');
  expect(clock.nextDeadline()! - clock.now()).toBe(5);
});

test('of several instants the earliest counts, and the taker of the key drops it', async () => {
  work.addAt('a', 5000);
  work.addAt('a', 3000);
  work.addAt('a', 4000);
  expect(clock.nextDeadline()).toBe(3000);
  await clock.advance(2000);
  expect(takeAll()).toEqual(['a']);
  work.addAt('a', 9000);
  work.add('a');
  work.done('a');
  expect(takeAll()).toEqual(['a']);
  expect(clock.nextDeadline()).toBeUndefined();
});

test('an object of the same name waits until the work on its predecessor has ended', async () => {
  work.add('a');
  work.take();
  work.addAt('a', 5000);
  work.forget('a');
  work.add('a');
  expect(work.take()).toBeUndefined();
  work.done('a');
  expect(work.take()).toBe('a');
  work.done('a');
  await clock.advance(10_000);
  expect(woken).toBe(0);
});

test('what is cleared stays still', async () => {
  work.add('a');
  work.addAt('b', 2000);
  work.clear();
  await clock.advance(5000);
  expect([takeAll(), woken]).toEqual([[], 0]);
});

test('a key may fail while it is being worked on, and has failed until it is done', async () => {
  expect(work.mayFail('a')).toBe(false);
  work.add('a');
  expect(work.mayFail('a')).toBe(false);
  work.take();
  expect(work.mayFail('a')).toBe(true);
  work.failed('a');
  expect(work.mayFail('a')).toBe(true);
  await clock.advance(5);
  work.take();
  work.done('a');
  expect(work.mayFail('a')).toBe(false);
});
