import { compileLabelSelector, type LabelMatcher } from '@orrery/api-types';
import type { PolicyRule } from '../rules/policy-rule';
import type { RoleObject } from './role-objects';

/** Returns the test for the cluster roles from which an aggregated role takes its rules; undefined for a role with rules of its own. */
export function aggregationOf({ aggregationRule }: RoleObject): LabelMatcher | undefined {
  const matchers = aggregationRule?.clusterRoleSelectors?.map((selector) => compileLabelSelector(selector));
  return matchers && ((labels) => matchers.some((matches) => matches(labels)));
}

/** Returns the rules of several roles in their order; equal ones once. */
export function unionOfRules(roles: Iterable<readonly PolicyRule[]>): PolicyRule[] {
  const union = new Map<string, PolicyRule>();
  for (const rules of roles) {
    for (const rule of rules) {
      const key = keyOf(rule);
      if (!union.has(key)) union.set(key, rule);
    }
  }
  return [...union.values()];
}

/** The texts of rules, which are never changed in place: aggregated roles hold the rules of their members themselves. */
const keys = new WeakMap<PolicyRule, string>();

/** Returns a text that is the same for equal rules alone. */
function keyOf(rule: PolicyRule): string {
  let key = keys.get(rule);
  if (key === undefined) {
    const { apiGroups, resources, verbs, resourceNames, nonResourceURLs } = rule;
    key = JSON.stringify([apiGroups, resources, verbs, resourceNames, nonResourceURLs]);
    keys.set(rule, key);
  }
  return key;
}
