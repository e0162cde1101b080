export { BehaviourAnnotation, stoppingAnnotation } from './behaviours/behaviour-annotations';
export { linesOfRun, nextLineMs, plainRunOf, runInPod } from './containers/commands/plain-command';
export type { ContainerBehaviourSpec } from './behaviours/container-behaviour';
export { commandsIn, httpRulesIn, nextPrintedMs, printedLines, type PrintedLine } from './behaviours/printed-output';
export { podBehaviorErrors } from './behaviours/validate-behaviour';
export type { CurveCheck } from './behaviours/usage-schema';
export { nodeBehaviorErrors } from './behaviours/validate-node-behaviour';
export { DAEMONS, NodeBehaviours, type DeclaredFault, type NodeBehavior } from './behaviours/node-behaviours';
export {
  PodBehaviours,
  type OwnersOf,
  type PodBehavior,
  type PodBehaviorSelector,
  type PodOwner,
} from './behaviours/pod-behaviours';
export { resourceUsageErrors, type ResourceUsage } from './behaviours/resource-usages';
export {
  DEVICES_ANNOTATION,
  devicesOf,
  MAX_NODE_DEVICES,
  type DevicesVerdict,
  type NodeDevices,
} from './devices/node-devices';
export { planSlices, SIMULATED_SLICE, type SliceInput, type SlicePlan } from './devices/plan-slices';
export { NodeFaultKind, type FaultInForce, type FaultsOfNode } from './faults/node-faults';
export { machineCapacity } from './nodes/machine';
export { annotationOfHog, hogAmountText, hogCurve, isHog, parseHogAmount } from './faults/hogs';
export { HostedNode } from './nodes/hosted-node';
export type { OwnWork, Registry } from './nodes/own-work';
export type { HostedPod } from './pods/hosted-pod';
export type { KillOrder } from './pods/kill-order';
export { AdmittedPods, admitPod, type AdmissionPlace, type AdmissionVerdict } from './kubelet-admission/admit-pod';
export type { Chance } from './chance';
export { DeadlineHeap, type DeadlineState } from './shard/deadline-heap';
export { ReferencedKind } from './containers/required-objects';
export { isAnythingRunning } from './pods/hosted-pod';
export type {
  AnnotateNode,
  CreateMirror,
  KubeletActions,
  NodeEvent,
  PatchNodeStatus,
  PatchPodFinalizers,
  PatchPodStatus,
  PodEvent,
  PodRef,
  RenewLease,
} from './shard/kubelet-actions';
export { KUBELET_KNOBS, readKubeletKnobs } from './shard/kubelet-knobs';
export { KUBELET_BUNDLES, kubeletSettings, type KubeletBundle, type KubeletSettings } from './shard/kubelet-settings';
export { KubeletShard, type KubeletShardOptions } from './shard/kubelet-shard';
export type { KubeletShardState } from './shard/kubelet-shard-state';
export { NodeAddresses } from './nodes/node-addresses';
export { DEFAULT_NODE_IPAM, NODE_IPAM, readNodeIpamSettings, type NodeIpamSettings } from './nodes/node-ipam-settings';
export { NodeRanges } from './nodes/node-ranges';
export {
  buildLease,
  buildNode,
  heartbeatNode,
  nodeConditions,
  type NewNode,
  type NodeDescription,
} from './nodes/node-builder';
export { PodLife, type StageOutcome } from './pods/pod-life';
export type { PodSubject } from './pods/pod-subject';
export type { Transition } from './pods/transition';
export type { PodContext } from './pods/pod-context';
export { newPodMemory, type PodMemory } from './pods/pod-memory';
export type { ObjectsNow } from './pods/kept-objects';
export { podPhase, settlePodStatus } from './pods/pod-status';
export { LAST_STAGE_ANNOTATION } from './stages/driving-stages';
export type { StageFile } from './stages/stage-file';
export { stageFileErrors } from './stages/validate-stage-file';
export { STATIC_PODS_ANNOTATION, type MirrorPod } from './static-pods/static-pod';
export { REPORTED_CONDITIONS_ANNOTATION, reportedConditions, type ReportedCondition } from './pods/reported-conditions';
export { readTrace, type TracedBehavior, type TraceVerdict } from './traces/read-trace';
export { withProbeChange } from './probes/seen-probes';
