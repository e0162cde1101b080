import { recordUpdate, type KindInfo, type KubeObject } from '@orrery/api-types';

/** A write by anything but server-side apply. */
export interface ManagedWrite {
  readonly kind: KindInfo;
  /** Undefined on creation. */
  readonly previous: KubeObject | undefined;
  readonly next: KubeObject;
  readonly manager: string | undefined;
  readonly apiVersion: string | undefined;
  readonly subresource: string | undefined;
  readonly nowMs: number;
}

/** The object with `managedFields` as this write leaves them; a writer without a name owns nothing. */
export function recordManager(write: ManagedWrite): KubeObject {
  const { kind, previous, next, manager, apiVersion, subresource, nowMs } = write;
  if (!manager) return next;
  const managedFields = recordUpdate({
    kind,
    next,
    manager,
    now: nowMs,
    ...(previous === undefined ? {} : { old: previous }),
    ...(apiVersion === undefined ? {} : { apiVersion }),
    ...(subresource === undefined ? {} : { subresource }),
  });
  return { ...next, metadata: { ...next.metadata, managedFields: managedFields as never } };
}
