import { parseDurationMs, parseTimeMs } from '@orrery/time';

/** A moment of a cluster, as clients name it. */
export type Moment =
  /** The state after this change. */
  | { readonly kind: 'revision'; readonly revision: number }
  /** The state at this instant of cluster time, in ms since the Unix epoch. */
  | { readonly kind: 'time'; readonly atMs: number }
  /** The state so many ms of cluster time ago. */
  | { readonly kind: 'ago'; readonly ms: number };

const REVISION = /^\d{1,15}$/;
const RFC_3339 = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:[Zz]|[+-]\d\d:\d\d)$/;

/** Reads a revision (`1234`), a time (RFC 3339), or how long ago (`-10m`); undefined for anything else. */
export function parseMoment(text: string): Moment | undefined {
  if (REVISION.test(text)) return { kind: 'revision', revision: Number(text) };
  if (text.startsWith('-')) {
    const ms = parseDurationMs(text.slice(1));
    return ms === undefined || ms < 0 ? undefined : { kind: 'ago', ms };
  }
  const atMs = RFC_3339.test(text) ? parseTimeMs(text) : undefined;
  return atMs === undefined ? undefined : { kind: 'time', atMs };
}

const COMPACT_TIME = /^(\d{4})(\d\d)(\d\d)t(\d\d)(\d\d)(\d\d)z$/;
const AGO = /^(\d[\da-z]*)-ago$/;

/**
 * The moment in a part of a host name, where colons and leading dashes are not allowed, as {@link parseMoment} reads it: `1234`,
 * `20250101t001000z`, `10m-ago`. Undefined for anything else.
 */
export function momentOfHostLabel(label: string): string | undefined {
  const text = label.replace(COMPACT_TIME, '$1-$2-$3T$4:$5:$6Z').replace(AGO, '-$1');
  return parseMoment(text) && text !== '' ? text : undefined;
}
