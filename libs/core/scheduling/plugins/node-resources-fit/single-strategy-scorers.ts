import type { NodeInfo } from '../../cache/node-info';
import type { PodInfo } from '../../cache/pod-info';
import type { CycleState } from '../../framework/cycle-state';
import { RuleScope, type ScorePlugin } from '../../framework/plugin';
import { PluginArgsError } from '../../framework/plugin-args-error';
import type { PluginHandle } from '../../framework/plugin-handle';
import {
  CPU_AND_MEMORY,
  readResources,
  readShape,
  ScoringStrategyType,
  type RawResource,
  type ScoringStrategy,
  type ShapePoint,
} from './fit-args';
import { resourceScorer, type ResourceScorer } from './resource-scorer';

interface RawScorerArgs {
  readonly resources?: readonly RawResource[];
  readonly shape?: readonly Partial<ShapePoint>[];
}

/** One strategy as a plugin of its own, as configuration before v1beta2 and the Policy file have them. */
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
  constructor(args: unknown, handle: PluginHandle, name: string) {
    super(name, { type: ScoringStrategyType.LeastAllocated, resources: resourcesOf(args), shape: [] }, handle);
  }
}

/** Prefers nodes that are well filled. */
export class NodeResourcesMostAllocated extends SingleStrategyScorer {
  constructor(args: unknown, handle: PluginHandle, name: string) {
    super(name, { type: ScoringStrategyType.MostAllocated, resources: resourcesOf(args), shape: [] }, handle);
  }
}

/** Prefers nodes by a curve over utilisation. Without resources every node gets 0. */
export class RequestedToCapacityRatio extends SingleStrategyScorer {
  constructor(args: unknown, handle: PluginHandle, name: string) {
    super(name, ratioStrategy(args), handle);
  }
}

function resourcesOf(args: unknown): ScoringStrategy['resources'] {
  const raw = ((args ?? {}) as RawScorerArgs).resources ?? [];
  if (raw.length === 0) return CPU_AND_MEMORY;
  const errors: string[] = [];
  const resources = readResources(raw, 'resources', errors);
  if (errors.length > 0) throw new PluginArgsError(errors);
  return resources;
}

function ratioStrategy(args: unknown): ScoringStrategy {
  const raw = (args ?? {}) as RawScorerArgs;
  const errors: string[] = [];
  const strategy: ScoringStrategy = {
    type: ScoringStrategyType.RequestedToCapacityRatio,
    resources: readResources(raw.resources ?? [], 'resources', errors),
    shape: readShape(raw.shape, 'shape', errors),
  };
  if (errors.length > 0) throw new PluginArgsError(errors);
  return strategy;
}
