import type { ContainerState } from '@orrery/api-types';
import type { Random } from '@orrery/time';
import type { MomentFunctions } from './go-template/compile-template';

/**
 * A stage as the kind Stage of `kwok.x-k8s.io/v1alpha1` has it, with what the stages of kubelets need beside: `kubelet`, and the
 * fields of delay and next that say so.
 */
export interface StageFile {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata: { readonly name: string };
  readonly spec: StageFileSpec;
}

export interface StageFileSpec {
  readonly resourceRef: { readonly apiGroup?: string; readonly kind: string };
  /**
   * Makes it a stage of the kubelet, on each pod or on each container of a pod. Such stages are what a kubelet does by default:
   * they see `.facts` and `.container` beside the object, they do not take the pod over, and phase and conditions
   * follow from the containers. A stage replaces the default one of its name.
   */
  readonly kubelet?: KubeletStageTarget;
  readonly selector: StageFileSelector;
  readonly weight?: number;
  readonly weightFrom?: StageFileExpression;
  readonly delay?: {
    readonly durationMilliseconds?: number;
    readonly durationFrom?: StageFileExpression;
    readonly jitterDurationMilliseconds?: number;
    readonly jitterDurationFrom?: StageFileExpression;
    /** Time or cluster milliseconds from which the delay counts, if there is one. */
    readonly startFrom?: StageFileExpression;
    /** A further delay in milliseconds. */
    readonly extraFrom?: StageFileExpression;
    /** Time or cluster milliseconds that the instant never exceeds. */
    readonly limitFrom?: StageFileExpression;
  };
  readonly next?: StageFileNext;
  readonly steps?: readonly StageFileStep[];
  readonly immediateNextStage?: boolean;
}

export interface StageFileSelector {
  readonly matchLabels?: Readonly<Record<string, string>>;
  readonly matchAnnotations?: Readonly<Record<string, string>>;
  readonly matchExpressions?: readonly (StageFileRequirement | { readonly jq: StageFileRequirement })[];
}

export interface StageFileRequirement {
  readonly key: string;
  readonly operator: string;
  readonly values?: readonly string[];
}

export type StageFileExpression =
  { readonly expressionFrom: string } | { readonly jq: { readonly expression: string } };

interface StageFileNext {
  readonly statusTemplate?: string;
  readonly patches?: readonly StageFilePatch[];
  readonly event?: StageFileEvent;
  readonly finalizers?: StageFileFinalizers;
  readonly delete?: boolean;
  /** Template of the new state of the container; fields that come to null are left out (kubelet: Container). */
  readonly containerStateTemplate?: string;
  /** Template of the state of every container that has none yet (kubelet). */
  readonly initialContainerStateTemplate?: string;
  /** Further work (kubelet). */
  readonly actions?: readonly KubeletAction[];
  /** Kept in the kubelet's memory of the pod and seen as `.facts.remembered.<word>` (kubelet). */
  readonly remember?: readonly string[];
  /** Further events, after `event`. */
  readonly events?: readonly StageFileEventTemplate[];
}

/** Subjects of the stages of kubelets. */
export const KubeletStageTarget = { Pod: 'Pod', Container: 'Container' } as const;
export type KubeletStageTarget = (typeof KubeletStageTarget)[keyof typeof KubeletStageTarget];

/** Work of a kubelet that is more than a new status. */
export const KubeletAction = {
  /** The container becomes ready. */
  MarkReady: 'MarkReady',
  /** The container ceases to be ready. */
  MarkUnready: 'MarkUnready',
  /** The container is being stopped, and may be restarted afterwards. */
  StopContainer: 'StopContainer',
  /** The warnings about the container's probes that are due are reported. */
  ReportProbeWarnings: 'ReportProbeWarnings',
  /** The container's image begins to be pulled; the pod has its sandbox and address. */
  PullImage: 'PullImage',
  /** The container's image is there. */
  TakeImage: 'TakeImage',
  /** The kubelet decides on the resources that the pod asks for: they are allocated, or have to wait. */
  DecideResize: 'DecideResize',
  /** Containers get what they are allocated. */
  ActuateResize: 'ActuateResize',
  /** The kubelet keeps the new status to itself until its next write. */
  WithholdStatus: 'WithholdStatus',
} as const;
export type KubeletAction = (typeof KubeletAction)[keyof typeof KubeletAction];

