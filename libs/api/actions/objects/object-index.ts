import type { KubeObject } from '@orrery/api-types';
import { Operation, type Change, type ClusterCache } from '@orrery/store';

/**
 * Index of objects by one of their values, such as the uid of the object that an event is about. Built once on first
 * use, then updated by the changes: no query reads all objects.
 */
class ObjectIndex {
  private readonly byKey = new Map<string, Map<string, KubeObject>>();

  constructor(
    cache: ClusterCache,
    private readonly keysOf: (object: KubeObject) => readonly string[],
    private readonly resource?: string,
  ) {
    const resources = resource === undefined ? cache.resourcesInUse() : [resource];
    for (const name of resources) for (const object of cache.list(name)) this.add(object);
    cache.subscribe((changes) => {
      for (const change of changes) this.follow(change);
    });
  }

  /** The objects that say `key`, in no particular order. */
  get(key: string): KubeObject[] {
    return [...(this.byKey.get(key)?.values() ?? [])];
  }

  private follow({ key, operation, object, previous }: Change): void {
    if (this.resource !== undefined && key.resource !== this.resource) return;
    if (previous) this.remove(previous);
    if (operation !== Operation.Delete) this.add(object);
  }

  private add(object: KubeObject): void {
    for (const key of this.keysOf(object)) {
      let objects = this.byKey.get(key);
      if (!objects) this.byKey.set(key, (objects = new Map<string, KubeObject>()));
      objects.set(object.metadata.uid, object);
    }
  }

  private remove(object: KubeObject): void {
    for (const key of this.keysOf(object)) {
      const objects = this.byKey.get(key);
      objects?.delete(object.metadata.uid);
      if (objects?.size === 0) this.byKey.delete(key);
    }
  }
}

const eventsByUid = new WeakMap<ClusterCache, ObjectIndex>();
const dependentsByUid = new WeakMap<ClusterCache, ObjectIndex>();

/** The events about the object with this uid. */
export function eventsAbout(cache: ClusterCache, uid: string): KubeObject[] {
  return indexIn(eventsByUid, cache, () => new ObjectIndex(cache, involvedUid, 'events')).get(uid);
}

/** The objects that name the one with this uid as their owner. */
export function dependentsOf(cache: ClusterCache, uid: string): KubeObject[] {
  return indexIn(dependentsByUid, cache, () => new ObjectIndex(cache, ownerUids)).get(uid);
}

function indexIn(
  indexes: WeakMap<ClusterCache, ObjectIndex>,
  cache: ClusterCache,
  build: () => ObjectIndex,
): ObjectIndex {
  let index = indexes.get(cache);
  if (!index) indexes.set(cache, (index = build()));
  return index;
}

function involvedUid(event: KubeObject): readonly string[] {
  const uid = (event['involvedObject'] as { uid?: string } | undefined)?.uid;
  return uid === undefined ? [] : [uid];
}

function ownerUids({ metadata }: KubeObject): readonly string[] {
  return metadata.ownerReferences?.map(({ uid }) => uid) ?? [];
}
