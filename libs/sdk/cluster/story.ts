import { ChangeBell } from '../client/change-bell';
import type { Operations } from '../client/operations';
import type { ServerAddress } from '../client/server-address';
import type { ChangePartsFragment, ChangesQueryVariables } from '../graphql/operations.generated';

/** A change of an object: who made it, when and why. */
export type ObjectChange = ChangePartsFragment;

/** Which changes are asked for; `since` and `until` are revisions, times, or how long ago (`-10m`). */
export type StoryQuestion = Pick<ChangesQueryVariables, 'object' | 'withEvents' | 'since' | 'until' | 'after'>;

/** Changes, and where those begin that were not read. */
export interface Story {
  readonly changes: readonly ObjectChange[];
  /** `after` for what follows; undefined if this is all. */
  readonly next?: string;
}

/** Changes of one request. */
const PAGE_SIZE = 500;

/** What has happened, oldest first, at most `limit` changes. */
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
 * What has happened and then what happens, oldest first, without end: leave the loop to stop. Rejects with `RefusedError` when the
 * cluster is gone, or was taken back to before what was given out.
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
