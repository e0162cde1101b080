import { invalidField, type FieldError } from '../errors/field-error';
import type { KubeObject } from '../objects';

const NOT_NEGATIVE = 'must be greater than or equal to 0';

type Counts = Readonly<Record<string, number | undefined>>;

/** Relations between the numbers of a status. */
export interface CountRules {
  /** In the order in which upstream looks at them; none is negative. */
  readonly counts: readonly string[];
  /** None of these is more than the first. */
  readonly atMost?: { readonly whole: string; readonly parts: readonly string[]; readonly detail: string };
  /** Ready for some time is at most ready. */
  readonly availableDetail?: string;
}

/** Returns the errors of the numbers of a status that a client writes, and with their change. */
export function statusCountErrors(next: KubeObject, old: KubeObject, rules: CountRules): FieldError[] {
  const status = (next.status ?? {}) as Counts;
  const errors = rules.counts.flatMap((name) => {
    const value = status[name];
    return value !== undefined && value < 0 ? [invalidField(`status.${name}`, value, NOT_NEGATIVE)] : [];
  });
  if (rules.atMost) {
    const { whole, parts, detail } = rules.atMost;
    const most = status[whole] ?? 0;
    for (const name of parts) {
      const value = status[name] ?? 0;
      if (value > most) errors.push(invalidField(`status.${name}`, value, detail));
    }
  }
  const { availableReplicas: available = 0, readyReplicas: ready = 0 } = status;
  if (rules.availableDetail !== undefined && available > ready) {
    errors.push(invalidField('status.availableReplicas', available, rules.availableDetail));
  }
  return [...errors, ...collisionErrors(status, (old.status ?? {}) as Counts)];
}

/** The number of collisions only grows. */
function collisionErrors(next: Counts, old: Counts): FieldError[] {
  const { collisionCount: before } = old;
  const { collisionCount: count } = next;
  if (before === undefined || before === null || (count !== undefined && count !== null && count >= before)) return [];
  return [invalidField('status.collisionCount', count ?? 0, 'cannot be decremented')];
}

const OF_REPLICAS = 'cannot be greater than status.replicas';

/** `ValidateDeploymentStatus`. */
export const DEPLOYMENT_COUNTS: CountRules = {
  counts: [
    'observedGeneration',
    'replicas',
    'updatedReplicas',
    'readyReplicas',
    'availableReplicas',
    'unavailableReplicas',
    'terminatingReplicas',
    'collisionCount',
  ],
  atMost: {
    whole: 'replicas',
    parts: ['updatedReplicas', 'readyReplicas', 'availableReplicas'],
    detail: OF_REPLICAS,
  },
  availableDetail: 'cannot be greater than readyReplicas',
};

/** `ValidateReplicaSetStatus`, `ValidateReplicationControllerStatus`. */
export const REPLICA_COUNTS: CountRules = {
  counts: ['replicas', 'fullyLabeledReplicas', 'readyReplicas', 'availableReplicas', 'observedGeneration'],
  atMost: {
    whole: 'replicas',
    parts: ['fullyLabeledReplicas', 'readyReplicas', 'availableReplicas'],
    detail: OF_REPLICAS,
  },
  availableDetail: 'cannot be greater than readyReplicas',
};

/** `ValidateStatefulSetStatus`. */
export const STATEFUL_SET_COUNTS: CountRules = {
  counts: [
    'replicas',
    'readyReplicas',
    'currentReplicas',
    'updatedReplicas',
    'availableReplicas',
    'observedGeneration',
    'collisionCount',
  ],
  atMost: {
    whole: 'replicas',
    parts: ['readyReplicas', 'currentReplicas', 'updatedReplicas', 'availableReplicas'],
    detail: OF_REPLICAS,
  },
  availableDetail: 'cannot be greater than status.readyReplicas',
};

/** `validateDaemonSetStatus`. */
export const DAEMON_SET_COUNTS: CountRules = {
  counts: [
    'currentNumberScheduled',
    'numberMisscheduled',
    'desiredNumberScheduled',
    'numberReady',
    'observedGeneration',
    'updatedNumberScheduled',
    'numberAvailable',
    'numberUnavailable',
    'collisionCount',
  ],
};

/** `validateJobStatus`. */
export const JOB_COUNTS: CountRules = { counts: ['active', 'succeeded', 'failed', 'ready', 'terminating'] };

/** `ValidatePodDisruptionBudgetStatusUpdate`. */
export const BUDGET_COUNTS: CountRules = {
  counts: ['disruptionsAllowed', 'currentHealthy', 'desiredHealthy', 'expectedPods'],
};
