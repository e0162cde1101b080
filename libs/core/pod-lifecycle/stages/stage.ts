/** Comparisons of a condition with the field at its path. Values are compared as text. */
export const FieldOperator = {
  In: 'In',
  /** Also true when the field is absent. */
  NotIn: 'NotIn',
  Exists: 'Exists',
  DoesNotExist: 'DoesNotExist',
} as const;
export type FieldOperator = (typeof FieldOperator)[keyof typeof FieldOperator];

/**
 * One condition on the subject of a stage: the object itself (`metadata`, `spec`, `status`), the facts that the kubelet knows
 * beside it (`facts`) and, in a container's stage, the container (`container`).
 */
export interface FieldCondition {
  readonly path: string;
  readonly operator: FieldOperator;
  readonly values?: readonly string[];
}

/** Subject of a stage. A container's stages are weighed separately for each container of a pod. */
export const StageTarget = { Pod: 'Pod', Container: 'Container', Node: 'Node' } as const;
export type StageTarget = (typeof StageTarget)[keyof typeof StageTarget];

/** Delay of a matching stage: `ms` after it began to match, unless the fields below say otherwise. */
export interface StageDelay {
  readonly ms: number;
  /** Upper end of a uniform choice between `ms` and this; at or below `ms` it is the delay itself. */
  readonly jitterMs?: number;
  /** Path to a number of milliseconds or a Go duration that replaces `ms` when it is there. */
  readonly msFrom?: string;
  /** Path to an RFC 3339 time or cluster milliseconds from which the delay counts, if there is one. */
  readonly from?: string;
  /** Path to cluster milliseconds that the instant never exceeds. */
  readonly notAfter?: string;
  /** Further delays, each under its own conditions. */
  readonly plus?: readonly { readonly when: readonly FieldCondition[]; readonly ms: number }[];
}

export interface StageEvent {
  readonly when?: readonly FieldCondition[];
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  /** A text with `${path}` places. */
  readonly message: string;
  /** Path to a list: one event for each, which is `item` in the message. */
  readonly forEach?: string;
}

/** Effects of a stage. Templates: see `status-template.ts`. */
export interface StageNext {
  /** Merge patch of the object's status. */
  readonly status?: unknown;
  /** Conditions of a node, set by type; times are filled in. The kubelet leaves a condition alone that a stage has set. */
  readonly conditions?: readonly unknown[];
  /** New state of the container, as in a ContainerStatus. */
  readonly containerState?: unknown;
  /** New state for every container that has none yet. */
  readonly initialContainerState?: unknown;
  /** The container becomes ready, or ceases to be. */
  readonly containerReady?: boolean;
  /** The container is being stopped, and may be restarted afterwards. */
  readonly containerStop?: true;
  /** The warnings about the container's probes that are due are reported. */
  readonly probeWarnings?: true;
  /** The container's image begins to be pulled; the pod has its sandbox and address. */
  readonly imagePull?: true;
  /** The container's image is there. */
  readonly imagePulled?: true;
  /** The kubelet decides on the resources that the pod asks for: they are allocated, or have to wait. */
  readonly resize?: true;
  /** Containers get what they are allocated. */
  readonly resized?: true;
  /** The kubelet keeps the new status to itself until its next write. */
  readonly silent?: true;
  /** Kept in the kubelet's memory of the pod and seen as `facts.remembered`. */
  readonly remember?: Readonly<Record<string, true>>;
  readonly events?: readonly StageEvent[];
  readonly finalizers?: {
    readonly add?: readonly string[];
    readonly remove?: readonly string[];
    readonly empty?: true;
  };
  readonly delete?: true;
}

/** One step of a simulated life, as data. */
export interface StageRecord {
  readonly name: string;
  readonly appliesTo: StageTarget;
  readonly when: readonly FieldCondition[];
  readonly delay?: StageDelay;
  readonly next: StageNext;
  /** Share among the stages that match at once; 1 by default, 0 only when nothing else matches. */
  readonly weight?: number;
}
