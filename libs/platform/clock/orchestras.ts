import { randomUUID } from 'node:crypto';
import type { TimerPhase } from '@orrery/time';
import type { Orchestra, SettledReport } from './conductor';
import type { ClockMessage, MessageLine } from './messages';

/** One process's part in a cluster's time. */
export interface Player {
  readonly process: string;
  step(atMs: number, phase: TimerPhase): Promise<void>;
  /** Waits until nothing is going on in this process, and reports. */
  report(): Promise<SettledReport>;
}

/** The orchestra of a control plane that lives in one process: no messages, and jobs can be waited for. */
export class SoloOrchestra implements Orchestra {
  constructor(
    private readonly player: Player,
    private readonly jobHandled: () => Promise<void>,
    readonly hasOpenJobs: () => Promise<boolean>,
  ) {}

  async step(atMs: number, phase: TimerPhase): Promise<readonly SettledReport[]> {
    await this.player.step(atMs, phase);
    return this.settle();
  }

  async settle(): Promise<readonly SettledReport[]> {
    for (;;) {
      const report = await this.player.report();
      if (report.jobsSent === report.jobsHandled) return [report];
      await this.jobHandled();
    }
  }
}

/** How long a process may be silent before a round goes on without it: by then its claims have expired too. */
const SILENCE_MS = 8000;

export interface SectionOptions {
  readonly cluster: string;
  readonly line: MessageLine;
  readonly player: Player;
  /** Ids of the live processes other than this one. */
  readonly others: () => Promise<readonly string[]>;
  readonly hasOpenJobs: () => Promise<boolean>;
}

/** The orchestra of a distributed control plane, conducted from this process. */
export class DistributedOrchestra implements Orchestra {
  readonly hasOpenJobs: () => Promise<boolean>;
  private others: readonly string[] | undefined;

  constructor(private readonly options: SectionOptions) {
    this.hasOpenJobs = options.hasOpenJobs;
  }

  async step(atMs: number, phase: TimerPhase): Promise<readonly SettledReport[]> {
    return this.round({ atMs, phase });
  }

  async settle(): Promise<readonly SettledReport[]> {
    return this.round({});
  }

  private async round(move: { atMs?: number; phase?: TimerPhase }): Promise<readonly SettledReport[]> {
    const { line, cluster, player } = this.options;
    this.others ??= await this.options.others();
    const round = randomUUID();
    const heard = new Map<string, SettledReport>();
    const waiting = new Set(this.others);
    let enough = (): void => undefined;
    const complete = new Promise<void>((resolve) => (enough = resolve));
    const stopListening = line.listen((message) => {
      if (message.type !== 'report' || message.round !== round) return;
      heard.set(message.process, reportOf(message));
      waiting.delete(message.process);
      if (waiting.size === 0) enough();
    });
    try {
      await line.send({ type: 'step', cluster, round, conductor: player.process, ...move });
      if (move.atMs !== undefined && move.phase !== undefined) await player.step(move.atMs, move.phase);
      const own = await player.report();
      if (waiting.size > 0) await Promise.race([complete, this.silence(waiting)]);
      return [own, ...heard.values()];
    } finally {
      stopListening();
    }
  }

  /** Goes on without those that are no longer alive. */
  private async silence(waiting: Set<string>): Promise<void> {
    while (waiting.size > 0) {
      await new Promise((resolve) => setTimeout(resolve, SILENCE_MS).unref());
      this.others = await this.options.others();
      for (const process of waiting) if (!this.others.includes(process)) waiting.delete(process);
    }
  }
}

/** Plays along in a process that does not conduct: answers every step of the cluster with a report. */
export function playAlong(
  line: MessageLine,
  process: string,
  playerOf: (cluster: string) => Promise<Player | undefined>,
): () => void {
  return line.listen((message) => {
    if (message.type !== 'step' || message.conductor === process) return;
    void playerOf(message.cluster).then(async (player) => {
      if (!player) return;
      const { atMs, phase, cluster, round } = message;
      if (atMs !== undefined && phase !== undefined) await player.step(atMs, phase as TimerPhase);
      const { next, ...report } = await player.report();
      await line.send({ type: 'report', cluster, round, ...report, ...next });
    });
  });
}

function reportOf(message: ClockMessage & { type: 'report' }): SettledReport {
  const { process, revision, jobsSent, jobsHandled, atMs, phase } = message;
  const next = atMs === undefined ? undefined : { atMs, phase: phase as TimerPhase };
  return { process, revision, jobsSent, jobsHandled, next };
}
