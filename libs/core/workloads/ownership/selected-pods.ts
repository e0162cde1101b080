import type { KubeObject, LabelSelector, Pod } from '@orrery/api-types';
import { SelectorIndex } from './selector-index';

/**
 * The pods behind each owner with a selector, such as a service or a disruption budget, kept up by deltas: a change of a
 * pod is tested against the selectors that could match it only, and no controller scans pods of others.
 */
export class SelectedPods {
  private readonly selectors = new SelectorIndex();
  private readonly byOwner = new Map<string, Map<string, Pod>>();

  /** @param podsIn returns all pods of a namespace: read once for each new selector */
  constructor(private readonly podsIn: (namespace: string) => Iterable<KubeObject>) {}

  /** Number of owners with a selector. */
  get size(): number {
    return this.byOwner.size;
  }

  /** Returns whether there is an owner with a selector under this key. */
  has(owner: string): boolean {
    return this.byOwner.has(owner);
  }

  /** The pods that the owner selects, by the order in which they came. */
  of(owner: string): readonly Pod[] | undefined {
    const pods = this.byOwner.get(owner);
    return pods && [...pods.values()];
  }

  /** The owner's selector is now this one; undefined: it has none, or is gone. */
  set(owner: string, namespace: string, selector: LabelSelector | undefined): void {
    this.selectors.set(owner, namespace, selector);
    this.byOwner.delete(owner);
    if (!selector) return;
    const pods = new Map<string, Pod>();
    this.byOwner.set(owner, pods);
    for (const pod of this.podsIn(namespace)) {
      if (this.selectors.matching(pod).includes(owner)) pods.set(pod.metadata.name, pod as Pod);
    }
  }

  /** A pod became another version, came (no previous one) or went (no next one); answers whose it was or is. */
  podChanged(previous: KubeObject | undefined, next: KubeObject | undefined): string[] {
    if (this.byOwner.size === 0) return [];
    const matching = next ? this.selectors.matching(next) : [];
    const touched = [...matching];
    for (const owner of previous ? this.selectors.matching(previous) : []) {
      if (matching.includes(owner) || !this.byOwner.get(owner)?.delete(previous!.metadata.name)) continue;
      touched.push(owner);
    }
    for (const owner of matching) this.byOwner.get(owner)?.set(next!.metadata.name, next as Pod);
    return touched;
  }
}
