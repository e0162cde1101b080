import { compileLabelSelector, type KubeObject, type LabelMatcher, type LabelSelector } from '@orrery/api-types';
import { labelPair, requiredPairs } from './label-pairs';

interface Entry {
  readonly selector: LabelSelector;
  readonly places: readonly string[];
  readonly matches: LabelMatcher;
}

/** Possible owners of an object: selectors by a label pair that they require, so that few are tested per object. */
export class SelectorIndex {
  private readonly entries = new Map<string, Entry>();
  private readonly byPlace = new Map<string, Set<string>>();

  /** The selector of the owner under `key` is now this one; undefined forgets the owner. */
  set(key: string, namespace: string, selector: LabelSelector | undefined): void {
    const known = this.entries.get(key);
    if (known && known.selector === selector) return;
    if (known) this.forget(key, known);
    if (!selector) return;
    const places = requiredPairs(namespace, selector) ?? [namespace];
    this.entries.set(key, { selector, places, matches: compileLabelSelector(selector) });
    for (const place of places) {
      const keys = this.byPlace.get(place);
      if (keys) keys.add(key);
      else this.byPlace.set(place, new Set([key]));
    }
  }

  /** The keys of the owners whose selectors match the object. */
  matching({ metadata: { namespace = '', labels } }: Pick<KubeObject, 'metadata'>): string[] {
    if (this.entries.size === 0) return [];
    const found = new Set<string>();
    this.collect(namespace, labels, found);
    for (const key of Object.keys(labels ?? {})) this.collect(labelPair(namespace, key, labels![key]!), labels, found);
    return [...found];
  }

  private collect(place: string, labels: Readonly<Record<string, string>> | undefined, found: Set<string>): void {
    for (const key of this.byPlace.get(place) ?? []) {
      if (this.entries.get(key)!.matches(labels)) found.add(key);
    }
  }

  private forget(key: string, { places }: Entry): void {
    this.entries.delete(key);
    for (const place of places) {
      const keys = this.byPlace.get(place);
      keys?.delete(key);
      if (keys?.size === 0) this.byPlace.delete(place);
    }
  }
}
