import type { Behaviour, NodeInfo, PodShape, ResourceSlots } from '@orrery/scheduling';
import { scaledShare } from './exact-share';
import { ScoringStrategyType, type ScoringStrategy, type ShapePoint } from './args';
import { assumedUsage, capacityOf, countedResources, isAbsent, type CountedResource } from './resource-usage';

/** Score 0..S of a node for pods of a shape. */
export type ResourceScorer = (node: NodeInfo, shape: PodShape) => number;

/** The scorer of a strategy (spec scheduler 4.6). */
export function resourceScorer(strategy: ScoringStrategy, behaviour: Behaviour, slots: ResourceSlots): ResourceScorer {
  const { scale, mostAllocatedOverCapacity, absentResources, ratioUtilisation } = behaviour.score;
  const resources = countedResources(strategy.resources, slots);
  const leavesOutAbsent = absentResources === 'leftOut';
  switch (strategy.type) {
    case ScoringStrategyType.LeastAllocated:
      return weightedMean(resources, leavesOutAbsent, (used, capacity) =>
        capacity === 0 || used > capacity ? 0 : scaledShare(capacity - used, scale, capacity),
      );
    case ScoringStrategyType.MostAllocated:
      return weightedMean(resources, leavesOutAbsent, (used, capacity) => {
        if (capacity === 0 || (used > capacity && mostAllocatedOverCapacity === 'zero')) return 0;
        return scaledShare(Math.min(used, capacity), scale, capacity);
      });
    case ScoringStrategyType.RequestedToCapacityRatio: {
      const curve = curveOf(strategy.shape, scale / 10);
      return ratioScorer(resources, leavesOutAbsent, (used, capacity) => {
        if (capacity === 0 || used > capacity) return curve(100);
        const isFromFree = ratioUtilisation === 'fromFree';
        return curve(isFromFree ? 100 - scaledShare(capacity - used, 100, capacity) : scaledShare(used, 100, capacity));
      });
    }
  }
}

type ResourceScore = (used: number, capacity: number) => number;

function weightedMean(
  resources: readonly CountedResource[],
  leavesOutAbsent: boolean,
  scoreOf: ResourceScore,
): ResourceScorer {
  return (node, shape) => {
    let sum = 0;
    let weights = 0;
    for (const { slot, weight } of resources) {
      if (leavesOutAbsent && isAbsent(node, shape.scored, slot)) continue;
      sum += scoreOf(assumedUsage(node, shape, slot), capacityOf(node, slot)) * weight;
      weights += weight;
    }
    return weights === 0 ? 0 : Math.trunc(sum / weights);
  };
}

/** Resources that score 0 have no weight; the mean is rounded half away from zero. */
function ratioScorer(
  resources: readonly CountedResource[],
  leavesOutAbsent: boolean,
  scoreOf: ResourceScore,
): ResourceScorer {
  return (node, shape) => {
    let sum = 0;
    let weights = 0;
    for (const { slot, weight } of resources) {
      if (leavesOutAbsent && isAbsent(node, shape.scored, slot)) continue;
      const score = scoreOf(assumedUsage(node, shape, slot), capacityOf(node, slot));
      if (score <= 0) continue;
      sum += score * weight;
      weights += weight;
    }
    return weights === 0 ? 0 : Math.round(sum / weights);
  };
}

/** The broken line through the points, flat outside them, in truncating integer arithmetic. */
export function curveOf(shape: readonly ShapePoint[], factor: number): (utilization: number) => number {
  const points = shape.map(({ utilization, score }) => ({ x: utilization, y: score * factor }));
  return (u) => {
    for (let i = 0; i < points.length; i++) {
      const { x, y } = points[i]!;
      if (u > x) continue;
      if (i === 0) return y;
      const left = points[i - 1]!;
      return left.y + Math.trunc(((y - left.y) * (u - left.x)) / (x - left.x));
    }
    return points[points.length - 1]?.y ?? 0;
  };
}
