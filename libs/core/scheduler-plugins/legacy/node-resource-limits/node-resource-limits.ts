import type { Pod } from '@orrery/api-types';
import {
  accountedAmount,
  addInto,
  amountsOf,
  CPU_SLOT,
  MEMORY_SLOT,
  RuleScope,
  SUCCESS,
  type CycleState,
  type NanoAmounts,
  type NodeInfo,
  type PodInfo,
  type PreScorePlugin,
  type ScorePlugin,
  type StateData,
  type Status,
} from '@orrery/scheduling';

interface PodLimits extends StateData {
  readonly cpuMillis: number;
  readonly memoryBytes: number;
}

/**
 * Gives 1 to nodes that could hold the pod at its limit of cpu or of memory, 0 to others: breaks ties in favour of nodes
 * where the pod can grow. As v1.20.2 `pkg/scheduler/framework/plugins/noderesources/resource_limits.go`.
 */
export class NodeResourceLimits implements PreScorePlugin, ScorePlugin {
  readonly name = 'NodeResourceLimits';
  /** Scope of the score: limits are not part of a pod's shape. */
  readonly scoreScope = RuleScope.Cluster;

  preScore(state: CycleState, { pod }: PodInfo): Status {
    const limits = podLimits(pod);
    const noted: PodLimits = {
      cpuMillis: accountedAmount('cpu', limits.get('cpu') ?? 0n),
      memoryBytes: accountedAmount('memory', limits.get('memory') ?? 0n),
    };
    state.write(this.name, noted);
    return SUCCESS;
  }

  score(state: CycleState, _pod: PodInfo, { allocatable }: NodeInfo): number {
    const limits = state.read<PodLimits>(this.name);
    if (!limits) return 0;
    const fits =
      isHeld(limits.cpuMillis, allocatable[CPU_SLOT] ?? 0) || isHeld(limits.memoryBytes, allocatable[MEMORY_SLOT] ?? 0);
    return fits ? 1 : 0;
  }
}

/** The larger of all containers together and the largest init container, resource by resource. */
function podLimits({ spec }: Pod): NanoAmounts {
  const limits: NanoAmounts = new Map();
  for (const { resources } of spec.containers ?? []) {
    addInto(limits, amountsOf(resources?.limits as Record<string, string> | undefined));
  }
  for (const { resources } of spec.initContainers ?? []) {
    for (const [resource, nanos] of amountsOf(resources?.limits as Record<string, string> | undefined)) {
      if (nanos > (limits.get(resource) ?? 0n)) limits.set(resource, nanos);
    }
  }
  return limits;
}

function isHeld(limit: number, allocatable: number): boolean {
  return limit !== 0 && allocatable !== 0 && limit <= allocatable;
}
