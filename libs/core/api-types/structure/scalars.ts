import { formatQuantity, tryParseQuantity } from '@orrery/quantity';
import { formatTime } from '@orrery/time';

/** A scalar in its stored form, or why it is none. */
export type ScalarVerdict = { readonly value: string } | { readonly error: string };

const UTC_SECONDS = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
const RFC3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;
const MICRO_TIME = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.(\d{6})(Z|[+-]\d\d:\d\d)$/;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
/** Largest number of remembered texts, beyond which the table is emptied; clusters use few distinct ones. */
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

/** Times with microseconds have all six digits, as Go's layout wants them. */
export function readMicroTime(text: string): ScalarVerdict {
  const parts = MICRO_TIME.exec(text);
  const ms = parts ? Date.parse(`${parts[1]}${parts[3]}`) : NaN;
  if (!parts || Number.isNaN(ms)) return microTimeError(text);
  const [, , micros, zone] = parts;
  return { value: zone === 'Z' ? text : `${formatTime(ms).slice(0, -1)}.${micros}Z` };
}

/** Names the part that Go's parser stumbles over. */
function microTimeError(text: string): ScalarVerdict {
  const layout = '2006-01-02T15:04:05.000000Z07:00';
  const rest = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(.*)$/.exec(text)?.[1];
  const afterMicros = rest === undefined ? undefined : /^\.\d{6}(.*)$/.exec(rest)?.[1];
  const [found, wanted] =
    afterMicros !== undefined ? [afterMicros, 'Z07:00'] : rest !== undefined ? [rest, '.000000'] : [text, '2006'];
  const quoted = [text, layout, found, wanted].map((part) => JSON.stringify(part));
  return { error: `parsing time ${quoted[0]} as ${quoted[1]}: cannot parse ${quoted[2]} as ${quoted[3]}` };
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
