import { affinity } from './affinity';
import { allocatable } from './allocatable';
import { customScheduler } from './custom-scheduler';
import { descheduler } from './descheduler';
import type { Lesson } from './lesson';
import { nodePressure } from './node-pressure';
import { nodeSelectors } from './node-selectors';
import { policyAndWeights } from './policy';
import { priority } from './priority';
import { topologySpread } from './spread';
import { taints } from './taints';
import { tolerationSeconds } from './toleration-seconds';
import { zoneFailure } from './zone-failure';

/** The lessons, in the order in which they are best taken. */
export const LESSONS: readonly Lesson[] = [
  taints,
  tolerationSeconds,
  zoneFailure,
  nodePressure,
  allocatable,
  affinity,
  topologySpread,
  priority,
  policyAndWeights,
  customScheduler,
  descheduler,
  nodeSelectors,
];