/** Actions of which the subject is a container. */
export const CONTAINER_ACTIONS: ReadonlySet<KubeletAction> = new Set([
  KubeletAction.MarkReady,
  KubeletAction.MarkUnready,
  KubeletAction.StopContainer,
  KubeletAction.ReportProbeWarnings,
  KubeletAction.PullImage,
  KubeletAction.TakeImage,
]);

export interface StageFileStep {
  readonly patch?: StageFilePatch;
  readonly event?: StageFileEvent;
  readonly finalizers?: StageFileFinalizers;
  readonly delete?: boolean;
}

export interface StageFilePatch {
  readonly subresource?: string;
  /** `status` if the template is the status, nothing if the status is a field of it. */
  readonly root?: string;
  /** Strategic by default: conditions are merged by their type, other lists replaced. */
  readonly type?: 'merge' | 'strategic';
  readonly template: string;
}

interface StageFileEvent {
  readonly type?: 'Normal' | 'Warning';
  readonly reason?: string;
  readonly message?: string;
}

/** An event whose message is a template. */
interface StageFileEventTemplate extends StageFileEvent {
  readonly messageTemplate?: string;
  /** Query whose values have an event each; in its message the dot is the value and `$` the object. */
  readonly forEach?: string;
  readonly matchExpressions?: StageFileSelector['matchExpressions'];
}

interface StageFileFinalizers {
  readonly add?: readonly { readonly value: string }[];
  readonly remove?: readonly { readonly value: string }[];
  readonly empty?: boolean;
}

/** Kind of the objects that a stage applies to. */
export type StageDrivenKind = 'Pod' | 'Node';

/** An object that stages lead: as it is shown to selectors and templates. */
export interface StageSubject {
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly uid: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly spec?: unknown;
  readonly status?: unknown;
}

/** Time since which a stage matches, and the chance that its jitter is drawn with. */
export interface StageTiming {
  readonly sinceMs: number;
  readonly random: () => Random;
}

/** A compiled stage. */
export interface Stage {
  readonly name: string;
  readonly kind: StageDrivenKind;
  /** Subject of a stage of kubelets; undefined for a stage that drives its object in place of the kubelet. */
  readonly kubelet: KubeletStageTarget | undefined;
  /** True if the next stage follows before anyone has seen this one. */
  readonly isFollowedAtOnce: boolean;
  /** The states of containers outside of which it never matches; undefined if it asks for none. */
  readonly containerStates: readonly string[] | undefined;
  readonly actions: Readonly<Partial<Record<KubeletAction, true>>>;
  /** Facts to remember; undefined for none. */
  readonly remember: Readonly<Record<string, true>> | undefined;
  readonly matches: (subject: object) => boolean;
  /** Undefined where the object gives none that can be read. */
  readonly weightOf: (subject: object) => number | undefined;
  readonly instantOf: (subject: StageSubject, timing: StageTiming) => number;
  readonly play: (subject: StageSubject, moment: MomentFunctions) => StagePlay;
}

/** An event that a stage reports. */
export interface StagePlayEvent {
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
}

/** Effect of a stage on its subject. */
export interface StagePlay {
  /** Merge patches of the status, in order. */
  readonly statusPatches: readonly { readonly type: 'merge' | 'strategic'; readonly patch: unknown }[];
  readonly events: readonly StagePlayEvent[];
  readonly finalizers: { readonly add: string[]; readonly remove: string[]; readonly empty?: true } | undefined;
  readonly deletes: boolean;
  /** New state of the container. */
  readonly containerState?: ContainerState;
  /** New state of every container that has none yet. */
  readonly initialContainerState?: ContainerState;
  /** The reason why it could not be played; then nothing else counts. */
  readonly fault?: string;
}
