import type { KubeObject } from '@orrery/api-types';
import { formatMicroTime, formatTime, parseTimeMs } from '@orrery/time';

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
/** Fields that hold times outside metadata and status, by kind. */
const TIMED_KINDS: Readonly<Record<string, readonly string[]>> = {
  Event: ['firstTimestamp', 'lastTimestamp', 'eventTime', 'series'],
  Lease: ['spec'],
};

/**
 * An object with what happened to it as long ago as before: times of its metadata and status, of events and leases are moved by
 * `byMs`. Specs, and what users wrote into annotations, stay as they are: templates of pods are compared by their text.
 */
export function withMovedTimes(object: KubeObject, byMs: number): KubeObject {
  if (byMs === 0) return object;
  const { metadata } = object;
  const { creationTimestamp, deletionTimestamp, managedFields } = metadata;
  const moved: KubeObject = {
    ...object,
    metadata: {
      ...metadata,
      ...(creationTimestamp ? { creationTimestamp: movedTime(creationTimestamp, byMs) } : {}),
      ...(deletionTimestamp ? { deletionTimestamp: movedTime(deletionTimestamp, byMs) } : {}),
      ...(managedFields
        ? {
            managedFields: managedFields.map((entry) =>
              entry.time ? { ...entry, time: movedTime(entry.time, byMs) } : entry,
            ),
          }
        : {}),
    },
  };
  for (const field of ['status', ...(TIMED_KINDS[object.kind] ?? [])]) {
    if (moved[field] !== undefined) moved[field] = everyTime(moved[field], byMs);
  }
  return moved;
}

/** Returns the latest instant in ms that these objects record; undefined without one. */
export function latestTimeMs(objects: Iterable<object>): number | undefined {
  let latest: number | undefined;
  const look = (value: unknown): void => {
    if (typeof value === 'string' && TIME.test(value)) latest = Math.max(latest ?? 0, parseTimeMs(value) ?? 0);
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(look);
  };
  for (const object of objects) {
    const { metadata, kind = '' } = object as Partial<KubeObject>;
    look(metadata?.creationTimestamp);
    for (const field of TIMED_KINDS[kind] ?? []) look((object as KubeObject)[field]);
    // What is in a status may lie ahead, such as the end of a certificate; heartbeats do not.
    if (kind === 'Node') look((object as KubeObject).status);
  }
  return latest;
}

function everyTime(value: unknown, byMs: number): unknown {
  if (typeof value === 'string') return TIME.test(value) ? movedTime(value, byMs) : value;
  if (Array.isArray(value)) return value.map((each) => everyTime(each, byMs));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, everyTime(each, byMs)]));
}

/** Returns the moved time with the precision of the original. */
function movedTime(text: string, byMs: number): string {
  const ms = parseTimeMs(text);
  if (ms === undefined) return text;
  return text.includes('.') ? formatMicroTime(ms + byMs) : formatTime(ms + byMs);
}
