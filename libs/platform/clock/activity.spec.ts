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
