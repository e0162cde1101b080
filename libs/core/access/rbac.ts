import { isPathAccess, type Access, type Decision, type User } from './access';
import type { Grant, RoleIndex } from './roles/role-index';
import { keysOfUser } from './roles/subjects';
import { matchesPath, matchesResource, type PolicyRule } from './rules/policy-rule';
import { Group } from './users/well-known';

/** Users are checked many times; the keys under which bindings name them are built once. */
const keys = new WeakMap<User, readonly string[]>();

/**
 * Returns the decision about an access of a user (spec api C13): allowed if a rule of a role that is bound to the user,
 * or to one of its groups, covers it. `system:masters` may do everything.
 */
export function decideByRoles(index: RoleIndex, user: User, access: Access): Decision {
  if (isMaster(user)) return { allowed: true, reason: '' };
  const errors: string[] = [];
  for (const scope of scopesOf(access)) {
    for (const key of keysOf(user)) {
      const found = index.grantsOf(scope, key);
      const grant = found.grants.find(({ rule }) => matches(rule, access));
      if (grant) return { allowed: true, reason: `RBAC: allowed by ${grant.source}` };
      errors.push(...found.errors);
    }
  }
  return { allowed: false, reason: errors.length === 0 ? '' : `RBAC: ${aggregate(errors)}` };
}

/** All that a user may do in a namespace, what holds in the whole cluster included. */
export interface RulesOfUser {
  readonly rules: readonly PolicyRule[];
  /** Roles that could not be found; empty if all could. */
  readonly error: string;
}

/**
 * The rules that a user has in a namespace; in the whole cluster for ''. Members of `system:masters` have those that are
 * bound to the group, as upstream, where the authorizer that allows them everything lists no rules.
 */
export function rulesOfUser(index: RoleIndex, user: User, namespace: string): RulesOfUser {
  const found = scopes(namespace).flatMap((scope) => keysOf(user).map((key) => index.grantsOf(scope, key)));
  const rules = found.flatMap(({ grants }) => grants.map(({ rule }: Grant) => rule));
  const errors = found.flatMap((each) => each.errors);
  return { rules, error: aggregate(errors) };
}

/** Rules of a user who may do everything. */
export const EVERYTHING: PolicyRule = Object.freeze({ verbs: ['*'], apiGroups: ['*'], resources: ['*'] });
export const EVERY_PATH: PolicyRule = Object.freeze({ verbs: ['*'], nonResourceURLs: ['*'] });

export function isMaster({ groups }: User): boolean {
  return groups.includes(Group.Masters);
}

function scopesOf(access: Access): readonly string[] {
  return isPathAccess(access) ? [''] : scopes(access.namespace);
}

function scopes(namespace: string): readonly string[] {
  return namespace === '' ? [''] : ['', namespace];
}

function keysOf(user: User): readonly string[] {
  let known = keys.get(user);
  if (!known) keys.set(user, (known = keysOfUser(user)));
  return known;
}

function matches(rule: PolicyRule, access: Access): boolean {
  return isPathAccess(access) ? matchesPath(rule, access) : matchesResource(rule, access);
}

/** Several errors as upstream prints them. */
function aggregate(errors: readonly string[]): string {
  const unique = [...new Set(errors)];
  return unique.length > 1 ? `[${unique.join(', ')}]` : (unique[0] ?? '');
}
