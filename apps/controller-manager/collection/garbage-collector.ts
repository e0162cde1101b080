import { inServedVersion, type KubeObject, type OwnerReference } from '@orrery/api-types';
import type {
  ComponentContext,
  Modification,
  Removal,
  IdentityPort,
  KindsPort,
  ObjectsPort,
  ClockPort,
  EventsPort,
  LogPort,
} from '@orrery/control-plane';
import { nameOf, Operation, resourceName, type Change, type ObjectKey } from '@orrery/store';
import {
  isWaiting,
  evaluateDependent,
  evaluateOwner,
  withoutBlocks,
  withoutFinalizer,
  withoutOwners,
  type OwnerState,
} from '@orrery/workloads';
import type { Controller } from '../controller';
import { ForeignOwners, invalidNamespaceText } from './foreign-owners';
import { Rounds } from '../rounds';

/** Ports used by this class. */
type Ports = IdentityPort & KindsPort & ObjectsPort & ClockPort & EventsPort & LogPort;

/** Resources on which no object depends, though there are many of their objects. */
const IGNORED: ReadonlySet<string> = new Set(['events']);

/** Objects by resource and name. */
type Keys = Map<string, ObjectKey>;

/**
 * Deletes objects whose owners are gone, holds owners that are deleted in the foreground until their dependents are
 * gone, and releases the dependents of orphaned ones (spec api A5). It keeps the dependencies by deltas; objects that
 * neither own nor are owned cost one lookup per change.
 */
export class GarbageCollector implements Controller {
  /** By uid of the owner. */
  private readonly dependents = new Map<string, Keys>();
  private dirty: Keys = new Map();
  /** Owners in other namespaces of which an event reported already, by uid of the dependent. */
  private readonly reported = new Map<string, Set<string>>();
  private readonly rounds: Rounds;

  constructor(private readonly context: ComponentContext<Ports>) {
    this.rounds = new Rounds(context, {
      controller: 'garbage-collector',
      hasWork: () => this.dirty.size > 0,
      round: () => this.round(),
    });
  }

  start(): void {
    const { cache } = this.context.cluster;
    for (const resource of cache.resourcesInUse()) {
      if (IGNORED.has(resource)) continue;
      for (const object of cache.list(resource)) this.appeared(keyOf(resource, object), object, undefined);
    }
    this.rounds.run();
  }

  stop(): void {
    this.dirty.clear();
  }

  follow(changes: readonly Change[]): void {
    for (const { key, operation, object, previous } of changes) {
      if (IGNORED.has(key.resource)) continue;
      if (operation === Operation.Delete) this.vanished(key, previous ?? object);
      else this.appeared(key, object, previous);
    }
    this.rounds.run();
  }

  private appeared(key: ObjectKey, object: KubeObject, previous: KubeObject | undefined): void {
    const { ownerReferences, deletionTimestamp, finalizers, uid } = object.metadata;
    const before = previous?.metadata;
    if (ownerReferences !== before?.ownerReferences) {
      for (const owner of before?.ownerReferences ?? []) this.unlink(owner.uid, key);
      for (const owner of ownerReferences ?? []) this.link(owner.uid, key);
      if (ownerReferences) this.mark(key);
      // An owner that waits may have lost the last one that blocked it.
      for (const owner of before?.ownerReferences ?? []) this.markOwner(key, owner);
    }
    if (deletionTimestamp === undefined || !finalizers) return;
    if (before?.deletionTimestamp !== undefined && before.finalizers === finalizers) return;
    this.mark(key);
    for (const dependent of this.dependents.get(uid)?.values() ?? []) this.mark(dependent);
  }

  private vanished(key: ObjectKey, object: KubeObject): void {
    const { uid, ownerReferences = [] } = object.metadata;
    this.reported.delete(uid);
    for (const owner of ownerReferences) {
      this.unlink(owner.uid, key);
      this.markOwner(key, owner);
    }
    for (const dependent of this.dependents.get(uid)?.values() ?? []) this.mark(dependent);
  }

  private link(ownerUid: string, key: ObjectKey): void {
    const dependents = this.dependents.get(ownerUid);
    if (dependents) dependents.set(idOf(key), key);
    else this.dependents.set(ownerUid, new Map([[idOf(key), key]]));
  }

  private unlink(ownerUid: string, key: ObjectKey): void {
    const dependents = this.dependents.get(ownerUid);
    dependents?.delete(idOf(key));
    if (dependents?.size === 0) this.dependents.delete(ownerUid);
  }

  private mark(key: ObjectKey): void {
    this.dirty.set(idOf(key), key);
  }

  private markOwner(dependent: ObjectKey, reference: OwnerReference): void {
    const owner = this.ownerOf(dependent, reference);
    if (owner?.object.metadata.deletionTimestamp !== undefined) this.mark(owner.key);
  }

  private async round(): Promise<void> {
    const { cache, store } = this.context.cluster;
    const batch = this.dirty;
    this.dirty = new Map();
    const modifications: Modification[] = [];
    const removals: Removal[] = [];
    const foreign = new ForeignOwners(this.context.cluster);
    for (const key of batch.values()) {
      const object = cache.get(key);
      if (!object) continue;
      this.evaluateAsOwner(key, object, modifications);
      this.recordForeignOwners(key, object, foreign);
      this.evaluateAsDependent(key, object, modifications, removals);
    }
    if (modifications.length > 0) await store.modifySoon(modifications, this.context.fence);
    if (removals.length > 0) await store.removeSoon(removals, this.context.fence);
  }

