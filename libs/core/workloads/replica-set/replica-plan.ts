import type { KubeObject, Pod } from '@orrery/api-types';
import { rankForDeletion } from '../pods/deletion-ranking';
import type { WorkloadKnobs } from '../workload-knobs';

/** Pods that one pass creates or deletes at most. */
export const BURST_REPLICAS = 500;

export interface ReplicaPlanInput {
  readonly owner: Pick<KubeObject, 'metadata'>;
  /** Desired number of pods. */
  readonly replicas: number;
  /** The owner's active pods. */
  readonly active: readonly Pod[];
  /** Active pods of all owners that share the owner's controller; read only when some pods must be chosen. */
  readonly related: () => readonly Pod[];
  readonly knobs: WorkloadKnobs;
}

/** Writes after which the number of pods is as desired (spec api B1). */
export interface ReplicaPlan {
  /** The number of missing pods. */
  readonly creations: number;
  readonly deletions: readonly Pod[];
}

/** Compares the pods with the desired number. An owner that is being deleted makes no more writes. */
export function planReplicas(input: ReplicaPlanInput): ReplicaPlan {
  const { owner, replicas, active, related, knobs } = input;
  const surplus = active.length - replicas;
  if (surplus === 0 || owner.metadata.deletionTimestamp) return { creations: 0, deletions: [] };
  if (surplus < 0) return { creations: Math.min(-surplus, BURST_REPLICAS), deletions: [] };
  const count = Math.min(surplus, BURST_REPLICAS);
  // When all go there is nothing to choose.
  if (count === active.length) return { creations: 0, deletions: active };
  const ranked = rankForDeletion({ pods: active, related: related(), usesDeletionCost: knobs.usesDeletionCost });
  return { creations: 0, deletions: ranked.slice(0, count) };
}
