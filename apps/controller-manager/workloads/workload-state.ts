import type { KubeObject, LabelSelector } from '@orrery/api-types';
import { keyOf, requireKind } from '@orrery/control-plane';
import { nameOf, Operation, type Change, type ClusterCache, type ObjectKey } from '@orrery/store';
import { controllerOf, DependentIndex, SelectorIndex } from '@orrery/workloads';

/** Relations of a controller's kind to the objects that belong to it. */
export interface WorkloadRelations {
  /** Storage name of the kind that it reconciles: `replicasets.apps`. */
  readonly resource: string;
  /** Storage names of the kinds whose objects it controls; a change of one is work for its controller. */
  readonly dependents: readonly string[];
  /** Returns the selector by which it adopts dependents without a controller; without this it adopts none. */
  selectorOf?(object: KubeObject): LabelSelector | undefined;
}

interface Owner {
  readonly id: string;
  readonly namespace: string;
  readonly name: string;
}

/** Objects that the controllers read besides the object in hand, in indexes that the changes keep up to date. */
export class WorkloadState {
  private readonly indexes = new Map<string, DependentIndex>();
  private readonly adopters = new Map<string, SelectorIndex>();
  private readonly selectorOf = new Map<string, NonNullable<WorkloadRelations['selectorOf']>>();
  /** Objects that the controllers reconcile, by uid. */
  private readonly owners = new Map<string, Owner>();
  private readonly reconciled: ReadonlySet<string>;

  constructor(
    private readonly cache: () => ClusterCache,
    private readonly controllers: readonly WorkloadRelations[],
  ) {
    this.reconciled = new Set(controllers.map(({ resource }) => resource));
    for (const controller of controllers) {
      for (const resource of controller.dependents) {
        if (!this.indexes.has(resource)) this.indexes.set(resource, new DependentIndex());
        if (controller.selectorOf && !this.adopters.has(resource)) this.adopters.set(resource, new SelectorIndex());
      }
      if (controller.selectorOf) this.selectorOf.set(controller.resource, controller.selectorOf.bind(controller));
    }
  }

  /** Takes up everything there is. */
  load(): void {
    for (const [resource, index] of this.indexes) {
      for (const object of this.cache().list(resource)) index.change(undefined, object);
    }
    for (const { resource } of this.controllers) {
      for (const object of this.cache().list(resource)) {
        this.followOwner(resource, object, object);
        this.followSelector(resource, object, object);
      }
    }
  }

  /** Takes over one change, in the order of the log. */
  apply({ key, operation, object, previous }: Change): void {
    const isGone = operation === Operation.Delete;
    this.indexes.get(key.resource)?.change(previous, isGone ? undefined : object);
    if (!this.reconciled.has(key.resource) || (!isGone && isSameOwner(previous, object))) return;
    this.followOwner(key.resource, object, isGone ? undefined : object);
    this.followSelector(key.resource, object, isGone ? undefined : object);
  }

  /** Returns whether objects of this kind belong to objects that are reconciled here. */
  isDependent(resource: string): boolean {
    return this.indexes.has(resource);
  }

  /** The objects of a kind by owner; the kind must be a dependent of some controller. */
  index<T = KubeObject>(resource: string): DependentIndex<T> {
    const index = this.indexes.get(resource);
    if (!index) throw new TypeError(`${resource} are not indexed by their owners`);
    return index as DependentIndex<T>;
  }

  /** The objects of the same kind under the same controller, the given one included. */
  siblingsOf(object: KubeObject, controllerUid: string): readonly KubeObject[] {
    const { apiVersion, kind } = object;
    const index = this.indexes.get(keyOf({ kind: requireKind(apiVersion, kind), namespace: '', name: '' }).resource);
    return index?.ownedBy(controllerUid) ?? [object];
  }

  get(key: ObjectKey): KubeObject | undefined {
    return this.cache().get(key);
  }

  /** All objects of a kind, for kinds of which there are few. */
  list(resource: string): readonly KubeObject[] {
    return this.cache().list(resource);
  }

  /** The ids of the objects that control, or could adopt, the dependent that this change is about. */
  controllersOf({ key, operation, object, previous }: Change): readonly string[] {
    const found: string[] = [];
    this.addController(object, found);
    if (previous && previous.metadata.ownerReferences !== object.metadata.ownerReferences) {
      this.addController(previous, found);
    }
    if (operation !== Operation.Delete && !object.metadata.deletionTimestamp && !controllerOf(object)) {
      for (const id of this.adopters.get(key.resource)?.matching(object) ?? []) add(found, id);
    }
    return found;
  }

  /** A reference to something of another name, or elsewhere, does not count. */
  private addController(object: KubeObject, found: string[]): void {
    const reference = controllerOf(object);
    const owner = reference && this.owners.get(reference.uid);
    if (!owner || owner.name !== reference.name || owner.namespace !== (object.metadata.namespace ?? '')) return;
    add(found, owner.id);
  }

  private followOwner(resource: string, object: KubeObject, current: KubeObject | undefined): void {
    const { namespace = '', name, uid } = object.metadata;
    if (current) this.owners.set(uid, { id: idOf(resource, namespace, name), namespace, name });
    else this.owners.delete(uid);
  }

  private followSelector(resource: string, object: KubeObject, current: KubeObject | undefined): void {
    const { namespace = '', name } = object.metadata;
    const controller = this.controllers.find((candidate) => candidate.resource === resource);
    const selector = current && this.selectorOf.get(resource)?.(current);
    for (const dependent of controller?.dependents ?? []) {
      this.adopters.get(dependent)?.set(idOf(resource, namespace, name), namespace, selector);
    }
  }
}

/** Returns whether a change leaves what finds the owner of dependents, and what it could adopt. */
function isSameOwner(previous: KubeObject | undefined, object: KubeObject): boolean {
  return previous?.spec === object.spec && previous?.metadata.uid === object.metadata.uid;
}

function add(ids: string[], id: string): void {
  if (!ids.includes(id)) ids.push(id);
}

/** Returns the key of an object among those of all kinds. */
export function idOf(resource: string, namespace: string, name: string): string {
  return `${resource} ${nameOf(namespace, name)}`;
}

/** The kind of an object by its {@link idOf}. */
export function resourceOfId(id: string): string {
  return id.slice(0, id.indexOf(' '));
}

/** The place of an object by its {@link idOf}. */
export function keyOfId(id: string): ObjectKey {
  const space = id.indexOf(' ');
  const slash = id.indexOf('/', space);
  return {
    resource: id.slice(0, space),
    namespace: slash < 0 ? '' : id.slice(space + 1, slash),
    name: id.slice((slash < 0 ? space : slash) + 1),
  };
}
