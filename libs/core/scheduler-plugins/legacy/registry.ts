import { pluginWithArgs, pluginWithoutArgs, type PluginRegistry } from '@orrery/scheduling';
import { RESOURCE_FILTER_ARGS } from '../node-resources-fit/args';
import { NODE_LABEL_ARGS } from './node-label/args';
import { SERVICE_AFFINITY_ARGS } from './service-affinity/args';
import { CheckNodeCondition } from './check-node-condition/check-node-condition';
import {
  CheckNodeDiskPressure,
  CheckNodeMemoryPressure,
  CheckNodePIDPressure,
} from './check-node-condition/check-node-pressure';
import { EqualPriority } from './equal-priority/equal-priority';
import { GeneralPredicates } from './general-predicates/general-predicates';
import { NodeLabel } from './node-label/node-label';
import { NodeResourceLimits } from './node-resource-limits/node-resource-limits';
import { ServiceAffinity } from './service-affinity/service-affinity';

/** Plugins that only Policies name: predicates and priorities of the releases before the scheduling framework. */
export const LEGACY_PLUGINS: PluginRegistry = {
  NodeLabel: pluginWithArgs(NODE_LABEL_ARGS, (args, handle, name) => new NodeLabel(args, handle, name)),
  ServiceAffinity: pluginWithArgs(
    SERVICE_AFFINITY_ARGS,
    (args, handle, name) => new ServiceAffinity(args, handle, name),
  ),
  GeneralPredicates: pluginWithArgs(RESOURCE_FILTER_ARGS, (args, handle) => new GeneralPredicates(args, handle)),
  CheckNodeCondition: pluginWithoutArgs((handle) => new CheckNodeCondition(handle)),
  CheckNodeMemoryPressure: pluginWithoutArgs((handle) => new CheckNodeMemoryPressure(handle)),
  CheckNodeDiskPressure: pluginWithoutArgs((handle) => new CheckNodeDiskPressure(handle)),
  CheckNodePIDPressure: pluginWithoutArgs((handle) => new CheckNodePIDPressure(handle)),
  EqualPriority: pluginWithoutArgs(() => new EqualPriority()),
  NodeResourceLimits: pluginWithoutArgs(() => new NodeResourceLimits()),
};
