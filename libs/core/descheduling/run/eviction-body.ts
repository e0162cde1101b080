import type { PodView } from '../cluster/cluster-views';

/** Name of the requester of evictions, which also writes the events about them. */
export const REQUESTED_BY = 'sigs.k8s.io/descheduler';

/** Cause of a pod's eviction. */
export interface EvictionCause {
  readonly pod: PodView;
  readonly profile: string;
  readonly strategy: string;
  readonly reason: string;
}

/** Body of a POST to `pods/NAME/eviction`. */
export interface EvictionBody {
  readonly apiVersion: 'policy/v1';
  readonly kind: 'Eviction';
  readonly metadata: {
    readonly name: string;
    readonly namespace: string;
    readonly annotations: Readonly<Record<string, string>>;
  };
  readonly deleteOptions: {
    readonly gracePeriodSeconds?: number;
    /** A later pod of the same name is safe. */
    readonly preconditions: { readonly uid: string };
  };
}

/** Makes the eviction of a pod as the descheduler posts it; with a grace period only if the policy has one. */
export function evictionBody(
  { pod, profile, strategy, reason }: EvictionCause,
  gracePeriodSeconds: number | undefined,
): EvictionBody {
  const annotations = { reason: `triggered by ${profile}/${strategy}: ${reason}`, 'requested-by': REQUESTED_BY };
  return {
    apiVersion: 'policy/v1',
    kind: 'Eviction',
    metadata: { name: pod.name, namespace: pod.namespace, annotations },
    deleteOptions: {
      preconditions: { uid: pod.uid },
      ...(gracePeriodSeconds !== undefined && { gracePeriodSeconds }),
    },
  };
}
