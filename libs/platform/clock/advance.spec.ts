import { TimerPhase } from '@orrery/time';
import {
  advance,
  advanceToBeginning,
  advanceToPhase,
  JobLedger,
  settle,
  type ClockCoordinator,
  type SettledReport,
} from './advance';

const quiet = (process: string, changed: Partial<SettledReport> = {}): SettledReport => ({
  process,
  revision: 7,
  jobsSent: 0,
  jobsHandled: 0,
  next: undefined,
  ...changed,
});

/** A coordinator that gives the reports it was made with, the last one for ever. */
class ScriptedClockCoordinator implements ClockCoordinator {
  rounds = 0;
  asked = 0;
  readonly steps: [number, TimerPhase][] = [];

  constructor(
    private readonly script: SettledReport[][],
    readonly ledger = new JobLedger(),
    private readonly openJobs: boolean[] = [],
  ) {}

  async step(atMs: number, phase: TimerPhase): Promise<readonly SettledReport[]> {
    this.steps.push([atMs, phase]);
    return this.settle();
  }

  async settle(): Promise<readonly SettledReport[]> {
    this.rounds++;
    return this.script.length > 1 ? this.script.shift()! : this.script[0]!;
  }

  async hasOpenJobs(): Promise<boolean> {
    this.asked++;
    return this.openJobs.shift() ?? false;
  }

  close(): void {
    // Nothing to close.
  }
}

async function settled(coordinator: ScriptedClockCoordinator): Promise<readonly SettledReport[]> {
  return settle(coordinator, await coordinator.settle());
}

describe('a phase of an instant', () => {
  const next = (atMs: number, phase: TimerPhase): SettledReport[] => [quiet('a', { next: { atMs, phase } })];
  const { Kubelet, Controllers, NodeMonitor } = TimerPhase;

  it('is reached when all up to it is done, and nothing later', async () => {
    const script = [next(5, NodeMonitor), next(10, Kubelet), next(10, NodeMonitor)];
    const coordinator = new ScriptedClockCoordinator(script, new JobLedger(0));
    await advanceToPhase(coordinator, { atMs: 10, phase: Controllers });
    expect(coordinator.steps).toEqual([
      [5, NodeMonitor],
      [10, Kubelet],
      [10, Controllers],
    ]);
  });

  it('is reached with what was still to be done there', async () => {
    const script = [next(20, Kubelet), next(10, Controllers), next(20, Kubelet)];
    const coordinator = new ScriptedClockCoordinator(script, new JobLedger(0));
    await advanceToPhase(coordinator, { atMs: 10, phase: Controllers });
    expect(coordinator.steps).toEqual([
      [10, Controllers],
      [10, Controllers],
      [10, Controllers],
    ]);
  });
});

describe('the beginning of an instant', () => {
  it('is reached when all before it is done; the next advance does the rest', async () => {
    const next = (atMs: number, phase: TimerPhase): SettledReport[] => [quiet('a', { next: { atMs, phase } })];
    const [kubelet, monitor] = [TimerPhase.Kubelet, TimerPhase.NodeMonitor];
    const script = [next(5, kubelet), next(9, monitor), next(10, kubelet)];
    const coordinator = new ScriptedClockCoordinator(script, new JobLedger(0));
    await advanceToBeginning(coordinator, 10);
    expect(coordinator.steps).toEqual([
      [5, kubelet],
      [9, monitor],
      [9, TimerPhase.PodGarbageCollection],
      [10, TimerPhase.Fault],
    ]);
  });
});

