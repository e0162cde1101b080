import { parseDeletionCost, type Pod } from '@orrery/api-types';
import { parseTimeMs } from '@orrery/time';
import { maxRestarts, readySinceMs } from './pod-state';

const PHASE_RANK: Readonly<Record<string, number>> = { Pending: 0, Unknown: 1, Running: 2 };

export interface RankingInput {
  readonly pods: readonly Pod[];
  /** Active pods of all owners that share the owner's own controller, the owner's included. */
  readonly related: readonly Pod[];
  /** True if the annotation of its cost counts; Kubernetes 1.20 does not know it. */
  readonly usesDeletionCost: boolean;
}

interface Ranked {
  readonly pod: Pod;
  readonly isAssigned: boolean;
  readonly phase: number;
  readonly readySinceMs: number | undefined;
  readonly cost: number;
  readonly neighbours: number;
  readonly restarts: number;
  readonly createdMs: number;
}

/**
 * The pods in the order in which their owner gives them up (spec api B1): those that serve least first, then those
 * that share their node with most of their kind, then the youngest. Equal ones are ordered by uid, so that runs repeat.
 */
export function rankForDeletion({ pods, related, usesDeletionCost }: RankingInput): Pod[] {
  const perNode = new Map<string, number>();
  for (const { spec } of related) {
    if (spec.nodeName) perNode.set(spec.nodeName, (perNode.get(spec.nodeName) ?? 0) + 1);
  }
  return pods
    .map((pod): Ranked => ({
      pod,
      isAssigned: Boolean(pod.spec.nodeName),
      phase: PHASE_RANK[pod.status?.phase ?? 'Pending'] ?? 0,
      readySinceMs: readySinceMs(pod),
      cost: usesDeletionCost ? (parseDeletionCost(pod.metadata.annotations) ?? 0) : 0,
      neighbours: pod.spec.nodeName ? (perNode.get(pod.spec.nodeName) ?? 0) : 0,
      restarts: maxRestarts(pod),
      createdMs: parseTimeMs(pod.metadata.creationTimestamp) ?? 0,
    }))
    .sort(byWorth)
    .map(({ pod }) => pod);
}

function byWorth(a: Ranked, b: Ranked): number {
  return (
    Number(a.isAssigned) - Number(b.isAssigned) ||
    a.phase - b.phase ||
    Number(a.readySinceMs !== undefined) - Number(b.readySinceMs !== undefined) ||
    a.cost - b.cost ||
    b.neighbours - a.neighbours ||
    (b.readySinceMs ?? 0) - (a.readySinceMs ?? 0) ||
    b.restarts - a.restarts ||
    b.createdMs - a.createdMs ||
    (a.pod.metadata.uid < b.pod.metadata.uid ? -1 : 1)
  );
}
