import type { Event } from '@orrery/api-types';
import { formatTime } from '@orrery/time';
import { EVENT_TTL_MS, isExpired } from './event-retention';

const at = (seconds: number): string => formatTime(seconds * 1000);
const event = (more: object): Event => ({ metadata: { creationTimestamp: at(100) }, ...more }) as unknown as Event;

test.each([
  ['that says nothing', {}, 100],
  ['of one moment', { eventTime: at(110) }, 110],
  ['that came again', { firstTimestamp: at(100), lastTimestamp: at(500) }, 500],
  ['of a series', { lastTimestamp: at(500), series: { count: 2, lastObservedTime: at(900) } }, 900],
])('an event %s is kept for an hour after it was seen last', (_name, more, lastSeconds) => {
  const end = lastSeconds * 1000 + EVENT_TTL_MS;
  expect([isExpired(event(more), end - 1), isExpired(event(more), end)]).toEqual([false, true]);
});
