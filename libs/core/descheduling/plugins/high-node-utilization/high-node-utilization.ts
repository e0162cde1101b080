import type { PodView } from '../../cluster/cluster-views';
import { namespaceTest } from '../../policy/namespaces';
import { DeschedulingPoint, strategyOf, type StrategyContext } from '../../run/strategy';
import { evictFromSources, type CeiledNode } from '../node-utilization/evict-from-sources';
import { nodeBounds } from '../node-utilization/node-bounds';
import { BASIC_RESOURCES, ceilingOf, percentages, requestedUsage, usageRank } from '../node-utilization/node-usage';
import { noteNegative } from '../node-utilization/number-of-nodes';
import { HIGH_NODE_UTILIZATION_ARGS, ONLY_THRESHOLDING, type HighNodeUtilizationArgs } from './args';

/** Evicts pods from under-utilised nodes so that these can be removed. */
export const highNodeUtilization = strategyOf({
  name: 'HighNodeUtilization',
  point: DeschedulingPoint.Balance,
  args: HIGH_NODE_UTILIZATION_ARGS,
  configure: (args) => (context) => drain(context, args),
});

async function drain(context: StrategyContext, args: HighNodeUtilizationArgs): Promise<void> {
  noteNegative(context, args.numberOfNodes);
  const source = requestedUsage([...new Set([...Object.keys(args.thresholds), ...BASIC_RESOURCES])]);
  const all: CeiledNode[] = context.nodes.map((node) => {
    const usage = source.usageOf(node) as Record<string, number>;
    const { capacity } = node;
    return {
      node,
      usage,
      capacity,
      percent: percentages(usage, capacity),
      ceiling: ceilingOf(capacity, {}, source.resources),
    };
  });
  const settings = { low: args.thresholds, high: {}, areDeviations: false, resources: source.resources };
  const { isUnder } = nodeBounds(settings, all, context.behaviour);
  const under = all.filter(isUnder);
  const isSource = new Set(under);
  const destinations = all.filter((node) => !isSource.has(node) && !node.node.isCordoned);
  const names = (nodes: readonly CeiledNode[]): string[] => nodes.map(({ node }) => node.name);
  context.classified({
    underutilized: names(under),
    destinations: names(destinations),
    neither: names(all.filter((node) => !isSource.has(node) && node.node.isCordoned)),
  });
  const idle = reasonToRest({ under: under.length, all: all.length, into: destinations.length }, args.numberOfNodes);
  if (idle !== undefined) {
    context.note(idle);
    return;
  }
  const { sortNodesBy } = context.behaviour;
  under.sort((a, b) => usageRank(a, sortNodesBy) - usageRank(b, sortNodesBy));
  const resources = Object.keys(args.thresholds);
  const onlyThresholding = args.evictionModes.includes(ONLY_THRESHOLDING);
  await evictFromSources(context, {
    sources: under,
    destinations,
    source,
    isRemovable: (pod) => !onlyThresholding || requestsAny(pod, resources),
    isNamespaceAllowed: namespaceTest(args.evictableNamespaces),
    wantsLess: () => true,
    reason: 'node is under-utilized and others have room',
  });
}

interface NodeCounts {
  readonly under: number;
  readonly all: number;
  readonly into: number;
}

function reasonToRest({ under, all, into }: NodeCounts, numberOfNodes: number): string | undefined {
  if (under === 0) return 'No node is underutilized, nothing to do here, you might tune your thresholds further';
  if (under <= numberOfNodes) {
    return 'Number of nodes underutilized is less or equal than NumberOfNodes, nothing to do here';
  }
  if (under === all) return 'All nodes are underutilized, nothing to do here';
  return into === 0 ? 'No node is available to schedule the pods, nothing to do here' : undefined;
}

function requestsAny({ pod: { spec } }: PodView, resources: readonly string[]): boolean {
  return [...spec.containers, ...(spec.initContainers ?? [])].some((container) =>
    resources.some((resource) => Object.hasOwn(container.resources?.requests ?? {}, resource)),
  );
}