  private evaluateAsOwner(key: ObjectKey, owner: KubeObject, modifications: Modification[]): void {
    const { uid } = owner.metadata;
    const keys = [...(this.dependents.get(uid)?.values() ?? [])];
    const { cache } = this.context.cluster;
    const verdict = evaluateOwner(
      owner,
      keys.flatMap((each) => cache.get(each) ?? []),
    );
    if (verdict.action === 'orphan') {
      for (const each of keys) modifications.push({ key: each, change: (current) => withoutOwners(current, [uid]) });
      this.mark(key);
    } else if (verdict.action === 'finish') {
      const change = (current: KubeObject): KubeObject | undefined =>
        current.metadata.uid === uid ? withoutFinalizer(current, verdict.finalizer) : undefined;
      modifications.push({ key, change });
    }
  }

  private evaluateAsDependent(
    key: ObjectKey,
    object: KubeObject,
    modifications: Modification[],
    removals: Removal[],
  ): void {
    const { uid } = object.metadata;
    const verdict = evaluateDependent({
      object,
      stateOf: (reference) => this.stateOf(key, reference),
      hasDependents: this.dependents.has(uid),
      isInCircle: () => this.isInCircle(uid),
    });
    if (verdict.action === 'release') {
      modifications.push({ key, change: (current) => withoutOwners(current, verdict.ownerUids) });
    } else if (verdict.action === 'unblock') {
      modifications.push({
        key,
        change: (current) => (current.metadata.uid === uid ? withoutBlocks(current) : undefined),
      });
    } else if (verdict.action === 'delete') {
      removals.push({ key, uid, options: { propagationPolicy: verdict.policy }, reason: 'its owners are gone' });
    }
  }

  /** Owners that are in another namespace own nothing here. */
  private recordForeignOwners(key: ObjectKey, object: KubeObject, foreign: ForeignOwners): void {
    const { name, namespace, uid, resourceVersion, ownerReferences = [], deletionTimestamp } = object.metadata;
    if (deletionTimestamp !== undefined) return;
    for (const owner of ownerReferences) {
      const reported = this.reported.get(uid) ?? new Set();
      if (reported.has(owner.uid) || this.ownerOf(key, owner) || !foreign.has(owner)) continue;
      this.reported.set(uid, reported.add(owner.uid));
      const { apiVersion, kind } = inServedVersion(object, this.context.cluster.kinds.release);
      const involvedObject = { apiVersion, kind, name, uid, resourceVersion, ...(namespace && { namespace }) };
      const message = invalidNamespaceText(object, owner);
      const note = { type: 'Warning' as const, reason: 'OwnerRefInvalidNamespace', message, involvedObject };
      this.context.cluster.events.record([{ ...note, component: 'garbage-collector-controller' }], this.context.fence);
    }
  }

  /** Returns whether an object depends on itself through objects that wait for their dependents, as it does. */
  private isInCircle(uid: string): boolean {
    const { cache } = this.context.cluster;
    const seen = new Set<string>();
    const next = [uid];
    for (let owner = next.pop(); owner !== undefined; owner = next.pop()) {
      for (const key of this.dependents.get(owner)?.values() ?? []) {
        const dependent = cache.get(key);
        if (!dependent || !isWaiting(dependent)) continue;
        const { uid: found } = dependent.metadata;
        if (found === uid) return true;
        if (seen.has(found)) continue;
        seen.add(found);
        next.push(found);
      }
    }
    return false;
  }

  private stateOf(dependent: ObjectKey, reference: OwnerReference): OwnerState {
    // For unknown kinds it is not known whether the owner is gone.
    if (!this.context.cluster.kinds.byGvk(reference.apiVersion, reference.kind)) return 'solid';
    const found = this.ownerOf(dependent, reference);
    if (found) return isWaiting(found.object) ? 'waiting' : 'solid';
    return this.liesElsewhere(dependent, reference) ? 'foreign' : 'absent';
  }

  private ownerOf(dependent: ObjectKey, reference: OwnerReference): { key: ObjectKey; object: KubeObject } | undefined {
    const kind = this.context.cluster.kinds.byGvk(reference.apiVersion, reference.kind);
    if (!kind) return undefined;
    const namespace = kind.namespaced ? dependent.namespace : '';
    const key: ObjectKey = { resource: resourceName(kind), namespace, name: reference.name };
    const object = this.context.cluster.cache.get(key);
    return object?.metadata.uid === reference.uid ? { key, object } : undefined;
  }

  /** A cluster-scoped object cannot be owned by a namespaced one. */
  private liesElsewhere(dependent: ObjectKey, { apiVersion, kind }: OwnerReference): boolean {
    return dependent.namespace === '' && this.context.cluster.kinds.byGvk(apiVersion, kind)?.namespaced === true;
  }
}

function keyOf(resource: string, { metadata }: KubeObject): ObjectKey {
  return { resource, namespace: metadata.namespace ?? '', name: metadata.name };
}

function idOf({ resource, namespace, name }: ObjectKey): string {
  return `${resource} ${nameOf(namespace, name)}`;
}
