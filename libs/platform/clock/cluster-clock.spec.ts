import { TimerPhase } from '@orrery/time';
import fc from 'fast-check';
import { Activity } from './activity';
import { ClockMode, ClusterClock, type ClockSetting } from './cluster-clock';

const START_MS = Date.parse('2026-01-01T00:00:00Z');

const setting = (mode: ClockMode, rate = 1): ClockSetting => ({ mode, rate, anchorMs: START_MS, anchorRealMs: 0 });

/** A clock on a machine whose clock the test turns. */
function makeClock(mode: ClockMode, rate = 1): { clock: ClusterClock; activity: Activity; pass: (ms: number) => void } {
  let realMs = 0;
  const activity = new Activity();
  const clock = new ClusterClock(setting(mode, rate), activity, () => realMs);
  const pass = (ms: number): void => {
    realMs += ms;
    if (ms > 0) jest.advanceTimersByTime(ms);
  };
  return { clock, activity, pass };
}

const turns = async (): Promise<void> => {
  for (let i = 0; i < 4; i++) await new Promise<void>((resolve) => setImmediate(resolve));
};

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask', 'performance'] });
});
afterEach(() => {
  jest.useRealTimers();
});

describe('now', () => {
  test.each([
    { mode: ClockMode.Real, rate: 1, afterMs: 1500, want: 1500 },
    { mode: ClockMode.Scaled, rate: 60, afterMs: 1500, want: 90_000 },
    { mode: ClockMode.Scaled, rate: 0.5, afterMs: 1501, want: 750 },
    { mode: ClockMode.Manual, rate: 1, afterMs: 1500, want: 0 },
  ])('is $want ms later after $afterMs ms in $mode mode at rate $rate', ({ mode, rate, afterMs, want }) => {
    const { clock, pass } = makeClock(mode, rate);
    pass(afterMs);
    expect(clock.now()).toBe(START_MS + want);
  });

  it('never goes back, whatever the machine and the settings do', () => {
    const modes = fc.constantFrom(ClockMode.Real, ClockMode.Scaled, ClockMode.Manual);
    const step = fc.record({
      passMs: fc.integer({ min: -5000, max: 5000 }),
      mode: modes,
      anchor: fc.integer({ min: -9000, max: 9000 }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const { clock, pass } = makeClock(ClockMode.Real);
        let last = clock.now();
        for (const { passMs, mode, anchor } of steps) {
          pass(passMs);
          if (anchor % 3 === 0) clock.configure({ mode, rate: 2, anchorMs: START_MS + anchor, anchorRealMs: 0 });
          const now = clock.now();
          expect(now).toBeGreaterThanOrEqual(last);
          last = now;
        }
        clock.stop();
      }),
    );
  });
});

describe('timers of a clock that runs', () => {
  test.each([
    { mode: ClockMode.Real, rate: 1, realMs: 60_000 },
    { mode: ClockMode.Scaled, rate: 60, realMs: 1000 },
  ])('fire after $realMs ms of a minute in $mode mode at rate $rate', async ({ mode, rate, realMs }) => {
    const { clock, pass } = makeClock(mode, rate);
    const fired: number[] = [];
    clock.setTimer(START_MS + 60_000, TimerPhase.Controllers, 'test', () => void fired.push(clock.now()));
    pass(realMs - 1);
    await turns();
    expect(fired).toEqual([]);
    pass(1);
    await turns();
    expect(fired).toEqual([START_MS + 60_000]);
  });

  it('fire at once, but never synchronously, when they are past', async () => {
    const { clock } = makeClock(ClockMode.Real);
    const fired: string[] = [];
    clock.setTimer(START_MS - 5, TimerPhase.Controllers, 'test', () => void fired.push('past'));
    fired.push('set');
    await turns();
    expect(fired).toEqual(['set', 'past']);
  });

  it('follow a change of the rate', async () => {
    const { clock, pass } = makeClock(ClockMode.Real);
    let fired = false;
    clock.setTimer(START_MS + 60_000, TimerPhase.Controllers, 'test', () => void (fired = true));
    clock.configure({ mode: ClockMode.Scaled, rate: 60, anchorMs: START_MS, anchorRealMs: 0 });
    pass(1000);
    await turns();
    expect(fired).toBe(true);
  });

  it('do not fire after stop', async () => {
    const { clock, pass } = makeClock(ClockMode.Real);
    let fired = false;
    clock.setTimer(START_MS + 10, TimerPhase.Controllers, 'test', () => void (fired = true));
    clock.stop();
    pass(1000);
    await turns();
    expect(fired).toBe(false);
  });
});

