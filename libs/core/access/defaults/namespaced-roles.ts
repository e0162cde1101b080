import type { Subject } from '../roles/role-objects';
import type { PolicyRule } from '../rules/policy-rule';
import { metadata, user, type DefaultObject } from './cluster-roles';
import { readRoles } from './role-table';

const API_VERSION = 'rbac.authorization.k8s.io/v1';
const SYSTEM = 'kube-system';
const PUBLIC = 'kube-public';

/** Roles of kube-system (`bootstrappolicy/namespace_policy.go` upstream), in the form of `bootstrap-roles.ts`. */
const SYSTEM_ROLES = `
extension-apiserver-authentication-reader
  get,list,watch - configmaps extension-apiserver-authentication
system::leader-locking-kube-controller-manager
  watch - configmaps
  get,update - configmaps kube-controller-manager
system::leader-locking-kube-scheduler
  watch - configmaps
  get,update - configmaps kube-scheduler
system:controller:bootstrap-signer
  get,list,watch - secrets
system:controller:cloud-provider
  create,get,list,watch - configmaps
system:controller:token-cleaner
  delete,get,list,watch - secrets
  events
`;
const PUBLIC_ROLES = `
system:controller:bootstrap-signer
  get,list,watch - configmaps
  update - configmaps cluster-info
  events
`;

/** Roles and bindings that the namespaces of the system have from the start; they need these namespaces. */
export function namespacedAccess(): DefaultObject[] {
  const [manager, scheduler] = ['kube-controller-manager', 'kube-scheduler'];
  const reader = 'extension-apiserver-authentication-reader';
  const signer = 'system:controller:bootstrap-signer';
  const leader = (name: string): DefaultObject =>
    binding(SYSTEM, `system::leader-locking-${name}`, [user(`system:${name}`), account(name)]);
  return [
    ...roles(SYSTEM, SYSTEM_ROLES),
    ...roles(PUBLIC, PUBLIC_ROLES),
    {
      ...binding(SYSTEM, reader, [user(`system:${manager}`), user(`system:${scheduler}`)]),
      metadata: { ...metadata(`system::${reader}`), namespace: SYSTEM },
    },
    leader(manager),
    leader(scheduler),
    ...[signer, 'system:controller:cloud-provider', 'system:controller:token-cleaner'].map((name) =>
      binding(SYSTEM, name, [account(name.replace('system:controller:', ''))]),
    ),
    binding(PUBLIC, signer, [account('bootstrap-signer')]),
  ];
}

/** A service account of a component. */
export function account(name: string): Subject {
  return { kind: 'ServiceAccount', name, namespace: SYSTEM };
}

function roles(namespace: string, table: string): DefaultObject[] {
  const role = ([name, rules]: readonly [string, readonly PolicyRule[]]): DefaultObject => ({
    apiVersion: API_VERSION,
    kind: 'Role',
    metadata: { ...metadata(name), namespace },
    rules,
  });
  return [...readRoles(table)].map(role);
}

function binding(namespace: string, role: string, subjects: readonly Subject[]): DefaultObject {
  const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: role };
  return {
    apiVersion: API_VERSION,
    kind: 'RoleBinding',
    metadata: { ...metadata(role), namespace },
    roleRef,
    subjects,
  };
}
