import type { AggregationRule, ClusterRole, PolicyRule } from 'kubernetes-types/rbac/v1';
import { type FieldError, invalidField, requiredField } from '../../errors/field-error';
import type { KubeObject } from '../../objects';
import { validateLabelSelector } from '../../validation/label-selector';

/** Returns the errors of the rules of a Role or ClusterRole. */
export function validateRole(object: KubeObject): FieldError[] {
  const isNamespaced = object.kind === 'Role';
  const { rules, aggregationRule } = object as ClusterRole;
  const errors = (rules ?? []).flatMap((rule, i) => validateRule(rule, isNamespaced, `rules[${i}]`));
  return aggregationRule ? [...errors, ...validateAggregation(aggregationRule)] : errors;
}

/** The selectors by which a role takes the rules of others. */
function validateAggregation({ clusterRoleSelectors: selectors = [] }: AggregationRule): FieldError[] {
  const field = 'aggregationRule.clusterRoleSelectors';
  if (selectors.length === 0) {
    const detail = 'at least one clusterRoleSelector required if aggregationRule is non-nil';
    return [requiredField(field, detail)];
  }
  return selectors.flatMap((selector, i) => {
    const errors = validateLabelSelector(selector, `${field}[${i}]`);
    return errors.length === 0 ? [] : [...errors, invalidField(`${field}[${i}]`, null, 'invalid label selector.')];
  });
}

/** A rule is about resources, or about non-resource paths; the latter are cluster-scoped. */
function validateRule(rule: PolicyRule, isNamespaced: boolean, field: string): FieldError[] {
  const { verbs, apiGroups = [], resources = [], resourceNames = [], nonResourceURLs: urls = [] } = rule;
  const errors: FieldError[] = [];
  if ((verbs ?? []).length === 0) errors.push(requiredField(`${field}.verbs`, 'verbs must contain at least one value'));
  if (urls.length > 0) {
    const place = `${field}.nonResourceURLs`;
    if (isNamespaced) errors.push(invalidField(place, urls, 'namespaced rules cannot apply to non-resource URLs'));
    if (apiGroups.length > 0 || resources.length > 0 || resourceNames.length > 0) {
      const detail = 'rules cannot apply to both regular resources and non-resource URLs';
      errors.push(invalidField(place, urls, detail));
    }
    return errors;
  }
  if (apiGroups.length === 0) {
    errors.push(requiredField(`${field}.apiGroups`, 'resource rules must supply at least one api group'));
  }
  if (resources.length === 0) {
    errors.push(requiredField(`${field}.resources`, 'resource rules must supply at least one resource'));
  }
  return errors;
}
