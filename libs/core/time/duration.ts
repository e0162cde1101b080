const UNIT_MS: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  // The sign for micro, and the Greek letter.
  '\u00b5s': 1e-3,
  '\u03bcs': 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
};

/** Maximum length of a duration's text, longer than any real one. */
const MAX_TEXT_LENGTH = 4096;
/** Go counts nanoseconds in 64 bits: 292 years. */
const MAX_DURATION_MS = 2 ** 63 / 1e6;
/** A number at the place of `lastIndex`; each begins where the last unit ended, and can be read in one way only. */
const NUMBER = /\d+(?:\.\d*)?|\.\d+/y;
/** The unit behind a number: everything up to the next one, spaces included. */
const UNIT = /[^.0-9]*/y;

/** The outcome of {@link parseGoDuration}. */
export type DurationVerdict =
  { readonly ok: true; readonly durationMs: number } | { readonly ok: false; readonly error: string };

/**
 * Reads a duration exactly as Go's `time.ParseDuration` does, with its error texts (of Go 1.16 and later): spaces are
 * not allowed, and only 0 needs no unit. Milliseconds are rounded to whole ones.
 */
export function parseGoDuration(text: string): DurationVerdict {
  const invalid = (problem = 'invalid duration'): DurationVerdict => ({
    ok: false,
    error: `time: ${problem} ${quoted(text)}`,
  });
  if (text.length > MAX_TEXT_LENGTH) return invalid();
  const sign = text.startsWith('-') ? -1 : 1;
  const start = text.startsWith('-') || text.startsWith('+') ? 1 : 0;
  if (text.slice(start) === '0') return { ok: true, durationMs: 0 };
  if (start === text.length) return invalid();
  let total = 0;
  for (let at = start; at < text.length;) {
    NUMBER.lastIndex = at;
    const number = NUMBER.exec(text)?.[0];
    if (number === undefined) return invalid();
    UNIT.lastIndex = at + number.length;
    const unit = UNIT.exec(text)![0];
    if (unit === '') return invalid('missing unit in duration');
    if (!Object.hasOwn(UNIT_MS, unit)) return invalid(`unknown unit ${quoted(unit)} in duration`);
    total += Number(number) * UNIT_MS[unit]!;
    // Compared with each part, as what is wrong behind it is not looked at any more.
    if (total >= MAX_DURATION_MS) return invalid();
    at += number.length + unit.length;
  }
  return { ok: true, durationMs: sign * Math.round(total) };
}

/** Go's quotes around a text in an error about times: what is not printable ASCII is written as bytes. */
function quoted(text: string): string {
  const bytesOf = (char: string): string => {
    const isHalf = char.length === 1 && char >= '\ud800' && char <= '\udfff';
    return encodeURIComponent(isHalf ? '\ufffd' : char)
      .replaceAll('%', '\\x')
      .toLowerCase();
  };
  return `"${text.replace(/["\\]/g, '\\$&').replace(/[^\x20-\x7f]/gu, bytesOf)}"`;
}

/**
 * Reads a duration in Go's syntax (`1m30s`, `500ms`, `-1.5h`, `0`), with or without spaces around it, as milliseconds.
 * Returns undefined for anything else, also for what is longer than Go can count: the caller knows which field to name in its error.
 */
export function parseDurationMs(text: string): number | undefined {
  const verdict = parseGoDuration(text.length > MAX_TEXT_LENGTH ? '' : text.trim());
  return verdict.ok ? verdict.durationMs : undefined;
}

/** Prints milliseconds in Go's syntax: `0s`, `250ms`, `1.5s`, `1m30s`, `2h0m0s`. */
export function formatDuration(durationMs: number): string {
  if (durationMs === 0) return '0s';
  const sign = durationMs < 0 ? '-' : '';
  const ms = Math.abs(durationMs);
  if (ms < 1000) return `${sign}${ms}ms`;
  const hours = Math.floor(ms / 3_600_000);
  const minutes = Math.floor((ms % 3_600_000) / 60_000);
  const seconds = (ms % 60_000) / 1000;
  if (hours > 0) return `${sign}${hours}h${minutes}m${seconds}s`;
  return minutes > 0 ? `${sign}${minutes}m${seconds}s` : `${sign}${seconds}s`;
}

/**
 * The last instant that can be written: RFC 3339 has four digits for the year. Durations in the API go up to 2^63 - 1
 * seconds, so that what they lead to may lie far beyond; it is taken to be this instant, or never to come.
 */
export const LATEST_TIME_MS = Date.UTC(9999, 11, 31, 23, 59, 59);
const EARLIEST_TIME_MS = Date.parse('0000-01-01T00:00:00Z');

/** The last second that was printed: thousands of objects are stamped within one. */
let lastSecond = Number.NaN;
let lastText = '';

/** Prints cluster time as the API does: RFC 3339, whole seconds, `Z`; what cannot be written as the nearest that can. */
export function formatTime(timeMs: number): string {
  const second = Math.floor(writable(timeMs) / 1000);
  if (second !== lastSecond) {
    lastText = `${new Date(second * 1000).toISOString().slice(0, 19)}Z`;
    lastSecond = second;
  }
  return lastText;
}

/** Prints cluster time with microseconds, as Lease.renewTime and Event.eventTime have it. */
export function formatMicroTime(timeMs: number): string {
  return `${new Date(writable(timeMs)).toISOString().slice(0, 23)}000Z`;
}

function writable(timeMs: number): number {
  return Math.min(Math.max(timeMs, EARLIEST_TIME_MS), LATEST_TIME_MS);
}

/** Reads an RFC 3339 time as milliseconds since the Unix epoch; undefined if there is none or it is invalid. */
export function parseTimeMs(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? undefined : ms;
}
