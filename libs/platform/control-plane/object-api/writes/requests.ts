import type { KindInfo, KubeObject } from '@orrery/api-types';

/** Options of a write that a client may give. */
export interface WriteOptions {
  /** True to check everything and write nothing. */
  readonly dryRun?: boolean;
  /** Owner of the fields that are set, as in `metadata.managedFields`. */
  readonly fieldManager?: string;
  /** Treatment of fields that the kind does not have. */
  readonly fieldValidation?: 'Strict' | 'Warn' | 'Ignore';
  /** Called with each warning for the client. */
  readonly warn?: (message: string) => void;
}

/** Object or collection that a request addresses. */
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
  /** Version of the kind in the client's request. */
  readonly apiVersion?: string;
  /**
   * True if every cluster of the same settings requests this object, for its control plane: but for uid and times it is
   * the same in all of them, regardless of other objects, and is prepared once.
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

/** Options of a deletion (`DeleteOptions`). */
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

/** Result of a deletion. */
export interface Deleted {
  /** The object as it was last, or as it waits for its end. */
  readonly object: KubeObject;
  /** Gone, or marked and waiting for its grace period or finalizers. */
  readonly isGone: boolean;
}
