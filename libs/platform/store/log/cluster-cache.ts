import type { KubeObject, Pod, TypedKind } from '@orrery/api-types';
import { Operation, type ObjectKey } from '../commit/write-batch';
import { keepEqualParts } from './equal-parts';

/** Write as readers see it. Objects are shared between all readers and never changed in place. */
export interface Change {
  readonly revision: number;
  readonly operation: Operation;
  readonly key: ObjectKey;
  /** The object after the write; for a deletion its last state, with the revision of the deletion. */
  readonly object: KubeObject;
  /** The version that this write replaced or deleted. */
  readonly previous?: KubeObject | undefined;
}

/** A change on its way to a cache. */
export type ArrivingChange = Omit<Change, 'previous'> & {
  /** Its object was read from the log, and belongs to nothing else yet. */
  readonly isRead?: true;
};

/** A change of an object whose type is known. */
export type ChangeOf<T> = Omit<Change, 'object' | 'previous'> & {
  readonly object: T;
  readonly previous?: T | undefined;
};

/** Returns whether a change is one of this kind: its objects are of the kind's type then. */
export function isChangeOf<T>(change: Change, kind: TypedKind<T>): change is Change & ChangeOf<T> {
  return change.key.resource === kind.resource;
}

interface Entry {
  readonly resource: string;
  readonly object: KubeObject;
}

export type ChangeListener = (changes: readonly Change[]) => void;

/** The number of changes that a cache remembers, with both versions, for watches that resume and lists of a former state. */
const REMEMBERED_CHANGES = 10_000;
/** Forgetting moves the rest of the array, so it is done for many at a time. */
const FORGET_AT = 12_000;

/** `namespace/name`, or the name alone for cluster-scoped objects. */
export function nameOf(namespace: string, name: string): string {
  return namespace === '' ? name : `${namespace}/${name}`;
}

/** A wait for a revision. */
interface Waiter {
  readonly revision: number;
  /** Ends the wait. */
  readonly signal: AbortSignal | undefined;
  readonly wake: () => void;
}

/**
 * The current state of one cluster in the memory of one process, fed with the changes of the log in revision order.
 * Everything that reads (watches, lists, workers) reads here; nothing reads the database per object.
 */
export class ClusterCache {
  private readonly resources = new Map<string, Map<string, KubeObject>>();
  /** Objects of resources that were not requested yet. */
  private readonly unasked: Map<string, () => Iterable<KubeObject>>;
  private readonly podsByNode = new Map<string, Map<string, KubeObject>>();
  private readonly listeners = new Set<ChangeListener>();
  private readonly waiters: Waiter[] = [];
  private remembered: Change[] = [];
  /** Revision of the last change by resource. */
  private readonly lastChanges = new Map<string, number>();
  /** The revision of the state that this cache began with. */
  private readonly first: number;
  private head: number;
  private successor: ClusterCache | undefined;
  private hasEnded = false;

  /** @param unasked objects of further resources, which are made at the first request for a resource */
  constructor(
    revision: number,
    objects: Iterable<Entry>,
    unasked: Iterable<readonly [resource: string, objects: () => Iterable<KubeObject>]> = [],
  ) {
    this.head = revision;
    this.first = revision;
    this.unasked = new Map(unasked);
    for (const { resource, object } of objects) this.begin(resource, object);
  }

  /** Returns an independent cache of the same state; objects are shared. */
  copy(): ClusterCache {
    this.askForAll();
    const copy = new ClusterCache(this.head, []);
    for (const [resource, revision] of this.lastChanges) copy.lastChanges.set(resource, revision);
    for (const [resource, objects] of this.resources) copy.resources.set(resource, new Map(objects));
    for (const [node, pods] of this.podsByNode) copy.podsByNode.set(node, new Map(pods));
    return copy;
  }

  /** The same objects, by these revisions of theirs, one after the other; those that are not named come last. */
  inOrder(revisions: readonly number[]): ClusterCache {
    const places = new Map(revisions.map((revision, place) => [revision, place]));
    const placeOf = ({ object }: Entry): number => places.get(Number(object.metadata.resourceVersion)) ?? Infinity;
    const entries = [...this.entries()].map((entry) => ({ entry, place: placeOf(entry) }));
    entries.sort((one, other) => (one.place === other.place ? 0 : one.place - other.place));
    return new ClusterCache(
      this.head,
      entries.map(({ entry }) => entry),
    );
  }

