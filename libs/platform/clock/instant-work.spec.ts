import { InstantWork } from './instant-work';

function counted(objects = 0) {
  const at = { nowMs: 1000, revision: 10 };
  const work = new InstantWork({ nowMs: () => at.nowMs, revision: () => at.revision, objects: () => objects });
  /** Plays rounds until one has to wait; answers how many were played. */
  const play = (most: number, writes = 1): number => {
    for (let round = 0; round < most; round++) {
      if (!work.begin()) return round;
      at.revision += writes;
    }
    return most;
  };
  return { at, work, play };
}

test('an instant ends after its rounds', () => {
  const { at, work, play } = counted();
  expect([play(5000), work.isEndless, work.sinceRevision, work.count]).toEqual([2000, true, 10, 2000]);
  expect(at.revision).toBe(2010);
  expect(play(1)).toBe(0);
});

test('an instant ends after its writes', () => {
  const { play } = counted();
  expect(play(5000, 500)).toBe(100);
});

test('a larger cluster may do more at one instant', () => {
  expect([counted(100_000).play(10_000), counted(100_000).play(10_000, 1000)]).toEqual([6000, 2050]);
});

test('every instant has its own', () => {
  const { at, work, play } = counted();
  for (let instant = 0; instant < 5; instant++) {
    at.nowMs++;
    expect(play(1500)).toBe(1500);
  }
  expect(work.isEndless).toBe(false);
});

test('what comes from outside may have as much again', () => {
  const { at, work, play } = counted();
  play(5000);
  work.renew();
  expect([work.isEndless, work.sinceRevision]).toEqual([false, at.revision]);
  expect(play(5000)).toBe(2000);
});

test('another process may find that it is endless', async () => {
  const { work, play } = counted();
  const waits = work.orEndless(new Promise(() => undefined));
  work.end();
  await waits;
  await work.orEndless(new Promise(() => undefined));
  expect(play(1)).toBe(0);
});

test('who waits for the end of work waits no longer than that', async () => {
  const { work } = counted();
  await work.orEndless(Promise.resolve());
  await expect(work.orEndless(Promise.reject(new Error('no')))).rejects.toThrow('no');
});

test('an instant ends after its rounds of timers, and the names of those that fired most are known', () => {
  const { at, work, play } = counted();
  const fire = (most: number): number => {
    for (let round = 0; round < most; round++) {
      if (!work.beginTimers()) return round;
      work.fires('often');
      if (round % 10 === 0) work.fires('now and then');
    }
    return most;
  };
  work.fires('before');
  at.nowMs++;
  expect([fire(50_000), work.isEndless]).toEqual([20_000, true]);
  expect(work.timers).toEqual([
    { name: 'often', count: 20_000 },
    { name: 'now and then', count: 2000 },
  ]);
  expect([fire(1), work.stopsWrites, play(5)]).toEqual([0, false, 5]);
  expect([play(5000), work.stopsWrites, work.timers]).toEqual([1995, true, []]);
  work.end([{ name: 'later', count: 1 }]);
  expect([play(1), fire(1), work.timers]).toEqual([0, 0, []]);
  work.renew();
  expect([work.isEndless, work.timers, fire(50_000)]).toEqual([false, [], 20_000]);
  for (let instant = 0; instant < 3; instant++) {
    work.renew();
    at.nowMs++;
    expect(fire(15_000)).toBe(15_000);
  }
});

test('a larger cluster may have more rounds of timers', () => {
  const { work } = counted(100_000);
  let rounds = 0;
  while (work.beginTimers()) rounds++;
  expect(rounds).toBe(60_000);
});
