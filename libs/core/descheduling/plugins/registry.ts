import type { Strategy } from '../run/strategy';
import { removeFailedPods } from './failed-pods/failed-pods';
import { highNodeUtilization } from './high-node-utilization/high-node-utilization';
import { removePodsViolatingInterPodAntiAffinity } from './inter-pod-anti-affinity/inter-pod-anti-affinity';
import { lowNodeUtilization } from './low-node-utilization/low-node-utilization';
import { removePodsViolatingNodeAffinity } from './node-affinity/node-affinity';
import { removePodsViolatingNodeTaints } from './node-taints/node-taints';
import { podLifeTime } from './pod-life-time/pod-life-time';
import { removeDuplicates } from './remove-duplicates/remove-duplicates';
import { removePodsHavingTooManyRestarts } from './too-many-restarts/too-many-restarts';
import { removePodsViolatingTopologySpreadConstraint } from './topology-spread/topology-spread';

/** Every strategy in classic order, which is the order of `descheduler/v1alpha1`. */
export const STRATEGIES: readonly Strategy[] = [
  removeDuplicates,
  lowNodeUtilization,
  removePodsViolatingInterPodAntiAffinity,
  removePodsViolatingNodeAffinity,
  removePodsViolatingNodeTaints,
  removePodsHavingTooManyRestarts,
  podLifeTime,
  removeFailedPods,
  removePodsViolatingTopologySpreadConstraint,
  highNodeUtilization,
];

const byName = new Map(STRATEGIES.map((strategy) => [strategy.name, strategy]));

export function strategyByName(name: string): Strategy | undefined {
  return byName.get(name);
}
