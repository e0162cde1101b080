import { useEffect, useMemo, useRef, useState } from 'react';
import { useAnswer, useFollowed } from '../graphql/client-context';
import { FaultsChangedSubscription, ZoneEventSeenSubscription, ZoneEventsQuery } from '../graphql/operations.generated';
import { NO_SPANS, spansOf, spansOfEvents, withStanding, type Span } from '../model/faults/spans';

const NO_VARIABLES = {};
/** Events are read again this long after one came, for several come together. */
const GATHER_MS = 300;

/** Faults over cluster time, as far as they were seen since the page was opened, and disruptions of zones as events tell of them. */
export interface Spans {
  readonly faults: readonly Span[];
  readonly zones: readonly Span[];
}

export function useSpans(now: string | undefined): Spans {
  const faults = useFollowed(FaultsChangedSubscription, NO_VARIABLES)?.faultsChanged;
  const nowMs = useRef(0);
  if (now !== undefined) nowMs.current = Date.parse(now);
  const [faultLog, setFaultLog] = useState(NO_SPANS);
  useEffect(() => {
    if (!faults || nowMs.current === 0) return;
    const standing = faults
      .filter(({ isInForce }) => isInForce)
      .map(({ kind, nodeName, since }) => ({
        key: `${kind} ${nodeName} ${since}`,
        words: `${kind} ${nodeName}`,
        sinceMs: Date.parse(since),
      }));
    setFaultLog((log) => withStanding(log, standing, nowMs.current));
  }, [faults, now === undefined]);
  return { faults: spansOf(faultLog), zones: useZoneSpans() };
}

function useZoneSpans(): readonly Span[] {
  const seen = useFollowed(ZoneEventSeenSubscription, NO_VARIABLES);
  const { data, reload } = useAnswer(ZoneEventsQuery, NO_VARIABLES);
  useEffect(() => {
    if (seen === undefined) return undefined;
    const timer = setTimeout(reload, GATHER_MS);
    return () => clearTimeout(timer);
  }, [seen]);
  return useMemo(
    () =>
      spansOfEvents(
        (data?.events.nodes ?? []).flatMap(({ reason, firstTimestamp, lastTimestamp, involvedObject }) =>
          // An event that came again has both times.
          [...new Set([firstTimestamp, lastTimestamp])].flatMap((time) =>
            time == null ? [] : [{ zone: involvedObject.name ?? '', reason: reason ?? '', atMs: Date.parse(time) }],
          ),
        ),
      ),
    [data],
  );
}
