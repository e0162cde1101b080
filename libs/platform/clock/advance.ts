import { TimerPhase } from '@orrery/time';
import { EndlessInstantError } from './endless-instant';

/** Report of a process that has finished all consequences of a step. */
export interface SettledReport {
  readonly process: string;
  /** The revision its cache has seen. */
  readonly revision: number;
  /** Jobs of the cluster it has put on queues and has finished since it started. */
  readonly jobsSent: number;
  readonly jobsHandled: number;
  /** Its earliest timer. */
  readonly next: { readonly atMs: number; readonly phase: TimerPhase } | undefined;
  /** Time in ms of real time since the last activity of its clients; for auto clocks. */
  readonly quietMs?: number;
  /** True if the instant is endless: it has not ended and never will. */
  readonly isEndless?: boolean;
}

/**
 * Surplus of sent over finished jobs at a moment when no queue had any: jobs counted by processes that have ended, or
 * lost with a queue. Jobs beyond this surplus are on their way.
 */
export class JobLedger {
  private processes: string | undefined;

  /** `missing` is known from the start where no job of an earlier life can be on a queue. */
  constructor(private missing?: number) {}

  /** The difference that means "none on its way" for these processes; undefined while only the queues know. */
  missingFor(reports: readonly SettledReport[]): number | undefined {
    return this.processes === undefined || this.processes === processesOf(reports) ? this.missing : undefined;
  }

  /** Records that no job was on any queue when these reports were made. */
  confirm(reports: readonly SettledReport[]): void {
    this.processes = processesOf(reports);
    this.missing = openJobs(reports);
  }
}

/** The processes that take part in a cluster's time: this one, and in a distributed set-up all others. */
export interface ClockCoordinator {
  /**
   * All processes move to the instant, fire what is due there up to the phase, become idle and report. Undefined, and
   * none moved, when work has changed hands or a client had its turn since the last reports: there may be earlier timers.
   */
  step(atMs: number, phase: TimerPhase): Promise<readonly SettledReport[] | undefined>;
  /** All processes become idle and report. */
  settle(): Promise<readonly SettledReport[]>;
  /** Returns true if jobs are on queues. Called only when the counts of the reports are unknown, as after a crash. */
  hasOpenJobs(): Promise<boolean>;
  readonly ledger: JobLedger;
  /** The concert is over. */
  close(): void;
}

/** Number of rounds for which counts of jobs may disagree before the queues are queried. */
const MAX_DISAGREEING_ROUNDS = 20;
/** Pause before the queues are queried again. */
const ASK_AGAIN_MS = 10;

export interface AdvanceLimits {
  /** Cluster time to stop at, in ms since the Unix epoch. */
  readonly untilMs: number;
  /** Instants at most. */
  readonly maxSteps?: number;
  /** Stops at the instant after a phase for which this returns true; also called once before the first. */
  readonly until?: () => boolean | Promise<boolean>;
  /** True if clients may act only at instants at which work was due: otherwise the clock advances to `untilMs` itself. */
  readonly staysAtEvents?: boolean;
  /** Ends before a step if the clients of some process have not been quiet for so many ms of real time. */
  readonly quietForMs?: number;
}

export interface AdvanceResult {
  /** Instants at which something was due. */
  readonly steps: number;
  /** The last instant that was settled. */
  readonly reachedMs: number;
  readonly wasStopped: boolean;
  /** The next instant at which something is due. */
  readonly nextMs: number | undefined;
}

/**
 * Runs the discrete-event loop of a manual clock: it advances to the earliest timer of all processes, waits for all its
 * consequences in all of them, and repeats. Phases of one instant are steps of their own, so their order holds across
 * processes too. Throws {@link EndlessInstantError} at an instant that does not end.
 */
export async function advance(coordinator: ClockCoordinator, limits: AdvanceLimits): Promise<AdvanceResult> {
  let reports = await ended(coordinator, await coordinator.settle());
  let steps = 0;
  let reachedMs = 0;
  let wasStopped = (await limits.until?.()) ?? false;
  while (!wasStopped && steps < (limits.maxSteps ?? Infinity)) {
    const next = earliest(reports);
    if (!next || next.atMs > limits.untilMs || !areQuiet(reports, limits)) break;
    const moved = await coordinator.step(next.atMs, next.phase);
    reports = await ended(coordinator, moved ?? (await coordinator.settle()));
    if (!moved) continue;
    steps++;
    reachedMs = next.atMs;
    wasStopped = (await limits.until?.()) ?? false;
  }
  // An instant is always completed, also after an error.
  if (steps > 0) await finish(coordinator, reachedMs);
  return { steps, reachedMs, wasStopped, nextMs: earliest(reports)?.atMs };
}

