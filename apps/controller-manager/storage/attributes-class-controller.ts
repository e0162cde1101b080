import { Kinds, type KubeObject } from '@orrery/api-types';
import {
  modificationOf,
  type ClockPort,
  type ComponentContext,
  type IdentityPort,
  type LogPort,
  type ObjectsPort,
} from '@orrery/control-plane';
import { isChangeOf, Operation, type Change } from '@orrery/store';
import { attributesClassesOf, unusedClass } from '@orrery/volumes';
import type { Controller } from '../controller';
import { Rounds } from '../rounds';

/** Ports used by this class. */
type Ports = IdentityPort & ObjectsPort & ClockPort & LogPort;

const USERS: readonly string[] = ['persistentvolumes', 'persistentvolumeclaims'];

/** Lets a deleted VolumeAttributesClass go when no volume and no claim uses it any more. */
export class AttributesClassController implements Controller {
  /** Number of volumes and claims that use a class, by its name. */
  private readonly uses = new Map<string, number>();
  private readonly dirty = new Set<string>();
  private readonly rounds: Rounds;

  constructor(private readonly context: ComponentContext<Ports>) {
    this.rounds = new Rounds(context, {
      controller: 'volumeattributesclass-protection',
      hasWork: () => this.dirty.size > 0,
      round: () => this.round(),
    });
  }

  start(): void {
    const { cache } = this.context.cluster;
    for (const resource of USERS) for (const object of cache.list(resource)) this.count(object, 1);
    for (const { metadata } of cache.list(Kinds.VolumeAttributesClass)) this.dirty.add(metadata.name);
    this.rounds.run();
  }

  stop(): void {
    this.uses.clear();
    this.dirty.clear();
  }

  follow(changes: readonly Change[]): void {
    for (const change of changes) {
      const { key, previous, object, operation } = change;
      if (isChangeOf(change, Kinds.VolumeAttributesClass)) this.dirty.add(key.name);
      if (!USERS.includes(key.resource)) continue;
      if (previous) this.count(previous, -1);
      if (operation !== Operation.Delete) this.count(object, 1);
    }
    this.rounds.run();
  }

  private count(object: KubeObject, by: 1 | -1): void {
    for (const name of attributesClassesOf(object)) {
      const count = (this.uses.get(name) ?? 0) + by;
      if (count > 0) this.uses.set(name, count);
      else {
        this.uses.delete(name);
        this.dirty.add(name);
      }
    }
  }

  private async round(): Promise<void> {
    const names = [...this.dirty];
    this.dirty.clear();
    const { cluster, fence } = this.context;
    const changes = names.flatMap((name) => {
      const found = cluster.cache.get(Kinds.VolumeAttributesClass, '', name);
      if (!found || !unusedClass(found, this.uses.has(name))) return [];
      return modificationOf(Kinds.VolumeAttributesClass, { name }, (current) =>
        unusedClass(current, this.uses.has(name)),
      );
    });
    if (changes.length > 0) await cluster.store.modify(changes, fence);
  }
}
