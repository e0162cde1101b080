import type { AnyPlugin } from '../framework/plugin';
import type { PluginHandle } from '../framework/plugin-handle';
import { CheckNodeCondition } from './check-node-condition/check-node-condition';
import {
  CheckNodeDiskPressure,
  CheckNodeMemoryPressure,
  CheckNodePIDPressure,
} from './check-node-condition/check-node-pressure';
import { AttachLimits } from './attach-limits/attach-limits';
import { AZURE_DISK, CINDER_DISK, EBS_DISK, GCE_DISK } from './attach-limits/disk-kinds';
import { DefaultBinder } from './default-binder/default-binder';
import { DefaultPreemption } from './default-preemption/default-preemption';
import { EqualPriority } from './equal-priority/equal-priority';
import { GeneralPredicates } from './general-predicates/general-predicates';
import { ImageLocality } from './image-locality/image-locality';
import { InterPodAffinity } from './inter-pod-affinity/inter-pod-affinity';
import { NodeAffinity } from './node-affinity/node-affinity';
import { NodeLabel } from './node-label/node-label';
import { NodeName } from './node-name/node-name';
import { NodePorts } from './node-ports/node-ports';
import { NodePreferAvoidPods } from './node-prefer-avoid-pods/node-prefer-avoid-pods';
import { NodeResourceLimits } from './node-resource-limits/node-resource-limits';
import { NodeResourcesBalancedAllocation } from './node-resources-balanced-allocation/balanced-allocation';
import { NodeResourcesFit } from './node-resources-fit/node-resources-fit';
import {
  NodeResourcesLeastAllocated,
  NodeResourcesMostAllocated,
  RequestedToCapacityRatio,
} from './node-resources-fit/single-strategy-scorers';
import { NodeVolumeLimits } from './node-volume-limits/node-volume-limits';
import { NodeUnschedulable } from './node-unschedulable/node-unschedulable';
import { PodTopologySpread } from './pod-topology-spread/pod-topology-spread';
import { PrioritySort } from './priority-sort/priority-sort';
import { SchedulingGates } from './scheduling-gates/scheduling-gates';
import { SelectorSpread } from './selector-spread/selector-spread';
import { ServiceAffinity } from './service-affinity/service-affinity';
import { PodToleratesNodeNoExecuteTaints } from './taint-toleration/no-execute-taints';
import { TaintToleration } from './taint-toleration/taint-toleration';
import { VolumeBinding } from './volume-binding/volume-binding';
import { VolumeRestrictions } from './volume-restrictions/volume-restrictions';
import { VolumeZone } from './volume-zone/volume-zone';

/**
 * Makes a plugin for one profile; `name` is the plugin's own, which differs from the type's for further instances.
 * Throws PluginArgsError for arguments that it cannot work with.
 */
export type PluginFactory = (args: unknown, handle: PluginHandle, name: string) => AnyPlugin;

/** Plugins by the name that configuration uses. */
export type PluginRegistry = Readonly<Record<string, PluginFactory>>;

/** Every plugin there is, by the name that configuration uses. A new plugin is one folder and one line here. */
export const PLUGIN_REGISTRY: PluginRegistry = {
  SchedulingGates: (_args, handle) => new SchedulingGates(handle),
  PrioritySort: () => new PrioritySort(),
  NodeUnschedulable: (_args, handle) => new NodeUnschedulable(handle),
  NodeName: (_args, handle) => new NodeName(handle),
  TaintToleration: (_args, handle) => new TaintToleration(handle),
  NodeAffinity: (args, handle) => new NodeAffinity(args, handle),
  NodePorts: (_args, handle) => new NodePorts(handle),
  NodeResourcesFit: (args, handle) => new NodeResourcesFit(args, handle),
  NodeResourcesLeastAllocated: (args, handle, name) => new NodeResourcesLeastAllocated(args, handle, name),
  NodeResourcesMostAllocated: (args, handle, name) => new NodeResourcesMostAllocated(args, handle, name),
  RequestedToCapacityRatio: (args, handle, name) => new RequestedToCapacityRatio(args, handle, name),
  NodeResourcesBalancedAllocation: (args, handle) => new NodeResourcesBalancedAllocation(args, handle),
  ImageLocality: (_args, handle) => new ImageLocality(handle),
  NodeResourceLimits: () => new NodeResourceLimits(),
  NodePreferAvoidPods: (_args, handle) => new NodePreferAvoidPods(handle),
  NodeLabel: (args, handle, name) => new NodeLabel(args, handle, name),
  ServiceAffinity: (args, handle, name) => new ServiceAffinity(args, handle, name),
  GeneralPredicates: (args, handle) => new GeneralPredicates(args, handle),
  PodToleratesNodeNoExecuteTaints: (_args, handle) => new PodToleratesNodeNoExecuteTaints(handle),
  CheckNodeCondition: (_args, handle) => new CheckNodeCondition(handle),
  CheckNodeMemoryPressure: (_args, handle) => new CheckNodeMemoryPressure(handle),
  CheckNodeDiskPressure: (_args, handle) => new CheckNodeDiskPressure(handle),
  CheckNodePIDPressure: (_args, handle) => new CheckNodePIDPressure(handle),
  EqualPriority: () => new EqualPriority(),
  PodTopologySpread: (args, handle) => new PodTopologySpread(args, handle),
  SelectorSpread: (_args, handle, name) => new SelectorSpread(handle, name),
  ServiceSpreading: (_args, handle, name) => new SelectorSpread(handle, name, 'none'),
  InterPodAffinity: (args, handle) => new InterPodAffinity(args, handle),
  VolumeRestrictions: (_args, handle) => new VolumeRestrictions(handle),
  EBSLimits: (args, handle) => new AttachLimits('EBSLimits', EBS_DISK, args, handle),
  GCEPDLimits: (args, handle) => new AttachLimits('GCEPDLimits', GCE_DISK, args, handle),
  AzureDiskLimits: (args, handle) => new AttachLimits('AzureDiskLimits', AZURE_DISK, args, handle),
  CinderLimits: (args, handle) => new AttachLimits('CinderLimits', CINDER_DISK, args, handle),
  NodeVolumeLimits: (_args, handle) => new NodeVolumeLimits(handle),
  VolumeBinding: (args, handle) => new VolumeBinding(args, handle),
  VolumeZone: (_args, handle) => new VolumeZone(handle),
  DefaultPreemption: (args, handle) => new DefaultPreemption(args, handle),
  DefaultBinder: () => new DefaultBinder(),
};
