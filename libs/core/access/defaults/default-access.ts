import type { ReleaseName } from '@orrery/api-types';
import { defaultClusterRoleBindings, defaultClusterRoles, type DefaultObject } from './cluster-roles';
import { openshiftClusterRoleBindings, openshiftClusterRoles } from './openshift-roles';

/** Cluster roles and bindings that a cluster of the release has from the start. */
export function defaultAccess(release: ReleaseName): DefaultObject[] {
  const ofKubernetes = [...defaultClusterRoles(), ...defaultClusterRoleBindings()];
  if (release !== 'okd-legacy') return ofKubernetes;
  return [...ofKubernetes, ...openshiftClusterRoles(), ...openshiftClusterRoleBindings()];
}
