import type { InstantWork, JobLedger, SettledReport } from '@orrery/clock';
import type { RoundMessage } from '@orrery/messaging';
import type { Members } from './members';

type Rest = Extract<RoundMessage, { type: 'round-rest' }>;
type Lane = readonly [lane: string, process: string];

/** Maximum silence of a process before it gets its message again, and before the list of processes is read. */
const REPEAT_MS = 1000;
/** Time after which rounds continue without silent processes, or without jobs that do not arrive. */
const PATIENCE_MS = 10_000;
/** Number of times that processes are polled for counts of jobs that disagree before the queues are queried. */
const MAX_DISAGREEING = 50;
/** Pause before the queues are queried again. */
const ASK_AGAIN_MS = 10;

/** Parts with which rounds are conducted. */
export interface ConductorOptions {
  readonly cluster: string;
  readonly process: string;
  readonly members: Pick<Members, 'all' | 'causes' | 'isConductedHere' | 'refresh'>;
  readonly send: (message: RoundMessage) => Promise<void>;
  /** The revision that this process sees. */
  readonly revision: () => number;
  /** Counts rounds of one instant, and whether there were too many. */
  readonly instant: Pick<InstantWork, 'begin' | 'stopsWrites'>;
  readonly ledger: JobLedger;
  /** Returns true if jobs are on queues. Called only when the counts of processes are inconclusive. */
  readonly hasOpenJobs: () => Promise<boolean>;
  /** Called when a round ended although something was missing: the log may differ in the next run. */
  readonly onLate: (missing: string) => void;
  /** Rounds ended by an error; they begin again when the next one is wanted. */
  readonly onFailed: (error: unknown) => void;
}

/**
 * Conducts the rounds of a cluster that several processes write to, so that its log does not follow from which of them was
 * quicker. A round is over when all processes have come to rest after one question and no job is on its way: besides messages,
 * which come in one order, jobs are the only thing by which a process makes another one act, and no job leads to another
 * but by way of the log. Then all see the same revision, and what they hold is written lane by lane in the order of the names. When
 * nothing is held, the clients of one process have their turn, those first that have begun.
 */
export class RoundConductor {
  private isRunning = false;
  private isWanted = false;
  private stopped = false;
  private count = 0;
  /** The revision that all may see. */
  private open = 0;
  /** The highest revision that the log is known to have. */
  private announced = 0;
  private round = '';
  /** Difference of the counts of jobs when no queue had any. */
  private unexplained: number | undefined;
  private readonly rests = new Map<string, Rest>();
  /** Number of lanes of the round that are written, and the last revision of those writes. */
  private written = { count: 0, revision: 0 };
  private wake: () => void = () => undefined;

  constructor(private readonly options: ConductorOptions) {}

  /** Requests a round because work waits in a process. */
  want(): void {
    this.isWanted = true;
    if (!this.isRunning) this.run().catch((error: unknown) => this.options.onFailed(error));
  }

  /** The log has more than processes see. */
  beyond(revision: number): void {
    this.announced = Math.max(this.announced, revision);
    if (!this.isRunning) this.want();
  }

  receive(message: RoundMessage): void {
    if (message.type === 'round-rest' && message.round === this.round) this.rests.set(message.process, message);
    else if (message.type === 'round-committed' && message.round === this.round) this.noteWritten(message);
    else return;
    this.wake();
  }

  stop(): void {
    this.stopped = true;
    this.wake();
  }

  private get isConducting(): boolean {
    return !this.stopped && this.options.members.isConductedHere;
  }

  private async run(): Promise<void> {
    this.isRunning = true;
    try {
      while (this.isConducting && (this.isWanted || this.announced > this.open)) {
        this.isWanted = false;
        while (this.isConducting && (await this.play()));
      }
    } finally {
      this.isRunning = false;
    }
  }

  /** Runs a round; returns false if no work is left. */
  private async play(): Promise<boolean> {
    this.open = Math.max(this.open, this.options.revision(), this.announced);
    const rests = await this.settled();
    const lanes = rests.flatMap(({ lanes, process }) => lanes.map((lane): Lane => [lane, process]));
    if (lanes.length > 0 && (await this.mayWrite())) {
      await this.commit(lanes.sort(([a, one], [b, other]) => compare(a, b) || compare(one, other)));
      return true;
    }
    const waiting = rests.find(({ begun }) => begun > 0) ?? rests.find(({ clients }) => clients > 0);
    if (!waiting) return false;
    const { cluster, process, send } = this.options;
    await send({ type: 'round-turn', cluster, process, of: waiting.process });
    return true;
  }

