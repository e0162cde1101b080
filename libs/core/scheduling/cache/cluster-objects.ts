import type { KubeObject } from '@orrery/api-types';

interface Listing {
  readonly objects: Map<string, KubeObject>;
  /** Sorted lists by namespace (empty: all), built on demand and dropped on change. */
  sorted: Map<string, readonly KubeObject[]>;
  version: number;
}

/** Called for every change of one kind, after it happened: added, removed, or replaced. */
export type ObjectObserver = (before: KubeObject | undefined, after: KubeObject | undefined) => void;

/** Objects other than pods and nodes, by kind: what listers are upstream. Lists are ordered by namespace and name. */
export class ClusterObjects {
  private readonly kinds = new Map<string, Listing>();
  private readonly observers = new Map<string, ObjectObserver[]>();

  set(object: KubeObject): void {
    const listing = this.listingOf(object.kind);
    const key = keyOf(object.metadata.namespace, object.metadata.name);
    const observers = this.observers.get(object.kind);
    const before = observers && listing.objects.get(key);
    listing.objects.set(key, object);
    changed(listing);
    if (observers) for (const observer of observers) observer(before, object);
  }

  remove(object: KubeObject): void {
    const listing = this.kinds.get(object.kind);
    const key = keyOf(object.metadata.namespace, object.metadata.name);
    const before = listing?.objects.get(key);
    if (!listing || !before) return;
    listing.objects.delete(key);
    changed(listing);
    for (const observer of this.observers.get(object.kind) ?? []) observer(before, undefined);
  }

  /** Registers an index over a kind; existing objects are reported to it as additions. */
  observe(kind: string, observer: ObjectObserver): void {
    const observers = this.observers.get(kind);
    if (observers) observers.push(observer);
    else this.observers.set(kind, [observer]);
    for (const object of this.kinds.get(kind)?.objects.values() ?? []) observer(undefined, object);
  }

  /** An object by kind, namespace (empty for cluster-scoped ones) and name. */
  get<T extends KubeObject>(kind: string, namespace: string, name: string): T | undefined {
    return this.kinds.get(kind)?.objects.get(keyOf(namespace, name)) as T | undefined;
  }

  /** All objects of a kind, or those of one namespace. */
  list<T extends KubeObject>(kind: string, namespace = ''): readonly T[] {
    const listing = this.kinds.get(kind);
    if (!listing) return [];
    let list = listing.sorted.get(namespace);
    if (!list) {
      const all = [...listing.objects].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, object]) => object);
      list = namespace === '' ? all : all.filter((object) => object.metadata.namespace === namespace);
      listing.sorted.set(namespace, list);
    }
    return list as readonly T[];
  }

  /** Grows with every change of a kind: lets a plugin keep what it derived. */
  version(kind: string): number {
    return this.kinds.get(kind)?.version ?? 0;
  }

  /** Labels of a namespace; undefined if it does not exist. */
  readonly namespaceLabels = (namespace: string): Readonly<Record<string, string>> | undefined => {
    const object = this.get('Namespace', '', namespace);
    return object && (object.metadata.labels ?? {});
  };

  private listingOf(kind: string): Listing {
    let listing = this.kinds.get(kind);
    if (!listing) this.kinds.set(kind, (listing = { objects: new Map(), sorted: new Map(), version: 0 }));
    return listing;
  }
}

/** Key of an object across kinds, for watching it. */
export function objectKey(kind: string, namespace: string | undefined, name: string): string {
  return `${kind}\u0000${keyOf(namespace, name)}`;
}

/** NUL sorts before every character of a name, so keys sort by namespace first. */
function keyOf(namespace: string | undefined, name: string): string {
  return `${namespace ?? ''}\u0000${name}`;
}

function changed(listing: Listing): void {
  listing.version++;
  if (listing.sorted.size > 0) listing.sorted = new Map();
}
