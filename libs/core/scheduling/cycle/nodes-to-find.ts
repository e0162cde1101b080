const MIN_FEASIBLE_NODES = 100;
const MIN_PERCENTAGE = 5;

/**
 * Returns how many feasible nodes end the search. Small clusters are searched whole; percentage 0 means adaptive: 50 % less
 * 1 % per 125 nodes, at least 5 %.
 */
export function nodesToFind(nodeCount: number, percentageOfNodesToScore: number): number {
  if (nodeCount < MIN_FEASIBLE_NODES || percentageOfNodesToScore >= 100) return nodeCount;
  const adaptive = Math.max(50 - Math.trunc(nodeCount / 125), MIN_PERCENTAGE);
  const percentage = percentageOfNodesToScore > 0 ? percentageOfNodesToScore : adaptive;
  return Math.max(Math.trunc((nodeCount * percentage) / 100), MIN_FEASIBLE_NODES);
}
