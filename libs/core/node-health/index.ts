export type {
  DeletePod,
  EventRecord,
  MarkPodsNotReady,
  NodeLifecycleAction,
  PatchNodeConditions,
  PatchPodCondition,
  RecordEvent,
  SetNodeTaints,
  TaintManagerAction,
} from './actions';
export { noScheduleTaintChange, wantedNoScheduleTaints } from './condition-taints';
export type { ZoneView } from './eviction-zone';
export {
  NO_EXECUTE_PASS_PERIOD_MS,
  NodeLifecycleController,
  type NodeLifecycleState,
} from './node-lifecycle-controller';
export { podNotReadyMark } from './pod-readiness';
export {
  NODE_HEALTH_BUNDLES,
  nodeHealthSettings,
  RequeueMode,
  TimerRecompute,
  validateNodeHealthSettings,
  type NodeHealthBundle,
  type NodeHealthSettings,
  type SettingProblem,
} from './settings';
export { TaintManager, type TaintManagerState } from './taint-manager';
export { applyTaintChange, type TaintChange, type TaintIdentity } from './taints';
export { printableZoneKey, zoneKey } from './zone-key';
export { computeZoneState, evictionRatePerSecond, ZoneState, type ZoneTally } from './zone-state';
