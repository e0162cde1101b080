/** Nodes of which verdicts are shown: more rows are no table to read, and tens of thousands of verdicts no answer to send. */
export const MOST_NODES = 60;

/** The nodes whose verdicts are asked for now: the pod's own first; undefined: all. */
export function nodesOfPod(nodeName: string | undefined, nodes: readonly string[]): readonly string[] | undefined {
  if (nodes.length <= MOST_NODES) return undefined;
  return [...new Set([...(nodeName === undefined ? [] : [nodeName]), ...nodes])].slice(0, MOST_NODES);
}

/** The parts of a recorded attempt that name nodes. */
export interface NamedNodes {
  readonly nodeName: string | null;
  readonly tieNames: readonly string[];
  readonly best: readonly { readonly nodeName: string }[];
  readonly preemption: {
    readonly nodeName: string;
    readonly outranked: readonly { readonly nodeName: string }[];
  } | null;
  readonly rejections: readonly { readonly nodeNames: readonly string[] }[];
}

/** Of a large cluster the nodes that a recorded attempt names, which were there at its moment; undefined: all. */
export function nodesOfDecision(decision: NamedNodes, nodeCount: number): readonly string[] | undefined {
  if (nodeCount <= MOST_NODES) return undefined;
  const { nodeName, tieNames, best, preemption, rejections } = decision;
  const named = [
    ...(nodeName === null ? [] : [nodeName]),
    ...(preemption ? [preemption.nodeName, ...preemption.outranked.map((other) => other.nodeName)] : []),
    ...best.map((scored) => scored.nodeName),
    ...tieNames,
    ...rejections.flatMap(({ nodeNames }) => nodeNames),
  ];
  return [...new Set(named)].slice(0, MOST_NODES);
}
