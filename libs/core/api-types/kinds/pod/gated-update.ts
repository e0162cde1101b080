import { invalidField, type FieldError } from '../../errors/field-error';
import { deepEqual } from '../../equality';
import type { NodeSelectorRequirement, PodSpec } from '../../objects';

/** While a pod is gated its node selector may be tightened: pairs may be added, none changed or removed. */
export function validateGatedNodeSelector(next: PodSpec, old: PodSpec): FieldError[] {
  const kept = Object.entries(old.nodeSelector ?? {}).every(([key, value]) => next.nodeSelector?.[key] === value);
  if (kept) return [];
  const detail = 'only additions to spec.nodeSelector are allowed (no mutations or deletions)';
  return [invalidField('spec.nodeSelector', next.nodeSelector ?? {}, detail)];
}

/** While a pod is gated its required node affinity may be tightened: expressions may be added to existing terms. */
export function validateGatedNodeAffinity(next: PodSpec, old: PodSpec): FieldError[] {
  const field = 'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms';
  const before = old.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? [];
  const after = next.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? [];
  if (before.length === 0) return [];
  if (before.length !== after.length) {
    return [invalidField(field, after, 'no additions/deletions to non-empty NodeSelectorTerms list are allowed')];
  }
  const errors: FieldError[] = [];
  before.forEach((term, index) => {
    const now = after[index]!;
    const extended =
      startsWith(now.matchExpressions ?? [], term.matchExpressions ?? []) &&
      startsWith(now.matchFields ?? [], term.matchFields ?? []);
    if (!extended) {
      errors.push(invalidField(`${field}[${index}]`, now, 'only additions are allowed (no mutations or deletions)'));
    }
  });
  return errors;
}

function startsWith(list: readonly NodeSelectorRequirement[], head: readonly NodeSelectorRequirement[]): boolean {
  return deepEqual(list.slice(0, head.length), head);
}
