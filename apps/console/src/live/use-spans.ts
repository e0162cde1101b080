import { useEffect, useRef, useState } from 'react';
import { useFollowed } from '../graphql/client-context';
import { FaultsChangedSubscription, ZonesChangedSubscription } from '../graphql/operations.generated';
import { NO_SPANS, spansOf, withStanding, type Span } from '../model/faults/spans';

const NO_VARIABLES = {};
const DISRUPTED: ReadonlySet<string | null> = new Set(['PARTIAL_DISRUPTION', 'FULL_DISRUPTION']);

/** Faults and states of zones over cluster time, as far as they were seen since the page was opened. */
export interface Spans {
  readonly faults: readonly Span[];
  readonly zones: readonly Span[];
}

export function useSpans(now: string | undefined): Spans {
  const faults = useFollowed(FaultsChangedSubscription, NO_VARIABLES)?.faultsChanged;
  const zones = useFollowed(ZonesChangedSubscription, NO_VARIABLES)?.zonesChanged;
  const nowMs = useRef(0);
  if (now !== undefined) nowMs.current = Date.parse(now);
  const [faultLog, setFaultLog] = useState(NO_SPANS);
  const [zoneLog, setZoneLog] = useState(NO_SPANS);
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
  useEffect(() => {
    if (!zones || nowMs.current === 0) return;
    const standing = zones
      .filter(({ state }) => DISRUPTED.has(state))
      .map(({ name, state }) => ({ key: name, words: `${name} ${String(state).toLowerCase().replace('_', ' ')}` }));
    setZoneLog((log) => withStanding(log, standing, nowMs.current));
  }, [zones, now === undefined]);
  return { faults: spansOf(faultLog), zones: spansOf(zoneLog) };
}
