import type { KindInfo, KubeObject } from '@orrery/api-types';

/** What a client may say about how a write is to be done. */
export interface WriteOptions {
  /** Everything is checked, nothing is written. */
  readonly dryRun?: boolean;
  /** Who owns the fields that are set, as in `metadata.managedFields`. */
  readonly fieldManager?: string;
  /** What happens to fields that the kind does not have. */
  readonly fieldValidation?: 'Strict' | 'Warn' | 'Ignore';
  /** Called with each warning for the client. */
  readonly warn?: (message: string) => void;
}

/** Where a request points to. */
export interface Target {
  readonly kind: KindInfo;
  /** Empty for cluster-scoped kinds. */
  readonly namespace: string;
  readonly name: string;
  readonly subresource?: string;
}

export interface CreateRequest {
  readonly kind: KindInfo;
  readonly namespace: string;
  /** The object as the client sent it: anything at all. */
  readonly input: unknown;
  /** The version of the kind that the client speaks. */
  readonly apiVersion?: string;
  /**
   * Every cluster of the same settings asks for this object, of its control plane's own accord: but for uid and times it comes
   * out the same in all of them, whatever else is there, and is prepared once.
   */
  readonly isAlike?: boolean;
}

export interface UpdateRequest extends Target {
  readonly input: unknown;
  readonly apiVersion?: string;
}

/** The formats of a patch. */
export type PatchType = 'json' | 'merge' | 'strategic' | 'apply';

export interface PatchRequest extends Target {
  readonly type: PatchType;
  readonly patch: unknown;
  /** Server-side apply: takes over fields that others own. */
  readonly force?: boolean;
  readonly apiVersion?: string;
}

/** What may be said about a deletion (`DeleteOptions`). */
export interface DeleteOptions {
  readonly gracePeriodSeconds?: number;
  readonly propagationPolicy?: string;
  /** Deprecated; means Orphan or Background. */
  readonly orphanDependents?: boolean;
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
  readonly dryRun?: boolean;
  /** Called with each warning for the client. */
  readonly warn?: (message: string) => void;
}

/** What became of a deletion. */
export interface Deleted {
  /** The object as it was last, or as it waits for its end. */
  readonly object: KubeObject;
  /** Gone, or marked and waiting for its grace period or finalizers. */
  readonly isGone: boolean;
}
