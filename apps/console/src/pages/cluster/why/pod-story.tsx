import { useEffect, useState } from 'react';
import type { AskError, ClusterClient } from '../../../graphql/client';
import { useClient } from '../../../graphql/client-context';
import { PodStoryQuery } from '../../../graphql/operations.generated';
import { clusterTime } from '../../../model/clock-words';
import type { ChangeParts, TimelineEntry } from '../../../model/timeline/entries';
import { podStory } from '../../../model/why/pod-story';

interface PodStoryProps {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly onMoment: (entry: TimelineEntry) => void;
}

/** Story of a pod from the log: the writers that made, placed, evicted and removed it; with a link to the moment before its end. */
export function PodStory({ namespace, name, uid, onMoment }: PodStoryProps) {
  const client = useClient();
  const [changes, setChanges] = useState<readonly ChangeParts[]>();
  const [problem, setProblem] = useState('');
  useEffect(() => {
    let isCurrent = true;
    readChanges(client, namespace, name).then(
      (read) => isCurrent && setChanges(read),
      (error: AskError) => isCurrent && setProblem(error.message),
    );
    return () => {
      isCurrent = false;
    };
  }, [client, namespace, name]);
  if (problem !== '') return <p className="error-text">{problem}</p>;
  if (!changes) return <p className="quiet">Reading the log…</p>;
  const { sentences, before } = podStory(changes, uid);
  return (
    <section>
      <h3>From the log</h3>
      {sentences.length === 0 && <p className="quiet">The log of the cluster no longer has it.</p>}
      {sentences.map(({ timeMs, words }) => (
        <p key={`${timeMs}${words}`} className="event">
          {words}
          <time className="mono quiet small block">{clusterTime(timeMs)}</time>
        </p>
      ))}
      {before && <button onClick={() => onMoment(before)}>See it as it was</button>}
    </section>
  );
}

/** All changes that the log has of pods of this name. */
async function readChanges(client: ClusterClient, namespace: string, name: string): Promise<readonly ChangeParts[]> {
  const read: ChangeParts[] = [];
  for (let after: string | undefined, isMore = true; isMore;) {
    const { changes }: PodStoryQuery = await client.ask(PodStoryQuery, {
      namespace,
      name,
      ...(after !== undefined && { after }),
    });
    read.push(...changes.changes);
    after = changes.endCursor;
    isMore = changes.hasNextPage;
  }
  return read;
}
