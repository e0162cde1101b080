import { formatQuantity, tryParseQuantity } from '@orrery/quantity';
import { formatMicroTime, formatTime } from '@orrery/time';

/** A scalar in its stored form, or why it is none. */
export type ScalarVerdict = { readonly value: string } | { readonly error: string };

const UTC_SECONDS = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
const RFC3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
/** Clusters use few distinct texts; past this many the table starts afresh. */
const MAX_REMEMBERED = 4096;
const canonicalQuantities = new Map<string, ScalarVerdict>();

/** Amounts are stored in their canonical text. */
export function readQuantity(value: string | number): ScalarVerdict {
  const text = String(value);
  const known = canonicalQuantities.get(text);
  if (known) return known;
  const parsed = tryParseQuantity(text);
  const verdict = parsed.ok ? { value: formatQuantity(parsed.quantity) } : { error: parsed.error };
  if (canonicalQuantities.size >= MAX_REMEMBERED) canonicalQuantities.clear();
  if (text.length <= 32) canonicalQuantities.set(text, verdict);
  return verdict;
}

/** Times are stored in UTC and whole seconds. */
export function readTime(text: string): ScalarVerdict {
  if (UTC_SECONDS.test(text) && isRealTime(text)) return { value: text };
  const ms = RFC3339.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(ms) ? timeError(text) : { value: formatTime(ms) };
}

/** Times with microseconds; what a clock in milliseconds cannot hold is kept as text. */
export function readMicroTime(text: string): ScalarVerdict {
  const exact = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6})\d*Z$/.exec(text);
  if (exact && isRealTime(text)) return { value: `${exact[1]}Z` };
  const ms = RFC3339.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(ms) ? timeError(text) : { value: formatMicroTime(ms) };
}

/** Bytes travel and are stored as base64. */
export function readBase64(text: string): ScalarVerdict {
  const packed = text.replace(/[\r\n]/g, '');
  if (BASE64.test(packed)) return { value: packed };
  const bad = packed.search(/[^A-Za-z0-9+/]/);
  return { error: `illegal base64 data at input byte ${bad < 0 ? packed.length - (packed.length % 4) : bad}` };
}

function isRealTime(text: string): boolean {
  return !Number.isNaN(Date.parse(text));
}

function timeError(text: string): ScalarVerdict {
  const quoted = JSON.stringify(text);
  return { error: `parsing time ${quoted} as "2006-01-02T15:04:05Z07:00": cannot parse ${quoted} as "2006"` };
}
