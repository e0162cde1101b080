import { deepEqual } from '../../equality';
import type { KubeObject } from '../../objects';

type Fields = Record<string, unknown>;

/** Gives a new Service the one family of addresses that clusters here have; the server sets it, so it has no owner. */
export function chooseFamilies(object: KubeObject): void {
  const spec = object.spec as Fields;
  if (!hasClusterAddress(spec)) return;
  spec['ipFamilies'] ??= ['IPv4'];
  spec['ipFamilyPolicy'] ??= 'SingleStack';
}

/** Keeps what was given to a Service, and what the client may leave out of an update. Changes `next` in place. */
export function keepGiven(next: KubeObject, old: KubeObject): void {
  releaseOfType(next, old);
  const spec = next.spec as Fields;
  const before = (old.spec ?? {}) as Fields;
  if (hasClusterAddress(spec) && hasClusterAddress(before)) {
    // As `patchAllocatedValues`: an address that is left out, or emptied, stays.
    if (!spec['clusterIP'] && before['clusterIP']) {
      spec['clusterIP'] = before['clusterIP'];
      spec['clusterIPs'] = before['clusterIPs'];
    }
    for (const field of ['ipFamilies', 'ipFamilyPolicy']) spec[field] ??= before[field];
  }
  chooseFamilies(next);
}

/**
 * Takes from a Service what its new type cannot have, unless the update changes it, so that a client may change the type
 * alone (as `dropTypeDependentFields` in `pkg/registry/core/service` upstream; ports of the nodes are given back where
 * they are given). Changes `next` in place.
 */
function releaseOfType(next: KubeObject, old: KubeObject): void {
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
