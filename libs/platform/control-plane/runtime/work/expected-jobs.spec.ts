import { ClockMode, type ClockSetting } from '@orrery/clock';
import { ExpectedJobs } from './expected-jobs';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

function expectedJobs(mode: ClockMode = ClockMode.Real) {
  const forgotten: string[][] = [];
  const cluster = { clock: { setting: { mode } as ClockSetting }, activity: { isIdle: true } };
  const expected = new ExpectedJobs(cluster, (keys) => {
    forgotten.push([...keys]);
    for (const key of keys) expected.take(key);
  });
  return { expected, forgotten };
}

test('an object is forgotten when it has waited for two seconds at least, once', () => {
  const { expected, forgotten } = expectedJobs();
  expected.start(['default/captured']);
  jest.advanceTimersByTime(1999);
  expected.add('default/late');
  jest.advanceTimersByTime(1);
  expect(forgotten).toEqual([]);
  jest.advanceTimersByTime(2000);
  expect(forgotten).toEqual([['default/captured', 'default/late']]);
  jest.advanceTimersByTime(60_000);
  expect(forgotten).toHaveLength(1);
  expected.stop();
});

test('one that was taken, or is expected again, begins to wait again', () => {
  const { expected, forgotten } = expectedJobs();
  expected.start();
  for (const key of ['default/taken', 'default/again']) expected.add(key);
  jest.advanceTimersByTime(2000);
  expect([expected.take('default/taken'), expected.take('default/taken')]).toEqual([true, false]);
  expected.add('default/again');
  jest.advanceTimersByTime(2000);
  expect([forgotten, expected.capture(), expected.has('default/again')]).toEqual([[], ['default/again'], true]);
  jest.advanceTimersByTime(2000);
  expect(forgotten).toEqual([['default/again']]);
  expected.stop();
});

test('while time stands still a job may take a minute', () => {
  const { expected, forgotten } = expectedJobs(ClockMode.Manual);
  expected.start();
  expected.add('default/slow');
  jest.advanceTimersByTime(119_000);
  expect(forgotten).toEqual([]);
  jest.advanceTimersByTime(1000);
  expect(forgotten).toEqual([['default/slow']]);
  expected.stop();
});
