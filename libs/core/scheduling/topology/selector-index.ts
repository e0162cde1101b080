import type { LabelRequirement } from '@orrery/api-types';

type Labels = Readonly<Record<string, string>>;

/**
 * Finds the selectors that may match given labels without asking all: a selector that demands one of some
 * `key=value` pairs is filed under these pairs.
 */
export class SelectorIndex<T> {
  private readonly byPair = new Map<string, Set<T>>();
  private readonly others = new Set<T>();

  /** @param pairs as {@link demandedPairs} gives them. */
  add(item: T, pairs: readonly string[] | undefined): void {
    if (!pairs) {
      this.others.add(item);
      return;
    }
    for (const pair of pairs) {
      let items = this.byPair.get(pair);
      if (!items) this.byPair.set(pair, (items = new Set()));
      items.add(item);
    }
  }

  delete(item: T, pairs: readonly string[] | undefined): void {
    if (!pairs) {
      this.others.delete(item);
      return;
    }
    for (const pair of pairs) {
      const items = this.byPair.get(pair);
      items?.delete(item);
      if (items?.size === 0) this.byPair.delete(pair);
    }
  }

  /** Visits every item whose selector may match, each once. */
  forEachCandidate(labels: Labels, visit: (item: T) => void): void {
    for (const item of this.others) visit(item);
    if (this.byPair.size === 0) return;
    for (const [key, value] of Object.entries(labels)) this.byPair.get(pairOf(key, value))?.forEach(visit);
  }
}

/** Pairs of which matching labels must have one, from the first requirement that names values; undefined if none does. */
export function demandedPairs(requirements: readonly LabelRequirement[] | undefined): readonly string[] | undefined {
  for (const { key, operator, values } of requirements ?? []) {
    if (operator === '=' || operator === 'in') return [...new Set(values)].map((value) => pairOf(key, value));
  }
  return undefined;
}

/** A label as selectors are filed under it. NUL is in no label. */
export function pairOf(key: string, value: string): string {
  return `${key}\u0000${value}`;
}
