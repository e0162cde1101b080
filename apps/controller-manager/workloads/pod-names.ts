import type { KubeObject } from '@orrery/api-types';
import { randomFor } from '@orrery/time';
import { generatedPodName } from '@orrery/workloads';

/**
 * Names for new pods. The letters follow from the cluster's seed, the owner and how many pods it was given before: two
 * runs of one scenario have the same names, independent of concurrent work.
 */
export class PodNames {
  private readonly given = new Map<string, number>();

  constructor(
    private readonly seed: string,
    private readonly isTaken: (namespace: string, name: string) => boolean,
  ) {}

  /** A name that no pod has. After a restart it starts over and passes over the names of pods that exist. */
  next({ kind, metadata: { namespace = '', name: owner, uid } }: KubeObject): string {
    let count = this.given.get(uid) ?? 0;
    let name: string;
    do {
      name = generatedPodName(owner, randomFor(this.seed, 'pod-name', kind, namespace, owner, count++));
    } while (this.isTaken(namespace, name));
    this.given.set(uid, count);
    return name;
  }

  /** Returns how many names were given, by the uid of the owner. */
  toState(): readonly (readonly [string, number])[] {
    return [...this.given];
  }

  restore(state: readonly (readonly [string, number])[]): void {
    for (const [uid, count] of state) this.given.set(uid, count);
  }

  /** The owner is gone. */
  forget(uid: string): void {
    this.given.delete(uid);
  }
}
