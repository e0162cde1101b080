import { changeWords, timelineEntry, type ChangeParts, type TimelineEntry } from '../timeline/entries';

/** Origin and end of a pod, as far as the log has them. */
export interface PodStory {
  /** Sentences with their times, oldest first. */
  readonly sentences: readonly { readonly timeMs: number; readonly words: string }[];
  /** The last moment before it was to be deleted; undefined if the log has none, or it is not deleted. */
  readonly before: TimelineEntry | undefined;
}

/** The story of the pod of this uid; others of its name came before or after it. Changes are in their order. */
export function podStory(changes: readonly ChangeParts[], uid: string): PodStory {
  const own = changes.filter((change) => change.uid === uid);
  const end = own.findIndex((change) => isEnd(change));
  const shown = own.filter((change) => change.operation !== 'UPDATED' || isPlacement(change) || isEnd(change));
  const last = end > 0 ? own[end - 1] : undefined;
  return {
    sentences: shown.map((change) => ({ timeMs: Date.parse(change.time), words: changeWords(change) })),
    before: last && timelineEntry(last),
  };
}

function isEnd({ operation, fields }: ChangeParts): boolean {
  return (
    operation === 'DELETED' ||
    fields.some(({ path, after }) => path === 'metadata.deletionTimestamp' && after !== null && after !== undefined)
  );
}

function isPlacement({ fields }: ChangeParts): boolean {
  return fields.some(({ path }) => path === 'spec.nodeName');
}
