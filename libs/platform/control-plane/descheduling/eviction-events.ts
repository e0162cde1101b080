import { DecisionVerdict, type PodDecision } from '@orrery/descheduling';

/** Who says it, and the cause of evictions in metrics. */
export const EVICTION_EVENT_COMPONENT = 'descheduler';
const REPORTER = 'sigs.k8s.io/descheduler';

/** The event about the pod of a decision, if there is to be one: failures are told only where the policy wants it. */
export function evictionNotes(decision: PodDecision, tellsFailures: boolean): EvictionNote[] {
  const { verdict, namespace, name, uid, node, strategy, obstacle = '' } = decision;
  const involvedObject = { apiVersion: 'v1', kind: 'Pod', namespace, name, uid };
  const common = { involvedObject, component: REPORTER };
  if (verdict === DecisionVerdict.Evicted) {
    const message = `pod eviction from ${node} node by ${REPORTER}`;
    return [{ ...common, type: 'Normal', reason: strategy || 'NotSet', message }];
  }
  if (!tellsFailures || verdict === DecisionVerdict.Protected) return [];
  const message = `pod eviction from ${node} node by ${REPORTER} failed: ${obstacle}`;
  return [{ ...common, type: 'Warning', reason: 'EvictionFailed', message }];
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
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
}
