import type { PolicyRule } from '../rules/policy-rule';
import { allow, READ, READ_WRITE, WRITE } from './rules';

const RBAC = 'rbac.authorization.k8s.io';
const APPS_VIEWED = [
  'controllerrevisions',
  'daemonsets',
  'daemonsets/status',
  'deployments',
  'deployments/scale',
  'deployments/status',
  'replicasets',
  'replicasets/scale',
  'replicasets/status',
  'statefulsets',
  'statefulsets/scale',
  'statefulsets/status',
];
const APPS_WRITTEN = [
  'daemonsets',
  'deployments',
  'deployments/rollback',
  'deployments/scale',
  'replicasets',
  'replicasets/scale',
  'statefulsets',
  'statefulsets/scale',
];

/** Rules of a viewer in a namespace: not its secrets, roles and bindings. */
export const VIEW_RULES: readonly PolicyRule[] = [
  allow(READ, '', [
    'configmaps',
    'endpoints',
    'persistentvolumeclaims',
    'persistentvolumeclaims/status',
    'pods',
    'replicationcontrollers',
    'replicationcontrollers/scale',
    'serviceaccounts',
    'services',
    'services/status',
  ]),
  allow(READ, '', [
    'bindings',
    'events',
    'limitranges',
    'namespaces/status',
    'pods/log',
    'pods/status',
    'replicationcontrollers/status',
    'resourcequotas',
    'resourcequotas/status',
  ]),
  allow(READ, '', ['namespaces']),
  allow(READ, 'discovery.k8s.io', ['endpointslices']),
  allow(READ, 'apps', APPS_VIEWED),
  allow(READ, 'autoscaling', ['horizontalpodautoscalers', 'horizontalpodautoscalers/status']),
  allow(READ, 'batch', ['cronjobs', 'cronjobs/status', 'jobs', 'jobs/status']),
  allow(READ, 'policy', ['poddisruptionbudgets', 'poddisruptionbudgets/status']),
  allow(READ, 'networking.k8s.io', ['ingresses', 'ingresses/status', 'networkpolicies']),
  allow(READ, 'metrics.k8s.io', ['pods', 'nodes']),
  allow(READ, 'resource.k8s.io', ['resourceclaims', 'resourceclaims/status', 'resourceclaimtemplates']),
];

/** Further rules of a developer in a namespace: everything but roles, bindings, quotas, and choosing nodes. */
export const EDIT_RULES: readonly PolicyRule[] = [
  allow(READ, '', ['pods/attach', 'pods/exec', 'pods/portforward', 'pods/proxy', 'secrets', 'services/proxy']),
  allow(['impersonate'], '', ['serviceaccounts']),
  allow(WRITE, '', ['pods', 'pods/attach', 'pods/exec', 'pods/portforward', 'pods/proxy']),
  allow(['create'], '', ['pods/eviction']),
  allow(WRITE, '', [
    'configmaps',
    'events',
    'persistentvolumeclaims',
    'replicationcontrollers',
    'replicationcontrollers/scale',
    'secrets',
    'serviceaccounts',
    'services',
    'services/proxy',
  ]),
  allow(['create'], '', ['serviceaccounts/token']),
  allow(WRITE, 'apps', APPS_WRITTEN),
  allow(WRITE, 'autoscaling', ['horizontalpodautoscalers']),
  allow(WRITE, 'batch', ['cronjobs', 'jobs']),
  allow(WRITE, 'policy', ['poddisruptionbudgets']),
  allow(WRITE, 'networking.k8s.io', ['ingresses', 'networkpolicies']),
  allow(WRITE, 'resource.k8s.io', ['resourceclaims', 'resourceclaimtemplates']),
  allow(READ_WRITE, 'coordination.k8s.io', ['leases']),
];

/** Further rules of the administrator of a namespace: to manage its roles and bindings. */
export const ADMIN_RULES: readonly PolicyRule[] = [
  allow(['create'], 'authorization.k8s.io', ['localsubjectaccessreviews']),
  allow(READ_WRITE, RBAC, ['rolebindings', 'roles']),
];
