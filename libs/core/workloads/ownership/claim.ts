import { compileLabelSelector, type KubeObject, type LabelMatcher, type LabelSelector } from '@orrery/api-types';

export interface ClaimInput<T> {
  readonly owner: Pick<KubeObject, 'metadata'>;
  readonly selector: LabelSelector | undefined;
  /** Objects that refer to the owner as their controller. */
  readonly owned: readonly T[];
  /** Objects without a controller in the owner's namespace that match its selector. */
  readonly orphans: readonly T[];
}

/** Objects that belong to an owner by its selector (spec api B). */
export interface Claim<T> {
  readonly kept: readonly T[];
  /** Gets a reference to the owner. */
  readonly adopted: readonly T[];
  /** Loses its reference to the owner. */
  readonly released: readonly T[];
}

/**
 * Sorts out what an owner has: owned objects that still match are kept, others released; orphans are adopted. An owner
 * that is being deleted neither adopts nor releases, and terminating objects are not adopted.
 */
export function claim<T extends Pick<KubeObject, 'metadata'>>(input: ClaimInput<T>): Claim<T> {
  const { owner, selector, owned, orphans } = input;
  const matches = matcherOf(selector);
  if (owner.metadata.deletionTimestamp) {
    return { kept: owned.filter(({ metadata }) => matches(metadata.labels)), adopted: [], released: [] };
  }
  const kept: T[] = [];
  const released: T[] = [];
  for (const object of owned) (matches(object.metadata.labels) ? kept : released).push(object);
  return { kept, adopted: orphans.filter(({ metadata }) => !metadata.deletionTimestamp), released };
}

/** Compiled selectors: an owner claims repeatedly by the same selector, which is part of an object that never changes. */
const matchers = new WeakMap<LabelSelector, LabelMatcher>();

function matcherOf(selector: LabelSelector | undefined): LabelMatcher {
  if (!selector) return compileLabelSelector(selector);
  let matches = matchers.get(selector);
  if (!matches) matchers.set(selector, (matches = compileLabelSelector(selector)));
  return matches;
}
