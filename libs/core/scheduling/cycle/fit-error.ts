import type { MessageGeneration } from '../behaviour/behaviour';
import type { Diagnosis } from '../framework/diagnosis';

/** What a cluster without nodes says. */
export const NO_NODES_MESSAGE = 'no nodes available to schedule pods';

/**
 * Why no node fits, as the condition and the event show it. Every distinct reason is counted over all nodes, and the
 * finished strings are sorted.
 */
export function fitErrorMessage(diagnosis: Diagnosis, messages: MessageGeneration): string {
  if (messages === '1.8') return legacyMessage(diagnosis);
  const head = `0/${diagnosis.nodeCount} nodes are available:`;
  if (diagnosis.preFilterMessage !== undefined) return `${head} ${diagnosis.preFilterMessage}.`;
  const list = [...countReasons(diagnosis)].map(([reason, count]) => `${count} ${reason}`).sort();
  if (list.length === 0) return messages === '1.32' ? head : `${head} .`;
  return `${head} ${list.join(', ')}.`;
}

/** The guide's wording counts predicates; the double colon is in the original. */
function legacyMessage(diagnosis: Diagnosis): string {
  const list = [...countReasons(diagnosis)].map(([reason, count]) => `${reason} (${count})`).sort();
  return `No nodes are available that match all of the following predicates:: ${list.join(', ')}.`;
}

/** Reasons over all nodes with their counts, also of those that were refused without a look. */
export function countReasons(diagnosis: Diagnosis): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const count = (reasons: readonly string[], nodes: number): void => {
    for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + nodes);
  };
  // Most nodes share a few verdicts, and neighbours mostly the same one.
  const { statuses } = diagnosis;
  for (let from = 0, to = 0; from < statuses.length; from = to) {
    while (to < statuses.length && statuses[to] === statuses[from]) to++;
    count(statuses[from]!.reasons, to - from);
  }
  const others = diagnosis.nodeCount - diagnosis.nodes.length;
  if (diagnosis.othersStatus && others > 0) count(diagnosis.othersStatus.reasons, others);
  return counts;
}
