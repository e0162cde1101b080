import type { TimerPhase } from '@orrery/time';

/** What a process says when everything a step caused in it is done. */
export interface SettledReport {
  readonly process: string;
  /** The revision its cache has seen. */
  readonly revision: number;
  /** Jobs of the cluster it has put on queues and has finished since it started. */
  readonly jobsSent: number;
  readonly jobsHandled: number;
  /** Its earliest timer. */
  readonly next: { readonly atMs: number; readonly phase: TimerPhase } | undefined;
}

/** The processes that take part in a cluster's time: this one, and in a distributed set-up all others. */
export interface Orchestra {
  /** Everybody moves to the instant, fires what is due there up to the phase, becomes idle and reports. */
  step(atMs: number, phase: TimerPhase): Promise<readonly SettledReport[]>;
  /** Everybody becomes idle and reports. */
  settle(): Promise<readonly SettledReport[]>;
  /** Are jobs of this cluster on queues? Asked only when the reports' counts do not add up, as after a crash. */
  hasOpenJobs(): Promise<boolean>;
}

/** How long counts of jobs may disagree before the queues themselves are asked. */
const PATIENCE_ROUNDS = 20;

export interface AdvanceLimits {
  /** Cluster time to stop at, in ms since the Unix epoch. */
  readonly untilMs: number;
  /** Instants at most. */
  readonly maxSteps?: number;
  /** Stops when this says so after an instant. */
  readonly until?: () => boolean;
}

export interface AdvanceResult {
  /** Instants at which something was due. */
  readonly steps: number;
  /** The last instant that was settled. */
  readonly reachedMs: number;
  readonly wasStopped: boolean;
}

/**
 * The discrete-event loop of a manual clock: go to the earliest timer of anybody, let everything it causes finish
 * everywhere, repeat. Phases of one instant are steps of their own, so their order holds across processes too.
 */
export async function advance(orchestra: Orchestra, limits: AdvanceLimits): Promise<AdvanceResult> {
  let reports = await settle(orchestra, await orchestra.settle());
  let steps = 0;
  let reachedMs = 0;
  let wasStopped = limits.until?.() ?? false;
  while (!wasStopped && steps < (limits.maxSteps ?? Infinity)) {
    const next = earliest(reports);
    if (!next || next.atMs > limits.untilMs) break;
    reports = await settle(orchestra, await orchestra.step(next.atMs, next.phase));
    steps++;
    reachedMs = next.atMs;
    wasStopped = limits.until?.() ?? false;
  }
  return { steps, reachedMs, wasStopped };
}

/**
 * Repeats rounds until two in a row agree: everybody idle at the same revision and no job on its way. One round is
 * not enough, because a process may report before another sends it something.
 */
export async function settle(
  orchestra: Orchestra,
  first: readonly SettledReport[],
): Promise<readonly SettledReport[]> {
  let reports = first;
  let before = fingerprint(reports);
  for (let round = 0; ; round++) {
    const isQuiet = isConsistent(reports) || (round > PATIENCE_ROUNDS && !(await orchestra.hasOpenJobs()));
    if (isQuiet && reports.length === 1) return reports;
    reports = await orchestra.settle();
    const now = fingerprint(reports);
    if (isQuiet && now === before) return reports;
    before = now;
  }
}

function isConsistent(reports: readonly SettledReport[]): boolean {
  const revision = reports[0]?.revision;
  let open = 0;
  for (const report of reports) open += report.jobsSent - report.jobsHandled;
  return open === 0 && reports.every((report) => report.revision === revision);
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
