import { formatTime } from '@orrery/time';
import type { KindInfo } from '../kinds/kind-info';
import { isUpTo, type ReleaseName } from '../kinds/releases';
import type { KubeObject } from '../objects';
import type { Struct } from '../structure/struct';
import { isShared, markShared } from '../pods/shared-specs';
import { changedFields, type TrackedPart } from './compare-fields';
import { createdFields } from './created-fields';
import { intersectTrees, isEmptyTree, subtractTrees, unionTrees, type FieldTree } from './field-tree';
import { viewIn } from './version-view';

/** Entry of metadata.managedFields: an owner and its fields. */
export interface ManagedFieldsEntry {
  readonly manager?: string;
  readonly operation?: string;
  readonly apiVersion?: string;
  readonly time?: string;
  readonly fieldsType?: string;
  readonly fieldsV1?: object;
  readonly subresource?: string;
}

/** A write by anything but server-side apply. */
export interface UpdateRecord {
  readonly kind: KindInfo;
  /** Absent on creation. */
  readonly old?: KubeObject;
  readonly next: KubeObject;
  readonly manager: string;
  /** The version that the client spoke; the storage version if left out. */
  readonly apiVersion?: string;
  readonly subresource?: string;
  /** Cluster time in milliseconds. */
  readonly now: number;
  /** The release of the cluster; the newest if left out. */
  readonly release?: ReleaseName | undefined;
}

/** Groups whose server did not track owners in 1.20. */
const ONCE_WITHOUT_OWNERS: ReadonlySet<string> = new Set(['apiregistration.k8s.io']);

/** More entries than this of one-off updates are folded into one. */
const MAX_UPDATE_ENTRIES = 10;
const ANCIENT_CHANGES = 'ancient-changes';
export const MAX_MANAGER_LENGTH = 128;

/** Returns the manager that a User-Agent names: the text before the first slash. */
export function managerOfUserAgent(userAgent: string): string {
  return (userAgent.split('/')[0] ?? '').slice(0, MAX_MANAGER_LENGTH) || 'unknown';
}

/**
 * Returns the managedFields after a create, update or patch: new and changed fields belong to the writer alone, removed fields
 * lose all owners. Each manager owns the fields of the version that it uses. An update that changes nothing keeps the entries
 * as they are, and an object without entries gets none by an update (`skipNonAppliedManager` upstream).
 */
export function recordUpdate(record: UpdateRecord): ManagedFieldsEntry[] {
  const { kind, old, next, release } = record;
  const entries: readonly ManagedFieldsEntry[] =
    (next.metadata.managedFields as ManagedFieldsEntry[] | undefined) ?? [];
  const view = viewIn(kind, record.apiVersion);
  if (!view || (old !== undefined && entries.length === 0)) return [...entries];
  if (isUpTo(release, '1.20') && ONCE_WITHOUT_OWNERS.has(kind.group)) return [...entries];
  const tracked = trackedPart(kind, record.subresource, { isCreate: old === undefined, release });
  if (old === undefined) return ownedByCreator(record, createdFields(view.struct, view.of(next), tracked));
  const changesIn = changesByVersion(kind, { old, next, tracked });
  const { changed, gone } = changesIn(record.apiVersion);
  if (isEmptyTree(changed) && isEmptyTree(gone)) return [...entries];
  if (record.subresource === 'scale' && !isScaleTracked(entries, changesIn, record)) return [...entries];
  const others = entries
    .filter((entry) => !isEntryOf(entry, record, 'Update'))
    .map((entry) => {
      const theirs = changesIn(entry.apiVersion);
      return withFields(entry, subtractTrees(subtractTrees(fieldsOf(entry), theirs.changed), theirs.gone));
    });
  const mine = entries.find((entry) => isEntryOf(entry, record, 'Update'));
  const before = mine ? fieldsOf(mine) : {};
  const after = subtractTrees(unionTrees(before, changed), gone);
  // Who changes a value counts as of now, also where the field was theirs already.
  const kept = mine && isEmptyTree(changed) ? withFields(mine, after) : entryOf(record, 'Update', after);
  return arrange([...others, kept]);
}

/** Fields that a write sets, and those that it removes. */
interface Changes {
  readonly changed: FieldTree;
  readonly gone: FieldTree;
}

/** Returns the changes of a write in each version of the kind that is asked for. */
function changesByVersion(
  kind: KindInfo,
  { old, next, tracked }: { readonly old: KubeObject; readonly next: KubeObject; readonly tracked: TrackedPart },
): (apiVersion: string | undefined) => Changes {
  const known = new Map<Struct, Changes>();
  return (apiVersion) => {
    const { struct, of } = viewIn(kind, apiVersion)!;
    let changes = known.get(struct);
    if (!changes) {
      const [before, after] = [of(old), of(next)];
      const changed = changedFields(struct, before, after, tracked);
      changes = { changed, gone: subtractTrees(changedFields(struct, after, before, tracked), changed) };
      known.set(struct, changes);
    }
    return changes;
  };
}

/**
 * Returns whether a write through `scale` is tracked: a Scale has the owners of the size alone, so that where no manager owns it there are
 * none, and no update tracks any (`ScaleHandler` upstream, since 1.23).
 */
