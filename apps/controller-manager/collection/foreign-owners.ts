import type { KindInfo, KubeObject, OwnerReference } from '@orrery/api-types';
import type { CachePort, KindsPort } from '@orrery/control-plane';
import { resourceName } from '@orrery/store';

/**
 * Owners that are in another namespace than their dependents. The objects of a kind are looked through once, however many dependents
 * ask.
 */
export class ForeignOwners {
  private readonly uids = new Map<KindInfo, ReadonlySet<string>>();

  constructor(private readonly cluster: KindsPort & CachePort) {}

  /** Returns whether the owner is in some namespace: nothing in another one, or in none, may name it. */
  has({ apiVersion, kind: name, uid }: OwnerReference): boolean {
    const kind = this.cluster.kinds.byGvk(apiVersion, name);
    return kind?.namespaced === true && this.uidsOf(kind).has(uid);
  }

  private uidsOf(kind: KindInfo): ReadonlySet<string> {
    const known = this.uids.get(kind) ?? new Set(this.cluster.cache.list(resourceName(kind)).map(uidOf));
    this.uids.set(kind, known);
    return known;
  }
}

function uidOf({ metadata }: KubeObject): string {
  return metadata.uid;
}

/** Returns upstream's message for such a reference (`reportInvalidNamespaceOwnerRef` of `pkg/controller/garbagecollector`). */
export function invalidNamespaceText({ metadata: { namespace = '' } }: KubeObject, owner: OwnerReference): string {
  const { apiVersion, kind, name, uid } = owner;
  const identity = `[${apiVersion}/${kind}, namespace: ${namespace}, name: ${name}, uid: ${uid}]`;
  return `ownerRef ${identity} does not exist in namespace ${JSON.stringify(namespace)}`;
}
