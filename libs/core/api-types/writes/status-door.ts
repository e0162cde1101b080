import { CLIENT_METADATA, type ClientMetadata, type KindInfo } from '../kinds/kind-info';
import type { ReleaseName } from '../kinds/releases';
import type { KubeObject } from '../objects';

/** Circumstances of a write of a status. */
interface StatusWrite {
  /** True if a component writes it. */
  readonly isStoredForm?: boolean;
  readonly release?: ReleaseName;
}

/** Puts back what an update through the status door may not change: all but the status and, of most kinds, metadata. */
export function restoreAllButStatus(
  kind: KindInfo,
  next: KubeObject,
  old: KubeObject,
  { isStoredForm = false, release }: StatusWrite,
): void {
  for (const field of new Set([...Object.keys(next), ...Object.keys(old)])) {
    if (field !== 'status' && field !== 'metadata') copyField(next, old, field);
  }
  const { metadata } = next;
  next.metadata = { ...old.metadata };
  if (metadata.managedFields) next.metadata.managedFields = metadata.managedFields;
  else delete next.metadata.managedFields;
  for (const field of metadataOfStatusDoor(kind, isStoredForm)) {
    if (metadata[field] === undefined) delete next.metadata[field];
    else Object.assign(next.metadata, { [field]: metadata[field] });
  }
  kind.keepInStatus?.(next, old, release);
}

/** Puts back a field that the door may not change. */
export function copyField(next: KubeObject, old: KubeObject, field: string): void {
  if (old[field] === undefined) delete next[field];
  else next[field] = old[field];
}

/**
 * Returns the metadata that a status update writes: all that the strategy of the kind does not restore (the `statusStrategy`s
 * of `pkg/registry` upstream). A component of ours writes the status alone, except for the reports of kubelets about pods and
 * nodes.
 */
function metadataOfStatusDoor(kind: KindInfo, isStoredForm: boolean): readonly ClientMetadata[] {
  if (isStoredForm) return kind.statusMetadataOfComponents ?? [];
  // As custom resources do (`ResetObjectMetaForStatus` upstream).
  return kind.statusMetadata ?? (isCustom(kind) ? [] : CLIENT_METADATA);
}

/** Returns whether a kind is outside of Kubernetes itself: it would be a custom resource in a real cluster. */
function isCustom({ group, isCustom: isDefined }: KindInfo): boolean {
  return isDefined || (group.includes('.') && !group.endsWith('.k8s.io'));
}
