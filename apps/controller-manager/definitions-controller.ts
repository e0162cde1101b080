import {
  CLEANUP_FINALIZER,
  DEFINITIONS,
  DELETION_IN_PROGRESS,
  isDefinitionConditionTrue,
  HeldNames,
  isReadableBundle,
  setDefinitionConditions,
  withAcceptedNames,
  type CustomResourceDefinition,
  type KubeObject,
} from '@orrery/api-types';
import {
  isBuiltInResource,
  type ClockPort,
  type ComponentContext,
  type IdentityPort,
  type KindsPort,
  type LogPort,
  type Modification,
  type ObjectsPort,
  type Removal,
} from '@orrery/control-plane';
import { Operation, type Change } from '@orrery/store';
import type { Controller } from './controller';
import { Rounds } from './rounds';

/** Ports used by this class. */
type Ports = IdentityPort & KindsPort & ObjectsPort & ClockPort & LogPort;

/**
 * Gives CustomResourceDefinitions their names and establishes them; deletes the objects of those that are being deleted, and
 * lets them go when none is left (the naming, establishing and finalizing controllers of apiextensions-apiserver).
 */
export class DefinitionsController implements Controller {
  private dirty = new Set<string>();
  /** Definitions that wait for their objects, which are stored under the same name. */
  private readonly terminating = new Set<string>();
  private held = new HeldNames();
  private readonly rounds: Rounds;

  constructor(private readonly context: ComponentContext<Ports>) {
    this.rounds = new Rounds(context, {
      controller: 'custom-resource-definitions',
      hasWork: () => this.dirty.size > 0,
      round: () => this.round(),
    });
  }

  start(): void {
    this.held = new HeldNames();
    for (const each of this.context.cluster.cache.list(DEFINITIONS) as CustomResourceDefinition[]) {
      this.held.set(each);
      this.dirty.add(each.metadata.name);
    }
    this.rounds.run();
  }

  stop(): void {
    this.dirty.clear();
    this.terminating.clear();
  }

  follow(changes: readonly Change[]): void {
    for (const { key, operation, object, previous } of changes) {
      if (key.resource === DEFINITIONS) {
        const next = operation === Operation.Delete ? undefined : (object as CustomResourceDefinition);
        if (next) this.dirty.add(key.name);
        else this.terminating.delete(key.name);
        if (next) this.held.set(next);
        else this.held.delete(key.name);
        if (previous && hasReleased(previous, next)) this.markRefused(previous as CustomResourceDefinition);
      } else if (operation === Operation.Delete && this.terminating.has(key.resource)) this.dirty.add(key.resource);
    }
    this.rounds.run();
  }

  /** Names that became free may be those that others of the group wait for. */
  private markRefused({ spec }: CustomResourceDefinition): void {
    for (const name of this.held.refusedIn(spec.group)) this.dirty.add(name);
  }

  /** Names are given one after the other: what one definition gets, the next one does not. */
  private async round(): Promise<void> {
    const names = [...this.dirty];
    this.dirty = new Set();
    const { cache, store } = this.context.cluster;
    const modifications: Modification[] = [];
    const removals: Removal[] = [];
    for (const name of names) {
      const key = { resource: DEFINITIONS, namespace: '', name };
      const definition = cache.get(key) as CustomResourceDefinition | undefined;
      if (!definition) continue;
      if (definition.metadata.deletionTimestamp !== undefined) {
        removals.push(...this.instancesOf(name));
        modifications.push({ key, change: (current) => this.finished(current) });
        continue;
      }
      if (this.named(definition) === definition) continue;
      modifications.push({ key, change: (current) => this.named(current) });
    }
    if (modifications.length > 0) await store.modify(modifications, this.context.fence, 'kube-apiserver');
    if (removals.length > 0) await store.remove(removals, this.context.fence);
  }

  /** Returns the definition with its accepted names, which are taken at once for the definitions after it. */
  private named(object: KubeObject): CustomResourceDefinition {
    const definition = object as CustomResourceDefinition;
    const named = withAcceptedNames(definition, this.held.takenFrom(definition), {
      nowMs: this.context.cluster.clock.now(),
      isEstablishable: isReadableBundle(definition.spec.conversion?.webhook?.clientConfig?.caBundle),
      isServedAlready: isBuiltInResource(definition.metadata.name, this.context.cluster.kinds.release),
    });
    this.held.set(named);
    return named;
  }

  private instancesOf(resource: string): Removal[] {
    if (isBuiltInResource(resource, this.context.cluster.kinds.release)) return [];
    this.terminating.add(resource);
    return this.context.cluster.cache.list(resource).flatMap(({ metadata }): Removal[] => {
      const { namespace = '', name, uid, deletionTimestamp } = metadata;
      return deletionTimestamp === undefined ? [{ key: { resource, namespace, name }, uid, options: {} }] : [];
    });
  }

  /**
   * Returns the definition without the finalizer that waits for its objects, once there are none; before that with a
   * condition that reports it.
   */
  private finished(object: KubeObject): KubeObject | undefined {
    const definition = object as CustomResourceDefinition;
    const { finalizers = [], name } = definition.metadata;
    if (!finalizers.includes(CLEANUP_FINALIZER)) return undefined;
    const nowMs = this.context.cluster.clock.now();
    const isBuiltIn = isBuiltInResource(name, this.context.cluster.kinds.release);
    if (!isBuiltIn && this.context.cluster.cache.count(name) > 0) {
      const waiting = setDefinitionConditions(definition, [DELETION_IN_PROGRESS], nowMs);
      return JSON.stringify(waiting.status) === JSON.stringify(definition.status) ? undefined : waiting;
    }
    const { finalizers: _finalizers, ...metadata } = definition.metadata;
    const rest = finalizers.filter((finalizer) => finalizer !== CLEANUP_FINALIZER);
    const done = setDefinitionConditions(definition, [completed(definition, isBuiltIn)], nowMs);
    return { ...done, metadata: rest.length > 0 ? { ...metadata, finalizers: rest } : metadata };
  }
}

/** Returns whether a definition gave a name up. */
function hasReleased(before: KubeObject, after: KubeObject | undefined): boolean {
  const namesOf = (object: KubeObject | undefined): string =>
    JSON.stringify((object as CustomResourceDefinition | undefined)?.status?.acceptedNames ?? null);
  return namesOf(before) !== namesOf(after);
}

function completed(
  definition: CustomResourceDefinition,
  isBuiltIn: boolean,
): { type: string; status: string; reason: string; message: string } {
  const type = 'Terminating';
  if (isBuiltIn) {
    const message = 'instances overlap with built-in resources in storage';
    return { type, status: 'False', reason: 'OverlappingBuiltInResource', message };
  }
  if (!isDefinitionConditionTrue(definition, 'Established')) {
    return { type, status: 'False', reason: 'NeverEstablished', message: 'resource was never established' };
  }
  return { type, status: 'False', reason: 'InstanceDeletionCompleted', message: 'removed all instances' };
}
