import type { NodeInfo } from '../cache/node-info';
import type { PodInfo } from '../cache/pod-info';
import type { Diagnosis } from '../framework/diagnosis';
import { errorStatus, type Status } from '../framework/status';
import type { Extender } from './extender';

/** Highest score an extender may give. */
const MAX_EXTENDER_SCORE = 10;

/** Lets the extenders refuse nodes, in order; each sees what the ones before left. */
export function filterByExtenders(
  extenders: readonly Extender[],
  pod: PodInfo,
  { feasible, diagnosis }: { readonly feasible: NodeInfo[]; readonly diagnosis: Diagnosis },
): NodeInfo[] | Status {
  let left = feasible;
  for (const extender of extenders) {
    if (left.length === 0) break;
    if (!extender.filter || !extender.isInterestedIn(pod)) continue;
    const answer = extender.filter(
      pod,
      left.map(({ name }) => name),
    );
    if (!answer.ok) {
      if (extender.ignorable) continue;
      return errorStatus('', answer.error);
    }
    left = left.filter((node) => {
      const status = answer.refused.get(node.name);
      if (status) diagnosis.reject(node, { ...status, plugin: extender.name });
      return !status;
    });
  }
  return left;
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
    const scores = extender.prioritize(
      pod,
      nodes.map(({ name }) => name),
    );
    nodes.forEach((node, i) => {
      totals[i]! += ((scores?.get(node.name) ?? 0) * extender.weight * scale) / MAX_EXTENDER_SCORE;
    });
  }
}
