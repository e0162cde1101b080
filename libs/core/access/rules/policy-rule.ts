import { withoutEnd } from '@orrery/api-types';
import type { PathAccess, ResourceAccess } from '../access';

/** Rule of a role: everything that it names is allowed. Rules never deny. */
export interface PolicyRule {
  readonly verbs: readonly string[];
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  /** Empty: all. A request that names no object does not match a list of names. */
  readonly resourceNames?: readonly string[];
  readonly nonResourceURLs?: readonly string[];
}

/** Returns whether the rule allows it (as in upstream's `plugin/pkg/auth/authorizer/rbac`). */
export function matchesResource(rule: PolicyRule, access: ResourceAccess): boolean {
  return (
    hasOrAll(rule.verbs, access.verb) &&
    hasOrAll(rule.apiGroups, access.group) &&
    matchesName(rule.resources, access) &&
    (!rule.resourceNames?.length || rule.resourceNames.includes(access.name))
  );
}

/** Returns whether the rule allows the path; a rule's path may end in `*`. */
export function matchesPath(rule: PolicyRule, { verb, path }: PathAccess): boolean {
  return hasOrAll(rule.verbs, verb) && (rule.nonResourceURLs ?? []).some((pattern) => coversPath(pattern, path));
}

/** Returns whether a path pattern holds for a path, or for all paths of another pattern. */
export function coversPath(pattern: string, path: string): boolean {
  if (pattern === '*' || pattern === path) return true;
  return pattern.endsWith('*') && path.startsWith(withoutEnd(pattern, '*'));
}

function hasOrAll(words: readonly string[] | undefined, word: string): boolean {
  return words !== undefined && (words.includes('*') || words.includes(word));
}

/**
 * Returns true if a rule names the resource. `pods/eviction` is another resource than `pods`; an asterisk in place of
 * `pods` matches any.
 */
function matchesName(resources: readonly string[] | undefined, { resource, subresource }: ResourceAccess): boolean {
  if (!resources) return false;
  const whole = subresource === '' ? resource : `${resource}/${subresource}`;
  for (const candidate of resources) {
    if (candidate === '*' || candidate === whole) return true;
    if (subresource !== '' && candidate.length === subresource.length + 2 && candidate === `*/${subresource}`) {
      return true;
    }
  }
  return false;
}
