import type { PodView } from '../cluster/cluster-views';

/** Who asks for evictions, and writes events about them. */
export const REQUESTED_BY = 'sigs.k8s.io/descheduler';

/** The reason why a pod is to be evicted. */
export interface EvictionCause {
  readonly pod: PodView;
  readonly profile: string;
  readonly strategy: string;
  readonly reason: string;
}

/** What is posted to `pods/NAME/eviction`. */
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

/** The eviction of a pod as the descheduler asks for it; the grace period only if the policy has one. */
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
