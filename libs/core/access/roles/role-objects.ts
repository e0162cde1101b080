import type { KubeObject, LabelSelector } from '@orrery/api-types';
import type { PolicyRule } from '../rules/policy-rule';

/** A Role or a ClusterRole, as stored. */
export type RoleObject = KubeObject & {
  readonly rules?: readonly PolicyRule[] | null;
  readonly aggregationRule?: { readonly clusterRoleSelectors?: readonly LabelSelector[] } | null;
};

export interface Subject {
  readonly kind: string;
  readonly apiGroup?: string;
  readonly name: string;
  readonly namespace?: string;
}

export interface RoleRef {
  readonly apiGroup?: string;
  readonly kind: string;
  readonly name: string;
}

/** A RoleBinding or a ClusterRoleBinding, as stored. */
export type BindingObject = KubeObject & {
  readonly roleRef: RoleRef;
  readonly subjects?: readonly Subject[] | null;
};

/** Storage names of the resources that decide about access. */
export const RoleResource = {
  Role: 'roles.rbac.authorization.k8s.io',
  ClusterRole: 'clusterroles.rbac.authorization.k8s.io',
  RoleBinding: 'rolebindings.rbac.authorization.k8s.io',
  ClusterRoleBinding: 'clusterrolebindings.rbac.authorization.k8s.io',
} as const;

export const ROLE_RESOURCES: readonly string[] = Object.values(RoleResource);