describe('timers of a manual clock', () => {
  it('wait for their step, in the order of instant, phase and arrival', async () => {
    const { clock, pass } = makeClock(ClockMode.Manual);
    const fired: string[] = [];
    const set = (name: string, afterMs: number, phase: TimerPhase): void =>
      void clock.setTimer(START_MS + afterMs, phase, 'test', () => void fired.push(name));
    set('late', 20, TimerPhase.Fault);
    set('monitor', 10, TimerPhase.NodeMonitor);
    set('kubelet 1', 10, TimerPhase.Kubelet);
    set('kubelet 2', 10, TimerPhase.Kubelet);
    pass(100_000);
    await turns();
    expect([fired, clock.next()]).toEqual([[], { atMs: START_MS + 10, phase: TimerPhase.Kubelet }]);
    await clock.step(START_MS + 10, TimerPhase.Kubelet);
    expect([fired, clock.now()]).toEqual([['kubelet 1', 'kubelet 2'], START_MS + 10]);
    await clock.step(START_MS + 10, TimerPhase.NodeMonitor);
    expect(fired).toEqual(['kubelet 1', 'kubelet 2', 'monitor']);
    expect(clock.next()).toEqual({ atMs: START_MS + 20, phase: TimerPhase.Fault });
  });

  it('of a later phase are not woken by one that is set within the instant', async () => {
    const { clock } = makeClock(ClockMode.Manual);
    const fired: string[] = [];
    clock.setTimer(START_MS + 10, TimerPhase.NodeMonitor, 'test', () => void fired.push('monitor'));
    await clock.step(START_MS + 10, TimerPhase.Kubelet);
    clock.setTimer(START_MS + 10, TimerPhase.Kubelet, 'test', () => void fired.push('kubelet'));
    await turns();
    expect(fired).toEqual(['kubelet']);
    await clock.step(START_MS + 10, TimerPhase.NodeMonitor);
    expect(fired).toEqual(['kubelet', 'monitor']);
  });

  it('wait for their step when another process was heard of at a later instant first', async () => {
    const { clock } = makeClock(ClockMode.Manual);
    const fired: string[] = [];
    clock.setTimer(START_MS + 10, TimerPhase.NodeMonitor, 'test', () => void fired.push('monitor'));
    clock.hearOf(START_MS + 10);
    clock.setTimer(START_MS + 10, TimerPhase.Controllers, 'test', () => void fired.push('controller'));
    await turns();
    expect([fired, clock.now(), clock.hasReached(TimerPhase.Fault)]).toEqual([[], START_MS + 10, false]);
    await clock.step(START_MS + 10, TimerPhase.Controllers);
    expect(fired).toEqual(['controller']);
    clock.hearOf(START_MS + 10);
    expect(clock.hasReached(TimerPhase.Controllers)).toBe(true);
    await clock.step(START_MS + 10, TimerPhase.NodeMonitor);
    expect(fired).toEqual(['controller', 'monitor']);
  });

  it('that are due fire at once when the clock becomes manual', async () => {
    const { clock } = makeClock(ClockMode.Manual);
    clock.hearOf(START_MS + 10);
    clock.configure(setting(ClockMode.Real));
    clock.hearOf(START_MS + 99_000);
    expect(clock.now()).toBe(START_MS + 10);
    clock.configure(setting(ClockMode.Manual));
    expect(clock.hasReached(TimerPhase.PodGarbageCollection)).toBe(true);
  });

  it('that are past fire without a step', async () => {
    const { clock, activity } = makeClock(ClockMode.Manual);
    let fired = false;
    clock.setTimer(START_MS - 1, TimerPhase.Controllers, 'test', () => void (fired = true));
    expect(activity.isIdle).toBe(false);
    await activity.idle();
    expect(fired).toBe(true);
  });

  it('can be cancelled', async () => {
    const { clock } = makeClock(ClockMode.Manual);
    let fired = false;
    clock.setTimer(START_MS + 10, TimerPhase.Controllers, 'test', () => void (fired = true)).cancel();
    await clock.step(START_MS + 10, TimerPhase.PodGarbageCollection);
    expect([fired, clock.next()]).toEqual([false, undefined]);
  });
});

