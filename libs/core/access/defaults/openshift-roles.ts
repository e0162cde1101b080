import { bindingOf, clusterRole, group, type DefaultObject } from './cluster-roles';
import { allow, allowNamed, READ, READ_WRITE } from './rules';
import { Group } from '../users/well-known';

const PROJECT = 'project.openshift.io';
const TEMPLATE = 'template.openshift.io';
/** Users that logged in, and no service accounts. */
const LOGGED_IN = 'system:authenticated:oauth';

/** The cluster roles that OpenShift 3.11 adds for its own kinds (`bootstrappolicy/policy.go` of origin). */
export function openshiftClusterRoles(): DefaultObject[] {
  return [
    clusterRole('basic-user', [
      allowNamed(['get'], { group: 'user.openshift.io', resource: 'users', names: ['~'] }),
      allow(['list'], PROJECT, ['projectrequests']),
      allow(['get', 'list'], 'rbac.authorization.k8s.io', ['clusterroles']),
      allow(['list', 'watch'], PROJECT, ['projects']),
      allow(['create'], 'authorization.k8s.io', ['selfsubjectaccessreviews']),
    ]),
    clusterRole('self-provisioner', [allow(['create'], PROJECT, ['projectrequests'])]),
    clusterRole(
      'system:openshift:aggregate-to-admin',
      [
        allow(['delete', 'get', 'patch', 'update'], PROJECT, ['projects']),
        allow(READ_WRITE, TEMPLATE, ['processedtemplates', 'templates']),
      ],
      'admin',
    ),
    clusterRole(
      'system:openshift:aggregate-to-edit',
      [allow(['get'], PROJECT, ['projects']), allow(READ_WRITE, TEMPLATE, ['processedtemplates', 'templates'])],
      'edit',
    ),
    clusterRole(
      'system:openshift:aggregate-to-view',
      [allow(['get'], PROJECT, ['projects']), allow(READ, TEMPLATE, ['templates'])],
      'view',
    ),
  ];
}

/** Who has which of them from the start. */
export function openshiftClusterRoleBindings(): DefaultObject[] {
  return [
    bindingOf('basic-users', 'basic-user', [group(Group.Authenticated)]),
    bindingOf('self-provisioners', 'self-provisioner', [group(LOGGED_IN)]),
  ];
}
