import { DISRUPTIONS } from '../board/zone-words';

/** A stretch of cluster time in which something was so. */
export interface Span {
  /** Subject and state, such as `POWER_OFF node-1` or `zone-1 full disruption`. */
  readonly words: string;
  readonly fromMs: number;
  /** End of the span; undefined: it lasts. */
  readonly toMs: number | undefined;
}

/** A fault of a node over cluster time, as the server keeps it. */
export interface FaultPeriod {
  readonly kind: string;
  readonly nodeName: string;
  readonly from: string;
  readonly to: string | null;
  readonly setAt: string;
}

/** Period of a zone's state. */
export interface ZonePeriod {
  readonly from: string;
  readonly to: string | null;
  readonly zone: { readonly name: string; readonly state: string | null };
}

/** Returns the spans in which faults were in force. */
export function faultSpans(periods: Iterable<FaultPeriod>): readonly Span[] {
  return [...periods].map((period) => spanOf(`${period.kind} ${period.nodeName}`, period));
}

/** Returns the spans in which zones were disrupted: a state lasts while only figures of the zone change. */
export function zoneSpans(periods: Iterable<ZonePeriod>): readonly Span[] {
  const spans: Span[] = [];
  const last = new Map<string, number>();
  const inOrder = [...periods].sort((a, b) => Date.parse(a.from) - Date.parse(b.from));
  for (const period of inOrder) {
    const { name, state } = period.zone;
    const disruption = DISRUPTIONS[state ?? ''];
    if (disruption === undefined) continue;
    const span = spanOf(`${name || 'no zone'} ${disruption}`, period);
    const index = last.get(name) ?? spans.length;
    const before = spans[index];
    if (before?.words === span.words && before.toMs === span.fromMs) spans[index] = { ...before, toMs: span.toMs };
    else last.set(name, spans.push(span) - 1);
  }
  return spans;
}

/** Returns the spans that hold at a moment. */
export function standingAt(spans: readonly Span[], atMs: number): readonly Span[] {
  return spans.filter(({ fromMs, toMs = Infinity }) => fromMs <= atMs && toMs > atMs);
}

const NAMED = 3;

/** Spans as words: the first of them by name. */
export function spanWords(spans: readonly Span[]): string {
  const more = spans.length > NAMED ? ` and ${spans.length - NAMED} more` : '';
  return `${spans
    .slice(0, NAMED)
    .map(({ words }) => words)
    .join(', ')}${more}`;
}

function spanOf(words: string, { from, to }: { readonly from: string; readonly to: string | null }): Span {
  return { words, fromMs: Date.parse(from), toMs: to === null ? undefined : Date.parse(to) };
}
