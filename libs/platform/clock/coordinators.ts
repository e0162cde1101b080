import { randomUUID } from 'node:crypto';
import type { TimerPhase } from '@orrery/time';
import type { JobLedger, ClockCoordinator, SettledReport } from './advance';
import type { ControlMessage, ControlChannel } from '@orrery/messaging';

/** One process's part in a cluster's time. */
export interface ClockParticipant {
  readonly process: string;
  step(atMs: number, phase: TimerPhase): Promise<void>;
  /** Waits until nothing is going on in this process, and reports. */
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

/** How long a process may be silent before it is asked whether it still lives: by then its claims have expired too. */
const SILENCE_MS = 8000;
/** Messages are lost when a connection breaks: say it again after this long. */
const REPEAT_MS = 1000;
/** How long, and how often, to look whether work without an owner has found one. */
const VACANCY_TIMEOUT_MS = 15_000;
const VACANCY_POLL_MS = 50;

export interface SectionOptions {
  readonly cluster: string;
  readonly line: ControlChannel;
  /** This process. */
  readonly process: string;
  /** Ids of the live processes other than this one. */
  readonly others: () => Promise<readonly string[]>;
  /** Is there unowned work that a live process could take? Time must stand still meanwhile. */
  readonly hasVacancies: () => Promise<boolean>;
  /** The clock reached a new instant: who joins from now on must start there. */
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

  /** Resolves with true at the next message that counts, with false when nothing was said for a while. */
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

  /** Who takes part, and whether everything has an owner: a cluster without its kubelets must not grow older. */
  private async assemble(): Promise<void> {
    if (!this.processes) await this.refreshMembership();
    for (let waitedMs = 0; !this.isComplete; waitedMs += VACANCY_POLL_MS) {
      this.isComplete = true;
      if (waitedMs >= VACANCY_TIMEOUT_MS || !(await this.options.hasVacancies())) continue;
      this.isComplete = false;
      await new Promise((resolve) => setTimeout(resolve, VACANCY_POLL_MS));
    }
  }

  /** Goes on without those that are no longer alive. */
  private async refreshMembership(): Promise<void> {
    this.processes = new Set([this.options.process, ...(await this.options.others())]);
    for (const process of this.heard.keys()) if (!this.processes.has(process)) this.heard.delete(process);
    this.isComplete = false;
  }
}

/** What a process answers a step with. */
export interface StepTaker {
  readonly participant: ClockParticipant;
  readonly line: Pick<ControlChannel, 'send'>;
  /** The step is not taken; who asked for it decides again. */
  readonly isRefused?: boolean;
}

/** Takes part in a step of a cluster's clock, and reports when nothing is going on any more. The step has begun when this returns. */
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
