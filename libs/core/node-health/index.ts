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
} from './cloud-nodes';
export { CLOUD_FIELDS, readCloudSettings, UNINITIALIZED_TAINT, type CloudSettings } from './cloud-settings';
export { noScheduleTaintChange, wantedNoScheduleTaints } from './condition-taints';
export type { ZoneView } from './eviction-zone';
export {
  NO_EXECUTE_PASS_PERIOD_MS,
  NodeLifecycleController,
  type NodeLifecycleState,
} from './node-lifecycle-controller';
export { nodeEvent } from './node-events';
export { podEviction, type PodEviction } from './pod-eviction';
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
export {
  readNodeHealthSettings,
  NODE_HEALTH_FIELDS,
  writeNodeHealthSettings,
  type DocumentError,
  type DocumentVerdict,
} from './settings-document';
export { TaintManager, type TaintManagerState } from './taint-manager';
export { applyTaintChange, type TaintChange, type TaintIdentity } from './taints';
export { zoneEvents } from './zone-events';
export { printableZoneKey, zoneKey } from './zone-key';
export { computeZoneState, evictionRatePerSecond, ZoneState, type ZoneTally } from './zone-state';
