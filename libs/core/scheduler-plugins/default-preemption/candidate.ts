import { parseTimeMs } from '@orrery/time';
import type { NodeInfo, PodInfo } from '@orrery/scheduling';

/** Makes every priority of 32 bits positive, so that more victims never sum up to less. */
const PRIORITY_OFFSET = 2_147_483_648;

/** A node on which removing pods helps, with the pods to remove. */
export interface Candidate {
  readonly node: NodeInfo;
  /** Victims in the order in which they are deleted; the first has the highest priority, or breaks a budget (1.20). */
  readonly victims: readonly PodInfo[];
  /** The number of of that the victims some disruption budget protects. */
  readonly violations: number;
  readonly rank: CandidateRank;
}

/** Criteria of the choice, in the order of its rules; the lowest value is the best. */
export interface CandidateRank {
  readonly violations: number;
  readonly firstPriority: number;
  readonly prioritySum: number;
  readonly victimCount: number;
  /** Start of the earliest of the victims of the highest priority; one that has not started counts as starting now. */
  readonly earliestStartMs: number;
  readonly hasUnstarted: boolean;
}

/** A candidate with its rank: candidates are remembered from one preemption to the next. */
export function makeCandidate(node: NodeInfo, victims: readonly PodInfo[], violations: number): Candidate {
  const highest = victims.reduce((max, { priority }) => Math.max(max, priority), -Infinity);
  const starts = victims.filter(({ priority }) => priority === highest).map(startTimeMs);
  const rank = {
    violations,
    firstPriority: victims[0]!.priority,
    prioritySum: victims.reduce((sum, { priority }) => sum + priority + PRIORITY_OFFSET, 0),
    victimCount: victims.length,
    earliestStartMs: Math.min(...starts.map((startedMs) => startedMs ?? Infinity)),
    hasUnstarted: starts.includes(undefined),
  };
  return { node, victims, violations, rank };
}

function startTimeMs({ pod }: PodInfo): number | undefined {
  return parseTimeMs(pod.status?.startTime);
}
