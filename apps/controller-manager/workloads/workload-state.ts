import type { KubeObject } from '@orrery/api-types';
import { keyOf, requireKind } from '@orrery/control-plane';
import { nameOf, Operation, type Change, type ClusterCache, type ObjectKey } from '@orrery/store';
import { controllerOf, DependentIndex, SelectorIndex } from '@orrery/workloads';
import type { WorkloadController } from './workload-controller';

/** What the controllers look at besides the object in hand, by indexes that the changes keep up. */
export class WorkloadState {
  private readonly indexes = new Map<string, DependentIndex>();
  private readonly adopters = new Map<string, SelectorIndex>();
  private readonly selectorOf = new Map<string, NonNullable<WorkloadController['selectorOf']>>();

  constructor(
    private readonly cache: () => ClusterCache,
    private readonly controllers: readonly WorkloadController[],
  ) {
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
      for (const object of this.cache().list(resource)) this.followSelector(resource, object, object);
    }
  }

  /** Takes over one change, in the order of the log. */
  apply({ key, operation, object, previous }: Change): void {
    const isGone = operation === Operation.Delete;
    this.indexes.get(key.resource)?.change(previous, isGone ? undefined : object);
    if (this.selectorOf.has(key.resource)) this.followSelector(key.resource, object, isGone ? undefined : object);
  }

  /** The objects of a kind by owner; the kind must be a dependent of some controller. */
  index<T = KubeObject>(resource: string): DependentIndex<T> {
    const index = this.indexes.get(resource);
    if (!index) throw new TypeError(`${resource} are not indexed by their owners`);
    return index as unknown as DependentIndex<T>;
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

  /** The ids of the objects that control, or could adopt, the object that this change is about. */
  controllersOf(change: Change): Set<string> {
    const { key, operation, object, previous } = change;
    const found = new Set<string>();
    if (!this.indexes.has(key.resource)) return found;
    this.addController(object, found);
    if (previous && previous.metadata.ownerReferences !== object.metadata.ownerReferences) {
      this.addController(previous, found);
    }
    if (operation !== Operation.Delete && !object.metadata.deletionTimestamp && !controllerOf(object)) {
      for (const id of this.adopters.get(key.resource)?.matching(object) ?? []) found.add(id);
    }
    return found;
  }

  private addController(object: KubeObject, found: Set<string>): void {
    const reference = controllerOf(object);
    if (!reference) return;
    const { namespace = '' } = object.metadata;
    for (const controller of this.controllers) {
      const owner = this.cache().get({ resource: controller.resource, namespace, name: reference.name });
      if (owner?.metadata.uid === reference.uid) found.add(idOf(controller.resource, namespace, reference.name));
    }
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

/** One text for an object among those of all kinds. */
export function idOf(resource: string, namespace: string, name: string): string {
  return `${resource} ${nameOf(namespace, name)}`;
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
