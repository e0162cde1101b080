import type { EventPartsFragment } from '../../../graphql/operations.generated';
import { clusterTime } from '../../../model/clock-words';

/** Events about an object, newest first. */
export function EventList({ events }: { readonly events: readonly EventPartsFragment[] }) {
  if (events.length === 0) return null;
  return (
    <section>
      <h3>Events</h3>
      {events.map(({ reason, message, type, lastTimestamp }, index) => (
        <p key={index} className="event">
          <span className={type === 'Warning' ? 'pill warn' : 'pill'}>{reason}</span> {message}
          {lastTimestamp && <time className="mono quiet small block">{clusterTime(lastTimestamp)}</time>}
        </p>
      ))}
    </section>
  );
}
