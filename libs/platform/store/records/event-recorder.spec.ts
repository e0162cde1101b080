import type { EventNote } from '@orrery/events';
import { EventRecorder } from './event-recorder';
import type { Intent } from '../commit/commit-request';
import type { CommitOptions, Committer } from '../commit/committer';
import { ClusterGoneError } from '../commit/write-batch';

/** Store for a recorder that answers on the test's call. */
class Store {
  readonly commits: { intents: readonly Intent[]; options: CommitOptions | undefined; answer: () => void }[] = [];
  readonly recorder: EventRecorder;
  nowMs = 0;
  private tracked: Promise<void> = Promise.resolve();

  constructor() {
    const commit = (intents: readonly Intent[], options?: CommitOptions): Promise<[]> =>
      new Promise((resolve) => this.commits.push({ intents, options, answer: () => resolve([]) }));
    this.recorder = new EventRecorder({
      committer: { commit } as unknown as Committer,
      nowMs: () => this.nowMs,
      newUid: () => 'uid',
      track: (work) => (this.tracked = work()),
      onError: (error) => {
        throw error;
      },
    });
  }

  /** Answers commits until none arrives any more; returns the events of each. */
  async drain(): Promise<{ message: unknown; count: unknown; lastTimestamp: unknown }[][]> {
    let done = false;
    void this.tracked.then(() => (done = true));
    const written = [];
    for (let next = 0; ; next++) {
      while (this.commits.length <= next && !done) await Promise.resolve();
      const commit = this.commits[next];
      if (!commit) return written;
      written.push(commit.intents.map((intent) => eventOf(intent)));
      commit.answer();
    }
  }
}

function eventOf(intent: Intent): { message: unknown; count: unknown; lastTimestamp: unknown } {
  const decision = intent.decide(undefined);
  if (decision.kind !== 'write') throw new Error('an event is always written');
  const { message, count, lastTimestamp } = decision.object as unknown as Record<string, unknown>;
  return { message, count, lastTimestamp };
}

const said = (uid: string, message: string, over: Partial<EventNote> = {}): EventNote => ({
  involvedObject: { apiVersion: 'v1', kind: 'Pod', namespace: 'default', name: uid, uid },
  type: 'Normal',
  reason: 'Scheduled',
  message,
  component: 'default-scheduler',
  ...over,
});

const many = (count: number): EventNote[] => Array.from({ length: count }, (_, i) => said(`pod-${i}`, `message ${i}`));

describe('EventRecorder', () => {
  it('writes in the background, 500 events at a time, in the order in which they were said', async () => {
    const store = new Store();
    store.recorder.record(many(300));
    store.recorder.record([said('a', 'first'), ...many(900).slice(300), said('b', 'last')]);
    const written = await store.drain();
    expect(written.map(({ length }) => length)).toEqual([300, 500, 102]);
    expect(written.flat().map(({ message }) => message)).toEqual([
      ...many(300).map(({ message }) => message),
      'first',
      ...many(900)
        .slice(300)
        .map(({ message }) => message),
      'last',
    ]);
    expect(store.commits.map(({ options }) => options?.urgency)).toEqual(['background', 'background', 'background']);
  });

  it('writes what repeats itself while it waits once, with the time at which it was said last', async () => {
    const store = new Store();
    store.recorder.record([said('first', 'is on its way')]);
    for (const atMs of [1000, 2000, 3000]) {
      store.nowMs = atMs;
      store.recorder.record([said('pod', 'again')]);
    }
    store.nowMs = 9000;
    const [, later] = await store.drain();
    expect(later).toEqual([{ message: 'again', count: 3, lastTimestamp: '1970-01-01T00:00:03Z' }]);
  });

  it('keeps the time of an event that is written later', async () => {
    const store = new Store();
    store.nowMs = 9000;
    store.recorder.record([said('pod', 'earlier', { atMs: 4000 })]);
    expect(await store.drain()).toEqual([[{ message: 'earlier', count: 1, lastTimestamp: '1970-01-01T00:00:04Z' }]]);
  });

  it('writes nothing for a source that has used up its budget, and goes on with the next', async () => {
    const store = new Store();
    store.recorder.record([said('first', 'is on its way')]);
    store.recorder.record([...Array.from({ length: 30 }, () => said('pod', 'again')), said('other', 'heard')]);
    const [, later] = await store.drain();
    expect(later).toMatchObject([
      { message: 'again', count: 25 },
      { message: 'heard', count: 1 },
    ]);
  });

  it('drops the newest of more than 50,000 that wait, and records again when there is room', async () => {
    const store = new Store();
    store.recorder.record([said('first', 'is on its way')]);
    store.recorder.record(many(49_999));
    store.recorder.record([said('kept', 'kept'), said('dropped', 'dropped')]);
    const written = (await store.drain()).flat();
    expect(written).toHaveLength(50_001);
    expect(written.at(-1)).toMatchObject({ message: 'kept' });
    store.recorder.record([said('new', 'new')]);
    expect((await store.drain()).flat().at(-1)).toMatchObject({ message: 'new' });
  });

  it('lets go of what waits when the process ends, and says how much that was', async () => {
    const store = new Store();
    store.recorder.record(many(1200));
    expect(store.recorder.stop()).toBe(700);
    store.recorder.record(many(10));
    expect((await store.drain()).map(({ length }) => length)).toEqual([500]);
  });

  it('does not complain of a write that fails because the process ends or the cluster was deleted', async () => {
    const complaints: unknown[] = [];
    let fail: (error: Error) => void = () => undefined;
    const commit = (): Promise<[]> => new Promise((_, reject) => (fail = reject));
    const recorder = new EventRecorder({
      committer: { commit } as unknown as Committer,
      nowMs: () => 0,
      newUid: () => 'uid',
      track: (work) => work(),
      onError: (error) => complaints.push(error),
    });
    const failed = async (error: Error): Promise<void> => {
      fail(error);
      await new Promise((resolve) => setImmediate(resolve));
    };
    recorder.record(many(1));
    await failed(new Error('the store is gone'));
    expect(complaints).toEqual([new Error('the store is gone')]);
    recorder.record([said('b', 'sooner')]);
    await failed(new ClusterGoneError('the cluster does not exist'));
    recorder.record([said('b', 'later')]);
    recorder.stop();
    await failed(new Error('the pool is closed'));
    expect(complaints).toHaveLength(1);
  });
});
