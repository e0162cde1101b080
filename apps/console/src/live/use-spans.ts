import { useEffect, useMemo, useRef, useState } from 'react';
import type { AskError, ClusterClient } from '../graphql/client';
import { useClient } from '../graphql/client-context';
import { FaultPeriodsQuery, ZonePeriodsQuery } from '../graphql/operations.generated';
import { faultSpans, zoneSpans, type FaultPeriod, type Span, type ZonePeriod } from '../model/faults/spans';
import type { Facts } from './use-facts';

/** Periods are read again this long after something changed, for several changes come together. */
const GATHER_MS = 300;
const RETRY_MS = 3_000;

/** Faults and disruptions of zones over cluster time. */
export interface Spans {
  readonly faults: readonly Span[];
  readonly zones: readonly Span[];
}

/** Returns the spans that lasted beyond a revision, with those that have begun since. With `since` undefined nothing is read. */
export function useSpans({ faults, zones, clock }: Facts, since: string | undefined): Spans {
  const nowMs = clock && Date.parse(clock.now);
  const faultPeriods = usePeriods(FAULTS, { since, changed: faults, nowMs });
  const zonePeriods = usePeriods(ZONES, { since, changed: zones, nowMs });
  return {
    faults: useMemo(() => faultSpans(faultPeriods.values()), [faultPeriods]),
    zones: useMemo(() => zoneSpans(zonePeriods.values()), [zonePeriods]),
  };
}

interface PeriodVariables {
  readonly since: string;
  readonly after?: string;
}

/** Source of periods of one sort. */
interface PeriodSource<P> {
  readonly page: (
    client: ClusterClient,
    variables: PeriodVariables,
  ) => Promise<{ readonly periods: readonly P[]; readonly endCursor: string; readonly hasNextPage: boolean }>;
  /** Returns the key of a period, which is the same while it lasts and after it has ended. */
  readonly keyOf: (period: P) => string;
}

const FAULTS: PeriodSource<FaultPeriod> = {
  page: async (client, variables) => (await client.ask(FaultPeriodsQuery, variables)).faultHistory,
  keyOf: ({ kind, nodeName, setAt }) => `${kind} ${nodeName} ${setAt}`,
};

const ZONES: PeriodSource<ZonePeriod> = {
  page: async (client, variables) => (await client.ask(ZonePeriodsQuery, variables)).zoneHistory,
  keyOf: ({ zone: { name }, from }) => `${name} ${from}`,
};

interface PeriodsAsked {
  /** The revision from which on periods are wanted. */
  readonly since: string | undefined;
  /** Value that differs when there is new data. */
  readonly changed: unknown;
  readonly nowMs: number | undefined;
}

/** Periods by their keys: all at first, then with each change those that lasted until the reading before, or longer. */
function usePeriods<P>(source: PeriodSource<P>, asked: PeriodsAsked): ReadonlyMap<string, P> {
  const client = useClient();
  const [periods, setPeriods] = useState<ReadonlyMap<string, P>>(new Map());
  const latest = useRef(asked);
  latest.current = asked;
  const readAgain = useRef<() => void>(() => undefined);
  useEffect(() => {
    let known: ReadonlyMap<string, P> = new Map();
    let readAtMs = Infinity;
    const reading = oneByOne(async () => {
      const { since, nowMs } = latest.current;
      if (since === undefined || nowMs === undefined) return;
      // At first, and when the cluster was taken back: what came after is gone.
      const isWhole = nowMs < readAtMs;
      const found = await readPeriods(client, source, isWhole ? since : new Date(readAtMs - 1).toISOString());
      known = new Map([...(isWhole ? [] : known), ...found.map((period) => [source.keyOf(period), period] as const)]);
      readAtMs = nowMs;
      setPeriods(known);
    });
    readAgain.current = reading.again;
    return reading.stop;
  }, [client, source]);
  const isReady = asked.since !== undefined && asked.nowMs !== undefined;
  useEffect(() => {
    if (isReady) readAgain.current();
  }, [client, isReady, asked.changed]);
  return periods;
}

async function readPeriods<P>(client: ClusterClient, source: PeriodSource<P>, since: string): Promise<readonly P[]> {
  const found: P[] = [];
  for (let after: string | undefined, isMore = true; isMore;) {
    const page = await source.page(client, { since, ...(after === undefined ? {} : { after }) });
    found.push(...page.periods);
    after = page.endCursor;
    isMore = page.hasNextPage;
  }
  return found;
}

/** Reads soon after `again` is called, one reading at a time, and once more if it was called meanwhile. */
function oneByOne(read: () => Promise<void>): { readonly again: () => void; readonly stop: () => void } {
  let isStopped = false;
  let isReading = false;
  let isBehind = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const begin = (ms: number): void => {
    isReading = true;
    isBehind = false;
    timer = setTimeout(
      () =>
        void read()
          .then(() => undefined, failed)
          .then(end),
      ms,
    );
  };
  // Who may not read them has a timeline without them; a server that is away is asked again.
  const failed = (error: AskError): number | undefined => (error.isNetwork ? RETRY_MS : undefined);
  const end = (retryMs: number | undefined): void => {
    isReading = false;
    if (!isStopped && (isBehind || retryMs !== undefined)) begin(retryMs ?? GATHER_MS);
  };
  return {
    again: () => {
      if (isReading) isBehind = true;
      else begin(GATHER_MS);
    },
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
