import type { KubeObject } from '@orrery/api-types';
import { nameOf, Operation, type ClusterCache } from '@orrery/store';

/** An object of a list and what it is sorted by. */
export interface Entry {
  readonly key: string;
  readonly object: KubeObject;
}

/** Maximum number of sorted states kept per cluster; each is a kind in one namespace or in all. */
const REMEMBERED_STATES = 16;

/** A state of a kind, as long as the collector leaves it: nothing else keeps superseded versions alive. */
interface Remembered {
  readonly revision: number;
  readonly entries: WeakRef<readonly Entry[]>;
}

const objects = new WeakMap<readonly Entry[], readonly KubeObject[]>();
const states = new WeakMap<ClusterCache, Map<string, Remembered>>();

/**
 * The objects of a resource at a revision, in key order; undefined if that state is no longer known. Sorted once for all
 * lists, and pages of lists, between which no object of the resource has changed.
 */
export function sortedState(
  cache: ClusterCache,
  { resource, namespace }: { readonly resource: string; readonly namespace: string | undefined },
  revision: number,
): readonly Entry[] | undefined {
  if (!cache.remembers(revision)) return undefined;
  const place = `${resource} ${namespace ?? '*'}`;
  let known = states.get(cache);
  if (!known) states.set(cache, (known = new Map()));
  const before = known.get(place);
  const isSame = before && isUnchanged(cache.lastChangeOf(resource), before.revision, revision);
  const entries = (isSame && before.entries.deref()) || sorted(cache, { resource, namespace }, revision);
  known.delete(place);
  known.set(place, { revision, entries: new WeakRef(entries) });
  if (known.size > REMEMBERED_STATES) known.delete(known.keys().next().value!);
  return entries;
}

/** Returns the objects of a state: the same list each time, so that callers can cache derived data by the list. */
export function objectsOf(state: readonly Entry[]): readonly KubeObject[] {
  let list = objects.get(state);
  if (!list) objects.set(state, (list = state.map(({ object }) => object)));
  return list;
}

/** Returns whether a resource is the same at two revisions, of which nothing but its last change is known. */
function isUnchanged(lastChange: number, a: number, b: number): boolean {
  return a === b || lastChange <= Math.min(a, b);
}

function sorted(
  cache: ClusterCache,
  { resource, namespace }: { readonly resource: string; readonly namespace: string | undefined },
  revision: number,
): Entry[] {
  const found = new Map<string, KubeObject>();
  for (const object of cache.list(resource, namespace)) found.set(keyOfObject(object), object);
  const later = cache.changesAfter(revision) ?? [];
  for (let i = later.length - 1; i >= 0; i--) {
    const change = later[i]!;
    if (change.key.resource !== resource) continue;
    const key = keyOfObject(change.object);
    if (change.operation === Operation.Create) found.delete(key);
    else if (change.previous) found.set(key, change.previous);
  }
  return [...found].map(([key, object]) => ({ key, object })).sort((a, b) => (a.key < b.key ? -1 : 1));
}

/** Sorts by namespace, then by name: a slash would sort after a dash in a namespace's name. */
function keyOfObject({ metadata }: KubeObject): string {
  return nameOf(metadata.namespace === undefined ? '' : `${metadata.namespace}\u0000`, metadata.name);
}
