import { isOpenShift, type ReleaseName } from '@orrery/api-types';
import {
  allow,
  allowNamed,
  bindingOf,
  clusterRole,
  group,
  Group,
  READ,
  READ_WRITE,
  type DefaultObject,
  type RoleRef,
  type Subject,
} from '@orrery/access';

const PROJECT = 'project.openshift.io';
const APPS = 'apps.openshift.io';
const TEMPLATE = 'template.openshift.io';
/** Users that logged in, and no service accounts. */
const LOGGED_IN = 'system:authenticated:oauth';

const DESCRIPTION = 'openshift.io/description';
const IMAGES = ['', 'image.openshift.io'];

const READ_OF_CONFIGS = allow(READ, APPS, ['deploymentconfigs/log', 'deploymentconfigs/status']);
const READ_CONFIGS = [allow(READ, APPS, ['deploymentconfigs', 'deploymentconfigs/scale']), READ_OF_CONFIGS];
const CHANGE_CONFIGS = [
  allow(READ_WRITE, APPS, ['deploymentconfigs', 'deploymentconfigs/scale']),
  allow(['create'], APPS, ['deploymentconfigs/instantiate', 'deploymentconfigs/rollback']),
  READ_OF_CONFIGS,
];

/** The cluster roles that OpenShift 3.11 adds for its own kinds (`bootstrappolicy/policy.go` of origin). */
function openshiftClusterRoles(): DefaultObject[] {
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
    ...rolesOfAccounts(),
  ];
}

/** The roles of the accounts that every project has. */
function rolesOfAccounts(): DefaultObject[] {
  return [
    described(
      clusterRole('system:deployer', [
        allow(['delete'], '', ['replicationcontrollers']),
        allow(['get', 'list', 'update', 'watch'], '', ['replicationcontrollers']),
        allow(['get', 'update'], '', ['replicationcontrollers/scale']),
        allow(['create', 'get', 'list', 'watch'], '', ['pods']),
        allow(['get'], '', ['pods/log']),
        allow(['create', 'list'], '', ['events']),
        { verbs: ['create', 'update'], apiGroups: IMAGES, resources: ['imagestreamtags'] },
      ]),
      'Grants the right to deploy within a project.  Used primarily with service accounts for automated deployments.',
    ),
    described(
      clusterRole('system:image-builder', [
        { verbs: ['get', 'update'], apiGroups: IMAGES, resources: ['imagestreams/layers'] },
        { verbs: ['create'], apiGroups: IMAGES, resources: ['imagestreams'] },
        { verbs: ['update'], apiGroups: ['', 'build.openshift.io'], resources: ['builds/details'] },
        { verbs: ['get'], apiGroups: ['', 'build.openshift.io'], resources: ['builds'] },
      ]),
      'Grants the right to build, push and pull images from within a project.  Used primarily with service accounts for builds.',
    ),
    described(
      clusterRole('system:image-puller', [{ verbs: ['get'], apiGroups: IMAGES, resources: ['imagestreams/layers'] }]),
      'Grants the right to pull images from within a project.',
    ),
  ];
}

function described<T extends DefaultObject>(role: T, text: string): T {
  const { annotations } = role.metadata;
  return { ...role, metadata: { ...role.metadata, annotations: { [DESCRIPTION]: text, ...annotations } } };
}

/** A binding that every namespace has. */
export interface StandardRoleBinding {
  readonly name: string;
  readonly annotations: Readonly<Record<string, string>>;
  readonly roleRef: RoleRef;
  readonly subjects: readonly Subject[];
}

const MANAGED = 'It is auto-managed by a controller; remove subjects to disable.';

/**
 * The role bindings that OpenShift gives every namespace, and makes again when they are deleted (`bootstrappolicy/project_policy.go` of
 * origin); other releases have none.
 */
export function standardRoleBindings(release: ReleaseName, namespace: string): readonly StandardRoleBinding[] {
  if (!isOpenShift(release)) return [];
  const binding = (name: string, role: string, text: string, subject: Subject): StandardRoleBinding => ({
    name,
    annotations: { [DESCRIPTION]: `${text}  ${MANAGED}` },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: role },
    subjects: [subject],
  });
  const account = (name: string): Subject => ({ kind: 'ServiceAccount', name, namespace });
  return [
    binding(
      'system:image-pullers',
      'system:image-puller',
      'Allows all pods in this namespace to pull images from this namespace.',
      group(`${Group.ServiceAccounts}:${namespace}`),
    ),
    binding(
      'system:image-builders',
      'system:image-builder',
      'Allows builds in this namespace to push images to this namespace.',
      account('builder'),
    ),
    binding(
      'system:deployers',
      'system:deployer',
      'Allows deploymentconfigs in this namespace to rollout pods in this namespace.',
      account('deployer'),
    ),
  ];
}

/** Returns the bindings of these roles at the start. */
function openshiftClusterRoleBindings(): DefaultObject[] {
  return [
    bindingOf('basic-users', 'basic-user', [group(Group.Authenticated)]),
    bindingOf('self-provisioners', 'self-provisioner', [group(LOGGED_IN)]),
  ];
}

/** Cluster roles and bindings that a cluster of the release has from the start; empty unless it is one of OpenShift. */
export function openshiftAccess(release: ReleaseName): readonly DefaultObject[] {
  return isOpenShift(release) ? [...openshiftClusterRoles(), ...openshiftClusterRoleBindings()] : [];
}