describe('timers that are set for the instant at which they fire', () => {
  /** A limit that lets so many rounds begin, from one release to the next. */
  function limited(most: number) {
    const counts = { left: most, names: new Map<string, number>() };
    const limit = {
      begin: () => --counts.left >= 0,
      fires: (name: string) => void counts.names.set(name, (counts.names.get(name) ?? 0) + 1),
    };
    return { counts, limit };
  }

  /** A clock with a timer that sets itself again, for good. */
  function endless(most: number, phase: TimerPhase = TimerPhase.Kubelet) {
    const made = makeClock(ClockMode.Manual);
    const { counts, limit } = limited(most);
    made.clock.limitTimers(limit);
    let fired = 0;
    const again = (): void => {
      fired++;
      made.clock.setTimer(made.clock.now(), phase, 'again', again);
    };
    return {
      ...made,
      counts,
      fired: () => fired,
      begin: (atMs: number) => made.clock.setTimer(atMs, phase, 'again', again),
    };
  }

  it('fire no more in a step than the limit has rounds, and go on when it is lifted', async () => {
    const { clock, activity, counts, fired, begin } = endless(100);
    begin(START_MS + 10);
    await clock.step(START_MS + 10, TimerPhase.Kubelet);
    await turns();
    expect([fired(), counts.names.get('again'), activity.isIdle]).toEqual([100, 100, true]);
    expect(clock.next()).toEqual({ atMs: START_MS + 10, phase: TimerPhase.Kubelet });
    await clock.step(START_MS + 10, TimerPhase.PodGarbageCollection);
    expect(fired()).toBe(100);
    counts.left = 50;
    clock.releaseTimers();
    await turns();
    expect([fired(), activity.isIdle]).toEqual([150, true]);
  });

  it('fire no more at the instant at which the clock stands', async () => {
    const { activity, fired, begin } = endless(100);
    begin(START_MS);
    await turns();
    expect([fired(), activity.isIdle]).toEqual([100, true]);
  });

  it('count once for all that were set together, and each new instant counts', async () => {
    const { clock } = makeClock(ClockMode.Manual);
    const { counts, limit } = limited(4);
    clock.limitTimers(limit);
    let fired = 0;
    for (const afterMs of [10, 20]) {
      for (let i = 0; i < 1000; i++) clock.setTimer(START_MS + afterMs, TimerPhase.Kubelet, 'many', () => void fired++);
      const first = (): void => void clock.setTimer(clock.now(), TimerPhase.Kubelet, 'second', () => void fired++);
      clock.setTimer(START_MS + afterMs, TimerPhase.Kubelet, 'first', first);
      await clock.step(START_MS + afterMs, TimerPhase.Kubelet);
    }
    expect([fired, counts.left]).toEqual([2002, 0]);
  });

  it('take their time while time goes on', async () => {
    const { clock, pass } = makeClock(ClockMode.Real);
    clock.limitTimers(limited(0).limit);
    let fired = 0;
    clock.setTimer(START_MS + 10, TimerPhase.Kubelet, 'real', () => void fired++);
    pass(10);
    await turns();
    expect(fired).toBe(1);
  });
});
