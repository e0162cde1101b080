import type { PolicyRule } from '../rules/policy-rule';
import { allow, allowNamed, READ, WRITE_EVENTS } from './rules';

const SCHEDULER_LOCK = { resource: 'endpoints', names: ['kube-scheduler'] };
const SCHEDULER_LEASE = { group: 'coordination.k8s.io', resource: 'leases', names: ['kube-scheduler'] };

/** Rules that a user's scheduler needs; the guide's custom scheduler is bound to it. */
export const SCHEDULER_RULES: readonly PolicyRule[] = [
  ...WRITE_EVENTS,
  allow(['create', 'get', 'list', 'watch'], 'coordination.k8s.io', ['leases']),
  allowNamed(['get', 'list', 'update', 'watch'], SCHEDULER_LEASE),
  allow(['create'], '', ['endpoints']),
  allowNamed(['get', 'update'], SCHEDULER_LOCK),
  allow(READ, '', ['nodes']),
  allow(['delete', ...READ], '', ['pods']),
  allow(['create'], '', ['bindings', 'pods/binding']),
  allow(['patch', 'update'], '', ['pods/status']),
  allow(READ, '', ['replicationcontrollers', 'services']),
  allow(READ, 'apps', ['replicasets', 'statefulsets']),
  allow(READ, 'policy', ['poddisruptionbudgets']),
  allow(READ, '', ['persistentvolumeclaims', 'persistentvolumes']),
  allow(['create'], 'authentication.k8s.io', ['tokenreviews']),
  allow(['create'], 'authorization.k8s.io', ['subjectaccessreviews']),
  allow(READ, 'storage.k8s.io', ['csinodes', 'csidrivers', 'csistoragecapacities']),
  allow(READ, '', ['namespaces']),
  allow(READ, 'resource.k8s.io', ['deviceclasses', 'resourceclaims', 'resourceslices']),
  allow(['patch', 'update'], 'resource.k8s.io', ['resourceclaims', 'resourceclaims/status']),
];

/** Further rules for binding volumes. */
export const VOLUME_SCHEDULER_RULES: readonly PolicyRule[] = [
  allow(['get', 'list', 'patch', 'update', 'watch'], '', ['persistentvolumes']),
  allow(READ, 'storage.k8s.io', ['storageclasses']),
  allow(['get', 'list', 'patch', 'update', 'watch'], '', ['persistentvolumeclaims']),
];

export const CONTROLLER_MANAGER_RULES: readonly PolicyRule[] = [
  ...WRITE_EVENTS,
  allow(['create', 'get', 'list', 'update', 'watch'], 'coordination.k8s.io', ['leases']),
  allow(['create', 'get', 'update'], '', ['endpoints']),
  allow(['create'], '', ['secrets', 'serviceaccounts']),
  allow(['delete'], '', ['secrets']),
  allow(['get'], '', ['configmaps', 'namespaces', 'secrets', 'serviceaccounts']),
  allow(['update'], '', ['secrets', 'serviceaccounts']),
  allow(['create'], 'authentication.k8s.io', ['tokenreviews']),
  allow(['create'], 'authorization.k8s.io', ['subjectaccessreviews']),
  allow(['list', 'watch'], '*', ['*']),
  allow(['create'], '', ['serviceaccounts/token']),
];

/** Rules that a kubelet needs. */
export const NODE_RULES: readonly PolicyRule[] = [
  allow(['create'], 'authentication.k8s.io', ['tokenreviews']),
  allow(['create'], 'authorization.k8s.io', ['localsubjectaccessreviews', 'subjectaccessreviews']),
  allow(READ, '', ['services']),
  allow(['create', ...READ], '', ['nodes']),
  allow(['patch', 'update'], '', ['nodes/status']),
  allow(['patch', 'update'], '', ['nodes']),
  ...WRITE_EVENTS,
  allow(READ, '', ['pods']),
  allow(['create', 'delete'], '', ['pods']),
  allow(['patch', 'update'], '', ['pods/status']),
  allow(['create'], '', ['pods/eviction']),
  allow(READ, '', ['configmaps', 'secrets']),
  allow(['get'], '', ['persistentvolumeclaims', 'persistentvolumes']),
  allow(['get'], '', ['endpoints']),
  allow(['create'], '', ['serviceaccounts/token']),
  allow(['create', 'delete', 'get', 'patch', 'update'], 'coordination.k8s.io', ['leases']),
  allow(['get'], 'storage.k8s.io', ['volumeattachments']),
  allow(['create', 'get', 'list', 'watch'], 'certificates.k8s.io', ['certificatesigningrequests']),
  allow(['create', 'delete', 'get', 'patch', 'update'], 'storage.k8s.io', ['csinodes']),
  allow(READ, 'storage.k8s.io', ['csidrivers']),
  allow(READ, 'node.k8s.io', ['runtimeclasses']),
];
