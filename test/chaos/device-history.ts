import { deviceId, type Pod, type ResourceClaim } from '@orrery/api-types';
import { Operation, type Change } from '@orrery/store';

/**
 * Checks at every revision that no device is allocated to two claims, and that a pod that is given a node has its claims
 * reserved. Answers with the violations, each with its revision.
 */
export function checkDevices(history: readonly Omit<Change, 'previous'>[]): string[] {
  const violations: string[] = [];
  const claims = new Map<string, ResourceClaim>();
  const owners = new Map<string, string>();
  const bound = new Set<string>();
  for (const { revision, key, operation, object } of history) {
    const name = `${key.namespace}/${key.name}`;
    if (key.resource === 'resourceclaims.resource.k8s.io') {
      for (const id of devicesOf(claims.get(name))) owners.delete(id);
      claims.delete(name);
      if (operation === Operation.Delete) continue;
      const claim = object as ResourceClaim;
      claims.set(name, claim);
      for (const id of devicesOf(claim)) {
        const other = owners.get(id);
        if (other !== undefined) violations.push(`${revision}: ${id} is allocated to ${other} and ${name}`);
        owners.set(id, name);
      }
    } else if (key.resource === 'pods' && operation !== Operation.Delete) {
      const { spec, status, metadata } = object as Pod;
      if (!spec.resourceClaims || !spec.nodeName || bound.has(metadata.uid)) continue;
      bound.add(metadata.uid);
      const own = status?.resourceClaimStatuses?.map(
        ({ resourceClaimName = '' }) => `${key.namespace}/${resourceClaimName}`,
      );
      const isReserved = own?.every((claim) =>
        claims.get(claim)?.status?.reservedFor?.some(({ uid }) => uid === metadata.uid),
      );
      if (!isReserved) violations.push(`${revision}: ${name} is bound without its devices`);
    }
  }
  return violations;
}

function devicesOf(claim: ResourceClaim | undefined): string[] {
  return (claim?.status?.allocation?.devices?.results ?? []).map(deviceId);
}
