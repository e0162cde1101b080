import { ReferencedKind } from '@orrery/pod-lifecycle';

/** Resources whose changes pods may wait for. */
export const REFERENCED = {
  configmaps: ReferencedKind.ConfigMap,
  secrets: ReferencedKind.Secret,
  persistentvolumeclaims: ReferencedKind.PersistentVolumeClaim,
} as const;

/** Resources of the kinds that pods need objects of. */
export const REFERENCED_RESOURCES = {
  ConfigMap: 'configmaps',
  Secret: 'secrets',
  PersistentVolumeClaim: 'persistentvolumeclaims',
  RuntimeClass: 'runtimeclasses.node.k8s.io',
} as const satisfies Record<ReferencedKind, string>;
