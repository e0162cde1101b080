import type { AnyPlugin } from '../framework/plugin';
import type { PluginHandle } from '../framework/plugin-handle';
import { DefaultBinder } from './default-binder/default-binder';
import { ImageLocality } from './image-locality/image-locality';
import { NodeAffinity } from './node-affinity/node-affinity';
import { NodeName } from './node-name/node-name';
import { NodePorts } from './node-ports/node-ports';
import { NodeResourcesBalancedAllocation } from './node-resources-balanced-allocation/balanced-allocation';
import { NodeResourcesFit } from './node-resources-fit/node-resources-fit';
import {
  NodeResourcesLeastAllocated,
  NodeResourcesMostAllocated,
  RequestedToCapacityRatio,
} from './node-resources-fit/single-strategy-scorers';
import { NodeUnschedulable } from './node-unschedulable/node-unschedulable';
import { PrioritySort } from './priority-sort/priority-sort';
import { SchedulingGates } from './scheduling-gates/scheduling-gates';
import { TaintToleration } from './taint-toleration/taint-toleration';

/** Makes a plugin for one profile. Throws PluginArgsError for arguments that validation would have refused. */
export type PluginFactory = (args: unknown, handle: PluginHandle) => AnyPlugin;

/** Every plugin there is, by the name that configuration uses. A new plugin is one folder and one line here. */
export const PLUGIN_REGISTRY: Readonly<Record<string, PluginFactory>> = {
  SchedulingGates: (_args, handle) => new SchedulingGates(handle),
  PrioritySort: () => new PrioritySort(),
  NodeUnschedulable: (_args, handle) => new NodeUnschedulable(handle),
  NodeName: (_args, handle) => new NodeName(handle),
  TaintToleration: (_args, handle) => new TaintToleration(handle),
  NodeAffinity: (args, handle) => new NodeAffinity(args, handle),
  NodePorts: (_args, handle) => new NodePorts(handle),
  NodeResourcesFit: (args, handle) => new NodeResourcesFit(args, handle),
  NodeResourcesLeastAllocated: (args, handle) => new NodeResourcesLeastAllocated(args, handle),
  NodeResourcesMostAllocated: (args, handle) => new NodeResourcesMostAllocated(args, handle),
  RequestedToCapacityRatio: (args, handle) => new RequestedToCapacityRatio(args, handle),
  NodeResourcesBalancedAllocation: (args, handle) => new NodeResourcesBalancedAllocation(args, handle),
  ImageLocality: (_args, handle) => new ImageLocality(handle),
  DefaultBinder: () => new DefaultBinder(),
};
