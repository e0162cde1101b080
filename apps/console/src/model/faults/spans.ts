/** A stretch of cluster time in which something was so. */
export interface Span {
  /** What it is about and how it was, such as `POWER_OFF node-1` or `zone-1 full disruption`. */
  readonly words: string;
  readonly fromMs: number;
  /** undefined: it goes on. */
  readonly toMs: number | undefined;
}

/** Something that is so now. */
export interface Standing {
  readonly key: string;
  readonly words: string;
  /** Since when, if the server says it; else it counts from when it was first seen. */
  readonly sinceMs?: number | undefined;
}

/** What was seen of things that begin and end, while one looked. */
export interface SpanLog {
  readonly open: ReadonlyMap<string, Span>;
  readonly closed: readonly Span[];
}

export const NO_SPANS: SpanLog = { open: new Map(), closed: [] };
/** Ended spans that are kept. */
const KEPT = 500;

/** The log with what stands at a moment: new things begin, and those that do not stand any more end there. */
export function withStanding(log: SpanLog, standing: readonly Standing[], nowMs: number): SpanLog {
  const now = new Map(standing.map((each) => [each.key, each]));
  const ended = [...log.open].filter(([key, { words }]) => now.get(key)?.words !== words);
  const begun = standing.filter(({ key, words }) => log.open.get(key)?.words !== words);
  if (ended.length === 0 && begun.length === 0) return log;
  const open = new Map([...log.open].filter(([key, { words }]) => now.get(key)?.words === words));
  for (const { key, words, sinceMs = nowMs } of begun) open.set(key, { words, fromMs: sinceMs, toMs: undefined });
  const closed = [...log.closed, ...ended.map(([, span]) => ({ ...span, toMs: nowMs }))].slice(-KEPT);
  return { open, closed };
}

/** All spans, ended ones first. */
export function spansOf({ open, closed }: SpanLog): readonly Span[] {
  return [...closed, ...open.values()];
}

/** An event that the node-lifecycle controller wrote about a zone. */
export interface ZoneEvent {
  readonly zone: string;
  readonly reason: string;
  readonly atMs: number;
}

const DISRUPTIONS: Readonly<Record<string, string>> = {
  ZonePartialDisruption: 'partial disruption',
  ZoneFullDisruption: 'full disruption',
};

/** The disruptions that events of the past tell of, the last of a zone open if no event ends it. */
export function spansOfEvents(events: readonly ZoneEvent[]): readonly Span[] {
  const open = new Map<string, Span>();
  const closed: Span[] = [];
  for (const { zone, reason, atMs } of [...events].sort((a, b) => a.atMs - b.atMs)) {
    const state = DISRUPTIONS[reason];
    if (state === undefined && reason !== 'ZoneNormal') continue;
    const before = open.get(zone);
    if (before) closed.push({ ...before, toMs: atMs });
    if (state === undefined) open.delete(zone);
    else open.set(zone, { words: `${zone} ${state}`, fromMs: atMs, toMs: undefined });
  }
  return [...closed, ...open.values()];
}