/** Returns whether no client acts that the clock has to wait for. */
function areQuiet(reports: readonly SettledReport[], { quietForMs = 0 }: AdvanceLimits): boolean {
  return reports.every(({ quietMs = Infinity }) => quietMs >= quietForMs);
}

/**
 * Advances to the beginning of an instant: everything before it has happened and, of the instant, only the beginnings
 * and ends of faults; actions of the caller then come first in it. The next {@link advance} completes the instant.
 */
export async function advanceToBeginning(coordinator: ClockCoordinator, atMs: number): Promise<void> {
  for (;;) {
    await advance(coordinator, { untilMs: atMs - 1 });
    const moved = await coordinator.step(atMs, TimerPhase.Fault);
    if (moved) return void (await ended(coordinator, moved));
  }
}

/**
 * Advances to a phase of an instant: everything up to it has happened and nothing later. An endless instant is as it
 * was when it was recorded, and the next recorded input follows.
 */
export async function advanceToPhase(
  coordinator: ClockCoordinator,
  { atMs, phase }: { readonly atMs: number; readonly phase: TimerPhase },
): Promise<void> {
  let reports = await settle(coordinator, await coordinator.settle());
  for (let isThere = false; ;) {
    if (isEndless(reports)) return;
    const next = earliest(reports);
    const isBefore = next !== undefined && (next.atMs < atMs || (next.atMs === atMs && next.phase <= phase));
    if (isThere && !isBefore) return;
    const to = isBefore ? next : { atMs, phase };
    const moved = await coordinator.step(to.atMs, to.phase);
    reports = await settle(coordinator, moved ?? (await coordinator.settle()));
    isThere = moved !== undefined && !isBefore;
  }
}

async function finish(coordinator: ClockCoordinator, atMs: number): Promise<void> {
  for (;;) {
    const moved = await coordinator.step(atMs, TimerPhase.PodGarbageCollection);
    await ended(coordinator, moved ?? (await coordinator.settle()));
    if (moved) return;
  }
}

/** Does the same as {@link settle}, where an instant has to end. */
async function ended(
  coordinator: ClockCoordinator,
  first: readonly SettledReport[],
): Promise<readonly SettledReport[]> {
  const reports = await settle(coordinator, first);
  if (isEndless(reports)) throw new EndlessInstantError('the instant does not end');
  return reports;
}

function isEndless(reports: readonly SettledReport[]): boolean {
  return reports.some((report) => report.isEndless);
}

/**
 * Repeats rounds until two in a row agree: all processes idle at the same revision and no job on its way. One round is
 * not enough, because a process may report before another sends it something. Of an endless instant nothing more comes.
 */
export async function settle(
  coordinator: ClockCoordinator,
  first: readonly SettledReport[],
): Promise<readonly SettledReport[]> {
  let reports = first;
  let before = fingerprint(reports);
  for (let round = 0; ; round++) {
    if (isEndless(reports)) return reports;
    const isQuiet = await isConsistent(coordinator, reports, round);
    if (isQuiet && reports.length === 1) break;
    reports = await coordinator.settle();
    const now = fingerprint(reports);
    if (isQuiet && now === before) break;
    before = now;
  }
  coordinator.ledger.confirm(reports);
  return reports;
}

/** Same revision everywhere and no job on its way; the queues are read when the counts are unknown. */
async function isConsistent(
  coordinator: ClockCoordinator,
  reports: readonly SettledReport[],
  round: number,
): Promise<boolean> {
  const revision = reports[0]?.revision;
  if (reports.some((report) => report.revision !== revision)) return false;
  const missing = coordinator.ledger.missingFor(reports);
  if (missing !== undefined && openJobs(reports) === missing) return true;
  if (missing !== undefined && round <= MAX_DISAGREEING_ROUNDS) return false;
  if (!(await coordinator.hasOpenJobs())) return true;
  await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
  return false;
}

function openJobs(reports: readonly SettledReport[]): number {
  let open = 0;
  for (const report of reports) open += report.jobsSent - report.jobsHandled;
  return open;
}

function processesOf(reports: readonly SettledReport[]): string {
  return reports
    .map((report) => report.process)
    .sort()
    .join(' ');
}

function fingerprint(reports: readonly SettledReport[]): string {
  return reports
    .map((report) => `${report.process} ${report.revision} ${report.jobsSent} ${report.jobsHandled}`)
    .sort()
    .join('\n');
}

function earliest(reports: readonly SettledReport[]): SettledReport['next'] {
  let first: SettledReport['next'];
  for (const { next } of reports) {
    if (!next) continue;
    if (!first || next.atMs < first.atMs || (next.atMs === first.atMs && next.phase < first.phase)) first = next;
  }
  return first;
}
