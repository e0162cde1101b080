import type { Struct, ValueType } from '../structure/struct-types';

/** How a strategic merge patch treats a list that it does not simply replace. */
export type ListStrategy = { readonly mergeKey: string } | 'set';

/** Lists that merge, by struct and field (the table of section C11). */
const STRATEGIES: Readonly<Record<string, ListStrategy>> = {
  'V1ObjectMeta.ownerReferences': { mergeKey: 'uid' },
  'V1ObjectMeta.finalizers': 'set',
  'V1PodSpec.containers': { mergeKey: 'name' },
  'V1PodSpec.initContainers': { mergeKey: 'name' },
  'V1PodSpec.ephemeralContainers': { mergeKey: 'name' },
  'V1PodSpec.imagePullSecrets': { mergeKey: 'name' },
  'V1PodSpec.hostAliases': { mergeKey: 'ip' },
  'V1PodSpec.topologySpreadConstraints': { mergeKey: 'topologyKey' },
  'V1PodSpec.schedulingGates': { mergeKey: 'name' },
  'V1PodSpec.volumes': { mergeKey: 'name' },
  'V1PodSpec.resourceClaims': { mergeKey: 'name' },
  'V1Container.ports': { mergeKey: 'containerPort' },
  'V1Container.env': { mergeKey: 'name' },
  'V1Container.volumeMounts': { mergeKey: 'mountPath' },
  'V1Container.volumeDevices': { mergeKey: 'devicePath' },
  'V1EphemeralContainer.ports': { mergeKey: 'containerPort' },
  'V1EphemeralContainer.env': { mergeKey: 'name' },
  'V1EphemeralContainer.volumeMounts': { mergeKey: 'mountPath' },
  'V1EphemeralContainer.volumeDevices': { mergeKey: 'devicePath' },
  'V1PodStatus.podIPs': { mergeKey: 'ip' },
  'V1NodeSpec.podCIDRs': 'set',
  'V1NodeStatus.addresses': { mergeKey: 'type' },
  'V1ServiceSpec.ports': { mergeKey: 'port' },
  'V1ServiceAccount.secrets': { mergeKey: 'name' },
};

/** The strategy of a list field; undefined for lists that are replaced as a whole. */
export function listStrategy(struct: Struct | undefined, field: string): ListStrategy | undefined {
  if (!struct) return undefined;
  const key = `${struct.name}.${field}`;
  if (Object.hasOwn(STRATEGIES, key)) return STRATEGIES[key];
  const isConditions = field === 'conditions' && structOfValue(struct, field)?.fields.has('type');
  return isConditions ? { mergeKey: 'type' } : undefined;
}

/** The struct behind a field: its own, its items' or its entries'. */
export function structOfValue(struct: Struct | undefined, field: string): Struct | undefined {
  let type: ValueType | undefined = struct?.fields.get(field);
  while (type && (type.is === '[' || type.is === '{')) type = type.item;
  return type?.is === 'struct' ? type.struct : undefined;
}
