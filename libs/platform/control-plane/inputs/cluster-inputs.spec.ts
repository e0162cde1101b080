import { Activity } from '@orrery/clock';
import { TimerPhase } from '@orrery/time';
import { ClusterInputs } from './cluster-inputs';
import type { RecordedEntry } from './cluster-input';
import type { Recorder } from './recorder';

const A_MINUTE_MS = 60_000;

/** Returns true if all other work continues while a user's program has not answered for a minute. */
async function continuesWithoutAnswer(recorder: Recorder | undefined): Promise<boolean> {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
  const activity = new Activity();
  const inputs = new ClusterInputs({
    clock: { now: () => 0, phase: TimerPhase.Fault },
    activity,
    revision: () => 0,
    settled: async () => undefined,
  });
  inputs.record(recorder);
  let answer: (value: string) => void = () => undefined;
  const asked = activity.track(() =>
    inputs.ask(
      'question',
      () => new Promise<string>((resolve) => (answer = resolve)),
      (reason) => reason,
    ),
  );
  let isQuiet = false;
  activity.whenQuiet(() => (isQuiet = true));
  jest.advanceTimersByTime(A_MINUTE_MS);
  await turns();
  const wentOn = isQuiet;
  answer('answer');
  expect(await asked).toBe('answer');
  await turns();
  expect(isQuiet).toBe(true);
  return wentOn;
}

async function turns(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
}

afterEach(() => jest.useRealTimers());

test('a slow program holds up nothing else', async () => {
  expect(await continuesWithoutAnswer(undefined)).toBe(true);
});

test('in a cluster that is recorded everything waits for the answer, however long it takes', async () => {
  const entries: RecordedEntry[] = [];
  const recorder = { append: async (entry: RecordedEntry) => void entries.push(entry) } as unknown as Recorder;
  expect(await continuesWithoutAnswer(recorder)).toBe(false);
  expect(entries).toMatchObject([{ kind: 'answer', value: 'answer' }]);
});
