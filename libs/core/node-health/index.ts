export type {
  DeletePod,
  EventRecord,
  EvictPods,
  MarkPodsNotReady,
  NodeLifecycleAction,
  PatchNodeConditions,
  PatchPodCondition,
  RecordEvent,
  SetNodeTaints,
  TaintManagerAction,
} from './actions';
export {
  CLOUD_LIFECYCLE_PERIOD_MS,
  cloudVerdict,
  concernsCloud,
  initializationDueMs,
  initializedNode,
  INSTANCE_ANNOTATION,
  withShutdownTaint,
  type CloudVerdict,
} from './tainting/cloud-nodes';
export { CLOUD, readCloudSettings, UNINITIALIZED_TAINT, type CloudSettings } from './settings/cloud-settings';
export { noScheduleTaintChange, wantedNoScheduleTaints } from './tainting/condition-taints';
export type { ZoneView } from './zones/eviction-zone';
export { NO_EXECUTE_PASS_PERIOD_MS, NodeLifecycleController } from './node-lifecycle-controller';
export type { NodeLifecycleState } from './node-lifecycle-state';
export { nodeEvent } from './node-events';
export { podEviction, type PodEviction } from './evictions/pod-eviction';
export { podNotReadyMark } from './monitor/pod-readiness';
export {
  NODE_HEALTH_BUNDLES,
  nodeHealthSettings,
  RequeueMode,
  TimerRecompute,
  validateNodeHealthSettings,
  type NodeHealthBundle,
  type NodeHealthSettings,
  type SettingProblem,
} from './settings/settings';
export { readNodeHealthSettings, NODE_HEALTH, writeNodeHealthSettings } from './settings/settings-document';
export { TaintManager, type TaintManagerState } from './evictions/taint-manager';
export { applyTaintChange, type TaintChange, type TaintIdentity } from './tainting/taints';
export { zoneEvents } from './zones/zone-events';
export { printableZoneKey, regionOf, zoneKey, zoneName } from './zones/zone-key';
export { computeZoneState, evictionRatePerSecond, ZoneState, type ZoneTally } from './zones/zone-state';
