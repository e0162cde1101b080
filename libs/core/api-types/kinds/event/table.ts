import type { Event } from '../../objects';
import { ageSince } from '../../tables/age';
import { NAME, tableOf, text, wide, of } from '../../tables/table-kind';

/** Columns of an Event (`pkg/printers/internalversion` upstream). */
export const EVENT_TABLE = tableOf<Event>(
  [
    text('Last Seen', of('CoreV1Event', 'lastTimestamp')),
    text('Type', of('CoreV1Event', 'type')),
    text('Reason', of('CoreV1Event', 'reason')),
    text('Object', of('CoreV1Event', 'involvedObject')),
    wide(text('Subobject', of('V1ObjectReference', 'fieldPath'))),
    wide(text('Source', of('CoreV1Event', 'source'))),
    text('Message', of('CoreV1Event', 'message')),
    wide(text('First Seen', of('CoreV1Event', 'firstTimestamp'))),
    wide(text('Count', of('CoreV1Event', 'count'))),
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