function isScaleTracked(
  entries: readonly ManagedFieldsEntry[],
  changesIn: (apiVersion: string | undefined) => Changes,
  { release }: UpdateRecord,
): boolean {
  if (isUpTo(release, '1.20')) return false;
  return entries.some((entry) => !isEmptyTree(intersectTrees(fieldsOf(entry), changesIn(entry.apiVersion).changed)));
}

/** The managedFields of a new object. Objects of one template that are created in one second share it. */
function ownedByCreator(record: UpdateRecord, fields: FieldTree): ManagedFieldsEntry[] {
  if (isEmptyTree(fields)) return [];
  if (!isShared(fields)) return [entryOf(record, 'Update', fields)];
  const last = lastOwners.get(fields);
  if (last && isEntryOf(last[0]!, record, 'Update') && last[0]!.time === formatTime(record.now)) return last;
  const owners = markShared([entryOf(record, 'Update', fields)]);
  lastOwners.set(fields, owners);
  return owners;
}

const lastOwners = new WeakMap<FieldTree, ManagedFieldsEntry[]>();

/** Place of a door. */
interface DoorPlace {
  readonly isCreate: boolean;
  readonly release?: ReleaseName | undefined;
}

/**
 * Returns the part of an object that writers through the main resource or a subresource can own: never the part of the other
 * one. Releases before 1.22 do not distinguish them: the sender of a field owns it, also where the strategy of the kind
 * restores it.
 */
export function trackedPart(
  kind: KindInfo,
  subresource: string | undefined,
  { isCreate, release }: DoorPlace,
): TrackedPart {
  const isDoorless = isUpTo(release, '1.20');
  const tracked = isDoorless ? (): boolean => true : partOfDoor(kind, subresource, isCreate);
  return { tracked, areStructsWhole: !isDoorless };
}

function partOfDoor(kind: KindInfo, subresource: string | undefined, isCreate: boolean): TrackedPart['tracked'] {
  if (subresource === 'status') return (field) => field === 'status' || field === 'metadata';
  const statusIsOurs = !kind.hasStatus || (kind.takesFirstStatus === true && isCreate);
  return (field) => field !== 'status' || statusIsOurs;
}

/** Drops entries without fields, folds the oldest of too many, sorts: Apply first, then by time, then by manager and door. */
export function arrange(entries: readonly ManagedFieldsEntry[]): ManagedFieldsEntry[] {
  const kept = entries.filter((entry) => !isEmptyTree(fieldsOf(entry)));
  const sorted = kept.sort(
    (a, b) =>
      compareText(a.operation ?? '', b.operation ?? '') ||
      compareText(a.time ?? '', b.time ?? '') ||
      compareText(a.manager ?? '', b.manager ?? '') ||
      compareText(a.apiVersion ?? '', b.apiVersion ?? '') ||
      compareText(a.subresource ?? '', b.subresource ?? ''),
  );
  return foldAncient(sorted);
}

/** The entry of a manager; its time is now. */
export function entryOf(
  record: Pick<UpdateRecord, 'kind' | 'manager' | 'apiVersion' | 'subresource' | 'now' | 'release'>,
  operation: 'Apply' | 'Update',
  fields: FieldTree,
): ManagedFieldsEntry {
  const subresource = subresourceOf(record);
  return {
    manager: record.manager,
    operation,
    apiVersion: record.apiVersion ?? record.kind.storageApiVersion,
    time: formatTime(record.now),
    fieldsType: 'FieldsV1',
    fieldsV1: fields,
    ...(subresource ? { subresource } : {}),
  };
}

/** Returns whether an entry is the one that a write of this kind goes to. */
export function isEntryOf(
  entry: ManagedFieldsEntry,
  record: Pick<UpdateRecord, 'kind' | 'manager' | 'apiVersion' | 'subresource' | 'release'>,
  operation: 'Apply' | 'Update',
): boolean {
  return (
    entry.manager === record.manager &&
    entry.operation === operation &&
    entry.apiVersion === (record.apiVersion ?? record.kind.storageApiVersion) &&
    (entry.subresource ?? '') === subresourceOf(record)
  );
}

/** The door that an entry names; empty in releases whose entries name none. */
function subresourceOf({ subresource = '', release }: Pick<UpdateRecord, 'subresource' | 'release'>): string {
  return isUpTo(release, '1.20') ? '' : subresource;
}

/** The fields of an entry as a tree. */
export function fieldsOf(entry: ManagedFieldsEntry): FieldTree {
  return (entry.fieldsV1 ?? {}) as FieldTree;
}

/** The entry with other fields, keeping its time. */
export function withFields(entry: ManagedFieldsEntry, fields: FieldTree): ManagedFieldsEntry {
  return { ...entry, fieldsV1: fields };
}

function foldAncient(entries: ManagedFieldsEntry[]): ManagedFieldsEntry[] {
  const updates = entries.filter((entry) => entry.operation === 'Update' && !entry.subresource);
  const surplus = updates.length - MAX_UPDATE_ENTRIES;
  if (surplus <= 0) return entries;
  // One entry more goes, because the fold itself takes a place.
  const folded = new Set(updates.slice(0, surplus + 1));
  const newest = [...folded].at(-1)!;
  const fields = [...folded].reduce<FieldTree>((all, entry) => unionTrees(all, fieldsOf(entry)), {});
  const ancient: ManagedFieldsEntry = { ...newest, manager: ANCIENT_CHANGES, fieldsV1: fields };
  return entries.flatMap((entry) => (entry === newest ? [ancient] : folded.has(entry) ? [] : [entry]));
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
