import type { KubeObject } from '@orrery/api-types';

/** Objects that every cluster has, by kind; a name ends in `*` for all that begin so. */
const OWN: Readonly<Record<string, readonly string[]>> = {
  Namespace: ['default', 'kube-*', 'openshift*'],
  ServiceAccount: ['default', 'builder', 'deployer'],
  ConfigMap: ['kube-root-ca.crt', 'openshift-service-ca.crt', 'cluster-info', 'extension-apiserver-authentication'],
  PriorityClass: ['system-*'],
  ServiceCIDR: ['kubernetes'],
  Service: ['kubernetes'],
  ClusterRole: ['system:*', 'admin', 'edit', 'view', 'cluster-admin'],
  ClusterRoleBinding: ['system:*', 'cluster-admin'],
  Role: ['system:*', 'extension-apiserver-authentication-reader'],
  RoleBinding: ['system:*'],
};

/** Returns true if a cluster makes an object of this kind and name automatically. */
export function isMadeByCluster({ kind, metadata }: Pick<KubeObject, 'kind' | 'metadata'>): boolean {
  const { name, annotations = {}, labels = {} } = metadata;
  const isOwn = OWN[kind]?.some((own) => (own.endsWith('*') ? name.startsWith(own.slice(0, -1)) : own === name));
  const isGiven =
    labels['kubernetes.io/bootstrapping'] !== undefined || annotations['apf.kubernetes.io/autoupdate-spec'] === 'true';
  return isOwn === true || isGiven;
}
