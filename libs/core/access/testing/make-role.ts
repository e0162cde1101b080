import type { KubeObject } from '@orrery/api-types';
import { RoleIndex } from '../roles/role-index';
import { RoleResource, type BindingObject, type RoleObject, type Subject } from '../roles/role-objects';
import type { PolicyRule } from '../rules/policy-rule';

const API_VERSION = 'rbac.authorization.k8s.io/v1';

function metadata(name: string, namespace: string, labels: Record<string, string> = {}): KubeObject['metadata'] {
  const uid = `uid-${namespace}-${name}`;
  const own = { name, uid, resourceVersion: '1', creationTimestamp: '2026-01-01T00:00:00Z', labels };
  return namespace === '' ? own : { ...own, namespace };
}

/** A rule: `rule('get list', 'pods pods/log', 'apps')`. */
export function rule(verbs: string, resources: string, group = '', resourceNames: readonly string[] = []): PolicyRule {
  return { verbs: verbs.split(' '), apiGroups: [group], resources: resources.split(' '), resourceNames };
}

export function makeClusterRole(
  name: string,
  rules: readonly PolicyRule[],
  labels?: Record<string, string>,
): RoleObject {
  return { apiVersion: API_VERSION, kind: 'ClusterRole', metadata: metadata(name, '', labels), rules };
}

/** A role with the rules of those that have a label. */
export function makeAggregated(name: string, label: string, labels?: Record<string, string>): RoleObject {
  const clusterRoleSelectors = [{ matchLabels: { [label]: 'true' } }];
  return { ...makeClusterRole(name, [], labels), aggregationRule: { clusterRoleSelectors } };
}

export function makeRole(namespace: string, name: string, rules: readonly PolicyRule[]): RoleObject {
  return { apiVersion: API_VERSION, kind: 'Role', metadata: metadata(name, namespace), rules };
}

/** A binding of `ClusterRole/x` or `Role/x`; in a namespace unless that is ''. */
export function makeBinding(
  namespace: string,
  name: string,
  role: string,
  subjects: readonly Subject[],
): BindingObject {
  const [kind = '', roleName = ''] = role.split('/');
  const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind, name: roleName };
  const own = namespace === '' ? 'ClusterRoleBinding' : 'RoleBinding';
  return { apiVersion: API_VERSION, kind: own, metadata: metadata(name, namespace), roleRef, subjects };
}

export const user = (name: string): Subject => ({ kind: 'User', name });
export const group = (name: string): Subject => ({ kind: 'Group', name });

/** The index of some roles and bindings. */
export function indexOf(...objects: readonly RoleObject[]): RoleIndex {
  const index = new RoleIndex();
  for (const object of objects) put(index, object);
  return index;
}

/** Takes in an object, new or in place of `previous`. */
export function put(index: RoleIndex, object: RoleObject, previous?: RoleObject): void {
  index.change(resourceOf(object), previous, object);
}

export function remove(index: RoleIndex, object: RoleObject): void {
  index.change(resourceOf(object), object, undefined);
}

function resourceOf({ kind }: RoleObject): string {
  return RoleResource[kind as keyof typeof RoleResource];
}
