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
