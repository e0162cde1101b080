import { podClaimNamesOf, podReferences, type KubeObject, type Pod } from '@orrery/api-types';

/** The objects of a cluster from which it follows what a node needs. */
export interface NodeObjects {
  /** The pods that are bound to a node. */
  podsOn(node: string): Iterable<KubeObject>;
  get(resource: string, namespace: string, name: string): KubeObject | undefined;
}

/** Kinds that a node may read because a pod on it needs them. */
type RelatedResource =
  | 'secrets'
  | 'configmaps'
  | 'persistentvolumeclaims'
  | 'persistentvolumes'
  | 'resourceclaims.resource.k8s.io'
  | 'serviceaccounts'
  | 'pods';

/** An object that a node requests. */
export interface Related {
  readonly resource: RelatedResource;
  readonly namespace: string;
  readonly name: string;
}

const MIRROR = 'kubernetes.io/config.mirror';

/**
 * Returns whether an object is needed by a pod that is bound to the node (the graph of upstream's node authorizer): its Secrets,
 * ConfigMaps, claims of volumes and devices and service account, the volumes of its claims and the Secrets of these volumes. A mirror pod was
 * written by its node and gives it nothing.
 */
export function isNeededOn(objects: NodeObjects, node: string, { resource, namespace, name }: Related): boolean {
  if (resource === 'persistentvolumes') return isVolumeNeeded(objects, node, name);
  for (const pod of objects.podsOn(node)) {
    const isNeeded = resource === 'secrets' && isSecretOfVolumes(objects, pod, namespace, name);
    if (isNeeded || (pod.metadata.namespace === namespace && namesOf(pod, resource).has(name))) return true;
  }
  return false;
}

function namesOf(pod: KubeObject, resource: Related['resource']): ReadonlySet<string> {
  if (resource === 'pods') return new Set([pod.metadata.name]);
  if (pod.metadata.annotations?.[MIRROR] !== undefined) return new Set();
  if (resource === 'resourceclaims.resource.k8s.io') return new Set(podClaimNamesOf(pod as Pod));
  if (resource === 'serviceaccounts') {
    const { serviceAccountName } = pod.spec as { serviceAccountName?: string };
    return new Set(serviceAccountName ? [serviceAccountName] : []);
  }
  const { secrets, configMaps, claims } = podReferences(pod);
  return resource === 'secrets' ? secrets : resource === 'configmaps' ? configMaps : claims;
}

function isVolumeNeeded(objects: NodeObjects, node: string, name: string): boolean {
  const volume = objects.get('persistentvolumes', '', name);
  const { claimRef } = (volume?.spec ?? {}) as { claimRef?: { namespace?: string; name?: string } };
  if (!claimRef) return false;
  const { namespace = '', name: claim = '' } = claimRef;
  return isNeededOn(objects, node, { resource: 'persistentvolumeclaims', namespace, name: claim });
}

/** Secrets that a driver needs for the volumes of a pod's claims; they may be in another namespace. */
function isSecretOfVolumes(objects: NodeObjects, pod: KubeObject, namespace: string, name: string): boolean {
  for (const claim of namesOf(pod, 'persistentvolumeclaims')) {
    const bound = objects.get('persistentvolumeclaims', pod.metadata.namespace ?? '', claim);
    const { volumeName } = (bound?.spec ?? {}) as { volumeName?: string };
    const volume = volumeName ? objects.get('persistentvolumes', '', volumeName) : undefined;
    if (volume && secretsOfVolume(volume, pod).some((each) => each.namespace === namespace && each.name === name)) {
      return true;
    }
  }
  return false;
}

interface SecretReference {
  readonly namespace?: string;
  readonly name?: string;
}

/** The references in a volume's source; without a namespace they mean that of the claim. */
function secretsOfVolume(volume: KubeObject, pod: KubeObject): SecretReference[] {
  const found: SecretReference[] = [];
  for (const source of Object.values((volume.spec ?? {}) as Record<string, unknown>)) {
    if (typeof source !== 'object' || source === null) continue;
    for (const [field, value] of Object.entries(source as Record<string, unknown>)) {
      if (!/secretRef$/i.test(field) || typeof value !== 'object' || value === null) continue;
      const { namespace = pod.metadata.namespace ?? '', name = '' } = value as SecretReference;
      found.push({ namespace, name });
    }
  }
  return found;
}