describe('settling', () => {
  it('takes one process at its word', async () => {
    const coordinator = new ScriptedClockCoordinator([[quiet('a')]], new JobLedger(0));
    await settled(coordinator);
    expect([coordinator.rounds, coordinator.asked]).toEqual([1, 0]);
  });

  it('wants two processes to agree twice', async () => {
    const coordinator = new ScriptedClockCoordinator([[quiet('a'), quiet('b')]], new JobLedger(0));
    await settled(coordinator);
    expect([coordinator.rounds, coordinator.asked]).toEqual([2, 0]);
  });

  it('waits for a process that is behind', async () => {
    const behind = [quiet('a'), quiet('b', { revision: 6 })];
    const coordinator = new ScriptedClockCoordinator([behind, behind, [quiet('a'), quiet('b')]], new JobLedger(0));
    const reports = await settled(coordinator);
    expect([coordinator.rounds, reports.map(({ revision }) => revision)]).toEqual([4, [7, 7]]);
  });

  it('waits for jobs on their way', async () => {
    const underway = [quiet('a', { jobsSent: 3 }), quiet('b', { jobsHandled: 2 })];
    const done = [quiet('a', { jobsSent: 3 }), quiet('b', { jobsHandled: 3 })];
    const coordinator = new ScriptedClockCoordinator([underway, done], new JobLedger(0));
    expect(await settled(coordinator)).toEqual(done);
    expect(coordinator.asked).toBe(0);
  });

  it('asks the queues once when counts have got lost, and remembers the difference', async () => {
    const lost = [quiet('a', { jobsSent: 3 }), quiet('b', { jobsHandled: 1 })];
    const coordinator = new ScriptedClockCoordinator([lost]);
    await settled(coordinator);
    expect(coordinator.asked).toBe(1);
    await settled(coordinator);
    expect(coordinator.asked).toBe(1);
  });

  it('asks again when other processes take part', async () => {
    const ledger = new JobLedger();
    await settled(new ScriptedClockCoordinator([[quiet('a', { jobsSent: 3 }), quiet('b')]], ledger));
    const next = new ScriptedClockCoordinator([[quiet('a', { jobsSent: 3 }), quiet('c')]], ledger);
    await settled(next);
    expect(next.asked).toBe(1);
  });

  it('goes on asking while the queues hold jobs', async () => {
    const coordinator = new ScriptedClockCoordinator([[quiet('a', { jobsSent: 1 })]], new JobLedger(), [
      true,
      true,
      false,
    ]);
    await settled(coordinator);
    expect(coordinator.asked).toBe(3);
  });

  it('finds out that a queue lost its jobs', async () => {
    const ledger = new JobLedger(0);
    const coordinator = new ScriptedClockCoordinator([[quiet('a', { jobsSent: 1 }), quiet('b')]], ledger);
    await settled(coordinator);
    expect(coordinator.asked).toBeGreaterThan(0);
    expect(coordinator.rounds).toBeGreaterThan(20);
  });
});

describe('advancing', () => {
  const at = (atMs: number, phase: TimerPhase): Partial<SettledReport> => ({ next: { atMs, phase } });

  it('goes to the earliest timer of anybody, phase by phase, and not beyond the end', async () => {
    const { Kubelet, NodeMonitor } = TimerPhase;
    const coordinator = new ScriptedClockCoordinator(
      [
        [quiet('a', at(20, NodeMonitor)), quiet('b', at(20, Kubelet))],
        [quiet('a', at(20, NodeMonitor)), quiet('b', at(20, Kubelet))],
        [quiet('a', at(20, NodeMonitor)), quiet('b', at(50, Kubelet))],
        [quiet('a', at(20, NodeMonitor)), quiet('b', at(50, Kubelet))],
        [quiet('a', at(90, NodeMonitor)), quiet('b', at(50, Kubelet))],
        [quiet('a', at(90, NodeMonitor)), quiet('b', at(50, Kubelet))],
        [quiet('a', at(90, NodeMonitor)), quiet('b')],
      ],
      new JobLedger(0),
    );
    const result = await advance(coordinator, { untilMs: 60 });
    expect(result).toEqual({ steps: 3, reachedMs: 50, wasStopped: false, nextMs: 90 });
    expect(coordinator.steps.slice(0, 3)).toEqual([
      [20, Kubelet],
      [20, NodeMonitor],
      [50, Kubelet],
    ]);
    expect(Math.max(...coordinator.steps.map(([atMs]) => atMs))).toBe(50);
  });

  it('takes no step while the clients of some process are not quiet', async () => {
    const busy = [quiet('a', { ...at(20, TimerPhase.Kubelet), quietMs: 100 }), quiet('b', { quietMs: 40 })];
    const coordinator = new ScriptedClockCoordinator([busy], new JobLedger(0));
    const limits = { untilMs: 60, maxSteps: 1 };
    expect((await advance(coordinator, { ...limits, quietForMs: 50 })).steps).toBe(0);
    expect((await advance(coordinator, { ...limits, quietForMs: 40 })).steps).toBe(1);
  });

  it('stops on request', async () => {
    const forever = new ScriptedClockCoordinator([[quiet('a', at(20, TimerPhase.Kubelet))]], new JobLedger(0));
    let asked = 0;
    const result = await advance(forever, { untilMs: 60, until: () => ++asked > 2 });
    expect(result).toEqual({ steps: 2, reachedMs: 20, wasStopped: true, nextMs: 20 });
    expect(await advance(forever, { untilMs: 60, maxSteps: 5 })).toMatchObject({ steps: 5, wasStopped: false });
  });
});
