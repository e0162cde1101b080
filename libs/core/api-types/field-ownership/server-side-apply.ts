import { ApiError } from '../errors/api-error';
import { applyConflict, badRequest, conflict, invalid } from '../errors/api-errors';
import { requiredField } from '../errors/field-error';
import type { KindInfo } from '../kinds/kind-info';
import type { KubeObject, ObjectMeta } from '../objects';
import type { Struct } from '../structure/struct-types';
import { decodeBody, type BodyTarget } from '../writes/decode-body';
import { nameMissing, otherName, otherNamespace } from '../writes/identity-errors';
import { changedFields, namedFields, type TrackedPart } from './compare-fields';
import {
  intersectTrees,
  isEmptyTree,
  listPaths,
  subtractTrees,
  unionTrees,
  withNamedParents,
  type FieldTree,
} from './field-tree';
import {
  arrange,
  entryOf,
  fieldsOf,
  isEntryOf,
  trackedPart,
  withFields,
  type ManagedFieldsEntry,
} from './managed-fields';
import { mergeConfig, removeFields } from './merge-config';
import { typedPatchProblem } from './typed-patch';
import { viewIn, type VersionView } from './version-view';
import { isUpTo } from '../kinds/releases';

/** One server-side apply. */
export interface ApplyRequest extends BodyTarget {
  readonly kind: KindInfo;
  /** Absent: the apply creates. */
  readonly live?: KubeObject;
  /** The parsed body. */
  readonly config: unknown;
  readonly manager: string;
  /** Takes fields over from other managers. */
  readonly force: boolean;
  readonly subresource?: string;
  /** Cluster time in milliseconds. */
  readonly now: number;
}

/** The outcome: an object that still has to pass `prepareForCreate` or `prepareForUpdate`, and its new owners. */
export type ApplyVerdict =
  | {
      readonly ok: true;
      readonly object: KubeObject;
      /** To be set on the prepared object, which drops what clients send. */
      readonly managedFields: readonly ManagedFieldsEntry[];
      readonly warnings: readonly string[];
    }
  | { readonly ok: false; readonly error: ApiError };

/**
 * Lays a configuration over the live object (spec api C12): applied fields become the manager's, fields it applied
 * before and no longer does go unless others own them, and values that others own and that would change are conflicts
 * (409).
 */
export function applyServerSide(request: ApplyRequest): ApplyVerdict {
  const { kind, live } = request;
  if (request.manager === '') {
    const error = requiredField('fieldManager', 'is required for apply patch');
    return { ok: false, error: invalid({ group: 'meta.k8s.io', kind: 'PatchOptions' }, '', [error]) };
  }
  const wrongType = refusalOfType(request);
  if (wrongType) return { ok: false, error: wrongType };
  const { apiVersion, fieldValidation } = request;
  const view = viewIn(kind, apiVersion);
  const body = decodeBody(kind, request.config, {
    ...(apiVersion === undefined ? {} : { apiVersion }),
    ...(fieldValidation === undefined ? {} : { fieldValidation }),
  });
  if (body instanceof ApiError) return { ok: false, error: body };
  if (!view) return { ok: false, error: badRequest(`${kind.kind} cannot be applied`) };
  if (body.object.metadata.managedFields) {
    return { ok: false, error: badRequest('metadata.managedFields must be nil') };
  }
  const problem = typedPatchProblem(view.struct, request.config as Record<string, unknown>);
  if (problem !== undefined) return { ok: false, error: untyped(request, problem) };
  const part = trackedPart(kind, request.subresource, { isCreate: false, release: request.release });
  const config = view.of(body.object);
  const applied = namedFields(view.struct, config, part);
  if (!live) {
    const misplaced = placeNew(request, body.object);
    if (misplaced) return { ok: false, error: misplaced };
    const managedFields = arrange([entryOf(request, 'Apply', applied)]);
    return { ok: true, object: body.object, managedFields, warnings: body.warnings };
  }
  return layOver({ ...request, live }, { view, config, applied, part, warnings: body.warnings });
}

/** A configuration in the version that its manager uses. */
interface Configuration {
  readonly view: VersionView;
  readonly config: KubeObject;
  /** The fields that it names. */
  readonly applied: FieldTree;
  readonly part: TrackedPart;
  readonly warnings: readonly string[];
}

