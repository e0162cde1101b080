import { deepEqual } from '../../equality';
import type { KubeObject } from '../../objects';

type Fields = Record<string, unknown>;

/**
 * Takes from a Service what its new type cannot have, unless the update changes it, so that a client may change the type
 * alone (as `dropTypeDependentFields` in `pkg/registry/core/service` upstream; ports of the nodes are given back where
 * they are given). Changes `next` in place.
 */
export function releaseOfType(next: KubeObject, old: KubeObject): void {
  const spec = next.spec as Fields;
  const before = (old.spec ?? {}) as Fields;
  const release = (has: (spec: Fields) => boolean, fields: readonly string[]): void => {
    if (!has(before) || has(spec)) return;
    for (const field of fields) if (deepEqual(spec[field], before[field])) delete spec[field];
  };
  const sameAddress = ['clusterIP', 'clusterIPs'].every((field) => deepEqual(spec[field], before[field]));
  release(hasClusterAddress, sameAddress ? ['clusterIP', 'clusterIPs'] : []);
  release(hasClusterAddress, ['ipFamilies', 'ipFamilyPolicy', 'internalTrafficPolicy']);
  release(isBalanced, ['allocateLoadBalancerNodePorts', 'loadBalancerClass']);
  release(isReachedFromOutside, ['externalTrafficPolicy']);
  release((each) => isBalanced(each) && each['externalTrafficPolicy'] === 'Local', ['healthCheckNodePort']);
}

function hasClusterAddress({ type }: Fields): boolean {
  return type === 'ClusterIP' || type === 'NodePort' || type === 'LoadBalancer';
}

function isBalanced({ type }: Fields): boolean {
  return type === 'LoadBalancer';
}

function isReachedFromOutside({ type, externalIPs }: Fields): boolean {
  if (type === 'NodePort' || type === 'LoadBalancer') return true;
  return type === 'ClusterIP' && Array.isArray(externalIPs) && externalIPs.length > 0;
}
