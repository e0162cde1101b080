import type { KubeObject } from '../../objects';

type Fields = Record<string, unknown>;

/** A policy is about what comes in, and about what goes out if it says anything of that; it selects all pods if any. */
export function defaultNetworkPolicy(object: KubeObject): void {
  const spec = (object.spec ??= {}) as Fields;
  const ingress = (spec['ingress'] ?? []) as { ports?: Fields[] }[];
  const egress = (spec['egress'] ?? []) as { ports?: Fields[] }[];
  spec['podSelector'] ??= {};
  const types = spec['policyTypes'] as string[] | undefined;
  if (!types?.length) spec['policyTypes'] = egress.length > 0 ? ['Ingress', 'Egress'] : ['Ingress'];
  for (const { ports = [] } of [...ingress, ...egress]) {
    for (const port of ports) port['protocol'] ??= 'TCP';
  }
}
