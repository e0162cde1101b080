import { Activity } from './activity';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Says whether the promise is settled by now. */
function watch(promise: Promise<unknown>): { isDone: boolean } {
  const state = { isDone: false };
  void promise.then(() => (state.isDone = true));
  return state;
}

it('is idle when nothing was begun', async () => {
  const activity = new Activity();
  expect(activity.isIdle).toBe(true);
  await activity.idle();
});

it('is not idle before all work has ended', async () => {
  const activity = new Activity();
  activity.begin();
  activity.begin();
  const idle = watch(activity.idle());
  activity.end();
  for (let i = 0; i < 5; i++) await turn();
  expect([activity.isIdle, idle.isDone]).toEqual([false, false]);
  activity.end();
  for (let i = 0; i < 5; i++) await turn();
  expect([activity.isIdle, idle.isDone]).toEqual([true, true]);
});

it('sees what ended work starts in the same turn or the next', async () => {
  const activity = new Activity();
  activity.begin();
  const idle = watch(activity.idle());
  activity.end();
  setImmediate(() => activity.begin());
  for (let i = 0; i < 5; i++) await turn();
  expect(idle.isDone).toBe(false);
  activity.end();
  for (let i = 0; i < 5; i++) await turn();
  expect(idle.isDone).toBe(true);
});

it('ends tracked work that failed, and passes the failure on', async () => {
  const activity = new Activity();
  await expect(activity.track(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await expect(
    activity.track(() => {
      throw new Error('at once');
    }),
  ).rejects.toThrow('at once');
  expect(activity.isIdle).toBe(true);
});

it('wakes all that wait', async () => {
  const activity = new Activity();
  const answer = activity.track(() => 42);
  await Promise.all([activity.idle(), activity.idle(), activity.idle()]);
  expect(await answer).toBe(42);
});

describe('a quiet process', () => {
  const turns = async (count: number): Promise<void> => {
    for (let i = 0; i < count; i++) await turn();
  };

  /** An activity, and what it called. */
  function observed() {
    const activity = new Activity();
    const called: string[] = [];
    return {
      activity,
      called,
      whenQuiet: (name: string) => activity.whenQuiet(() => called.push(name)),
      whenSettled: (name: string) => activity.whenSettled(() => called.push(name)),
    };
  }

  it('is one whose work waits, not one that waits for something outside', async () => {
    const { activity, called, whenQuiet } = observed();
    let answer: () => void = () => undefined;
    void activity.track(() => activity.outside(() => new Promise<void>((resolve) => (answer = resolve))));
    whenQuiet('quiet');
    await turns(10);
    expect(called).toEqual([]);
    answer();
    await turns(10);
    expect(called).toEqual(['quiet']);
  });

  it('is not one in which something begins or ends in every turn', async () => {
    const { activity, called, whenQuiet } = observed();
    whenQuiet('quiet');
    for (let i = 0; i < 10; i++) {
      await activity.track(() => activity.turn());
      expect(called).toEqual([]);
    }
    await turns(10);
    expect(called).toEqual(['quiet']);
  });

  it('has settled when nothing is left to be done when it is quiet', async () => {
    const { called, whenQuiet, whenSettled } = observed();
    whenSettled('settled');
    whenQuiet('quiet');
    await turns(20);
    expect(called).toEqual(['quiet', 'settled']);
  });

  it('lets clients have their turn before it is idle for those who move its clock', async () => {
    const { activity, called, whenSettled } = observed();
    void activity.idle().then(() => called.push('idle'));
    whenSettled('settled');
    await turns(20);
    expect(called).toEqual(['settled', 'idle']);
  });

  it('waits a second for a program of a user, and no longer', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate'] });
    try {
      const { activity, called, whenQuiet } = observed();
      void activity.track(() => activity.program(() => new Promise<void>(() => undefined)));
      whenQuiet('quiet');
      jest.advanceTimersByTime(900);
      await turns(10);
      expect(called).toEqual([]);
      jest.advanceTimersByTime(200);
      await turns(10);
      expect(called).toEqual(['quiet']);
    } finally {
      jest.useRealTimers();
    }
  });
});
