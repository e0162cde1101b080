import { ClockMode, type ClockSetting } from '@orrery/clock';
import { LostWorkSweep } from './lost-work-sweep';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test.each([
  { mode: ClockMode.Real, isIdle: false, seconds: 10, looks: 5 },
  { mode: ClockMode.Scaled, isIdle: true, seconds: 10, looks: 5 },
  { mode: ClockMode.Manual, isIdle: true, seconds: 59, looks: 0 },
  { mode: ClockMode.Manual, isIdle: true, seconds: 125, looks: 2 },
  { mode: ClockMode.Auto, isIdle: true, seconds: 59, looks: 0 },
  { mode: ClockMode.Manual, isIdle: false, seconds: 600, looks: 0 },
])('looks $looks times in $seconds s while the clock is $mode, idle: $isIdle', ({ mode, isIdle, seconds, looks }) => {
  const look = jest.fn();
  const clock = { setting: { mode } as ClockSetting };
  const sweep = new LostWorkSweep({ clock, activity: { isIdle }, everyMs: 2000, look });
  sweep.start();
  jest.advanceTimersByTime(seconds * 1000);
  expect(look).toHaveBeenCalledTimes(looks);
  sweep.stop();
  jest.advanceTimersByTime(600_000);
  expect(look).toHaveBeenCalledTimes(looks);
});

test('looks as soon as nothing is done any more, if it is time', () => {
  const look = jest.fn();
  const activity = { isIdle: false };
  const sweep = new LostWorkSweep({
    clock: { setting: { mode: ClockMode.Manual } as ClockSetting },
    activity,
    everyMs: 2000,
    look,
  });
  sweep.start();
  jest.advanceTimersByTime(100_000);
  activity.isIdle = true;
  jest.advanceTimersByTime(2000);
  expect(look).toHaveBeenCalledTimes(1);
  sweep.stop();
});
