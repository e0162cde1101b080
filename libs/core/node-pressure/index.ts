export { CRITICAL_PRIORITY, isCriticalPod } from './critical-pod';
export {
  EvictionManager,
  NO_EVICTION_MEMORY,
  type Eviction,
  type EvictionConfiguration,
  type EvictionMemory,
  type EvictionRun,
  type PressedNode,
} from './eviction/eviction-manager';
export { evictionTexts, type EvictionCause, type EvictionTexts } from './eviction/eviction-message';
export { localStorageViolation } from './eviction/local-storage-limits';
export { reclaimables, type Reclaimable } from './eviction/node-reclaim';
export { DAEMON_ADJUSTMENT, oomScore, oomScoreAdjustment, oomVictim, type OomCandidate } from './oom/oom-score';
export { nextOomKill, type MemoryUse, type OomContainer, type OomKill } from './oom/oom-kill';
export { pressureRefusal } from './pressure-admission';
export { PRESSURE_KNOBS, readPressureKnobs } from './pressure-knobs';
export { PRESSURE_BUNDLES, pressureSettings, type PressureBundle, type PressureSettings } from './pressure-settings';
export { rankPods, type RankingContext } from './ranking/rank-pods';
export { PRESSURE_CONDITIONS, Signal, signalMeaning, type PressureCondition, type StarvedResource } from './signals';
export type {
  ContainerStatistics,
  DiskUse,
  FilesystemSupply,
  NodeStatistics,
  PodStatistics,
  Supply,
} from './statistics/node-statistics';
export { signalLevels, type SignalLevel, type ThresholdLevel } from './statistics/signal-levels';
export { parseEvictionPairs, type PairsVerdict } from './thresholds/eviction-flags';
export { parseThresholds, type EvictionSettings, type ThresholdsVerdict } from './thresholds/parse-thresholds';
export { isHard, resolveAmount, type Threshold, type ThresholdAmount } from './thresholds/threshold';
export { meterLimits } from './allocatable/meter-limits';
export { allocatableOf, podsMemoryLimitBytes, type Reservations } from './allocatable/allocatable';
export { enforcementEvents, startRefusal, type EnforcementEvent } from './allocatable/enforcement';
export { readKubeletConfiguration, type KubeletConfigurationVerdict } from './allocatable/read-kubelet-configuration';
export { planRollout, type PoolNode, type RollingPool, type RolloutStep } from './allocatable/pool-rollout';
export {
  overlay,
  resourceConfiguration,
  type KubeletConfiguration,
  type ResourceConfiguration,
} from './allocatable/kubelet-configuration';
export { firstAbove, integrate, valueAt, type Crossing, type Curve, type Piece } from './usage/curve';
export {
  NodeMeter,
  nodeCapacity,
  nodeUsageBases,
  type MeteredPod,
  type MeterInput,
  type MeterLimits,
  type NodeCapacity,
} from './usage/node-meter';
export type { CurveContext } from './usage/parse-amount';
export { parseCurve } from './usage/parse-curve';
export type { CurveVerdict } from './usage/read-generator';
export type { DaemonCap } from './usage/daemon-caps';
export type { DaemonCurves, DaemonRestarts } from './usage/daemons';
export { containerContext, measurePod, podUsage, type ContainerRun, type PodUsage } from './usage/pod-usage';
export {
  ContainerUsage,
  DAEMON_NAMES,
  DaemonUsage,
  hasUsage,
  NodeFact,
  NodeUsage,
  restartAnnotation,
  usageAnnotation,
  volumeAnnotation,
  type DaemonName,
} from './usage/usage-annotations';