  /** The number of objects. */
  get size(): number {
    this.askForAll();
    let count = 0;
    for (const objects of this.resources.values()) count += objects.size;
    return count;
  }

  /** The revision up to which this cache has seen the log. */
  get revision(): number {
    return this.head;
  }

  /** An object by its key, or by its kind, namespace ('' for cluster-scoped kinds) and name; undefined without it. */
  get(key: ObjectKey): KubeObject | undefined;
  get<T>(kind: TypedKind<T>, namespace: string, name: string): T | undefined;
  get(key: ObjectKey | TypedKind<unknown>, namespace?: string, name?: string): KubeObject | undefined {
    const { resource } = key;
    const place = 'name' in key ? nameOf(key.namespace, key.name) : nameOf(namespace!, name!);
    return this.found(resource)?.get(place);
  }

  /** The objects of a kind, of one namespace or of all, in no particular order. */
  list<T>(kind: TypedKind<T>, namespace?: string): T[];
  list(resource: string, namespace?: string): KubeObject[];
  list(kind: string | TypedKind<unknown>, namespace?: string): KubeObject[] {
    const all = this.found(typeof kind === 'string' ? kind : kind.resource);
    if (!all) return [];
    if (namespace === undefined) return [...all.values()];
    const found: KubeObject[] = [];
    for (const object of all.values()) if (object.metadata.namespace === namespace) found.push(object);
    return found;
  }

  /** The events, the one that was not written for longest first; of other resources the one that was made first. */
  inOrderOfChange(resource: string): Iterable<KubeObject> {
    return this.found(resource)?.values() ?? [];
  }

  /** The resources of which at least one object exists. */
  resourcesInUse(): string[] {
    this.askForAll();
    return [...this.resources.keys()].filter((resource) => this.count(resource) > 0);
  }

  /** All objects. */
  *entries(): Iterable<Entry> {
    this.askForAll();
    for (const [resource, objects] of this.resources) {
      for (const object of objects.values()) yield { resource, object };
    }
  }

  count(resource: string): number {
    return this.found(resource)?.size ?? 0;
  }

  /** The pods whose `spec.nodeName` is this node, without looking at any other pod. */
  podsOn(nodeName: string): Pod[] {
    this.found('pods');
    // Only pods are indexed by node.
    return [...(this.podsByNode.get(nodeName)?.values() ?? [])] as Pod[];
  }

  /**
   * Takes over changes in revision order; what was already seen is skipped. The first unseen one must be the next
   * revision: the caller closes gaps from the log before. Returns what listeners threw.
   */
  apply(changes: readonly ArrivingChange[]): readonly unknown[] {
    const fresh: Change[] = [];
    for (const change of changes) {
      if (change.revision <= this.head) continue;
      if (change.revision !== this.head + 1) {
        throw new Error(`gap in the log: revision ${change.revision} after ${this.head}`);
      }
      const { revision, operation, key } = change;
      const name = nameOf(key.namespace, key.name);
      const objects = this.objectsOf(key.resource);
      const previous = objects.get(name);
      const object = change.isRead && previous ? keepEqualParts(change.object, previous) : change.object;
      // A map keeps the place of what is set again: events stand in the order in which they were written last.
      if (operation === Operation.Delete || (previous && key.resource === 'events')) objects.delete(name);
      if (operation !== Operation.Delete) objects.set(name, object);
      if (key.resource === 'pods') this.reindex(name, previous, operation === Operation.Delete ? undefined : object);
      this.head = revision;
      this.lastChanges.set(key.resource, revision);
      fresh.push({ revision, operation, key, object, previous });
    }
    if (fresh.length === 0) return [];
    this.remember(fresh);
    const faults = this.notify(fresh);
    this.wakeWaiters();
    return faults;
  }

  /** Calls all listeners, even if one of them throws; returns the errors. */
  private notify(changes: readonly Change[]): readonly unknown[] {
    const faults: unknown[] = [];
    for (const listener of [...this.listeners]) {
      try {
        listener(changes);
      } catch (fault) {
        faults.push(fault);
      }
    }
    return faults;
  }

