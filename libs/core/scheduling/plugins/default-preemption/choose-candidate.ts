import type { PodInfo } from '../../cache/pod-info';
import type { Candidate } from './dry-run';
import { startedAtMs } from './importance';

/** Makes every priority of 32 bits positive, so that more victims never sum up to less. */
const PRIORITY_OFFSET = 2_147_483_648;

/** What a rule makes of a candidate; the lowest value is the best. */
type Measure = (candidate: Candidate) => number;

/** The rules in their order, as an explanation words them: why the chosen candidate was preferred to another. */
const PREFERENCES = [
  'breaks fewer disruption budgets',
  'its most important victim has a lower priority',
  'its victims have a lower sum of priorities',
  'it has fewer victims',
  'its most important victims started later',
] as const;

/**
 * The best candidate (specification 6.6): each rule keeps the best of what the rules
 * before left, and the first of those left at the end is taken.
 */
export function chooseCandidate(candidates: readonly Candidate[], nowMs: number): Candidate | undefined {
  let best = candidates;
  for (const measure of measures(nowMs)) {
    if (best.length <= 1) break;
    const values = best.map(measure);
    const lowest = values.reduce((a, b) => Math.min(a, b));
    best = best.filter((_, i) => values[i] === lowest);
  }
  return best[0];
}

/** Why `chosen` was taken and not `other`; undefined if only their places in the search tell them apart. */
export function preferenceOver(chosen: Candidate, other: Candidate, nowMs: number): string | undefined {
  return PREFERENCES[measures(nowMs).findIndex((measure) => measure(chosen) !== measure(other))];
}

function measures(nowMs: number): readonly Measure[] {
  return [
    ({ violations }) => violations,
    ({ victims }) => victims[0]!.priority,
    ({ victims }) => victims.reduce((sum, { priority }) => sum + priority + PRIORITY_OFFSET, 0),
    ({ victims }) => victims.length,
    ({ victims }) => -earliestStartMs(victims, nowMs),
  ];
}

/** When the first of the victims of the highest priority started. */
function earliestStartMs(victims: readonly PodInfo[], nowMs: number): number {
  const highest = victims.reduce((max, { priority }) => Math.max(max, priority), -Infinity);
  let earliest = Infinity;
  for (const victim of victims) {
    if (victim.priority === highest) earliest = Math.min(earliest, startedAtMs(victim, nowMs));
  }
  return earliest;
}
