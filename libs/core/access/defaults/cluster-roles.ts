import { EVERY_PATH, EVERYTHING } from '../rbac';
import { unionOfRules } from '../roles/aggregation';
import type { RoleObject, RoleRef, Subject } from '../roles/role-objects';
import type { PolicyRule } from '../rules/policy-rule';
import { Group } from '../users/well-known';
import { CONTROLLER_MANAGER_RULES, NODE_RULES, SCHEDULER_RULES, VOLUME_SCHEDULER_RULES } from './component-roles';
import { allow, allowNamed, allowPaths } from './rules';
import { ADMIN_RULES, EDIT_RULES, VIEW_RULES } from './user-roles';

/** An object as it is created; the store adds what only it knows. */
export interface DefaultObject extends Pick<RoleObject, 'rules' | 'aggregationRule'> {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    /** Namespace of a role or binding within one. */
    readonly namespace?: string;
    readonly labels: Readonly<Record<string, string>>;
    readonly annotations: Readonly<Record<string, string>>;
  };
  readonly roleRef?: RoleRef;
  readonly subjects?: readonly Subject[];
}

const API_VERSION = 'rbac.authorization.k8s.io/v1';
const AGGREGATE_TO = 'rbac.authorization.k8s.io/aggregate-to-';
const BOOTSTRAPPING = { 'kubernetes.io/bootstrapping': 'rbac-defaults' };
const AUTOUPDATE = { 'rbac.authorization.kubernetes.io/autoupdate': 'true' };
const PUBLIC_PATHS = ['/healthz', '/livez', '/readyz', '/version', '/version/'];
const ISSUER_PATHS = [
  '/.well-known/openid-configuration',
  '/.well-known/openid-configuration/',
  '/openid/v1/jwks',
  '/openid/v1/jwks/',
];
const DISCOVERY_PATHS = ['/api', '/api/*', '/apis', '/apis/*', '/openapi', '/openapi/*', ...PUBLIC_PATHS].sort();

/** The cluster roles of today's release for users, components and discovery (spec api C13). */
export function defaultClusterRoles(): DefaultObject[] {
  const edit = unionOfRules([EDIT_RULES, VIEW_RULES]);
  return [
    clusterRole('cluster-admin', [EVERYTHING, EVERY_PATH]),
    aggregated('admin', unionOfRules([ADMIN_RULES, edit])),
    aggregated('edit', edit, 'admin'),
    aggregated('view', VIEW_RULES, 'edit'),
    clusterRole('system:aggregate-to-admin', ADMIN_RULES, 'admin'),
    clusterRole('system:aggregate-to-edit', EDIT_RULES, 'edit'),
    clusterRole('system:aggregate-to-view', VIEW_RULES, 'view'),
    clusterRole('system:discovery', [allowPaths(DISCOVERY_PATHS)]),
    clusterRole('system:public-info-viewer', [allowPaths(PUBLIC_PATHS)]),
    clusterRole('system:monitoring', [allowPaths(['/healthz', '/livez', '/metrics', '/metrics/slis', '/readyz'])]),
    clusterRole('system:basic-user', [
      allow(['create'], 'authorization.k8s.io', ['selfsubjectaccessreviews', 'selfsubjectrulesreviews']),
      allow(['create'], 'authentication.k8s.io', ['selfsubjectreviews']),
    ]),
    clusterRole('system:auth-delegator', [
      allow(['create'], 'authentication.k8s.io', ['tokenreviews']),
      allow(['create'], 'authorization.k8s.io', ['subjectaccessreviews']),
    ]),
    clusterRole('system:service-account-issuer-discovery', [allowPaths(ISSUER_PATHS)]),
    clusterRole('system:kube-scheduler', SCHEDULER_RULES),
    clusterRole('system:volume-scheduler', VOLUME_SCHEDULER_RULES),
    clusterRole('system:kube-controller-manager', CONTROLLER_MANAGER_RULES),
    clusterRole('system:node', NODE_RULES),
    ...certificateRoles(),
  ];
}

/** Returns the roles of requests that are approved automatically, and of approvers by signer; no binding grants them. */
function certificateRoles(): DefaultObject[] {
  const group = 'certificates.k8s.io';
  const requests = 'certificatesigningrequests';
  const prefix = `system:${group}:`;
  const signers = ['legacy-unknown', 'kubelet-serving', 'kube-apiserver-client', 'kube-apiserver-client-kubelet'];
  return [
    clusterRole('system:node-bootstrapper', [allow(['create', 'get', 'list', 'watch'], group, [requests])]),
    ...['nodeclient', 'selfnodeclient'].map((right) =>
      clusterRole(`${prefix}${requests}:${right}`, [allow(['create'], group, [`${requests}/${right}`])]),
    ),
    ...signers.map((signer) =>
      clusterRole(`${prefix}${signer}-approver`, [
        allowNamed(['approve'], { group, resource: 'signers', names: [`kubernetes.io/${signer}`] }),
      ]),
    ),
  ];
}

/** Returns the bindings of the default roles at the start. */
export function defaultClusterRoleBindings(): DefaultObject[] {
  return [
    binding('cluster-admin', [group(Group.Masters)]),
    binding('system:monitoring', [group('system:monitoring')]),
    binding('system:discovery', [group(Group.Authenticated)]),
    binding('system:basic-user', [group(Group.Authenticated)]),
    binding('system:public-info-viewer', [group(Group.Authenticated), group(Group.Unauthenticated)]),
    binding('system:service-account-issuer-discovery', [group(Group.ServiceAccounts)]),
    binding('system:kube-scheduler', [user('system:kube-scheduler')]),
    binding('system:volume-scheduler', [user('system:kube-scheduler')]),
    binding('system:kube-controller-manager', [user('system:kube-controller-manager')]),
    // No binding grants it: the node authorizer gives each node its own part of it.
    binding('system:node', []),
  ];
}

/** A cluster role; with `aggregateTo` its rules count for the role of that name too. */
export function clusterRole(name: string, rules: readonly PolicyRule[], aggregateTo?: string): DefaultObject {
  return { apiVersion: API_VERSION, kind: 'ClusterRole', metadata: metadata(name, aggregateTo), rules };
}

/** A role with the rules of those that are labelled for it; `rules` are what they come to. */
export function aggregated(name: string, rules: readonly PolicyRule[], aggregateTo?: string): DefaultObject {
  const clusterRoleSelectors = [{ matchLabels: { [AGGREGATE_TO + name]: 'true' } }];
  return { ...clusterRole(name, rules, aggregateTo), aggregationRule: { clusterRoleSelectors } };
}

function binding(role: string, subjects: readonly Subject[]): DefaultObject {
  return bindingOf(role, role, subjects);
}

/** A binding of a cluster role for the whole cluster. */
export function bindingOf(name: string, role: string, subjects: readonly Subject[]): DefaultObject {
  const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: role };
  return { apiVersion: API_VERSION, kind: 'ClusterRoleBinding', metadata: metadata(name), roleRef, subjects };
}

/** Returns the metadata of a default object. */
export function metadata(name: string, aggregateTo?: string): DefaultObject['metadata'] {
  const labels = aggregateTo === undefined ? {} : { [AGGREGATE_TO + aggregateTo]: 'true' };
  return { name, labels: { ...BOOTSTRAPPING, ...labels }, annotations: AUTOUPDATE };
}

export function group(name: string): Subject {
  return { apiGroup: 'rbac.authorization.k8s.io', kind: 'Group', name };
}

export function user(name: string): Subject {
  return { apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name };
}
