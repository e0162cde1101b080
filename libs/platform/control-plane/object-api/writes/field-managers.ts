import { recordUpdate, withFields, type KindInfo, type KubeObject, type UpdateRecord } from '@orrery/api-types';

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
  // kubernetes-types has dates where objects hold text.
  const managedFields = recordUpdate(record) as never;
  return { ...next, metadata: withFields(next.metadata, { managedFields }) };
}
