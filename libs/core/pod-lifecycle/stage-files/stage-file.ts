import type { Random } from '@orrery/time';
import type { TemplateFunction } from './go-template/render';

/** A stage as the kind Stage of `kwok.x-k8s.io/v1alpha1` has it. */
export interface StageFile {
  readonly metadata: { readonly name: string };
  readonly spec: StageFileSpec;
}

export interface StageFileSpec {
  readonly resourceRef: { readonly apiGroup?: string; readonly kind: string };
  readonly selector: StageFileSelector;
  readonly weight?: number;
  readonly weightFrom?: StageFileExpression;
  readonly delay?: {
    readonly durationMilliseconds?: number;
    readonly durationFrom?: StageFileExpression;
    readonly jitterDurationMilliseconds?: number;
    readonly jitterDurationFrom?: StageFileExpression;
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
}

export interface StageFileStep {
  readonly patch?: StageFilePatch;
  readonly event?: StageFileEvent;
  readonly finalizers?: StageFileFinalizers;
  readonly delete?: boolean;
}

export interface StageFilePatch {
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

/** A stage ready to lead. */
export interface DrivingStage {
  readonly name: string;
  readonly kind: StageDrivenKind;
  /** True if the next stage follows before anyone has seen this one. */
  readonly isFollowedAtOnce: boolean;
  readonly matches: (subject: StageSubject) => boolean;
  /** Undefined where the object gives none that can be read. */
  readonly weightOf: (subject: StageSubject) => number | undefined;
  readonly instantOf: (subject: StageSubject, timing: StageTiming) => number;
  readonly play: (subject: StageSubject, ofTheMoment: Readonly<Record<string, TemplateFunction>>) => StagePlay;
}

/** Effect of a stage on its subject. */
export interface StagePlay {
  /** Merge patches of the status, in order. */
  readonly statusPatches: readonly { readonly type: 'merge' | 'strategic'; readonly patch: unknown }[];
  readonly events: readonly {
    readonly type: 'Normal' | 'Warning';
    readonly reason: string;
    readonly message: string;
  }[];
  readonly finalizers: { readonly add: string[]; readonly remove: string[]; readonly empty?: true } | undefined;
  readonly deletes: boolean;
  /** The reason why it could not be played; then nothing else counts. */
  readonly fault?: string;
}
