/** What differs between generations in how workloads behave; one frozen record a bundle. */
export interface WorkloadKnobs {
  /** The annotation `controller.kubernetes.io/pod-deletion-cost` ranks pods for deletion (since 1.22). */
  readonly usesDeletionCost: boolean;
  /** ScalingReplicaSet events say `from 1 to 3` instead of `to 3` (since 1.29). */
  readonly eventsNameFormerSize: boolean;
  /** A finalizer keeps the pods of jobs until they are counted, and jobs tell of their end before it (since 1.26). */
  readonly tracksJobPods: boolean;
}

const MODERN: WorkloadKnobs = Object.freeze({
  usesDeletionCost: true,
  eventsNameFormerSize: true,
  tracksJobPods: true,
});
const BEFORE_1_21: WorkloadKnobs = Object.freeze({
  usesDeletionCost: false,
  eventsNameFormerSize: false,
  tracksJobPods: false,
});

/** The knobs of each bundle. */
export const WORKLOAD_KNOBS = {
  modern: MODERN,
  'k8s-1.20': BEFORE_1_21,
  'okd-legacy': BEFORE_1_21,
} as const;
