import type { KubeObject } from '@orrery/api-types';
import { EVENT_TTL_MS, MAX_EVENTS } from '@orrery/events';
import { formatTime } from '@orrery/time';
import { ClusterCache } from './cluster-cache';
import { deleteExpiredEvents } from './expired-events';
import { Operation } from '../commit/write-batch';

const event = (name: string, atMs: number, revision: number): KubeObject =>
  ({
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name, namespace: 'default', resourceVersion: String(revision), creationTimestamp: formatTime(0) },
    lastTimestamp: formatTime(atMs),
  }) as unknown as KubeObject;
const cacheOf = (events: readonly KubeObject[]): ClusterCache =>
  new ClusterCache(
    events.length,
    events.map((object) => ({ resource: 'events', object })),
  );
const names = (cache: ClusterCache, nowMs: number, limit = 500): string[] =>
  deleteExpiredEvents(cache, nowMs, limit).map(({ key }) => key.name);

test('events go an hour after they were seen last, also those that were written again', () => {
  const cache = cacheOf([event('a', 0, 1), event('b', 1000, 2)]);
  expect(names(cache, EVENT_TTL_MS - 1)).toEqual([]);
  const key = { resource: 'events', namespace: 'default', name: 'a' };
  cache.apply([{ revision: 3, operation: Operation.Update, key, object: event('a', 5000, 3) }]);
  expect(names(cache, EVENT_TTL_MS + 1000)).toEqual(['b']);
  const [intent] = deleteExpiredEvents(cache, EVENT_TTL_MS + 5000, 1);
  expect(intent!.decide(event('b', 1000, 2))).toMatchObject({ kind: 'write', operation: Operation.Delete });
  expect(intent!.decide(event('b', 9000, 9))).toMatchObject({ kind: 'keep' });
});

test('the oldest go when there are too many', () => {
  const cache = cacheOf(Array.from({ length: MAX_EVENTS + 3 }, (_, i) => event(`e-${i}`, 1000, i)));
  expect(names(cache, 2000)).toEqual(['e-0', 'e-1', 'e-2']);
  expect(names(cache, 2000, 2)).toEqual(['e-0', 'e-1']);
});
