import { badRequest } from '@orrery/api-types';
import {
  advance,
  advanceToBeginning,
  advanceToPhase,
  DistributedClockCoordinator,
  EndlessInstantError,
  LocalClockCoordinator,
  settle,
  type AdvanceLimits,
  type AdvanceResult,
  type ClockCoordinator,
  type ClockMode,
  type ClockParticipant,
  type ClockSetting,
  type ClusterClock,
  type InstantWork,
  type JobLedger,
} from '@orrery/clock';
import { AdvisoryLock, hasVacancies, liveProcesses, reachInstant, readCluster, saveClock } from '@orrery/store';
import { TimerPhase } from '@orrery/time';
import type { ClusterServices } from '../cluster/cluster-services';
import { endlessInstantError } from './endless-instant';
import { Turns } from './turns';

/** Parts that {@link ClusterTime} works on. */
export interface ClusterTimeOptions {
  readonly cluster: string;
  readonly clock: ClusterClock;
  /** This process's part in the cluster's time. */
  readonly participant: ClockParticipant & { readonly rounds: { readonly instant: InstantWork } };
  readonly ledger: JobLedger;
  readonly services: Pick<
    ClusterServices,
    'bus' | 'database' | 'isAlone' | 'line' | 'processId' | 'shards' | 'broadcast'
  >;
}

/** Moves and sets the clock of one cluster for all processes, one request after the other. */
export class ClusterTime {
  /** Held by the process that moves the cluster's time: two at once would move it twice. */
  private readonly lock: AdvisoryLock;
  private coordinating: Promise<unknown> = Promise.resolve();
  /** Serializes writes and reads of the stored clock: the clock of this process ends up as in the row. */
  private readonly turns = new Turns();
  /** Number of times that the clock was set: requests that advance it manually fail then. */
  private timesSet = 0;

  constructor(private readonly options: ClusterTimeOptions) {
    this.lock = new AdvisoryLock(options.services.database.url, `clock ${options.cluster}`);
  }

  /**
   * Advances a manual clock event by event. Resolves when everything has settled; refused (LoopDetected) at an instant that does
   * not end.
   */
  async advance(limits: AdvanceLimits): Promise<AdvanceResult> {
    return this.move(async (coordinator) => {
      const result = await advance(coordinator, limits);
      const isDone = !result.wasStopped && result.steps < (limits.maxSteps ?? Infinity);
      if (isDone && Number.isFinite(limits.untilMs) && !limits.staysAtEvents) await arrive(limits, coordinator);
      return result;
    });
  }

  /** Advances a manual clock to an instant before any of that instant's timers has fired. */
  async advanceToBeginning(atMs: number): Promise<void> {
    if (atMs <= this.options.clock.now()) return;
    await this.move((coordinator) => advanceToBeginning(coordinator, atMs));
  }

  /** Advances a stopped clock until everything up to a phase of an instant has happened, and nothing later. */
  async advanceToPhase(place: { readonly atMs: number; readonly phase: TimerPhase }): Promise<void> {
    await this.coordinate(async (coordinator) => {
      await advanceToPhase(coordinator, place);
      await this.save();
    });
  }

  /** Moves the clock, and stores how far it has come, also when the last instant does not end. */
  private move<T>(move: (coordinator: ClockCoordinator) => Promise<T>): Promise<T> {
    return this.coordinate(async (coordinator) => {
      try {
        const moved = await move(coordinator);
        await this.save();
        return moved;
      } catch (error) {
        if (!(error instanceof EndlessInstantError)) throw error;
        await this.save();
        throw await this.endless();
      }
    });
  }

  /** Returns the error of an instant that does not end: the writers that keep changing the same objects, and which objects. */
  endless(): Promise<Error> {
    const { clock, cluster, participant, services } = this.options;
    const { count: rounds, sinceRevision, timers } = participant.rounds.instant;
    return endlessInstantError(services.database, { cluster, atMs: clock.now(), rounds, sinceRevision, timers });
  }

