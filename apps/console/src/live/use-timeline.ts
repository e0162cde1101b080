import { useEffect, useMemo, useState } from 'react';
import type { ClusterClient } from '../graphql/client';
import { useClient } from '../graphql/client-context';
import { ChangeMadeSubscription, HistoryQuery, TimelineQuery } from '../graphql/operations.generated';
import { timelineEntry, type TimelineEntry } from '../model/timeline/entries';

/** Number of revisions read at a time. Many of them may be those of Events, which are not shown on the timeline. */
const PORTION = 3_000;
/** Changes that are read at first, and further back at each demand, if there are as many. */
const ENOUGH = 500;
/** Changes that are kept as they come. */
const MOST_KEPT = 12_000;
const GATHER_MS = 150;
const RETRY_MS = 3_000;

/** State of a cluster's timeline. */
export interface KnownTimeline {
  /** The last changes, in their order. */
  readonly entries: readonly TimelineEntry[];
  /** True if the last changes are not known yet. */
  readonly isReading: boolean;
  /** True if the log has changes before them. */
  readonly hasEarlier: boolean;
  /** Reads as many again from before. */
  readEarlier(): Promise<void>;
}

/** A part of the log that was read. */
interface ReadPart {
  readonly entries: readonly TimelineEntry[];
  /** Start and end of the part that was read. */
  readonly since: number;
  readonly revision: string;
  readonly oldest: number;
}

/** The last changes of a cluster, and earlier ones on demand. */
export function useTimeline(): KnownTimeline {
  const client = useClient();
  const [recent, setRecent] = useState<ReadPart>();
  const [earlier, setEarlier] = useState<ReadPart>();
  useEffect(() => {
    let isOver = false;
    let stop: () => void = () => undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const start = async (): Promise<void> => {
      const read = await readLast(client, () => isOver);
      if (isOver) return;
      let known = read.entries;
      let fresh: TimelineEntry[] = [];
      setEarlier(undefined);
      setRecent(read);
      const again = (): void => {
        stop();
        if (!isOver) timer = setTimeout(begin, RETRY_MS);
      };
      stop = client.follow(
        ChangeMadeSubscription,
        { since: read.revision },
        {
          answer: ({ changeMade }) => {
            fresh.push(timelineEntry(changeMade));
            timer ??= setTimeout(() => {
              timer = undefined;
              known = [...known, ...fresh].slice(-MOST_KEPT);
              fresh = [];
              setRecent({ ...read, entries: known });
            }, GATHER_MS);
          },
          error: again,
          end: again,
        },
      );
    };
    // Who may not read the log has a console without a timeline; a server that is away is asked again.
    const begin = (): void => void start().catch(() => (isOver ? undefined : (timer = setTimeout(begin, RETRY_MS))));
    begin();
    return () => {
      isOver = true;
      clearTimeout(timer);
      stop();
    };
  }, [client]);
  const first = earlier ?? recent;
  const readEarlier = async (): Promise<void> => {
    if (!first) return;
    const { entries, since } = await readBack(client, first, () => false);
    setEarlier({ ...first, since, entries: [...entries, ...(earlier?.entries ?? [])] });
  };
  const entries = useMemo(
    () => (earlier ? [...earlier.entries, ...(recent?.entries ?? [])] : (recent?.entries ?? [])),
    [earlier, recent],
  );
  return {
    entries,
    isReading: recent === undefined,
    hasEarlier: first !== undefined && first.since > first.oldest,
    readEarlier,
  };
}

async function readLast(client: ClusterClient, isOver: () => boolean): Promise<ReadPart> {
  const { cluster } = await client.ask(HistoryQuery, { name: client.cluster });
  const oldest = Number(cluster?.history?.oldestResourceVersion ?? 0);
  const newest = Number(cluster?.resourceVersion ?? 0);
  const last = await readPart(client, { since: Math.max(oldest, newest - PORTION) }, isOver);
  if (last.entries.length >= ENOUGH) return { ...last, oldest };
  const { entries, since } = await readBack(client, { since: last.since, oldest }, isOver);
  return { ...last, since, oldest, entries: [...entries, ...last.entries] };
}

/** The changes before a revision, portion by portion, until there are enough of them or the log begins. */
async function readBack(
  client: ClusterClient,
  { since: until, oldest }: Pick<ReadPart, 'since' | 'oldest'>,
  isOver: () => boolean,
): Promise<Pick<ReadPart, 'entries' | 'since'>> {
  let entries: readonly TimelineEntry[] = [];
  let since = until;
  while (entries.length < ENOUGH && since > oldest && !isOver()) {
    const from = Math.max(oldest, since - PORTION);
    const part = await readPart(client, { since: from, until: String(since) }, isOver);
    entries = [...part.entries, ...entries];
    since = from;
  }
  return { entries, since };
}

async function readPart(
  client: ClusterClient,
  { since, until }: { readonly since: number; readonly until?: string },
  isOver: () => boolean,
): Promise<Omit<ReadPart, 'oldest'>> {
  const entries: TimelineEntry[] = [];
  let revision = String(since);
  for (let after: string | undefined, isMore = true; isMore && !isOver();) {
    const { changes }: TimelineQuery = await client.ask(TimelineQuery, {
      since: String(since),
      ...(until === undefined ? {} : { until }),
      ...(after === undefined ? {} : { after }),
    });
    entries.push(...changes.changes.map(timelineEntry));
    after = revision = changes.endCursor;
    isMore = changes.hasNextPage;
  }
  return { entries, since, revision };
}
