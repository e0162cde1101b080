/** Operations of changes on their objects. */
export const ChangeOperation = { CREATED: 'CREATED', UPDATED: 'UPDATED', DELETED: 'DELETED' } as const;
export type ChangeOperation = (typeof ChangeOperation)[keyof typeof ChangeOperation];

/** Change of an object, or what happened to a node or a zone, in the same shape. */
export interface ObjectChange {
  /** Revision that the change made; of a fault or a zone the one before it. */
  readonly resourceVersion: string;
  /** Cluster time. */
  readonly time: string;
  readonly operation: ChangeOperation;
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace?: string | null;
  readonly name: string;
  /** Empty for faults and zones. */
  readonly uid: string;
  readonly writer: string;
  readonly client?: string | null;
  readonly reason?: string | null;
  readonly fields: readonly { readonly path: string; readonly before?: unknown; readonly after?: unknown }[];
  readonly object: unknown;
}

/** Objects of a story: one, or all of a kind or a namespace. */
export interface ChangedObjects {
  readonly kind?: string | null;
  readonly namespace?: string | null;
  readonly name?: string | null;
}

/** Selection of the changes of a story. */
export interface StoryQuestionArgs {
  readonly object?: ChangedObjects | null;
  readonly withEvents?: boolean | null;
}

/** Requested page of a story; moments are revisions, times, or how long ago. */
export interface StoryPageQuestion extends StoryQuestionArgs {
  readonly since?: string | null;
  readonly until?: string | null;
  readonly after?: string | null;
  readonly first?: number | null;
}
