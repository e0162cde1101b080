import {
  DecisionVerdict,
  EvictionOutcome,
  REQUESTED_BY,
  type DeschedulerPolicy,
  type PodDecision,
} from '@orrery/descheduling';

/** The cause of evictions in metrics. */
export const EVICTION_CAUSE = 'descheduler';
const ACTION = 'Descheduled';

/** Returns the event about the pod of a decision, if one is due: failures are reported only if the policy enables it. */
export function evictionNotes(decision: PodDecision, policy: DeschedulerPolicy): EvictionNote[] {
  const { verdict, namespace, name, uid, node, strategy } = decision;
  const involvedObject = { apiVersion: 'v1', kind: 'Pod', namespace, name, uid };
  const common = { involvedObject, component: REQUESTED_BY, action: ACTION };
  const message = `pod eviction from ${node} node by ${REQUESTED_BY}`;
  if (verdict === DecisionVerdict.Evicted) {
    return [{ ...common, type: 'Normal', reason: strategy || 'NotSet', message }];
  }
  if (!policy.failureEvents || verdict === DecisionVerdict.Protected) return [];
  const why = failureOf(decision, policy);
  return [{ ...common, type: 'Warning', reason: 'EvictionFailed', message: `${message} failed: ${why}` }];
}

/** Returns the failure in the words of v0.34 `pkg/descheduler/evictions`. */
function failureOf({ limit, code, name, obstacle = '' }: PodDecision, { limits }: DeschedulerPolicy): string {
  if (limit === EvictionOutcome.TotalLimit) return `total eviction limit exceeded (${limits.total})`;
  if (limit === EvictionOutcome.NodeLimit) return `node eviction limit exceeded (${limits.perNode})`;
  if (limit === EvictionOutcome.NamespaceLimit) return `namespace eviction limit exceeded (${limits.perNamespace})`;
  if (code === 429) return `error when evicting pod (ignoring) ${JSON.stringify(name)}: ${obstacle}`;
  return code === 404 ? `pod not found when evicting ${JSON.stringify(name)}: ${obstacle}` : obstacle;
}

interface EvictionNote {
  readonly involvedObject: {
    readonly apiVersion: string;
    readonly kind: string;
    readonly namespace: string;
    readonly name: string;
    readonly uid: string;
  };
  readonly component: string;
  readonly action: string;
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
}
