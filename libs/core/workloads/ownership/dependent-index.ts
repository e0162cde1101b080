import { compileLabelSelector, type KubeObject, type LabelSelector } from '@orrery/api-types';
import { controllerOf } from './controller-reference';
import { labelPair, requiredPairs } from './label-pairs';

type Names = Map<string, KubeObject>;

/**
 * Objects of one kind by the uid of their controller, and those without a controller by their labels. Kept by deltas: a
 * lookup of an owner's objects, or of those that it could adopt, never visits those of others.
 */
export class DependentIndex<T = KubeObject> {
  private readonly owned = new Map<string, Names>();
  private readonly orphansByNamespace = new Map<string, Names>();
  private readonly orphansByPair = new Map<string, Names>();

  /** Takes over a change: `previous` was there before, `next` is now. */
  change(previous: KubeObject | undefined, next: KubeObject | undefined): void {
    const before = previous && controllerOf(previous)?.uid;
    const after = next && controllerOf(next)?.uid;
    const isInPlace = previous && next && before === after && (after !== undefined || hasSameLabels(previous, next));
    if (previous && !isInPlace) this.remove(previous, before);
    if (next) this.add(next, after);
  }

  /** The objects that the owner with this uid controls, in the order in which they came. */
  ownedBy(uid: string): readonly T[] {
    return [...(this.owned.get(uid)?.values() ?? [])] as T[];
  }

  ownedCount(uid: string): number {
    return this.owned.get(uid)?.size ?? 0;
  }

  /** The objects of the namespace without a controller that the selector matches. An empty one matches none here. */
  orphansFor(namespace: string, selector: LabelSelector | undefined): readonly T[] {
    if (!this.orphansByNamespace.has(namespace)) return [];
    const matches = compileLabelSelector(selector);
    const pairs = requiredPairs(namespace, selector);
    const found: KubeObject[] = [];
    const lists = pairs?.map((pair) => this.orphansByPair.get(pair)) ?? [this.orphansByNamespace.get(namespace)];
    for (const list of lists) {
      for (const object of list?.values() ?? []) if (matches(object.metadata.labels)) found.push(object);
    }
    return found as T[];
  }

  private add(object: KubeObject, controllerUid: string | undefined): void {
    const key = keyOf(object);
    if (controllerUid !== undefined) {
      put(this.owned, controllerUid, key, object);
      return;
    }
    const { namespace = '', labels } = object.metadata;
    put(this.orphansByNamespace, namespace, key, object);
    for (const label of Object.keys(labels ?? {})) {
      put(this.orphansByPair, labelPair(namespace, label, labels![label]!), key, object);
    }
  }

  private remove(object: KubeObject, controllerUid: string | undefined): void {
    const key = keyOf(object);
    if (controllerUid !== undefined) {
      drop(this.owned, controllerUid, key);
      return;
    }
    const { namespace = '', labels } = object.metadata;
    drop(this.orphansByNamespace, namespace, key);
    for (const label of Object.keys(labels ?? {})) {
      drop(this.orphansByPair, labelPair(namespace, label, labels![label]!), key);
    }
  }
}

/** Versions that differ in their status share their labels. */
function hasSameLabels(previous: KubeObject, next: KubeObject): boolean {
  return previous.metadata.labels === next.metadata.labels;
}

/** Kinds of cluster scope have no namespace. */
function keyOf({ metadata: { namespace = '', name } }: KubeObject): string {
  return `${namespace}/${name}`;
}

function put(index: Map<string, Names>, at: string, key: string, object: KubeObject): void {
  const names = index.get(at);
  if (names) names.set(key, object);
  else index.set(at, new Map([[key, object]]));
}

function drop(index: Map<string, Names>, at: string, key: string): void {
  const names = index.get(at);
  names?.delete(key);
  if (names?.size === 0) index.delete(at);
}
