import { useEffect, useState } from 'react';
import { AskError } from '../../../graphql/client';
import { useClient } from '../../../graphql/client-context';
import { ObjectStoryQuery } from '../../../graphql/operations.generated';
import { clusterTime } from '../../../model/clock-words';
import type { ObjectPlace } from '../../../model/editor/object-place';
import { changeWords, type ChangeParts } from '../../../model/timeline/entries';
import { plural } from '../../../model/words';

/** Changes that are shown at first, the newest of them. */
const SHOWN = 200;
/** Pages that are read; objects such as leases have changes without end. */
const MAX_PAGES = 20;

interface Story {
  readonly changes: readonly ChangeParts[];
  /** Cursor of the pages that were not read. */
  readonly after: string | undefined;
}

/** The story of an object from the log, also of one that is gone: each change, who made it and which fields, newest first. */
export function StoryTab({ place: { kind, namespace, name = '' } }: { readonly place: ObjectPlace }) {
  const client = useClient();
  const [story, setStory] = useState<Story>({ changes: [], after: '' });
  const [isReading, setIsReading] = useState(true);
  const [problem, setProblem] = useState('');
  const [shown, setShown] = useState(SHOWN);
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isWanted = true;
    const read = async (): Promise<void> => {
      let { changes, after } = story;
      for (let page = 0; page < MAX_PAGES && after !== undefined && isWanted; page++) {
        const answer: ObjectStoryQuery = await client.ask(ObjectStoryQuery, {
          kind,
          name,
          ...(namespace === undefined ? {} : { namespace }),
          ...(after === '' ? {} : { after }),
        });
        changes = [...changes, ...answer.changes.changes];
        after = answer.changes.hasNextPage ? answer.changes.endCursor : undefined;
      }
      if (isWanted) setStory({ changes, after });
    };
    setIsReading(true);
    read()
      .catch((error: unknown) => {
        if (!(error instanceof AskError)) throw error;
        if (isWanted) setProblem(error.message);
      })
      .finally(() => isWanted && setIsReading(false));
    return () => {
      isWanted = false;
    };
  }, [client, kind, namespace, name, round]);
  const newest = [...story.changes].reverse().slice(0, shown);
  if (problem !== '') return <p className="error-text objects-note">{problem}</p>;
  if (isReading && story.changes.length === 0) return <p className="quiet objects-note">Reading the log…</p>;
  return (
    <div className="describe is-list">
      <section>
        <h3>From the log</h3>
        {story.changes.length === 0 && <p className="quiet">The log of the cluster no longer has it.</p>}
        {story.after !== undefined && (
          <p>
            The log has more changes than the {plural(story.changes.length, 'change')} that were read.{' '}
            <button disabled={isReading} onClick={() => setRound(round + 1)}>
              Read the next ones
            </button>
          </p>
        )}
        {newest.map((change) => (
          <p key={`${change.resourceVersion}${change.uid}`} className="event">
            {changeWords(change)}
            <time className="mono quiet small block">{clusterTime(change.time)}</time>
          </p>
        ))}
        {shown < story.changes.length && <button onClick={() => setShown(shown + SHOWN)}>Show earlier changes</button>}
      </section>
    </div>
  );
}
