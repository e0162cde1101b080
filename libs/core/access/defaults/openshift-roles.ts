import { bindingOf, clusterRole, group, type DefaultObject } from './cluster-roles';
import { allow, allowNamed, READ, READ_WRITE } from './rules';
import { Group } from '../users/well-known';

const PROJECT = 'project.openshift.io';
const APPS = 'apps.openshift.io';
const TEMPLATE = 'template.openshift.io';
/** Users that logged in, and no service accounts. */
const LOGGED_IN = 'system:authenticated:oauth';

const READ_OF_CONFIGS = allow(READ, APPS, ['deploymentconfigs/log', 'deploymentconfigs/status']);
const READ_CONFIGS = [allow(READ, APPS, ['deploymentconfigs', 'deploymentconfigs/scale']), READ_OF_CONFIGS];
const CHANGE_CONFIGS = [
  allow(READ_WRITE, APPS, ['deploymentconfigs', 'deploymentconfigs/scale']),
  allow(['create'], APPS, ['deploymentconfigs/instantiate', 'deploymentconfigs/rollback']),
  READ_OF_CONFIGS,
];

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
        ...CHANGE_CONFIGS,
      ],
      'admin',
    ),
    clusterRole(
      'system:openshift:aggregate-to-edit',
      [
        allow(['get'], PROJECT, ['projects']),
        allow(READ_WRITE, TEMPLATE, ['processedtemplates', 'templates']),
        ...CHANGE_CONFIGS,
      ],
      'edit',
    ),
    clusterRole(
      'system:openshift:aggregate-to-view',
      [allow(['get'], PROJECT, ['projects']), allow(READ, TEMPLATE, ['templates']), ...READ_CONFIGS],
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
