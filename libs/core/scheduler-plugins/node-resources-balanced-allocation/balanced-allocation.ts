import {
  CPU_SLOT,
  MEMORY_SLOT,
  RuleScope,
  SKIP,
  SUCCESS,
  type CycleState,
  type NodeInfo,
  type PluginHandle,
  type PodInfo,
  type PreScorePlugin,
  type ScorePlugin,
  type Status,
} from '@orrery/scheduling';
import { CPU_AND_MEMORY, weightedResources } from '../node-resources-fit/args';
import {
  assumedUsage,
  capacityOf,
  countedResources,
  isAbsent,
  realUsage,
  type CountedResource,
} from '../node-resources-fit/resource-usage';
import type { BalancedAllocationArgs } from './args';

/** Prefers nodes whose resources are used to similar shares. */
export class NodeResourcesBalancedAllocation implements PreScorePlugin, ScorePlugin {
  readonly name = 'NodeResourcesBalancedAllocation';
  readonly scoreScope = RuleScope.Node;
  private readonly resources: readonly CountedResource[];
  /** Reused by every score: a score is computed without interruption. */
  private readonly fractions: number[] = [];

  constructor(
    { resources }: BalancedAllocationArgs,
    private readonly handle: PluginHandle,
  ) {
    this.resources = countedResources(
      resources.length > 0 ? weightedResources(resources) : CPU_AND_MEMORY,
      handle.slots,
    );
  }

  /** A pod that requests none of the resources unbalances nothing. */
  preScore(_state: CycleState, { shape }: PodInfo): Status {
    const isWanted = ({ slot }: CountedResource): boolean => slot !== undefined && (shape.requests[slot] ?? 0) > 0;
    return this.resources.some(isWanted) ? SUCCESS : SKIP;
  }

  score(_state: CycleState, { shape }: PodInfo, node: NodeInfo): number {
    const { balanced, scale } = this.handle.behaviour.score;
    if (balanced === 'differenceOfDefaulted') {
      const cpu = fractionOf(assumedUsage(node, shape, CPU_SLOT), capacityOf(node, CPU_SLOT));
      const memory = fractionOf(assumedUsage(node, shape, MEMORY_SLOT), capacityOf(node, MEMORY_SLOT));
      return cpu >= 1 || memory >= 1 ? 0 : Math.trunc((1 - Math.abs(cpu - memory)) * scale);
    }
    const { fractions } = this;
    fractions.length = 0;
    for (const { slot } of this.resources) {
      if (isAbsent(node, shape.requests, slot)) continue;
      fractions.push(Math.min(realUsage(node, shape, slot) / capacityOf(node, slot), 1));
    }
    return Math.trunc((1 - deviation(fractions)) * scale);
  }
}

/** Returns the used fraction; without capacity it counts as fully used. */
function fractionOf(used: number, capacity: number): number {
  return capacity === 0 ? 1 : used / capacity;
}

/** Standard deviation; the order of operations is upstream's, because the result is truncated. */
function deviation(fractions: readonly number[]): number {
  const count = fractions.length;
  if (count < 2) return 0;
  if (count === 2) return Math.abs((fractions[0]! - fractions[1]!) / 2);
  let total = 0;
  for (const fraction of fractions) total += fraction;
  const mean = total / count;
  let sum = 0;
  for (const fraction of fractions) sum += (fraction - mean) * (fraction - mean);
  return Math.sqrt(sum / count);
}
