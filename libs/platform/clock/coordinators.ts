import { randomUUID } from 'node:crypto';
import type { TimerPhase } from '@orrery/time';
import type { JobLedger, ClockCoordinator, SettledReport } from './advance';
import type { ControlMessage, ControlChannel } from '@orrery/messaging';

/** Part of one process in a cluster's time. */
export interface ClockParticipant {
  readonly process: string;
  step(atMs: number, phase: TimerPhase): Promise<void>;
  /** Waits until this process is idle, and reports. */
  report(): Promise<SettledReport>;
}

type StepMessage = Extract<ControlMessage, { type: 'step' }>;

export interface SoloOptions {
  readonly participant: ClockParticipant;
  /** Resolves at the next job that is finished. */
  readonly jobHandled: () => Promise<void>;
  readonly hasOpenJobs: () => Promise<boolean>;
  readonly ledger: JobLedger;
}

/** The coordinator of a control plane in one process: no messages, and jobs can be awaited. */
export class LocalClockCoordinator implements ClockCoordinator {
  readonly hasOpenJobs: () => Promise<boolean>;
  readonly ledger: JobLedger;

  constructor(private readonly options: SoloOptions) {
    this.hasOpenJobs = options.hasOpenJobs;
    this.ledger = options.ledger;
  }

  async step(atMs: number, phase: TimerPhase): Promise<readonly SettledReport[]> {
    await this.options.participant.step(atMs, phase);
    return this.settle();
  }

  async settle(): Promise<readonly SettledReport[]> {
    for (;;) {
      const report = await this.options.participant.report();
      const missing = this.ledger.missingFor([report]);
      if (report.isEndless || missing === undefined || report.jobsSent - report.jobsHandled === missing)
        return [report];
      await this.options.jobHandled();
    }
  }

  close(): void {
    // No other process listens.
  }
}

/** Maximum silence of a process before its liveness is checked: by then its claims have expired too. */
const SILENCE_MS = 8000;
/** Interval at which messages are repeated: they are lost when a connection breaks. */
const REPEAT_MS = 1000;
/** Maximum wait, and the poll interval, for unowned work to find an owner. */
const VACANCY_TIMEOUT_MS = 15_000;
const VACANCY_POLL_MS = 50;

export interface SectionOptions {
  readonly cluster: string;
  readonly line: ControlChannel;
  /** This process. */
  readonly process: string;
  /** Ids of the live processes other than this one. */
  readonly others: () => Promise<readonly string[]>;
  /** Returns true if there is unowned work that a live process could take. Time must not advance meanwhile. */
  readonly hasVacancies: () => Promise<boolean>;
  /** Saves a new instant of the clock, at which processes that join later must start. */
  readonly reached: (atMs: number) => Promise<void>;
  readonly hasOpenJobs: () => Promise<boolean>;
  readonly ledger: JobLedger;
}

/** The coordinator of a distributed control plane, in this process. */
export class DistributedClockCoordinator implements ClockCoordinator {
  readonly hasOpenJobs: () => Promise<boolean>;
  readonly ledger: JobLedger;
  private processes: Set<string> | undefined;
  private isComplete = false;
  private reachedMs = -Infinity;
  private round = '';
  private readonly heard = new Map<string, SettledReport>();
  private isRefused = false;
  private wake: () => void = () => undefined;
  private readonly stopListening: () => void;

  constructor(private readonly options: SectionOptions) {
    this.hasOpenJobs = options.hasOpenJobs;
    this.ledger = options.ledger;
    this.stopListening = options.line.listen((message) => this.listen(message));
  }

  async step(atMs: number, phase: TimerPhase): Promise<readonly SettledReport[] | undefined> {
    if (!this.isComplete) return undefined;
    if (atMs > this.reachedMs) {
      this.reachedMs = atMs;
      await this.options.reached(atMs);
    }
    const reports = await this.play({ atMs, phase });
    return this.isRefused ? undefined : reports;
  }

