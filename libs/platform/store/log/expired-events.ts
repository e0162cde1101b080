import { isExpired, MAX_EVENTS } from '@orrery/events';
import type { Event, KubeObject } from '@orrery/api-types';
import type { ClusterCache } from './cluster-cache';
import type { Intent } from '../commit/commit-request';
import { Operation } from '../commit/write-batch';

const EVENTS = 'events';
const EXPIRY = { writer: 'kube-apiserver', reason: 'the event has expired' };

/**
 * Deletes expired events, `limit` at most: those older than an hour of cluster time, and the
 * oldest beyond {@link MAX_EVENTS}. An event that is written again in the meantime stays.
 */
export function deleteExpiredEvents(cache: ClusterCache, nowMs: number, limit: number): Intent[] {
  const intents: Intent[] = [];
  let surplus = cache.count(EVENTS) - MAX_EVENTS;
  for (const event of cache.inOrderOfChange(EVENTS)) {
    if (intents.length >= limit) break;
    if (surplus <= 0 && !isExpired(event as Event, nowMs)) break;
    surplus--;
    // A caller waits for the end of this one.
    if ((event.metadata.finalizers?.length ?? 0) === 0) intents.push(deletionOf(event));
  }
  return intents;
}

function deletionOf({ metadata: { namespace = '', name, resourceVersion } }: KubeObject): Intent {
  return {
    key: { resource: EVENTS, namespace, name },
    origin: EXPIRY,
    decide: (current) => {
      if (current?.metadata.resourceVersion !== resourceVersion) return { kind: 'keep', object: current };
      const object = { ...current, metadata: { ...current.metadata, resourceVersion: '' } };
      return { kind: 'write', operation: Operation.Delete, object };
    },
  };
}