/** Lays a configuration over the object that is there. */
function layOver(
  request: ApplyRequest & { readonly live: KubeObject },
  { view, config, applied, part, warnings }: Configuration,
): ApplyVerdict {
  const { kind, live } = request;
  const { struct } = view;
  const entries = entriesOf(request, live, view);
  const shown = view.of(live);
  const merged = mergeConfig(struct, shown, trackedOnly(config, part), part.areStructsWhole) as KubeObject;
  const taken = intersectTrees(applied, changedFields(struct, shown, merged, part));
  const inStored = storedFrom(kind);
  const takenIn = (apiVersion: string | undefined): FieldTree => {
    const theirs = viewIn(kind, apiVersion)!;
    if (theirs.struct === struct) return taken;
    return changedFields(theirs.struct, theirs.of(live), theirs.of(inStored(merged)), part);
  };
  const others = entries.filter((entry) => !isEntryOf(entry, request, 'Apply'));
  const conflicts = findConflicts(others, takenIn);
  if (conflicts.length > 0 && !request.force) return { ok: false, error: conflictError(conflicts) };
  const remaining = others.map((entry) => withFields(entry, subtractTrees(fieldsOf(entry), takenIn(entry.apiVersion))));
  const before = entries.find((entry) => isEntryOf(entry, request, 'Apply'));
  const object = inStored(
    withoutAbandoned(struct, merged, { before: before ? fieldsOf(before) : {}, applied, remaining }),
  );
  if (isUntrackedScale(request)) {
    const owners = (live.metadata.managedFields ?? []) as readonly ManagedFieldsEntry[];
    return { ok: true, object, managedFields: owners, warnings };
  }
  const changesNothing = before && isEmptyTree(taken) && isSameSet(fieldsOf(before), applied);
  const mine = changesNothing ? before : entryOf(request, 'Apply', applied);
  return { ok: true, object, managedFields: arrange([...remaining, mine]), warnings };
}

/** Returns a function that takes an object of any version of a kind to the stored one. */
function storedFrom({ convert, storageApiVersion, isCustom }: KindInfo): (object: KubeObject) => KubeObject {
  if (!convert || isCustom) return (object) => object;
  return (object) => (object.apiVersion === storageApiVersion ? object : convert(object, storageApiVersion));
}

/**
 * Gives an object that an apply creates its place; a resourceVersion says nothing of it. Returns 400 where the configuration
 * names another place, or no name, and 409 where it is of an object that was there.
 */
function placeNew({ kind, namespace = '', name = '' }: ApplyRequest, { metadata }: KubeObject): ApiError | undefined {
  if (metadata.uid) {
    const detail = `uid mismatch: the provided object specified uid ${metadata.uid}, and no existing object was found`;
    return conflict(kind, name, detail);
  }
  if (!metadata.name) return nameMissing(name);
  if (metadata.name !== name) return otherName(metadata.name, name);
  if (kind.namespaced && metadata.namespace && metadata.namespace !== namespace) return otherNamespace();
  if (kind.namespaced) metadata.namespace = namespace;
  delete (metadata as Partial<ObjectMeta>).resourceVersion;
  return undefined;
}

/** The manager of the fields of an object that had no owners before its first apply. */
const BEFORE_FIRST_APPLY = 'before-first-apply';

/** Returns the owners of an object; all fields of an object without owners belong to `before-first-apply`. */
function entriesOf(request: ApplyRequest, live: KubeObject, view: VersionView): readonly ManagedFieldsEntry[] {
  const entries = (live.metadata.managedFields as readonly ManagedFieldsEntry[] | undefined) ?? [];
  const isScale = isUntrackedScale(request);
  if (entries.length > 0 && !isScale) return entries;
  const { kind, now, release } = request;
  const apiVersion = isScale ? 'autoscaling/v1' : request.apiVersion;
  const part = trackedPart(kind, undefined, { isCreate: false, release });
  const fields = changedFields(view.struct, undefined, view.of(live), part);
  const record = {
    kind,
    now,
    manager: BEFORE_FIRST_APPLY,
    release,
    ...(apiVersion === undefined ? {} : { apiVersion }),
  };
  return isEmptyTree(fields) ? [] : [entryOf(record, 'Update', fields)];
}

/** A Scale has no owners before 1.23: to an apply, all of it was there before. */
function isUntrackedScale({ subresource, release }: ApplyRequest): boolean {
  return subresource === 'scale' && isUpTo(release, '1.20');
}

