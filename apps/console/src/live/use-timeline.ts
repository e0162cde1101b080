import { useEffect, useState } from 'react';
import type { ClusterClient } from '../graphql/client';
import { useClient } from '../graphql/client-context';
import { ChangeMadeSubscription, HistoryQuery, TimelineQuery } from '../graphql/operations.generated';
import { timelineEntry, type TimelineEntry } from '../model/timeline/entries';

/** Changes that the timeline keeps. */
const KEPT = 3_000;
const GATHER_MS = 150;
const RETRY_MS = 3_000;

/** The last changes of a cluster, in their order. */
export function useTimeline(): readonly TimelineEntry[] {
  const client = useClient();
  const [entries, setEntries] = useState<readonly TimelineEntry[]>([]);
  useEffect(() => {
    let isOver = false;
    let stop: () => void = () => undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const start = async (): Promise<void> => {
      const read = await readTimeline(client, () => isOver);
      if (isOver) return;
      let known = read.entries;
      let fresh: TimelineEntry[] = [];
      setEntries(known);
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
              known = [...known, ...fresh].slice(-KEPT);
              fresh = [];
              setEntries(known);
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
  return entries;
}

async function readTimeline(
  client: ClusterClient,
  isOver: () => boolean,
): Promise<{ readonly entries: readonly TimelineEntry[]; readonly revision: string }> {
  const { cluster } = await client.ask(HistoryQuery, { name: client.cluster });
  const oldest = Number(cluster?.history?.oldestResourceVersion ?? 0);
  const newest = Number(cluster?.resourceVersion ?? 0);
  const since = String(Math.max(oldest, newest - KEPT));
  const entries: TimelineEntry[] = [];
  let revision = since;
  for (let after: string | undefined, isMore = true; isMore && !isOver();) {
    const { changes }: TimelineQuery = await client.ask(TimelineQuery, {
      since,
      ...(after === undefined ? {} : { after }),
    });
    entries.push(...changes.changes.map(timelineEntry));
    after = revision = changes.endCursor;
    isMore = changes.hasNextPage;
  }
  return { entries, revision };
}
