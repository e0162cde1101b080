import { groupOf } from './kind-info';

/**
 * Returns the Go type of kube-apiserver's own form of a kind, such as `core.ConfigMap` or `apps.Deployment`: errors of
 * conversion and negotiation name it.
 */
export function internalType(apiVersion: string, kind: string): string {
  const group = groupOf(apiVersion);
  return `${group === '' || group === 'events.k8s.io' ? 'core' : group.split('.')[0]}.${kind}`;
}
