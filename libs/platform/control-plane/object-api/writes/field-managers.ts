import {
  deepEqual,
  isUpTo,
  type KindInfo,
  type KubeObject,
  type ManagedFieldsEntry,
  recordFieldApply,
  recordUpdate,
  type ReleaseName,
  type UpdateRecord,
  withFields,
} from '@orrery/api-types';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** A write by anything but server-side apply. */
export interface ManagedWrite {
  readonly kind: KindInfo;
  /** Undefined on creation. */
  readonly previous: KubeObject | undefined;
  readonly next: KubeObject;
  /** Object as requested by the writer, if admission added to it. */
  readonly asked?: KubeObject;
  readonly manager: string | undefined;
  readonly apiVersion: string | undefined;
  readonly subresource: string | undefined;
  readonly nowMs: number;
  readonly release: ReleaseName;
}

/** The object with `managedFields` as this write leaves them; a writer without a name owns nothing. */
export function recordManager(write: ManagedWrite): KubeObject {
  const { kind, previous, next, asked = next, manager, apiVersion, subresource, nowMs, release } = write;
  if (!manager) return next;
  const record: Mutable<UpdateRecord> = { kind, next: asked, manager, now: nowMs, release };
  if (previous !== undefined) record.old = previous;
  if (apiVersion !== undefined) record.apiVersion = apiVersion;
  if (subresource !== undefined) record.subresource = subresource;
  return withManagedFields(next, recordUpdate(record));
}

/** A write by a component of the control plane itself. */
export interface ComponentWrite {
  readonly kind: KindInfo;
  readonly previous: KubeObject;
  readonly next: KubeObject;
  readonly manager: string;
  readonly nowMs: number;
  readonly release: ReleaseName;
  /** As in a `Modification`. */
  readonly applies: string | undefined;
}

/**
 * Returns the object with `managedFields` as a component leaves them. Its single change would be two requests upstream:
 * one of the object, and one of its status, which takes metadata along where nothing else changes.
 */
export function recordComponent({ next, applies, ...write }: ComponentWrite): KubeObject {
  const { kind, previous, release } = write;
  if (!previous.metadata.managedFields?.length) return next;
  const served = kind.versionsOf[release];
  const apiVersion = served.includes(kind.storageApiVersion) ? undefined : served[0];
  const named = { ...write, apiVersion };
  if (applies !== undefined && !isUpTo(release, '1.20')) {
    const record = { kind, next, manager: write.manager, now: write.nowMs, release };
    return withManagedFields(next, recordFieldApply(record, applies));
  }
  const hasOwnStatus = kind.hasStatus && next.status !== previous.status;
  if (!hasOwnStatus) return recordManager({ ...named, next, subresource: undefined });
  if (!changesBody(next, previous)) return recordManager({ ...named, next, subresource: 'status' });
  const changed = recordManager({ ...named, next: { ...next, status: previous.status }, subresource: undefined });
  const owned = withManagedFields(next, (changed.metadata.managedFields ?? []) as readonly ManagedFieldsEntry[]);
  return recordManager({
    ...named,
    previous: { ...next, status: previous.status },
    next: owned,
    subresource: 'status',
  });
}

function changesBody(next: KubeObject, previous: KubeObject): boolean {
  const fields = new Set([...Object.keys(next), ...Object.keys(previous)]);
  for (const field of fields) {
    if (field !== 'metadata' && field !== 'status' && !deepEqual(next[field], previous[field])) return true;
  }
  return false;
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