  async settle(): Promise<readonly SettledReport[]> {
    await this.assemble();
    return this.play({});
  }

  close(): void {
    this.stopListening();
  }

  private async play(move: { atMs?: number; phase?: TimerPhase }): Promise<readonly SettledReport[]> {
    const { line, cluster } = this.options;
    this.round = randomUUID();
    this.heard.clear();
    this.isRefused = false;
    // This process hears it as all others do: at the same place among the messages.
    const message = { type: 'step', cluster, round: this.round, conductor: line.process, ...move } as const;
    await line.send(message);
    for (let silentMs = 0; this.missing().length > 0;) {
      if (await this.updates()) continue;
      silentMs += REPEAT_MS;
      await line.send(message);
      if (silentMs % SILENCE_MS === 0) await this.refreshMembership();
    }
    return [...this.heard.values()];
  }

  private missing(): string[] {
    return [...this.processes!].filter((process) => !this.heard.has(process));
  }

  /** Resolves with true at the next message that counts, with false after a silence. */
  private async updates(): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), REPEAT_MS);
      this.wake = () => {
        clearTimeout(timer);
        resolve(true);
      };
    });
  }

  private listen(message: ControlMessage): void {
    if (message.type === 'report') {
      if (message.round !== this.round) return;
      this.heard.set(message.process, reportOf(message));
      this.isRefused ||= message.isRefused === true;
    } else if (message.type === 'joined') {
      this.processes?.add(message.process);
      this.isComplete = false;
    } else if (message.type === 'left') {
      this.processes?.delete(message.process);
      this.heard.delete(message.process);
      this.isComplete = false;
    } else if (message.type === 'vacated') {
      this.isComplete = false;
    }
    this.wake();
  }

  /**
   * Determines the participating processes, and waits until all work has an owner: a cluster without its kubelets must
   * not advance in time.
   */
  private async assemble(): Promise<void> {
    if (!this.processes) await this.refreshMembership();
    for (let waitedMs = 0; !this.isComplete; waitedMs += VACANCY_POLL_MS) {
      this.isComplete = true;
      if (waitedMs >= VACANCY_TIMEOUT_MS || !(await this.options.hasVacancies())) continue;
      this.isComplete = false;
      await new Promise((resolve) => setTimeout(resolve, VACANCY_POLL_MS));
    }
  }

  /** Continues without the processes that are no longer alive. */
  private async refreshMembership(): Promise<void> {
    this.processes = new Set([this.options.process, ...(await this.options.others())]);
    for (const process of this.heard.keys()) if (!this.processes.has(process)) this.heard.delete(process);
    this.isComplete = false;
  }
}

/** Parts with which a process answers a step. */
export interface StepTaker {
  readonly participant: ClockParticipant;
  readonly line: Pick<ControlChannel, 'send'>;
  /** True if the step is not taken; the process that requested it decides again. */
  readonly isRefused?: boolean;
}

/** Takes part in a step of a cluster's clock, and reports when the process is idle again. The step has begun when this returns. */
export function answerClockStep(
  { atMs, phase, cluster, conductor, round }: StepMessage,
  { participant, line, isRefused = false }: StepTaker,
): Promise<void> {
  const isMove = !isRefused && atMs !== undefined && phase !== undefined;
  const moved = isMove ? participant.step(atMs, phase as TimerPhase) : Promise.resolve();
  return moved
    .then(() => participant.report())
    .then(({ next, ...report }) =>
      line.send({ type: 'report', cluster, round, ...report, ...next, ...(isRefused && { isRefused }) }, conductor),
    );
}

function reportOf(message: ControlMessage & { type: 'report' }): SettledReport {
  const { process, revision, jobsSent, jobsHandled, quietMs, atMs, phase, isEndless } = message;
  const next = atMs === undefined ? undefined : { atMs, phase: phase as TimerPhase };
  return {
    ...{ process, revision, jobsSent, jobsHandled, next },
    ...(quietMs === undefined ? {} : { quietMs }),
    ...(isEndless && { isEndless }),
  };
}
