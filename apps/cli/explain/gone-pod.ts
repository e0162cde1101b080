import { readStory, RefusedError, type ObjectChange } from '@orrery/sdk';
import { CliError, ExitCode, type Terminal } from '../command';
import { itemsText } from '../output/print-items';
import { STORY_VIEW } from '../output/story-view';
import type { Connection } from '../server/find-server';

interface PodName {
  readonly namespace: string;
  readonly name: string;
}

/** Changes of a pod that are shown at most. */
const SHOWN_CHANGES = 500;

/** Returns whether an error says that an object does not exist. */
export function isNotFound(error: unknown): boolean {
  return error instanceof RefusedError && error.code === 'NOT_FOUND';
}

/** Returns what the log has of a pod that is gone. Throws {@link CliError} if there was none of that name. */
export async function goneStory(
  { operations }: Connection,
  { namespace, name }: PodName,
): Promise<readonly ObjectChange[]> {
  const question = { object: { kind: 'Pod', namespace, name }, withEvents: false };
  const { changes } = await readStory(operations, question, SHOWN_CHANGES);
  if (changes.length > 0) return changes;
  throw new CliError(
    `there is no pod ${JSON.stringify(name)} in namespace ${namespace}, and the log has none`,
    ExitCode.Refused,
  );
}

/** Prints the story of a pod that is gone: when and by whom it was deleted, and all of its changes. */
export function printGonePod(
  { namespace, name }: PodName,
  changes: readonly ObjectChange[],
  terminal: Terminal,
): string {
  const last = changes.at(-1)!;
  const by = last.client === null ? last.writer : `${last.writer} (${last.client})`;
  const why = last.reason === null ? '' : `: ${last.reason}`;
  return `Pod ${namespace}/${name} is gone: deleted at ${last.time} by ${by}${why}\n\n${itemsText(changes, STORY_VIEW, 'table', terminal)}`;
}
