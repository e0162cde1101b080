import type { ReleaseName } from '@orrery/api-types';
import type { DefaultObject } from './cluster-roles';
import { openshiftClusterRoleBindings, openshiftClusterRoles } from './openshift-roles';
import { clusterRoleBindingsOf, clusterRolesOf } from './release-roles';

/** Cluster roles and bindings that a cluster of the release has from the start. */
export function defaultAccess(release: ReleaseName): DefaultObject[] {
  const roles = clusterRolesOf(release);
  const ofKubernetes = [...roles, ...clusterRoleBindingsOf(roles)];
  if (release !== 'okd-legacy') return ofKubernetes;
  return [...ofKubernetes, ...openshiftClusterRoles(), ...openshiftClusterRoleBindings()];
}
