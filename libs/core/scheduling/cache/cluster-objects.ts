import type { KubeObject } from '@orrery/api-types';

interface Listing {
  readonly objects: Map<string, KubeObject>;
  /** Sorted lists by namespace (empty: all), built on demand and dropped on change. */
  sorted: Map<string, readonly KubeObject[]>;
  version: number;
}

/** Objects other than pods and nodes, by kind: what listers are upstream. Lists are ordered by namespace and name. */
export class ClusterObjects {
  private readonly kinds = new Map<string, Listing>();

  set(object: KubeObject): void {
    const listing = this.listingOf(object.kind);
    listing.objects.set(keyOf(object.metadata.namespace, object.metadata.name), object);
    changed(listing);
  }

  remove(object: KubeObject): void {
    const listing = this.kinds.get(object.kind);
    if (listing?.objects.delete(keyOf(object.metadata.namespace, object.metadata.name))) changed(listing);
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

/** NUL sorts before every character of a name, so keys sort by namespace first. */
function keyOf(namespace: string | undefined, name: string): string {
  return `${namespace ?? ''}\u0000${name}`;
}

function changed(listing: Listing): void {
  listing.version++;
  if (listing.sorted.size > 0) listing.sorted = new Map();
}