/** Returns the 400 for a configuration that is not a value of its type; kube-apiserver answers 500, as if it were its own fault. */
function untyped({ kind, config, apiVersion = kind.storageApiVersion }: ApplyRequest, problem: string): ApiError {
  const { namespace = '', name = '' } = (config as KubeObject).metadata ?? {};
  const version = apiVersion.includes('/') ? apiVersion : `/${apiVersion}`;
  const subject = `${namespace}/${name}; ${version}, Kind=${kind.kind}`;
  return badRequest(`failed to create typed patch object (${subject}): ${problem}`);
}

/** 400 of a configuration whose version and kind are not those of the path. */
function refusalOfType({
  kind,
  config,
  apiVersion = kind.storageApiVersion,
  ...request
}: ApplyRequest): ApiError | undefined {
  const { apiVersion: givenVersion, kind: givenKind } = (config ?? {}) as { apiVersion?: unknown; kind?: unknown };
  if (isUpTo(request.release, '1.20') && givenVersion !== apiVersion) {
    const given = typeof givenVersion === 'string' ? givenVersion : '';
    const versions = `Specified patch version: ${given}, expected: ${apiVersion}`;
    return badRequest(`Incorrect version specified in apply patch. ${versions}`);
  }
  if (typeof givenVersion !== 'string' || typeof givenKind !== 'string') return undefined;
  if (givenVersion === apiVersion && givenKind === kind.kind) return undefined;
  const version = givenVersion.includes('/') ? givenVersion : `/${givenVersion}`;
  return badRequest(`invalid object type: ${version}, Kind=${givenKind}`);
}

/** An apply through one door says nothing about what belongs to another. */
function trackedOnly(config: KubeObject, { tracked }: TrackedPart): Record<string, unknown> {
  return Object.fromEntries(Object.entries(config).filter(([field]) => tracked(field)));
}

interface Ownership {
  readonly before: FieldTree;
  readonly applied: FieldTree;
  readonly remaining: readonly ManagedFieldsEntry[];
}

/** Removes fields that the manager applied before, applies no longer and has as their only owner. */
function withoutAbandoned(struct: Struct, merged: KubeObject, { before, applied, remaining }: Ownership): KubeObject {
  const owned = remaining.reduce<FieldTree>((all, entry) => unionTrees(all, fieldsOf(entry)), applied);
  const abandoned = subtractTrees(before, withNamedParents(owned));
  return isEmptyTree(abandoned) ? merged : (removeFields(struct, merged, abandoned) as KubeObject);
}

interface Conflict {
  readonly manager: string;
  readonly path: string;
}

function findConflicts(
  others: readonly ManagedFieldsEntry[],
  takenIn: (apiVersion: string | undefined) => FieldTree,
): Conflict[] {
  return others.flatMap((entry) => {
    const manager = describeManager(entry);
    return listPaths(intersectTrees(fieldsOf(entry), takenIn(entry.apiVersion))).map((path) => ({ manager, path }));
  });
}

/** Returns a manager as conflicts name it: for one that applies, its version does not matter (`printManager`). */
function describeManager({ manager = '', operation, subresource, apiVersion = '' }: ManagedFieldsEntry): string {
  const through = subresource ? ` with subresource ${JSON.stringify(subresource)}` : '';
  const spoken = operation === 'Update' ? ` using ${apiVersion}` : '';
  return `${JSON.stringify(manager)}${through}${spoken}`;
}

function conflictError(conflicts: readonly Conflict[]): ApiError {
  const causes = conflicts.map(({ manager, path }) => ({
    reason: 'FieldManagerConflict',
    message: `conflict with ${manager}`,
    field: path,
  }));
  const [only] = conflicts;
  if (conflicts.length === 1) {
    return applyConflict(`Apply failed with 1 conflict: conflict with ${only!.manager}: ${only!.path}`, causes);
  }
  const managers = [...new Set(conflicts.map((conflict) => conflict.manager))].sort();
  const lines = managers.map((manager) => {
    const paths = conflicts.filter((conflict) => conflict.manager === manager).map(({ path }) => `- ${path}`);
    return [`conflicts with ${manager}:`, ...paths].join('\n');
  });
  return applyConflict(`Apply failed with ${conflicts.length} conflicts: ${lines.join('\n')}`, causes);
}

function isSameSet(a: FieldTree, b: FieldTree): boolean {
  return isEmptyTree(subtractTrees(a, b)) && isEmptyTree(subtractTrees(b, a));
}
