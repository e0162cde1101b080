import { deepEqual, forbidden, notFound, type ApiError, type KindInfo, type KubeObject } from '@orrery/api-types';
import { resourceAccess, type Access, type User } from './access';
import { EVERY_PATH, EVERYTHING, isMaster, rulesOfUser } from './rbac';
import type { RoleIndex } from './roles/role-index';
import type { BindingObject, RoleObject } from './roles/role-objects';
import { missingRights } from './rules/missing-rights';
import type { PolicyRule } from './rules/policy-rule';
import { compactRules, quotedList, ruleText } from './rules/rule-text';

const GROUP = 'rbac.authorization.k8s.io';

/** A write of a role or binding, by whom, and what they may do. */
export interface RoleWrite {
  readonly index: RoleIndex;
  readonly user: User;
  readonly isAllowed: (access: Access) => boolean;
  readonly kind: KindInfo;
  readonly object: KubeObject;
  readonly oldObject?: KubeObject | undefined;
}

/**
 * Users cannot grant rights that they do not have: writing a role requires all its rights or the verb `escalate`,
 * writing a binding those of its role or the verb `bind` (spec api C13). Undefined: nothing is wrong.
 */
export function refuseEscalation(write: RoleWrite): ApiError | undefined {
  const { kind, user } = write;
  if (kind.group !== GROUP || isMaster(user)) return undefined;
  switch (kind.kind) {
    case 'Role':
    case 'ClusterRole':
      return refuseRole(write);
    case 'RoleBinding':
    case 'ClusterRoleBinding':
      return refuseBinding(write);
    default:
      return undefined;
  }
}

function refuseRole(write: RoleWrite): ApiError | undefined {
  const { kind, isAllowed } = write;
  const { metadata, rules, aggregationRule } = write.object as RoleObject;
  const old = write.oldObject as RoleObject | undefined;
  const isSame = old && deepEqual(old.rules, rules) && deepEqual(old.aggregationRule, aggregationRule);
  if (isSame) return undefined;
  const { name, namespace = '' } = metadata;
  if (isAllowed(resourceAccess({ verb: 'escalate', group: GROUP, resource: kind.resource, namespace, name }))) {
    return undefined;
  }
  // Rights that are added to an aggregated role later must be held already.
  if (aggregationRule && missing(write, '', [EVERYTHING, EVERY_PATH]).length > 0) {
    const detail = 'must have cluster-admin privileges to use an aggregationRule';
    return forbidden(kind, name, detail);
  }
  return refusal(write, missing(write, namespace, rules ?? []));
}

function refuseBinding(write: RoleWrite): ApiError | undefined {
  const { index, isAllowed, kind } = write;
  const { metadata, roleRef, subjects } = write.object as BindingObject;
  const old = write.oldObject as BindingObject | undefined;
  if (old && deepEqual(old.roleRef, roleRef) && deepEqual(old.subjects, subjects)) return undefined;
  const { namespace = '' } = metadata;
  const resource = roleRef?.kind === 'Role' ? 'roles' : 'clusterroles';
  if (isAllowed(resourceAccess({ verb: 'bind', group: GROUP, resource, namespace, name: roleRef?.name ?? '' }))) {
    return undefined;
  }
  const rules = roleRef && index.rulesOf(roleRef, namespace);
  // Upstream names the resource of the request here, which is that of the binding.
  if (!rules) return notFound(kind, roleRef?.name ?? '');
  return refusal(write, missing(write, namespace, rules));
}

function missing({ index, user }: RoleWrite, namespace: string, rules: readonly PolicyRule[]): PolicyRule[] {
  return missingRights(rulesOfUser(index, user, namespace).rules, rules);
}

function refusal({ kind, object, user }: RoleWrite, rights: readonly PolicyRule[]): ApiError | undefined {
  if (rights.length === 0) return undefined;
  const texts = [...new Set(compactRules(rights).map(ruleText))].sort();
  const who = `user ${JSON.stringify(user.name)} (groups=${quotedList(user.groups)})`;
  const detail = `${who} is attempting to grant RBAC permissions not currently held:\n${texts.join('\n')}`;
  return forbidden(kind, object.metadata.name, detail);
}
