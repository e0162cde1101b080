import type { Amounts } from '../../cluster/pod-requests';
import type { NodeView, PodView } from '../../cluster/cluster-views';
import type { Thresholds } from './thresholds';

/** Resources that are always considered when usage comes from requests or from the metrics API. */
export const BASIC_RESOURCES: readonly string[] = ['cpu', 'memory', 'pods'];

/** Source of a strategy's usage. */
export interface UsageSource {
  /** Resources that count. */
  readonly resources: readonly string[];
  /** Returns the usage of a node; an error ends the strategy for this cycle. */
  usageOf(node: NodeView): Amounts | { readonly error: string };
  /** Returns the usage that is freed with a pod; `unknown` if it is not known, `skip` if the pod stays because it has no sample. */
  usageOfPod(pod: PodView): Amounts | 'unknown' | 'skip';
  capacityOf(node: NodeView): Amounts;
}

/** Usage as the sum of requests. */
export function requestedUsage(resources: readonly string[]): UsageSource {
  return {
    resources,
    usageOf: ({ used }) => pick(resources, used),
    usageOfPod: ({ requests }) => ({ ...pick(resources, requests.freed), pods: 1 }),
    capacityOf: ({ capacity }) => capacity,
  };
}

/** The amounts of some resources, 0 where there is none. */
export function pick(resources: readonly string[], amounts: Amounts): Record<string, number> {
  const picked = Object.create(null) as Record<string, number>;
  for (const resource of resources) picked[resource] = amounts[resource] ?? 0;
  return picked;
}

/** A node with what it uses and what it may use. Usage falls as pods are evicted. */
export interface NodeUsage {
  readonly node: NodeView;
  readonly usage: Record<string, number>;
  readonly percent: Readonly<Record<string, number>>;
  readonly capacity: Amounts;
}

/** Usage in percent of the capacity; 0 where the capacity is 0, absent where the node has no such resource. */
export function percentages(usage: Amounts, capacity: Amounts): Record<string, number> {
  const percent = Object.create(null) as Record<string, number>;
  for (const resource in usage) {
    const total = capacity[resource];
    if (total !== undefined) percent[resource] = total > 0 ? (usage[resource]! / total) * 100 : 0;
  }
  return percent;
}

/** The mean percentage of each resource over the nodes that have it. */
export function meanPercentages(nodes: readonly NodeUsage[], resources: readonly string[]): Record<string, number> {
  const mean = Object.create(null) as Record<string, number>;
  for (const resource of resources) {
    let sum = 0;
    let count = 0;
    for (const { percent } of nodes) {
      const value = percent[resource];
      if (value === undefined) continue;
      sum += value;
      count++;
    }
    if (count > 0) mean[resource] = sum / count;
  }
  return mean;
}

/** Every thresholded resource is at or below its threshold. */
export function isBelow(percent: Readonly<Record<string, number>>, thresholds: Thresholds): boolean {
  for (const resource in thresholds) {
    if (thresholds[resource]! < (percent[resource] ?? 0)) return false;
  }
  return true;
}

/** Some thresholded resource is above its threshold. */
export function isAbove(percent: Readonly<Record<string, number>>, thresholds: Thresholds): boolean {
  return !isBelow(percent, thresholds);
}

/** Returns the ceiling of a node's usage: the threshold's share of its capacity, cut to whole units; all of it without threshold. */
export function ceilingOf(capacity: Amounts, thresholds: Thresholds, resources: readonly string[]): Amounts {
  const ceiling = Object.create(null) as Record<string, number>;
  for (const resource of resources) {
    const total = capacity[resource] ?? 0;
    const threshold = thresholds[resource];
    ceiling[resource] = threshold === undefined ? total : Math.trunc(threshold * 0.01 * total);
  }
  return ceiling;
}

/** Ranks source nodes. `raw` adds unlike units, so memory dominates: a quirk of the real descheduler. */
export function usageRank({ usage, percent }: NodeUsage, sortNodesBy: 'raw' | 'percentages'): number {
  const amounts = sortNodesBy === 'raw' ? usage : percent;
  let sum = 0;
  for (const resource in amounts) sum += amounts[resource]!;
  return sum;
}
