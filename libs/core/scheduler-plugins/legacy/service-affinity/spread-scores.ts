import type { NodeInfo } from '@orrery/scheduling';

/** Part of one label in a spread over `share` labels. */
export interface SpreadQuestion {
  readonly label: string;
  readonly share: number;
  readonly scale: number;
  readonly nodes: readonly NodeInfo[];
  /** Pods to be spread by node, in the order of `nodes`. */
  readonly podCounts: Float64Array;
}

/**
 * Adds what one label contributes to each node's score: the share of the pods that are outside the node's group of
 * equal value. Nodes without the label get nothing. The order of operations is upstream's, because the sum is truncated.
 */
export function addSpreadScores({ label, share, scale, nodes, podCounts }: SpreadQuestion, sums: Float64Array): void {
  const groups = new Map<string, number>();
  let total = 0;
  for (let i = 0; i < nodes.length; i++) {
    const count = podCounts[i]!;
    total += count;
    const value = valueOf(nodes[i]!, label);
    if (value !== undefined) groups.set(value, (groups.get(value) ?? 0) + count);
  }
  for (let i = 0; i < nodes.length; i++) {
    const value = valueOf(nodes[i]!, label);
    if (value === undefined) continue;
    const score = total > 0 ? scale * ((total - groups.get(value)!) / total) : scale;
    sums[i]! += score / share;
  }
}

function valueOf({ node }: NodeInfo, label: string): string | undefined {
  const labels = node?.metadata.labels;
  return labels && Object.hasOwn(labels, label) ? labels[label] : undefined;
}
