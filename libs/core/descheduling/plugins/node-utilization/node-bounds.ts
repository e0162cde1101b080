import type { Amounts } from '../../cluster/pod-requests';
import type { DeschedulingBehaviour } from '../../run/behaviour';
import { ceilingOf, isAbove, isBelow, meanPercentages, type NodeUsage } from './node-usage';
import type { Thresholds } from './thresholds';

/** Bounds of the classes of nodes. */
export interface NodeBounds {
  readonly isUnder: (node: NodeUsage) => boolean;
  readonly isOver: (node: NodeUsage) => boolean;
  /** The most that a node may use, by resource. */
  readonly ceilingOf: (node: NodeUsage) => Amounts;
}

/** Thresholds of a utilisation strategy, in percent or as distances from the mean. */
export interface BoundSettings {
  readonly low: Thresholds;
  readonly high: Thresholds;
  readonly areDeviations: boolean;
  /** Resources that count. */
  readonly resources: readonly string[];
}

/** The bounds by the rules of a release. */
export function nodeBounds(
  settings: BoundSettings,
  nodes: readonly NodeUsage[],
  { nodeClasses }: DeschedulingBehaviour,
): NodeBounds {
  if (nodeClasses === 'percentages') return percentBounds(settings, nodes);
  const share = (percent: number, total: number): number =>
    Math.trunc(nodeClasses === 'amounts' ? percent * 0.01 * total : percent * total * 0.01);
  return amountBounds(settings, nodes, share);
}

/** Percentages are compared, of the thresholded resources only (v0.34 `nodeutilization/nodeutilization.go`). */
function percentBounds(settings: BoundSettings, nodes: readonly NodeUsage[]): NodeBounds {
  let { low, high } = settings;
  if (settings.areDeviations) {
    const mean = meanPercentages(nodes, Object.keys(low));
    low = shifted(mean, settings.low, -1);
    high = shifted(mean, settings.high, 1);
  }
  return {
    isUnder: ({ percent }) => isBelow(percent, low),
    isOver: ({ percent }) => isAbove(percent, high),
    ceilingOf: ({ capacity }) => ceilingOf(capacity, high, settings.resources),
  };
}

function shifted(mean: Thresholds, distances: Thresholds, sign: 1 | -1): Thresholds {
  return Object.fromEntries(
    Object.entries(mean).map(([resource, percent]) => [resource, clampPercent(percent + sign * distances[resource]!)]),
  );
}

function clampPercent(percent: number): number {
  return Math.min(100, Math.max(0, percent));
}

/**
 * Amounts are compared with the threshold's share of the capacity, cut to whole units. CPU, memory and pods always
 * count: without a threshold all of the capacity is one, so that an overcommitted node is never under-utilised (v0.20
 * and v0.30 `getNodeThresholds`).
 */
function amountBounds(
  { low, high, areDeviations, resources }: BoundSettings,
  nodes: readonly NodeUsage[],
  share: (percent: number, total: number) => number,
): NodeBounds {
  const boundsOf = (distances: Thresholds, sign: 1 | -1): ((node: NodeUsage) => Amounts) => {
    const mean = areDeviations ? meanOverAll(nodes, resources) : undefined;
    return ({ capacity }) => {
      const amounts: Record<string, number> = {};
      for (const resource of resources) {
        const total = capacity[resource] ?? 0;
        const distance = distances[resource] ?? (mean ? 0 : 100);
        // A distance of 0 switches the resource off.
        if (mean)
          amounts[resource] = low[resource] ? share(clampPercent(mean[resource]! + sign * distance), total) : total;
        else amounts[resource] = share(distance, total);
      }
      return amounts;
    };
  };
  const lowest = boundsOf(low, -1);
  const highest = boundsOf(high, 1);
  const isWithin = ({ usage }: NodeUsage, bounds: Amounts): boolean =>
    resources.every((resource) => usage[resource]! <= bounds[resource]!);
  return {
    isUnder: (node) => isWithin(node, lowest(node)),
    isOver: (node) => !isWithin(node, highest(node)),
    ceilingOf: highest,
  };
}

/** The mean percentage of each resource over all nodes; a node without the resource counts as unused. */
function meanOverAll(nodes: readonly NodeUsage[], resources: readonly string[]): Record<string, number> {
  const mean: Record<string, number> = {};
  for (const resource of resources) {
    const sum = nodes.reduce((total, { percent }) => total + (percent[resource] ?? 0), 0);
    mean[resource] = sum / Math.max(1, nodes.length);
  }
  return mean;
}
