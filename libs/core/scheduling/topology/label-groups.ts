import type { LabelGroup } from './label-group';
import type { PodSelection } from './pod-selection';
import { pairOf } from './selector-index';

const NONE: readonly LabelGroup[] = [];

/** Groups of pods by what selections ask for: a selection that demands pairs of labels is not held against all groups. */
export class LabelGroups {
  private readonly byKey = new Map<string, LabelGroup>();
  private readonly byNamespace = new Map<string, Set<LabelGroup>>();
  /** By namespace and pair. */
  private readonly byPair = new Map<string, Set<LabelGroup>>();

  get(key: string): LabelGroup | undefined {
    return this.byKey.get(key);
  }

  values(): Iterable<LabelGroup> {
    return this.byKey.values();
  }

  /** The groups of a namespace. */
  in(namespace: string): Iterable<LabelGroup> {
    return this.byNamespace.get(namespace) ?? NONE;
  }

  /** The groups that a selection may select, each once. */
  *candidates({ namespaces, pairs }: Pick<PodSelection, 'namespaces' | 'pairs'>): IterableIterator<LabelGroup> {
    if (!namespaces) yield* this.byKey.values();
    for (const namespace of namespaces ?? []) {
      if (!pairs) yield* this.in(namespace);
      // All pairs are of one label, and a group has one value of it.
      for (const pair of pairs ?? []) yield* this.byPair.get(placeOf(namespace, pair)) ?? NONE;
    }
  }

  add(group: LabelGroup): void {
    this.byKey.set(group.key, group);
    for (const [label, value] of Object.entries(group.labels)) {
      put(this.byPair, placeOf(group.namespace, pairOf(label, value)), group);
    }
    put(this.byNamespace, group.namespace, group);
  }

  /** Removes a group. Returns true if it was the last one of its namespace. */
  delete(group: LabelGroup): boolean {
    this.byKey.delete(group.key);
    for (const [label, value] of Object.entries(group.labels)) {
      drop(this.byPair, placeOf(group.namespace, pairOf(label, value)), group);
    }
    return drop(this.byNamespace, group.namespace, group);
  }
}

/** NUL is in no name. */
function placeOf(namespace: string, pair: string): string {
  return `${namespace}\u0000${pair}`;
}

function put(index: Map<string, Set<LabelGroup>>, at: string, group: LabelGroup): void {
  const groups = index.get(at);
  if (groups) groups.add(group);
  else index.set(at, new Set([group]));
}

function drop(index: Map<string, Set<LabelGroup>>, at: string, group: LabelGroup): boolean {
  const groups = index.get(at);
  groups?.delete(group);
  if (groups?.size !== 0) return false;
  return index.delete(at);
}
