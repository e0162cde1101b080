import type { MessageGeneration } from '../behaviour/behaviour';
import type { Status } from '../framework/status';

/** Message of a cluster without nodes. */
export const NO_NODES_MESSAGE = 'no nodes available to schedule pods';

/** Counts of the nodes that refused a pod, for a message. */
export interface CountedRefusals {
  /** Number of all nodes. */
  readonly nodeCount: number;
  /** Takes the place of the counts. */
  readonly preFilterMessage?: string | undefined;
  /** Numbers of nodes by verdict; one verdict may come several times. */
  counts(): Iterable<readonly [Status, number]>;
}

/**
 * Returns why no node fits, as the condition and the event show it. Every distinct reason is counted over all nodes, and the
 * finished strings are sorted.
 */
export function fitErrorMessage(refusals: CountedRefusals, messages: MessageGeneration): string {
  if (messages === '1.8') return legacyMessage(refusals);
  const head = `0/${refusals.nodeCount} nodes are available:`;
  if (refusals.preFilterMessage !== undefined) return `${head} ${refusals.preFilterMessage}.`;
  const list = [...countReasons(refusals)].map(([reason, count]) => `${count} ${reason}`).sort();
  if (list.length === 0) return messages === '1.32' ? head : `${head} .`;
  return `${head} ${list.join(', ')}.`;
}

/** The guide's wording counts predicates; the double colon is in the original. */
function legacyMessage(refusals: CountedRefusals): string {
  const list = [...countReasons(refusals)].map(([reason, count]) => `${reason} (${count})`).sort();
  return `No nodes are available that match all of the following predicates:: ${list.join(', ')}.`;
}

/** Reasons over all nodes with their counts, also of those that were refused without a look. */
function countReasons(refusals: CountedRefusals): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const [{ reasons }, nodes] of refusals.counts()) {
    for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + nodes);
  }
  return counts;
}