  /** Returns true if this instant may have another round; notifies all processes when it has had too many. */
  private async mayWrite(): Promise<boolean> {
    const { cluster, instant, process, send } = this.options;
    if (instant.stopsWrites) return false;
    const mayWrite = instant.begin();
    if (!mayWrite) await send({ type: 'round-endless', cluster, process, timers: [] });
    return mayWrite;
  }

  /** Asks until all answers are those of one state and no job is on its way. */
  private async settled(): Promise<readonly Rest[]> {
    const { members, onLate } = this.options;
    const sinceMs = performance.now();
    for (let attempt = 0; ; attempt++) {
      const { causes } = members;
      const rests = await this.ask();
      if (!this.isConducting) return [];
      const isLate = performance.now() - sinceMs >= PATIENCE_MS;
      // A step of the clock between the question and an answer: some have begun with it by then, others had not.
      const isOneState = members.causes === causes && rests.every(({ revision }) => revision === this.open);
      this.open = Math.max(this.open, ...rests.map(({ revision }) => revision));
      if (!isOneState && !isLate) continue;
      if (await this.haveJobsArrived(rests, attempt)) return rests;
      if (!isLate) continue;
      onLate('jobs');
      return rests;
    }
  }

  private async haveJobsArrived(rests: readonly Rest[], attempt: number): Promise<boolean> {
    const { ledger, hasOpenJobs } = this.options;
    const reports = rests.map((rest): SettledReport => ({ ...rest, next: undefined }));
    const missing = ledger.missingFor(reports);
    const open = reports.reduce((sum, { jobsSent, jobsHandled }) => sum + jobsSent - jobsHandled, 0);
    if (missing !== open) {
      if (missing !== undefined && attempt < MAX_DISAGREEING) return false;
      await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
      const isFirstLook = this.unexplained !== open;
      this.unexplained = (await hasOpenJobs()) ? undefined : open;
      // A job may have arrived after the answers: its queue is empty then, and the next answers count it.
      if (isFirstLook || this.unexplained === undefined) return false;
    }
    this.unexplained = undefined;
    ledger.confirm(reports);
    return true;
  }

  private async ask(): Promise<readonly Rest[]> {
    const { cluster, members, process, send } = this.options;
    this.round = `${process}.${++this.count}`;
    this.rests.clear();
    const question = { type: 'round-ask', cluster, process, round: this.round, revision: this.open } as const;
    await send(question);
    for (let silentMs = 0; this.isConducting && this.silent().length > 0;) {
      if (await this.hears()) continue;
      silentMs += REPEAT_MS;
      await members.refresh(this.silent());
      if (silentMs >= PATIENCE_MS && this.silent().length > 0) {
        this.options.onLate(`answers of ${this.silent().join(', ')}`);
        break;
      }
      await send(question);
    }
    return members.all.flatMap((member) => this.rests.get(member) ?? []);
  }

  private silent(): string[] {
    return this.options.members.all.filter((member) => !this.rests.has(member));
  }

  /** Has the lanes committed, one after the other. */
  private async commit(lanes: readonly Lane[]): Promise<void> {
    const { cluster, members, process, send } = this.options;
    this.round = `${process}.${++this.count}`;
    this.written = { count: 0, revision: 0 };
    await send({ type: 'round-commit', cluster, process, round: this.round, lanes });
    for (let silentMs = 0; this.isConducting && this.written.count < lanes.length;) {
      if (await this.hears()) continue;
      silentMs += REPEAT_MS;
      await members.refresh();
      const next = lanes[this.written.count]?.[1];
      if (next === undefined || (silentMs < PATIENCE_MS && members.all.includes(next))) continue;
      this.options.onLate(`writes of ${next}`);
      break;
    }
    this.open = Math.max(this.open, this.written.revision);
  }

  private noteWritten({ count, revision }: { readonly count: number; readonly revision: number }): void {
    const { written } = this;
    this.written = { count: Math.max(written.count, count), revision: Math.max(written.revision, revision) };
  }

  /** Resolves with true at the next message that counts, with false after a silence. */
  private hears(): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), REPEAT_MS);
      this.wake = () => {
        clearTimeout(timer);
        resolve(true);
      };
    });
  }
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
