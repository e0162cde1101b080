import type { KubeObject } from '@orrery/api-types';
import { formatMicroTime } from '@orrery/time';

/** The resource of Leases. */
export const LEASES = 'leases.coordination.k8s.io';
const NODE_LEASES = 'kube-node-lease';

/** Leases with their latest renewals: those of nodes are kept outside the log, by node, in ms of cluster time. */
export function withRenewals(leases: readonly KubeObject[], renewals: ReadonlyMap<string, number>): KubeObject[] {
  return leases.map((lease) => {
    const renewedAtMs = renewals.get(lease.metadata.name);
    if (lease.metadata.namespace !== NODE_LEASES || renewedAtMs === undefined) return lease;
    return { ...lease, spec: { ...(lease.spec as object), renewTime: formatMicroTime(renewedAtMs) } };
  });
}
