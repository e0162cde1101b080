import { isAfter, type ReleaseName } from '@orrery/api-types';
import { unionOfRules } from '../roles/aggregation';
import type { PolicyRule } from '../rules/policy-rule';
import { ROLES_OF_ALL, ROLES_OF_MODERN } from './bootstrap-roles';
import { ROLES_OF_1_20 } from './bootstrap-roles-1-20';
import {
  aggregated,
  bindingOf,
  clusterRole,
  defaultClusterRoleBindings,
  defaultClusterRoles,
  user,
  type DefaultObject,
} from './cluster-roles';
import { account } from './namespaced-roles';
import { readRoles } from './role-table';

const CONTROLLER = 'system:controller:';
const MEMBERS = {
  admin: 'system:aggregate-to-admin',
  edit: 'system:aggregate-to-edit',
  view: 'system:aggregate-to-view',
};

/** The cluster roles that a cluster of the release has from the start (spec api C13). */
export function clusterRolesOf(release: ReleaseName): DefaultObject[] {
  if (isAfter(release, '1.20'))
    return [...defaultClusterRoles(), ...rolesIn(ROLES_OF_ALL), ...rolesIn(ROLES_OF_MODERN)];
  const rules = new Map([...readRoles(ROLES_OF_ALL), ...readRoles(ROLES_OF_1_20)]);
  const of = (name: string): readonly PolicyRule[] => rules.get(name) ?? [];
  const edit = unionOfRules([of(MEMBERS.edit), of(MEMBERS.view)]);
  return [
    aggregated('admin', unionOfRules([edit, of(MEMBERS.admin)])),
    aggregated('edit', edit, 'admin'),
    aggregated('view', of(MEMBERS.view), 'edit'),
    ...rolesIn(ROLES_OF_ALL),
    ...rolesIn(ROLES_OF_1_20),
  ];
}

/** Returns the bindings of these roles at the start: each controller has the role of its account. */
export function clusterRoleBindingsOf(roles: readonly DefaultObject[]): DefaultObject[] {
  const controllers = roles.map(({ metadata }) => metadata.name).filter((name) => name.startsWith(CONTROLLER));
  return [
    ...defaultClusterRoleBindings(),
    bindingOf('system:kube-dns', 'system:kube-dns', [account('kube-dns')]),
    bindingOf('system:node-proxier', 'system:node-proxier', [user('system:kube-proxy')]),
    ...controllers.map((name) => bindingOf(name, name, [account(name.slice(CONTROLLER.length))])),
  ];
}

function rolesIn(table: string): DefaultObject[] {
  return [...readRoles(table)].map(([name, rules]) => clusterRole(name, rules, aggregatedTo(name)));
}

function aggregatedTo(name: string): string | undefined {
  return Object.entries(MEMBERS).find(([, member]) => member === name)?.[0];
}
