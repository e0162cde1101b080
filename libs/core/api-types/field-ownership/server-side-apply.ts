import { ApiError } from '../errors/api-error';
import { applyConflict, badRequest, invalid } from '../errors/api-errors';
import { requiredField } from '../errors/field-error';
import type { KindInfo } from '../kinds/kind-info';
import type { KubeObject } from '../objects';
import { structOfKind, type Struct } from '../structure/struct-types';
import { decodeBody, type BodyTarget } from '../writes/decode-body';
import { changedFields, namedFields } from './compare-fields';
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

/** The outcome: an object that still has to pass `prepareForCreate` or `prepareForUpdate`, and who owns what then. */
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
  const struct = structOfKind(kind);
  const body = decodeBody(kind, request.config, request);
  if (body instanceof ApiError) return { ok: false, error: body };
  if (!struct) return { ok: false, error: badRequest(`${kind.kind} cannot be applied`) };
  if (body.object.metadata.managedFields?.length) {
    return { ok: false, error: badRequest('metadata.managedFields must be nil') };
  }
  const isTracked = trackedPart(kind, request.subresource, false);
  const applied = namedFields(struct, body.object, isTracked);
  if (!live) {
    const managedFields = arrange([entryOf(request, 'Apply', applied)]);
    return { ok: true, object: body.object, managedFields, warnings: body.warnings };
  }
  const entries = (live.metadata.managedFields as readonly ManagedFieldsEntry[] | undefined) ?? [];
  const config = trackedOnly(body.object, isTracked);
  const merged = mergeConfig(struct, live, config) as KubeObject;
  const taken = intersectTrees(applied, changedFields(struct, live, merged, isTracked));
  const others = entries.filter((entry) => !isEntryOf(entry, request, 'Apply'));
  const conflicts = findConflicts(others, taken);
  if (conflicts.length > 0 && !request.force) return { ok: false, error: conflictError(conflicts) };
  const remaining = others.map((entry) => withFields(entry, subtractTrees(fieldsOf(entry), taken)));
  const before = entries.find((entry) => isEntryOf(entry, request, 'Apply'));
  const object = withoutAbandoned(struct, merged, { before: before ? fieldsOf(before) : {}, applied, remaining });
  const mine = before && isSameSet(fieldsOf(before), applied) ? before : entryOf(request, 'Apply', applied);
  return { ok: true, object, managedFields: arrange([...remaining, mine]), warnings: body.warnings };
}

/** An apply through one door says nothing about what belongs to another. */
function trackedOnly(config: KubeObject, isTracked: (field: string) => boolean): Record<string, unknown> {
  return Object.fromEntries(Object.entries(config).filter(([field]) => isTracked(field)));
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

function findConflicts(others: readonly ManagedFieldsEntry[], taken: FieldTree): Conflict[] {
  return others.flatMap((entry) => {
    const manager = describeManager(entry);
    return listPaths(intersectTrees(fieldsOf(entry), taken)).map((path) => ({ manager, path }));
  });
}

function describeManager({ manager = '', subresource, apiVersion = '' }: ManagedFieldsEntry): string {
  const through = subresource ? ` with subresource ${JSON.stringify(subresource)}` : '';
  return `${JSON.stringify(manager)}${through} using ${apiVersion}`;
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
