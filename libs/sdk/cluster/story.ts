import { ChangeBell } from '../client/change-bell';
import type { Operations } from '../client/operations';
import type { ServerAddress } from '../client/server-address';
import type { ChangePartsFragment, ChangesQueryVariables } from '../graphql/operations.generated';

/** Change of an object, with writer, time and reason. */
export type ObjectChange = ChangePartsFragment;

/** Selection of changes; `since` and `until` are revisions, times, or ages (`-10m`). */
export type StoryQuestion = Pick<ChangesQueryVariables, 'object' | 'withEvents' | 'since' | 'until' | 'after'>;

/** Changes, and where those begin that were not read. */
export interface Story {
  readonly changes: readonly ObjectChange[];
  /** `after` for what follows; undefined if this is all. */
  readonly next?: string;
}

/** Changes of one request. */
const PAGE_SIZE = 500;

/** Returns the past changes, oldest first, at most `limit`. */
export async function readStory(operations: Operations, question: StoryQuestion, limit = Infinity): Promise<Story> {
  const changes: ObjectChange[] = [];
  let after = question.after;
  for (;;) {
    const first = Math.min(PAGE_SIZE, limit - changes.length);
    const page = (await operations.changes({ ...question, after, first })).changes;
    changes.push(...page.changes);
    if (!page.hasNextPage) return { changes };
    after = page.endCursor;
    if (changes.length >= limit) return { changes, next: page.endCursor };
  }
}

/**
 * Returns the past changes and then new ones, oldest first, without end: leave the loop to stop. Rejects with
 * `RefusedError` when the cluster is gone, or was rewound to before a change that was already returned.
 */
export async function* followStory(
  { address, operations }: { readonly address: ServerAddress; readonly operations: Operations },
  question: Omit<StoryQuestion, 'until'>,
): AsyncGenerator<ObjectChange, void, undefined> {
  let bell: ChangeBell | undefined;
  try {
    for (let asked: StoryQuestion = question; ;) {
      bell?.hush();
      const page = (await operations.changes({ ...asked, first: PAGE_SIZE })).changes;
      yield* page.changes;
      // How long ago something was is another moment by now.
      const { since: _since, ...rest } = asked;
      asked = { ...rest, after: page.endCursor };
      if (page.hasNextPage) continue;
      if (bell?.hasEnded !== false) {
        await bell?.stop();
        const { object, withEvents } = asked;
        bell = new ChangeBell(address, { object, withEvents, since: page.endCursor });
      }
      await bell.rung();
    }
  } finally {
    await bell?.stop();
  }
}
