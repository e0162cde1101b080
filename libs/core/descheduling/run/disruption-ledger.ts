import { matchesLabelSelector, type LabelSelector, type Pod, type PodDisruptionBudget } from '@orrery/api-types';
import type { EvictionAnswer, EvictionRequest } from './run-cycle';

const PDB_REFUSAL = "Cannot evict pod as it would violate the pod's disruption budget.";

/**
 * The eviction subresource of a dry run: every simulated eviction of a covered pod takes one from its budget's
 * `disruptionsAllowed`, and 0 refuses it. Pods that are pending, finished or terminating are evicted regardless of budgets.
 */
export class DisruptionLedger {
  private readonly allowed = new Map<PodDisruptionBudget, number>();
  private readonly byNamespace = new Map<string, PodDisruptionBudget[]>();

  /** @param sparesUnready pods that are not ready cost nothing while enough others are healthy, as in the API */
  constructor(
    budgets: readonly PodDisruptionBudget[],
    private readonly sparesUnready = false,
  ) {
    for (const budget of budgets) {
      this.allowed.set(budget, budget.status?.disruptionsAllowed ?? 0);
      const namespace = budget.metadata.namespace ?? '';
      this.byNamespace.set(namespace, [...(this.byNamespace.get(namespace) ?? []), budget]);
    }
  }

  evict({ pod }: EvictionRequest): EvictionAnswer {
    const phase = pod.pod.status?.phase;
    if (pod.isFinished || pod.isTerminating || phase === 'Pending') return { evicted: true };
    const covering = (this.byNamespace.get(pod.namespace) ?? []).filter(({ spec }) =>
      matchesLabelSelector(spec?.selector as LabelSelector | undefined, pod.pod.metadata.labels),
    );
    if (covering.length > 1) {
      const message =
        'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.';
      return { evicted: false, code: 500, message };
    }
    const [budget] = covering;
    if (!budget) return { evicted: true };
    if (this.sparesUnready && isFreeUnready(pod.pod, budget)) return { evicted: true };
    const allowed = this.allowed.get(budget)!;
    if (allowed <= 0) return { evicted: false, code: 429, message: PDB_REFUSAL };
    this.allowed.set(budget, allowed - 1);
    return { evicted: true };
  }
}

/**
 * Returns true for a pod that may be evicted because it is not ready and serves no client: if its budget allows it, or
 * if enough others are healthy.
 */
function isFreeUnready(pod: Pod, { spec, status }: PodDisruptionBudget): boolean {
  const isReady = (pod.status?.conditions ?? []).some((each) => each.type === 'Ready' && each.status === 'True');
  if (isReady) return false;
  const { currentHealthy = 0, desiredHealthy = 0 } = status ?? {};
  return spec?.unhealthyPodEvictionPolicy === 'AlwaysAllow' || (currentHealthy >= desiredHealthy && desiredHealthy > 0);
}
