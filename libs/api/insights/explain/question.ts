/** A pod by its name. */
export interface NamedPod {
  readonly namespace?: string | null;
  readonly name: string;
}

/** Question where a pod would go: exactly one of `pod`, `object` and `yaml` names the pod. */
export interface ExplainQuestion {
  readonly pod?: NamedPod | null;
  readonly object?: unknown;
  readonly yaml?: string | null;
  readonly schedulerName?: string | null;
  /** Names of the nodes to report. */
  readonly nodes?: string[] | null;
  /** Maximum number of nodes to report. */
  readonly best?: number | null;
  /** Pods to remove before the evaluation. */
  readonly assumeEvicted?: NamedPod[] | null;
  readonly withPreemption?: boolean | null;
}
