import type { ReleaseName } from '@orrery/api-types';
import type { DefaultObject } from './cluster-roles';
import { clusterRoleBindingsOf, clusterRolesOf } from './release-roles';

/** Cluster roles and bindings of Kubernetes that a cluster of the release has from the start. */
export function defaultAccess(release: ReleaseName): DefaultObject[] {
  const roles = clusterRolesOf(release);
  return [...roles, ...clusterRoleBindingsOf(roles)];
}
