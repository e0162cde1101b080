import {
  isSuccess,
  unresolvable,
  type CycleState,
  type FilterRunner,
  type NodeInfo,
  type PodInfo,
  type Status,
} from '@orrery/scheduling';
import type { BudgetSplit } from './disruption-budgets';
import { makeCandidate, type Candidate } from './candidate';
import { byImportance } from './importance';

/** Result of the dry run on one node: a candidate, or the reason for having none. */
export type DryRun = Candidate | Status | 'nothingToRemove';

export interface DryRunParts {
  readonly filters: FilterRunner;
  readonly split: (pods: readonly PodInfo[]) => BudgetSplit;
  readonly victimOrder: 'byImportance' | 'violatingFirst';
  readonly nowMs: number;
}

/**
 * Removes all pods of lower priority from a copy of the node and puts back, most important first, those that may stay
 * beside the pod; those whose budget would be broken come first (spec scheduler 6.5).
 */
export function dryRunOn(node: NodeInfo, pod: PodInfo, cycle: CycleState, parts: DryRunParts): DryRun {
  const { filters, split, victimOrder, nowMs } = parts;
  const lower = [...node.pods.values()].filter(({ priority }) => priority < pod.priority);
  if (lower.length === 0) return unresolvable('DefaultPreemption', 'No preemption victims found for incoming pod');
  const copy = node.clone();
  const state = cycle.clone();
  for (const each of lower) {
    const status = filters.removePod(state, pod, each, copy);
    if (!isSuccess(status)) return status;
  }
  const empty = filters.filterWithNominatedPods(state, pod, copy);
  if (!isSuccess(empty)) return empty;
  const order = byImportance(nowMs);
  const { violating, others } = split(lower.sort(order));
  const victims: PodInfo[] = [];
  let violations = 0;
  for (const [index, each] of [...violating, ...others].entries()) {
    const status = filters.addPod(state, pod, each, copy);
    if (!isSuccess(status)) return status;
    if (isSuccess(filters.filterWithNominatedPods(state, pod, copy))) continue;
    const removal = filters.removePod(state, pod, each, copy);
    if (!isSuccess(removal)) return removal;
    if (index < violating.length) violations++;
    victims.push(each);
  }
  if (victims.length === 0) return 'nothingToRemove';
  const isMixed = violations > 0 && violations < victims.length;
  return makeCandidate(node, victimOrder === 'byImportance' && isMixed ? victims.sort(order) : victims, violations);
}

/** Returns whether the result is a candidate. */
export function isCandidate(outcome: DryRun): outcome is Candidate {
  return outcome !== 'nothingToRemove' && 'victims' in outcome;
}
