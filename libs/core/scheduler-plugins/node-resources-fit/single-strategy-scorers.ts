import {
  RuleScope,
  type CycleState,
  type NodeInfo,
  type PluginHandle,
  type PodInfo,
  type ScorePlugin,
} from '@orrery/scheduling';
import {
  CPU_AND_MEMORY,
  ScoringStrategyType,
  weightedResources,
  type RatioArgs,
  type ResourcesArgs,
  type ScoringStrategy,
} from './args';
import { resourceScorer, type ResourceScorer } from './resource-scorer';

/** Strategy as a plugin of its own, as configuration before v1beta2 and the Policy file have them. */
abstract class SingleStrategyScorer implements ScorePlugin {
  readonly scoreScope = RuleScope.Node;
  private readonly scorer: ResourceScorer;

  constructor(
    readonly name: string,
    strategy: ScoringStrategy,
    { behaviour, slots }: PluginHandle,
  ) {
    this.scorer = resourceScorer(strategy, behaviour, slots);
  }

  score(_state: CycleState, { shape }: PodInfo, node: NodeInfo): number {
    return this.scorer(node, shape);
  }
}

/** Prefers nodes with much left. */
export class NodeResourcesLeastAllocated extends SingleStrategyScorer {
  constructor(args: ResourcesArgs, handle: PluginHandle, name: string) {
    super(name, { type: ScoringStrategyType.LeastAllocated, resources: resourcesOf(args), shape: [] }, handle);
  }
}

/** Prefers nodes that are well filled. */
export class NodeResourcesMostAllocated extends SingleStrategyScorer {
  constructor(args: ResourcesArgs, handle: PluginHandle, name: string) {
    super(name, { type: ScoringStrategyType.MostAllocated, resources: resourcesOf(args), shape: [] }, handle);
  }
}

/** Prefers nodes by a curve over utilisation. Without resources every node gets 0. */
export class RequestedToCapacityRatio extends SingleStrategyScorer {
  constructor(args: RatioArgs, handle: PluginHandle, name: string) {
    super(name, ratioStrategy(args), handle);
  }
}

function resourcesOf({ resources }: ResourcesArgs): ScoringStrategy['resources'] {
  return resources.length > 0 ? weightedResources(resources) : CPU_AND_MEMORY;
}

function ratioStrategy({ resources, shape = [] }: RatioArgs): ScoringStrategy {
  return { type: ScoringStrategyType.RequestedToCapacityRatio, resources: weightedResources(resources), shape };
}
