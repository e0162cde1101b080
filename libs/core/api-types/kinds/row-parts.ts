import type { SubresourceInfo, Verb } from './kind-info';
import type { Deprecation } from './older-versions';

/** Counts of replicas, of kinds that have them. */
export const SCALE: SubresourceInfo = {
  name: 'scale',
  kind: 'Scale',
  apiVersion: 'autoscaling/v1',
  verbs: ['get', 'patch', 'update'],
};

/** Verbs of the proxy subresources. */
export const PROXY_VERBS = ['create', 'delete', 'get', 'patch', 'update'] as const;

/** Subresources of a pod. */
export const POD_SUBRESOURCES: readonly SubresourceInfo[] = [
  { name: 'attach', kind: 'PodAttachOptions', verbs: ['create', 'get'] },
  { name: 'binding', kind: 'Binding', verbs: ['create'] },
  { name: 'ephemeralcontainers', kind: 'Pod', verbs: ['get', 'patch', 'update'] },
  { name: 'eviction', kind: 'Eviction', apiVersion: 'policy/v1', olderApiVersion: 'policy/v1beta1', verbs: ['create'] },
  { name: 'exec', kind: 'PodExecOptions', verbs: ['create', 'get'] },
  { name: 'log', kind: 'Pod', verbs: ['get'] },
  { name: 'portforward', kind: 'PodPortForwardOptions', verbs: ['create', 'get'] },
  { name: 'proxy', kind: 'PodProxyOptions', verbs: PROXY_VERBS },
  { name: 'resize', kind: 'Pod', verbs: ['get', 'patch', 'update'] },
];

/** Kinds that are questions: they are sent and answered, and not kept. */
export const CREATE: readonly Verb[] = ['create'];

/** Kinds that others write. */
export const READ: readonly Verb[] = ['get', 'list'];

/** Versions of the kinds of access control. */
export const RBAC = ['rbac.authorization.k8s.io/v1', 'rbac.authorization.k8s.io/v1beta1'] as const;
export const RBAC_DEPRECATIONS: Readonly<Record<string, Deprecation>> = {
  [RBAC[1]]: { since: 'v1.17', removedIn: 'v1.22', use: RBAC[0] },
};
