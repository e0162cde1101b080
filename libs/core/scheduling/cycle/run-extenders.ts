import type { NodeInfo } from '../cache/node-info';
import type { PodInfo } from '../cache/pod-info';
import type { Diagnosis } from '../framework/diagnosis';
import type { NodeVictims } from '../extenders/extender-messages';
import { errorStatus, type Status } from '../framework/status';
import type { Extender, ExtenderFilterAnswer } from './extender';

/** Highest score an extender may give. */
export const MAX_EXTENDER_SCORE = 10;

/** Nodes that the filters left, and where refusals go. */
export interface ExtenderFiltering {
  readonly feasible: NodeInfo[];
  readonly diagnosis: Diagnosis;
  /** Called with the verdicts of each extender on the nodes that it was given. */
  readonly note?: (extender: Extender, asked: readonly NodeInfo[], answer: ExtenderFilterAnswer) => void;
}

/** Lets the extenders refuse nodes, in order; each sees what the ones before left. */
export function filterByExtenders(
  extenders: readonly Extender[],
  pod: PodInfo,
  { feasible, diagnosis, note }: ExtenderFiltering,
): NodeInfo[] | Status {
  let left = feasible;
  for (const extender of extenders) {
    if (left.length === 0) break;
    if (!extender.filter || !extender.isInterestedIn(pod)) continue;
    const answer = extender.filter(pod, left);
    note?.(extender, left, answer);
    if (!answer.ok) {
      if (mayContinue(extender)) continue;
      return errorStatus('', answer.error);
    }
    left = left.filter((node) => {
      const status = answer.refused.get(node.name);
      if (status) diagnosis.reject(node, { ...status, plugin: extender.name });
      return !status && !answer.overlooked?.has(node.name);
    });
  }
  return left;
}

/**
 * Lets the extenders narrow the candidates of a preemption, in order; each sees what the ones before left. An error of
 * one that may not be ignored is answered as text.
 */
export function narrowByExtenders(
  extenders: readonly Extender[],
  pod: PodInfo,
  candidates: ReadonlyMap<string, NodeVictims>,
  disagrees: (extender: Extender, nodeName: string) => void = () => undefined,
): ReadonlyMap<string, NodeVictims> | string {
  let left = candidates;
  for (const extender of extenders) {
    if (left.size === 0) break;
    if (!extender.preempt || !extender.isInterestedIn(pod)) continue;
    const answer = extender.preempt(pod, left);
    if ('error' in answer) {
      if (mayContinue(extender)) continue;
      return answer.error;
    }
    const withVictims = [...answer].filter(([, { pods }]) => pods.length > 0);
    if (withVictims.length < answer.size && !extender.ignorable) {
      const [name] = [...answer].find(([, { pods }]) => pods.length === 0)!;
      return `expected at least one victim pod on node "${name}"`;
    }
    const agreed = new Map(withVictims);
    for (const name of left.keys()) if (!agreed.has(name)) disagrees(extender, name);
    left = agreed;
  }
  return left;
}

/** Returns whether the next extender may be called although this one failed; not while its answer is pending. */
function mayContinue(extender: Extender): boolean {
  return extender.ignorable && !extender.pending?.();
}

/** Returns a promise of the extender answers that this cycle needs before it is reliable; undefined: none. */
export function openQuestions(extenders: readonly Extender[]): Promise<unknown> | undefined {
  const open = extenders.map((extender) => extender.pending?.()).filter((question) => question !== undefined);
  return open.length > 0 ? Promise.all(open) : undefined;
}

/** Adds the extenders' scores, brought to the scale of plugins, to the totals. */
export function addExtenderScores(
  extenders: readonly Extender[],
  pod: PodInfo,
  {
    nodes,
    totals,
    scale,
  }: { readonly nodes: readonly NodeInfo[]; readonly totals: Float64Array; readonly scale: number },
): void {
  for (const extender of extenders) {
    if (!extender.prioritize || extender.weight === 0 || !extender.isInterestedIn(pod)) continue;
    const scores = extender.prioritize(pod, nodes);
    nodes.forEach((node, i) => {
      totals[i]! += ((scores?.get(node.name) ?? 0) * extender.weight * scale) / MAX_EXTENDER_SCORE;
    });
  }
}