  /** Calls `listener` with every later change, in order and in batches, until the returned function is called. */
  subscribe(listener: ChangeListener): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** The revision at which an object of the resource changed last; of before this cache began, when it began. */
  lastChangeOf(resource: string): number {
    return this.lastChanges.get(resource) ?? this.first;
  }

  /** Returns whether the changes after `revision` are known: whether {@link changesAfter} has an answer. */
  remembers(revision: number): boolean {
    return revision >= this.head || (this.remembered[0]?.revision ?? Infinity) <= revision + 1;
  }

  /** The changes after `revision`, or undefined if this cache no longer remembers that far back. */
  changesAfter(revision: number): readonly Change[] | undefined {
    if (revision >= this.head) return [];
    if (!this.remembers(revision)) return undefined;
    return this.remembered.slice(revision + 1 - this.remembered[0]!.revision);
  }

  /** Resolves once this cache has seen `revision`, when the signal ends the wait, or when the cluster is gone. */
  async reached(revision: number, signal?: AbortSignal): Promise<void> {
    if (this.successor) return this.successor.reached(revision, signal);
    if (this.head >= revision || this.hasEnded || signal?.aborted) return;
    await new Promise<void>((wake) => {
      const waiter = { revision, signal, wake };
      this.waiters.push(waiter);
      signal?.addEventListener('abort', () => this.giveUp(waiter), { once: true });
    });
  }

  private giveUp(waiter: Waiter): void {
    const at = this.waiters.indexOf(waiter);
    if (at >= 0) this.waiters.splice(at, 1);
    waiter.wake();
  }

  /** Ends the updates of this cache; a wait for a revision becomes a wait for that of its successor. */
  succeededBy(successor: ClusterCache): void {
    this.successor = successor;
    for (const { revision, signal, wake } of this.waiters.splice(0))
      void successor.reached(revision, signal).then(wake);
  }

  /** Ends all waits for revisions: the cluster was deleted, and no change will come. */
  end(): void {
    this.hasEnded = true;
    for (const { wake } of this.waiters.splice(0)) wake();
  }

  private found(resource: string): Map<string, KubeObject> | undefined {
    const unasked = this.unasked.get(resource);
    if (unasked) {
      this.unasked.delete(resource);
      for (const object of unasked()) this.begin(resource, object);
    }
    return this.resources.get(resource);
  }

  private askForAll(): void {
    for (const resource of [...this.unasked.keys()]) this.found(resource);
  }

  /** Takes an object of the state that the cache begins with. */
  private begin(resource: string, object: KubeObject): void {
    const name = nameOf(object.metadata.namespace ?? '', object.metadata.name);
    this.objectsOf(resource).set(name, object);
    if (resource === 'pods') this.reindex(name, undefined, object);
  }

  private objectsOf(resource: string): Map<string, KubeObject> {
    let objects = this.found(resource);
    if (!objects) this.resources.set(resource, (objects = new Map<string, KubeObject>()));
    return objects;
  }

  /** A pod became another version, or nothing. */
  private reindex(name: string, previous: KubeObject | undefined, pod: KubeObject | undefined): void {
    const before = previous && nodeNameOf(previous);
    const now = pod && nodeNameOf(pod);
    if (before !== undefined && before !== now) {
      const pods = this.podsByNode.get(before);
      pods?.delete(name);
      if (pods?.size === 0) this.podsByNode.delete(before);
    }
    if (now === undefined) return;
    let pods = this.podsByNode.get(now);
    if (!pods) this.podsByNode.set(now, (pods = new Map<string, KubeObject>()));
    pods.set(name, pod!);
  }

  private remember(changes: readonly Change[]): void {
    for (const change of changes) this.remembered.push(change);
    if (this.remembered.length > FORGET_AT) this.remembered = this.remembered.slice(-REMEMBERED_CHANGES);
  }

  private wakeWaiters(): void {
    for (let i = this.waiters.length - 1; i >= 0; i--) {
      const waiter = this.waiters[i]!;
      if (waiter.revision > this.head) continue;
      this.waiters.splice(i, 1);
      waiter.wake();
    }
  }
}

function nodeNameOf(pod: KubeObject): string | undefined {
  const nodeName = (pod.spec as { nodeName?: string } | undefined)?.nodeName;
  return nodeName === '' ? undefined : nodeName;
}
