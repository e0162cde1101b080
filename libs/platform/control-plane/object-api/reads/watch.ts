import type { KubeObject } from '@orrery/api-types';
import { Operation, resourceName, type Change } from '@orrery/store';
import type { CachePort } from '../../ports/cluster-ports';
import type { Selection } from './selection';

/** Event of a watch: an object entered the selection, changed in it, or left it. */
export interface WatchEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  /** For DELETED the last state in the selection, with the revision of its leaving. */
  readonly object: KubeObject;
  readonly previous?: KubeObject | undefined;
  readonly revision: number;
}

export interface Watch {
  /** The revision up to which all changes were delivered. */
  readonly revision: () => number;
  stop(): void;
}

export interface WatchOptions {
  readonly revision: number;
  readonly listener: (events: readonly WatchEvent[]) => void;
  /** Called when the changes cannot be followed any further: the watch has to start over. */
  readonly lost?: () => void;
}

/**
 * Tells `listener` everything that happens in the selection after `revision`, in revision order and in batches; what
 * is already known at once, before this returns. Undefined if the changes since then are no longer known.
 */
export function watchObjects(cluster: CachePort, selection: Selection, options: WatchOptions): Watch | undefined {
  const { cache } = cluster;
  const resource = resourceName(selection.kind);
  const missed = cache.changesAfter(options.revision);
  if (!missed) return undefined;
  let revision = Math.max(options.revision, cache.revision);
  const publish = (changes: readonly Change[]): void => {
    const events: WatchEvent[] = [];
    for (const change of changes) {
      if (change.revision <= options.revision || change.key.resource !== resource) continue;
      const event = toEvent(change, selection);
      if (event) events.push(event);
    }
    revision = Math.max(revision, changes[changes.length - 1]?.revision ?? 0);
    if (events.length > 0) options.listener(events);
  };
  const unsubscribe = cache.subscribe(publish);
  const forget = cluster.onCacheReplaced(() => options.lost?.());
  publish(missed);
  return {
    revision: () => revision,
    stop: () => {
      unsubscribe();
      forget();
    },
  };
}

/** An object that starts to match is added for the watcher, one that stops matching is deleted. */
function toEvent(change: Change, selection: Selection): WatchEvent | undefined {
  const { object, previous, revision } = change;
  const matched = selection.matchedBefore ?? selection.matches;
  const matchedBefore = previous !== undefined && matched(previous);
  const matchesNow = change.operation !== Operation.Delete && selection.matches(object);
  if (matchesNow) return { type: matchedBefore ? 'MODIFIED' : 'ADDED', object, previous, revision };
  if (!matchedBefore) return undefined;
  if (change.operation === Operation.Delete) return { type: 'DELETED', object, previous, revision };
  const metadata = { ...previous.metadata, resourceVersion: String(revision) };
  return { type: 'DELETED', object: { ...previous, metadata }, previous, revision };
}
