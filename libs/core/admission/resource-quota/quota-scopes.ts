import { QosClass, qosClass, type KindInfo, type KubeObject, type Pod } from '@orrery/api-types';
import type { ResourceQuota, ScopeRequirement } from './quota';

/** Returns whether a quota is about this object, as far as its scopes go. Scopes are about pods. */
export function isInScope(quota: ResourceQuota, kind: Pick<KindInfo, 'kind'>, object: KubeObject): boolean {
  const requirements = requirementsOf(quota);
  if (requirements.length === 0) return true;
  return kind.kind === 'Pod' && requirements.every((requirement) => meets(object as Pod, requirement));
}

function requirementsOf({ spec }: ResourceQuota): readonly ScopeRequirement[] {
  const plain = (spec?.scopes ?? []).map((scopeName): ScopeRequirement => ({ scopeName, operator: 'Exists' }));
  return [...plain, ...(spec?.scopeSelector?.matchExpressions ?? [])];
}

function meets(pod: Pod, { scopeName, operator, values = [] }: ScopeRequirement): boolean {
  if (scopeName === 'PriorityClass') return meetsClass(pod.spec.priorityClassName ?? '', operator, values);
  const is = isOf(pod, scopeName);
  return operator === 'DoesNotExist' ? !is : is;
}

function isOf(pod: Pod, scopeName: string): boolean {
  const hasDeadline = pod.spec.activeDeadlineSeconds !== undefined;
  switch (scopeName) {
    case 'Terminating':
      return hasDeadline;
    case 'NotTerminating':
      return !hasDeadline;
    case 'BestEffort':
      return qosClass(pod) === QosClass.BestEffort;
    case 'NotBestEffort':
      return qosClass(pod) !== QosClass.BestEffort;
    case 'CrossNamespacePodAffinity':
      return usesOtherNamespaces(pod);
    default:
      return false;
  }
}

function meetsClass(name: string, operator: ScopeRequirement['operator'], values: readonly string[]): boolean {
  switch (operator) {
    case 'In':
      return values.includes(name);
    case 'NotIn':
      return !values.includes(name);
    case 'Exists':
      return name !== '';
    case 'DoesNotExist':
      return name === '';
  }
}

function usesOtherNamespaces({ spec }: Pod): boolean {
  const { podAffinity, podAntiAffinity } = spec.affinity ?? {};
  const terms = [podAffinity, podAntiAffinity].flatMap((affinity) => [
    ...(affinity?.requiredDuringSchedulingIgnoredDuringExecution ?? []),
    ...(affinity?.preferredDuringSchedulingIgnoredDuringExecution ?? []).map(({ podAffinityTerm }) => podAffinityTerm),
  ]);
  return terms.some(({ namespaces, namespaceSelector }) => (namespaces ?? []).length > 0 || namespaceSelector != null);
}
