import type { PodInfo } from '../../cache/pod-info';
import type { Candidate } from './dry-run';
import { parseTimeMs } from '@orrery/time';

/** Makes every priority of 32 bits positive, so that more victims never sum up to less. */
const PRIORITY_OFFSET = 2_147_483_648;

/** What the rules look at, in their order; the lowest value is the best. */
interface Rank {
  readonly violations: number;
  readonly firstPriority: number;
  readonly prioritySum: number;
  readonly victimCount: number;
  /** When the first of the victims of the highest priority started; one that has not counts as starting now. */
  readonly earliestStartMs: number;
  readonly hasUnstarted: boolean;
}

/** The rules in their order, as an explanation words them: why the chosen candidate was preferred to another. */
const PREFERENCES = [
  'breaks fewer disruption budgets',
  'its most important victim has a lower priority',
  'its victims have a lower sum of priorities',
  'it has fewer victims',
  'its most important victims started later',
] as const;

/** Candidates are remembered from one preemption to the next, so are their ranks. */
const ranks = new WeakMap<Candidate, Rank>();

/**
 * The best candidate (specification 6.6): each rule keeps the best of what the rules
 * before left, and the first of those left at the end is taken.
 */
export function chooseCandidate(candidates: readonly Candidate[], nowMs: number): Candidate | undefined {
  let best: Candidate | undefined;
  let bestRank: Rank | undefined;
  for (const candidate of candidates) {
    const rank = rankOf(candidate);
    if (bestRank && !isBetter(rank, bestRank, nowMs)) continue;
    best = candidate;
    bestRank = rank;
  }
  return best;
}

/** Why `chosen` was taken and not `other`; undefined if only their places in the search tell them apart. */
export function preferenceOver(chosen: Candidate, other: Candidate, nowMs: number): string | undefined {
  return PREFERENCES[firstDifference(rankOf(chosen), rankOf(other), nowMs)];
}

function isBetter(a: Rank, b: Rank, nowMs: number): boolean {
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

/** Number of the first rule that tells them apart; -1: none. */
function firstDifference(a: Rank, b: Rank, nowMs: number): number {
  if (a.violations !== b.violations) return 0;
  if (a.firstPriority !== b.firstPriority) return 1;
  if (a.prioritySum !== b.prioritySum) return 2;
  if (a.victimCount !== b.victimCount) return 3;
  return startMs(a, nowMs) === startMs(b, nowMs) ? -1 : 4;
}

function startMs({ earliestStartMs, hasUnstarted }: Rank, nowMs: number): number {
  return hasUnstarted ? Math.min(earliestStartMs, nowMs) : earliestStartMs;
}

function rankOf(candidate: Candidate): Rank {
  let rank = ranks.get(candidate);
  if (!rank) ranks.set(candidate, (rank = makeRank(candidate)));
  return rank;
}

function makeRank({ victims, violations }: Candidate): Rank {
  const highest = victims.reduce((max, { priority }) => Math.max(max, priority), -Infinity);
  const starts = victims.filter(({ priority }) => priority === highest).map(startTimeMs);
  return {
    violations,
    firstPriority: victims[0]!.priority,
    prioritySum: victims.reduce((sum, { priority }) => sum + priority + PRIORITY_OFFSET, 0),
    victimCount: victims.length,
    earliestStartMs: Math.min(...starts.map((startedMs) => startedMs ?? Infinity)),
    hasUnstarted: starts.includes(undefined),
  };
}

function startTimeMs({ pod }: PodInfo): number | undefined {
  return parseTimeMs(pod.status?.startTime);
}
