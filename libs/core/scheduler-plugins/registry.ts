import { pluginWithArgs, pluginWithoutArgs, type PluginRegistry } from '@orrery/scheduling';
import { ATTACH_LIMITS_ARGS } from './attach-limits/args';
import { DEFAULT_PREEMPTION_ARGS } from './default-preemption/args';
import { INTER_POD_AFFINITY_ARGS } from './inter-pod-affinity/args';
import { NODE_AFFINITY_ARGS } from './node-affinity/args';
import { BALANCED_ALLOCATION_ARGS } from './node-resources-balanced-allocation/args';
import { NODE_RESOURCES_FIT_ARGS, RATIO_ARGS, RESOURCES_ARGS } from './node-resources-fit/args';
import { TOPOLOGY_SPREAD_ARGS } from './pod-topology-spread/args';
import { VOLUME_BINDING_ARGS } from './volume-binding/args';
import { AttachLimits } from './attach-limits/attach-limits';
import { readMaxVolumes, withMaxVolumes } from './attach-limits/max-volumes';
import { AZURE_DISK, CINDER_DISK, EBS_DISK, GCE_DISK } from './attach-limits/disk-kinds';
import { DefaultBinder } from './default-binder/default-binder';
import { DefaultPreemption } from './default-preemption/default-preemption';
import { DynamicResources } from './dynamic-resources/dynamic-resources';
import { ImageLocality } from './image-locality/image-locality';
import { InterPodAffinity } from './inter-pod-affinity/inter-pod-affinity';
import { LEGACY_PLUGINS } from './legacy/registry';
import { NodeAffinity } from './node-affinity/node-affinity';
import { NodeName } from './node-name/node-name';
import { NodePorts } from './node-ports/node-ports';
import { NodePreferAvoidPods } from './node-prefer-avoid-pods/node-prefer-avoid-pods';
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
import { PodToleratesNodeNoExecuteTaints } from './taint-toleration/no-execute-taints';
import { TaintToleration } from './taint-toleration/taint-toleration';
import { VolumeBinding } from './volume-binding/volume-binding';
import { VolumeRestrictions } from './volume-restrictions/volume-restrictions';
import { VolumeZone } from './volume-zone/volume-zone';

/** Every plugin there is, by the name that configuration uses. A new plugin is one folder and one line here. */
export const PLUGIN_REGISTRY: PluginRegistry = {
  ...LEGACY_PLUGINS,
  SchedulingGates: pluginWithoutArgs((handle) => new SchedulingGates(handle)),
  PrioritySort: pluginWithoutArgs(() => new PrioritySort()),
  NodeUnschedulable: pluginWithoutArgs((handle) => new NodeUnschedulable(handle)),
  NodeName: pluginWithoutArgs((handle) => new NodeName(handle)),
  TaintToleration: pluginWithoutArgs((handle) => new TaintToleration(handle)),
  NodeAffinity: pluginWithArgs(NODE_AFFINITY_ARGS, (args, handle) => new NodeAffinity(args, handle)),
  NodePorts: pluginWithoutArgs((handle) => new NodePorts(handle)),
  NodeResourcesFit: pluginWithArgs(NODE_RESOURCES_FIT_ARGS, (args, handle) => new NodeResourcesFit(args, handle)),
  NodeResourcesLeastAllocated: pluginWithArgs(
    RESOURCES_ARGS,
    (args, handle, name) => new NodeResourcesLeastAllocated(args, handle, name),
  ),
  NodeResourcesMostAllocated: pluginWithArgs(
    RESOURCES_ARGS,
    (args, handle, name) => new NodeResourcesMostAllocated(args, handle, name),
  ),
  RequestedToCapacityRatio: pluginWithArgs(
    RATIO_ARGS,
    (args, handle, name) => new RequestedToCapacityRatio(args, handle, name),
  ),
  NodeResourcesBalancedAllocation: pluginWithArgs(
    BALANCED_ALLOCATION_ARGS,
    (args, handle) => new NodeResourcesBalancedAllocation(args, handle),
  ),
  ImageLocality: pluginWithoutArgs((handle) => new ImageLocality(handle)),
  NodePreferAvoidPods: pluginWithoutArgs((handle) => new NodePreferAvoidPods(handle)),
  PodToleratesNodeNoExecuteTaints: pluginWithoutArgs((handle) => new PodToleratesNodeNoExecuteTaints(handle)),
  PodTopologySpread: pluginWithArgs(TOPOLOGY_SPREAD_ARGS, (args, handle) => new PodTopologySpread(args, handle)),
  SelectorSpread: pluginWithoutArgs((handle, name) => new SelectorSpread(handle, name)),
  ServiceSpreading: pluginWithoutArgs((handle, name) => new SelectorSpread(handle, name, 'none')),
  InterPodAffinity: pluginWithArgs(INTER_POD_AFFINITY_ARGS, (args, handle) => new InterPodAffinity(args, handle)),
  VolumeRestrictions: pluginWithoutArgs((handle) => new VolumeRestrictions(handle)),
  EBSLimits: pluginWithArgs(
    ATTACH_LIMITS_ARGS,
    (args, handle) => new AttachLimits('EBSLimits', EBS_DISK, args, handle),
  ),
  GCEPDLimits: pluginWithArgs(
    ATTACH_LIMITS_ARGS,
    (args, handle) => new AttachLimits('GCEPDLimits', GCE_DISK, args, handle),
  ),
  AzureDiskLimits: pluginWithArgs(
    ATTACH_LIMITS_ARGS,
    (args, handle) => new AttachLimits('AzureDiskLimits', AZURE_DISK, args, handle),
  ),
  CinderLimits: pluginWithArgs(
    ATTACH_LIMITS_ARGS,
    (args, handle) => new AttachLimits('CinderLimits', CINDER_DISK, args, handle),
  ),
  NodeVolumeLimits: pluginWithoutArgs((handle) => new NodeVolumeLimits(handle)),
  VolumeBinding: pluginWithArgs(VOLUME_BINDING_ARGS, (args, handle) => new VolumeBinding(args, handle)),
  VolumeZone: pluginWithoutArgs((handle) => new VolumeZone(handle)),
  DynamicResources: pluginWithoutArgs((handle) => new DynamicResources(handle)),
  DefaultPreemption: pluginWithArgs(DEFAULT_PREEMPTION_ARGS, (args, handle) => new DefaultPreemption(args, handle)),
  DefaultBinder: pluginWithoutArgs(() => new DefaultBinder()),
};

/** Returns all plugins of this library. `maxVolumes`: text of `KUBE_MAX_PD_VOLS`, another default for the disks that a node holds. */
export function builtInPlugins(maxVolumes?: string): PluginRegistry {
  return withMaxVolumes(PLUGIN_REGISTRY, readMaxVolumes(maxVolumes));
}
