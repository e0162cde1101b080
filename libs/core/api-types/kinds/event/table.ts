import type { Event } from '../../objects';
import { ageSince } from '../../tables/age';
import { integer, NAME, tableOf, text, wide } from '../../tables/table-kind';

/** Columns of an Event (`pkg/printers/internalversion` upstream). */
export const EVENT_TABLE = tableOf<Event>(
  [
    text('Last Seen', 'Time since the event was last seen.'),
    text('Type', 'Normal, or Warning.'),
    text('Reason', 'Reason in CamelCase.'),
    text('Object', 'Involved object.'),
    wide(text('Subobject', 'Part of the involved object.')),
    wide(text('Source', 'Component that reported the event.')),
    text('Message', 'Human-readable description.'),
    wide(text('First Seen', 'Time since the event was first seen.')),
    wide(integer('Count', 'Number of occurrences.')),
    wide({ ...NAME, format: 'name' }),
  ],
  (event, nowMs) => {
    const first = (event.firstTimestamp ?? event.eventTime) as string | undefined;
    const last = (event.series?.lastObservedTime ?? event.lastTimestamp ?? first) as string | undefined;
    const { kind = '', name, fieldPath = '' } = event.involvedObject ?? {};
    return [
      ageSince(last, nowMs),
      event.type ?? '',
      event.reason ?? '',
      name ? `${kind.toLowerCase()}/${name}` : kind.toLowerCase(),
      fieldPath,
      sourceOf(event),
      (event.message ?? '').trim(),
      ageSince(first, nowMs),
      event.series?.count ?? (event.count || 1),
      event.metadata.name,
    ];
  },
);

function sourceOf({ source, reportingComponent = '', reportingInstance }: Event): string {
  const component = source?.component || reportingComponent;
  const host = source?.host || (source?.component ? '' : reportingInstance);
  return host ? `${component}, ${host}` : component;
}
