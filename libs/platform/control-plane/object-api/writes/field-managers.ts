import {
  recordUpdate,
  withFields,
  type KindInfo,
  type KubeObject,
  type ManagedFieldsEntry,
  type UpdateRecord,
} from '@orrery/api-types';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** A write by anything but server-side apply. */
export interface ManagedWrite {
  readonly kind: KindInfo;
  /** Undefined on creation. */
  readonly previous: KubeObject | undefined;
  readonly next: KubeObject;
  /** What of it the writer asked for, if admission added to it. */
  readonly asked?: KubeObject;
  readonly manager: string | undefined;
  readonly apiVersion: string | undefined;
  readonly subresource: string | undefined;
  readonly nowMs: number;
}

/** The object with `managedFields` as this write leaves them; a writer without a name owns nothing. */
export function recordManager(write: ManagedWrite): KubeObject {
  const { kind, previous, next, asked = next, manager, apiVersion, subresource, nowMs } = write;
  if (!manager) return next;
  const record: Mutable<UpdateRecord> = { kind, next: asked, manager, now: nowMs };
  if (previous !== undefined) record.old = previous;
  if (apiVersion !== undefined) record.apiVersion = apiVersion;
  if (subresource !== undefined) record.subresource = subresource;
  return withManagedFields(next, recordUpdate(record));
}

/** The object with these owners of its fields; without the field if there are none. */
export function withManagedFields(object: KubeObject, owners: readonly ManagedFieldsEntry[]): KubeObject {
  if (owners.length === 0) {
    if (object.metadata.managedFields === undefined) return object;
    const { managedFields: _managedFields, ...metadata } = object.metadata;
    return { ...object, metadata };
  }
  // kubernetes-types has dates where objects hold text.
  return { ...object, metadata: withFields(object.metadata, { managedFields: owners as never }) };
}
