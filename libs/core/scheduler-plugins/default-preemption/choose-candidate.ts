import type { Candidate, CandidateRank } from './candidate';

/** The rules in their order, as an explanation words them: why the chosen candidate was preferred to another. */
const PREFERENCES = [
  'breaks fewer disruption budgets',
  'its most important victim has a lower priority',
  'its victims have a lower sum of priorities',
  'it has fewer victims',
  'its most important victims started later',
] as const;

/**
 * Returns the best candidate (spec scheduler 6.6): each rule keeps the best of the remaining ones, and the first of
 * those that remain at the end is taken.
 */
export function chooseCandidate(candidates: readonly Candidate[], nowMs: number): Candidate | undefined {
  let best: Candidate | undefined;
  for (const candidate of candidates) {
    if (!best || isBetter(candidate.rank, best.rank, nowMs)) best = candidate;
  }
  return best;
}

/** Returns why `chosen` was selected and not `other`; undefined if only their places in the search differ. */
export function preferenceOver(chosen: Candidate, other: Candidate, nowMs: number): string | undefined {
  return PREFERENCES[firstDifference(chosen.rank, other.rank, nowMs)];
}

function isBetter(a: CandidateRank, b: CandidateRank, nowMs: number): boolean {
  switch (firstDifference(a, b, nowMs)) {
    case 0:
      return a.violations < b.violations;
    case 1:
      return a.firstPriority < b.firstPriority;
    case 2:
      return a.prioritySum < b.prioritySum;
    case 3:
      return a.victimCount < b.victimCount;
    case 4:
      return startMs(a, nowMs) > startMs(b, nowMs);
    default:
      return false;
  }
}

/** Number of the first rule by which they differ; -1: none. */
function firstDifference(a: CandidateRank, b: CandidateRank, nowMs: number): number {
  if (a.violations !== b.violations) return 0;
  if (a.firstPriority !== b.firstPriority) return 1;
  if (a.prioritySum !== b.prioritySum) return 2;
  if (a.victimCount !== b.victimCount) return 3;
  return startMs(a, nowMs) === startMs(b, nowMs) ? -1 : 4;
}

function startMs({ earliestStartMs, hasUnstarted }: CandidateRank, nowMs: number): number {
  return hasUnstarted ? Math.min(earliestStartMs, nowMs) : earliestStartMs;
}
