import type { KubeObject, TypedKind } from '@orrery/api-types';
import type { ObjectKey } from '@orrery/store';
import type { DeleteOptions } from './requests';

/** A change by a component of the control plane itself: trusted, so not validated again. */
export interface Modification {
  readonly key: ObjectKey;
  /**
   * The object as it shall be, built without changing the given one; undefined leaves it. Must not touch metadata
   * other than by a new `metadata` object.
   */
  readonly change: (current: KubeObject) => KubeObject | undefined;
  /** The reason why, for the log of changes. */
  readonly reason?: string | undefined;
  /** The top-level field that upstream's component of today applies by server-side apply; it updates the object if left out. */
  readonly applies?: string | undefined;
}

/** A deletion by a component. */
export interface Removal {
  readonly key: ObjectKey;
  readonly uid?: string;
  readonly options: DeleteOptions;
  /** The reason why, for the log of changes. */
  readonly reason?: string | undefined;
}

/** A change of an object of a known type. */
export function modificationOf<T extends KubeObject>(
  { resource }: TypedKind<T>,
  { namespace = '', name }: { readonly namespace?: string | undefined; readonly name: string },
  change: (current: T) => T | undefined,
): Modification {
  // What is stored under the resource of a kind is of its type.
  return { key: { resource, namespace, name }, change: (current) => change(current as T) };
}
