import { deepEqual, type KubeObject } from '@orrery/api-types';
import type { BindingObject, RoleObject, Subject } from '../roles/role-objects';
import { missingRights } from '../rules/missing-rights';
import type { DefaultObject } from './cluster-roles';

/** `false` keeps a default role or binding as its users made it. */
const AUTOUPDATE = 'rbac.authorization.kubernetes.io/autoupdate';

/** Decision about a default role or binding. */
export type AccessVerdict =
  | { readonly kind: 'keep' }
  | { readonly kind: 'create' }
  | { readonly kind: 'update'; readonly next: KubeObject }
  /** A binding cannot lead to another role: it is deleted and made again. */
  | { readonly kind: 'replace' };

/**
 * Adds to a stored role or binding the missing parts of the default: labels, annotations, rights, selectors, subjects
 * (upstream's `rbac/reconciliation`, as the start of kube-apiserver uses it). Additions of users stay.
 */
export function reconcileAccess(expected: DefaultObject, existing: KubeObject | undefined): AccessVerdict {
  if (!existing) return { kind: 'create' };
  if (existing.metadata.annotations?.[AUTOUPDATE] === 'false') return { kind: 'keep' };
  const isBinding = expected.roleRef !== undefined;
  if (isBinding && !deepEqual((existing as BindingObject).roleRef, expected.roleRef)) return { kind: 'replace' };
  const next = isBinding
    ? withSubjects(existing as BindingObject, expected)
    : withRights(existing as RoleObject, expected);
  const labels = { ...expected.metadata.labels, ...existing.metadata.labels };
  const annotations = { ...expected.metadata.annotations, ...existing.metadata.annotations };
  const isSameMetadata =
    deepEqual(labels, existing.metadata.labels) && deepEqual(annotations, existing.metadata.annotations);
  if (next === existing && isSameMetadata) return { kind: 'keep' };
  return { kind: 'update', next: { ...next, metadata: { ...existing.metadata, labels, annotations } } };
}

/** Rules of an aggregated role are those of its members: none are added here. */
function withRights(existing: RoleObject, { rules = [], aggregationRule }: DefaultObject): RoleObject {
  const known = existing.aggregationRule?.clusterRoleSelectors ?? [];
  const selectors = (aggregationRule?.clusterRoleSelectors ?? []).filter(
    (selector) => !known.some((each) => deepEqual(each, selector)),
  );
  if (selectors.length > 0) return { ...existing, aggregationRule: { clusterRoleSelectors: [...known, ...selectors] } };
  if (aggregationRule || existing.aggregationRule) return existing;
  const missing = missingRights(existing.rules ?? [], rules ?? []);
  return missing.length === 0 ? existing : { ...existing, rules: [...(existing.rules ?? []), ...missing] };
}

function withSubjects(existing: BindingObject, { subjects = [] }: DefaultObject): BindingObject {
  const known = existing.subjects ?? [];
  const missing = subjects.filter((subject) => !known.some((each) => isSame(each, subject)));
  return missing.length === 0 ? existing : { ...existing, subjects: [...known, ...missing] };
}

function isSame(a: Subject, b: Subject): boolean {
  return (
    a.kind === b.kind &&
    a.name === b.name &&
    (a.apiGroup ?? '') === (b.apiGroup ?? '') &&
    (a.namespace ?? '') === (b.namespace ?? '')
  );
}