  /** Resolves when the cluster is idle, or when it never will be, without moving its clock. */
  async settle(): Promise<void> {
    await this.coordinate(async (coordinator) => settle(coordinator, await coordinator.settle()));
  }

  /** Changes how cluster time follows real time, in every process; requests that advance it by hand end before. */
  async set(mode: ClockMode, rate: number): Promise<ClockSetting> {
    const { clock, cluster, services } = this.options;
    this.interrupt();
    await this.coordinating.catch(() => undefined);
    return this.turns.take(async () => {
      const setting = { mode, rate, anchorMs: clock.now(), anchorRealMs: Date.now() };
      clock.configure(setting);
      await saveClock(services.database, cluster, setting);
      await services.broadcast({ type: 'setting', cluster, process: services.processId });
      return setting;
    });
  }

  /** Sets the clock of this process to what is stored: another process has set it, or may have. */
  async reread(): Promise<void> {
    const { clock, cluster, services } = this.options;
    await this.turns.take(async () => {
      const record = await readCluster(services.database, cluster);
      if (record) clock.configure({ ...record.clock, mode: record.clock.mode as ClockMode });
    });
  }

  /** The clock was set, here or in another process: requests that are advancing it fail at their next step. */
  interrupt(): void {
    this.timesSet++;
  }

  close(): void {
    void this.lock.close();
  }

  /** Stores how far the manual clock has come. */
  private async save(): Promise<void> {
    const { clock, cluster, services } = this.options;
    await reachInstant(services.database, cluster, clock.setting.anchorMs);
  }

  private async coordinate<T>(work: (coordinator: ClockCoordinator) => Promise<T>): Promise<T> {
    const before = this.coordinating;
    const { timesSet } = this;
    const check = (): void => {
      if (this.timesSet !== timesSet) throw badRequest('the clock was set while it was advanced by hand');
    };
    const turn = before
      .catch(() => undefined)
      .then(async () => {
        const coordinated = async (): Promise<T> => {
          const coordinator = this.coordinator();
          try {
            return await work(interruptible(coordinator, check));
          } finally {
            coordinator.close();
          }
        };
        return this.options.services.isAlone ? coordinated() : this.lock.holding(coordinated);
      });
    this.coordinating = turn;
    return turn;
  }

  private coordinator(): ClockCoordinator {
    const { cluster, participant, ledger, services } = this.options;
    const { bus, database, line, processId, shards } = services;
    const hasOpenJobs = (): Promise<boolean> => bus.hasOpenJobs(shards);
    if (services.isAlone) {
      const jobHandled = (): Promise<void> => bus.counts.changed();
      return new LocalClockCoordinator({ participant, jobHandled, hasOpenJobs, ledger });
    }
    return new DistributedClockCoordinator({
      cluster,
      line,
      process: processId,
      others: async () => (await liveProcesses(database)).filter((process) => process !== processId),
      hasVacancies: () => hasVacancies(database),
      reached: (atMs) => reachInstant(database, cluster, atMs),
      hasOpenJobs,
      ledger,
    });
  }
}

/** Advances to the limit when no more timers are due before it, unless a new owner of some work has one after all. */
async function arrive(limits: AdvanceLimits, coordinator: ClockCoordinator): Promise<void> {
  while (!(await coordinator.step(limits.untilMs, TimerPhase.PodGarbageCollection))) await advance(coordinator, limits);
}

/** Makes a coordinator that checks before each step that the request may continue; errors of `goesOn` end the request. */
function interruptible(coordinator: ClockCoordinator, check: () => void): ClockCoordinator {
  return {
    step: async (atMs, phase) => {
      check();
      return coordinator.step(atMs, phase);
    },
    settle: () => coordinator.settle(),
    hasOpenJobs: () => coordinator.hasOpenJobs(),
    ledger: coordinator.ledger,
    close: () => coordinator.close(),
  };
}
