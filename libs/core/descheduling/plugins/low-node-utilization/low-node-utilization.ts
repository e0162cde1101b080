import { namespaceTest } from '../../policy/namespaces';
import { DeschedulingPoint, strategyOf, type StrategyContext } from '../../run/strategy';
import { evictFromSources, type CeiledNode } from '../node-utilization/evict-from-sources';
import { nodeBounds } from '../node-utilization/node-bounds';
import {
  BASIC_RESOURCES,
  percentages,
  requestedUsage,
  usageRank,
  type NodeUsage,
  type UsageSource,
} from '../node-utilization/node-usage';
import { noteNegative } from '../node-utilization/number-of-nodes';
import { LOW_NODE_UTILIZATION_ARGS, metricsChoice, type LowNodeUtilizationArgs } from './args';
import { measuredUsage } from './measured-source';

const NAME = 'LowNodeUtilization';

/** Evicts pods from over-utilised nodes so that they can be placed on under-utilised ones. */
export const lowNodeUtilization = strategyOf({
  name: NAME,
  point: DeschedulingPoint.Balance,
  args: LOW_NODE_UTILIZATION_ARGS,
  configure: (args) => (context) => balance(context, args),
});

async function balance(context: StrategyContext, args: LowNodeUtilizationArgs): Promise<void> {
  noteNegative(context, args.numberOfNodes);
  const source = sourceOf(context, args);
  if ('error' in source) {
    context.note(source.error);
    return;
  }
  const measured = measure(context, source);
  if ('error' in measured) {
    context.note(measured.error);
    return;
  }
  const settings = {
    low: args.thresholds,
    high: args.targetThresholds,
    areDeviations: args.useDeviationThresholds,
    resources: source.resources,
  };
  const bounds = nodeBounds(settings, measured, context.behaviour);
  const ceiled: CeiledNode[] = measured.map((node) => ({ ...node, ceiling: bounds.ceilingOf(node) }));
  const under = ceiled.filter((node) => !node.node.isCordoned && bounds.isUnder(node));
  const isUnder = new Set(under);
  const over = ceiled.filter((node) => !isUnder.has(node) && bounds.isOver(node));
  reportClasses(context, { all: ceiled, under, over });
  const enough = args.numberOfNodes + (context.behaviour.numberOfNodes === 'above' ? 1 : 0);
  const idle = reasonToRest({ under: under.length, over: over.length, all: ceiled.length }, enough);
  if (idle !== undefined) {
    context.note(idle);
    return;
  }
  const { sortNodesBy } = context.behaviour;
  const perNode = args.evictionLimits?.node;
  over.sort((a, b) => usageRank(b, sortNodesBy) - usageRank(a, sortNodesBy));
  await evictFromSources(context, {
    sources: over,
    destinations: under,
    source,
    isRemovable: () => true,
    isNamespaceAllowed: namespaceTest(args.evictableNamespaces),
    wantsLess: ({ usage, ceiling }) => source.resources.some((resource) => usage[resource]! > ceiling[resource]!),
    ...(perNode !== undefined && { perNode }),
    reason: 'node is over-utilized and others are under-utilized',
  });
}

function sourceOf(context: StrategyContext, args: LowNodeUtilizationArgs): UsageSource | { readonly error: string } {
  const resources = [...new Set([...Object.keys(args.thresholds), ...BASIC_RESOURCES])];
  const metrics = metricsChoice(args);
  return metrics ? measuredUsage(metrics, context.usage, resources) : requestedUsage(resources);
}

function measure({ nodes }: StrategyContext, source: UsageSource): NodeUsage[] | { readonly error: string } {
  const measured: NodeUsage[] = [];
  for (const node of nodes) {
    const usage = source.usageOf(node);
    if ('error' in usage && typeof usage.error === 'string') return { error: usage.error };
    const capacity = source.capacityOf(node);
    const amounts = usage as Record<string, number>;
    measured.push({ node, usage: amounts, percent: percentages(amounts, capacity), capacity });
  }
  return measured;
}

interface ClassCounts {
  readonly under: number;
  readonly over: number;
  readonly all: number;
}

function reasonToRest({ under, over, all }: ClassCounts, enough: number): string | undefined {
  if (under === 0) return 'No node is underutilized, nothing to do here, you might tune your thresholds further';
  if (under < enough) {
    return 'Number of nodes underutilized is less or equal than NumberOfNodes, nothing to do here';
  }
  if (under === all) return 'All nodes are underutilized, nothing to do here';
  return over === 0 ? 'All nodes are under target utilization, nothing to do here' : undefined;
}

interface Classes {
  readonly all: readonly CeiledNode[];
  readonly under: readonly CeiledNode[];
  readonly over: readonly CeiledNode[];
}

function reportClasses(context: StrategyContext, { all, under, over }: Classes): void {
  const names = (nodes: readonly CeiledNode[]): string[] => nodes.map(({ node }) => node.name);
  const classified = new Set([...under, ...over]);
  context.classified({
    underutilized: names(under),
    overutilized: names(over),
    appropriate: names(all.filter((node) => !classified.has(node))),
  });
}
