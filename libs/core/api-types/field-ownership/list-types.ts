import { goStructName, type Struct } from '../structure/struct-types';

/** How ownership sees a list: one item each by keys, one value each, or as a whole. */
export type ListType = { readonly keys: readonly string[] } | 'set' | 'atomic';

/** Lists that are owned by the item (section C12); all others are owned as a whole. */
const LIST_TYPES: Readonly<Record<string, ListType>> = {
  'V1ObjectMeta.ownerReferences': { keys: ['uid'] },
  'V1ObjectMeta.finalizers': 'set',
  'V1PodSpec.containers': { keys: ['name'] },
  'V1PodSpec.initContainers': { keys: ['name'] },
  'V1PodSpec.ephemeralContainers': { keys: ['name'] },
  'V1PodSpec.volumes': { keys: ['name'] },
  'V1PodSpec.imagePullSecrets': { keys: ['name'] },
  'V1PodSpec.hostAliases': { keys: ['ip'] },
  'V1PodSpec.schedulingGates': { keys: ['name'] },
  'V1PodSpec.resourceClaims': { keys: ['name'] },
  'V1PodSpec.topologySpreadConstraints': { keys: ['topologyKey', 'whenUnsatisfiable'] },
  'V1Container.env': { keys: ['name'] },
  'V1Container.ports': { keys: ['containerPort', 'protocol'] },
  'V1Container.volumeMounts': { keys: ['mountPath'] },
  'V1Container.volumeDevices': { keys: ['devicePath'] },
  'V1PodStatus.podIPs': { keys: ['ip'] },
  'V1NodeSpec.podCIDRs': 'set',
  'V1NodeStatus.addresses': { keys: ['type'] },
  'V1ServiceSpec.ports': { keys: ['port', 'protocol'] },
  'V1ServiceAccount.secrets': { keys: ['name'] },
};
/** Key fields that a client may leave out. */
const KEY_DEFAULTS: Readonly<Record<string, unknown>> = { protocol: 'TCP' };
/** Structs and maps that are owned as a whole. */
const ATOMIC_STRUCTS: ReadonlySet<string> = new Set([
  'LabelSelector',
  'NodeSelector',
  'NodeSelectorTerm',
  'ObjectReference',
  'LocalObjectReference',
  'TypedLocalObjectReference',
  'SecretKeySelector',
  'ConfigMapKeySelector',
  'ObjectFieldSelector',
  'ResourceFieldSelector',
  'ScopeSelector',
]);
const ATOMIC_MAPS: ReadonlySet<string> = new Set([
  'V1PodSpec.nodeSelector',
  'V1ServiceSpec.selector',
  'V1ReplicationControllerSpec.selector',
]);
const listTypes = new Map<Struct, Map<string, ListType>>();

/** How the list in a field is owned. */
export function listTypeOf(struct: Struct, field: string): ListType {
  let known = listTypes.get(struct);
  if (!known) listTypes.set(struct, (known = new Map()));
  let type = known.get(field);
  if (type === undefined) known.set(field, (type = computeListType(struct, field)));
  return type;
}

function computeListType(struct: Struct, field: string): ListType {
  const name = `${struct.name.replace('V1EphemeralContainer', 'V1Container')}.${field}`;
  if (Object.hasOwn(LIST_TYPES, name)) return LIST_TYPES[name]!;
  const type = struct.fields.get(field);
  const item = type?.is === '[' && type.item.is === 'struct' ? type.item.struct : undefined;
  return field === 'conditions' && item?.fields.has('type') ? { keys: ['type'] } : 'atomic';
}

/** Whether a struct is owned as a whole. */
export function isAtomicStruct(struct: Struct): boolean {
  return ATOMIC_STRUCTS.has(goStructName(struct));
}

/** Whether the map in a field is owned as a whole. */
export function isAtomicMap(struct: Struct, field: string): boolean {
  return ATOMIC_MAPS.has(`${struct.name}.${field}`);
}

/** `k:{"name":"c"}`: the path element of an item in a list with keys. Keys are sorted; missing ones have their default. */
export function itemElement(keys: readonly string[], item: Readonly<Record<string, unknown>>): string {
  if (keys.length === 1) return `k:{"${keys[0]!}":${JSON.stringify(item[keys[0]!] ?? KEY_DEFAULTS[keys[0]!] ?? null)}}`;
  const parts = [...keys].sort().map((key) => `"${key}":${JSON.stringify(item[key] ?? KEY_DEFAULTS[key] ?? null)}`);
  return `k:{${parts.join(',')}}`;
}
