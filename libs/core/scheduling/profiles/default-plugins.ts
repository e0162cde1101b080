import { byRelease } from '@orrery/api-types';
import type { ExtensionPoint } from '../framework/extension-points';
import type { PluginEntry } from './profile';

/** A default plugin; `except` names points it implements but does not serve by default. */
export interface DefaultPlugin extends PluginEntry {
  readonly except?: readonly ExtensionPoint[];
  /** Arguments where the profile gives none. */
  readonly args?: unknown;
}

/** Default plugins of `getDefaultPlugins` of v1.34 `pkg/scheduler/apis/config/v1/default_plugins.go`. */
const MODERN: readonly DefaultPlugin[] = [
  { name: 'SchedulingGates' },
  { name: 'PrioritySort' },
  { name: 'NodeUnschedulable' },
  { name: 'NodeName' },
  { name: 'TaintToleration', weight: 3 },
  { name: 'NodeAffinity', weight: 2 },
  { name: 'NodePorts' },
  { name: 'NodeResourcesFit', weight: 1 },
  { name: 'VolumeRestrictions' },
  { name: 'NodeVolumeLimits' },
  { name: 'VolumeBinding' },
  { name: 'VolumeZone' },
  { name: 'PodTopologySpread', weight: 2 },
  { name: 'InterPodAffinity', weight: 2 },
  // Before preemption: unused devices are freed rather than pods evicted.
  { name: 'DynamicResources' },
  { name: 'DefaultPreemption' },
  { name: 'NodeResourcesBalancedAllocation', weight: 1 },
  { name: 'ImageLocality', weight: 1 },
  { name: 'DefaultBinder' },
];

/** Default plugins of the DefaultProvider of v1.20.2 `pkg/scheduler/algorithmprovider/registry.go`. */
const K8S_1_20: readonly DefaultPlugin[] = [
  { name: 'PrioritySort' },
  { name: 'NodeUnschedulable' },
  { name: 'NodeName' },
  { name: 'TaintToleration', weight: 1 },
  { name: 'NodeAffinity', weight: 1 },
  { name: 'NodePorts' },
  { name: 'NodeResourcesFit', except: ['preScore', 'score'] },
  { name: 'VolumeRestrictions' },
  { name: 'EBSLimits' },
  { name: 'GCEPDLimits' },
  { name: 'NodeVolumeLimits' },
  { name: 'AzureDiskLimits' },
  { name: 'VolumeBinding', except: ['preScore', 'score'] },
  { name: 'VolumeZone' },
  { name: 'PodTopologySpread', weight: 2 },
  { name: 'InterPodAffinity', weight: 1 },
  { name: 'NodeResourcesBalancedAllocation', weight: 1 },
  { name: 'ImageLocality', weight: 1 },
  { name: 'NodeResourcesLeastAllocated', weight: 1 },
  { name: 'NodePreferAvoidPods', weight: 10_000 },
  { name: 'DefaultPreemption' },
  { name: 'DefaultBinder' },
];

/** The guide's default configuration file in the order of evaluation of its release (spec scheduler 5.2, 5.8). */
const OKD_LEGACY: readonly DefaultPlugin[] = [
  { name: 'PrioritySort' },
  { name: 'CheckNodeCondition' },
  { name: 'GeneralPredicates' },
  { name: 'VolumeRestrictions' },
  { name: 'TaintToleration', weight: 1 },
  { name: 'ServiceAffinity/Region', args: { affinityLabels: ['region'] }, except: ['score'] },
  { name: 'EBSLimits' },
  { name: 'GCEPDLimits' },
  { name: 'AzureDiskLimits' },
  { name: 'VolumeZone' },
  { name: 'InterPodAffinity', weight: 1 },
  { name: 'SelectorSpread', weight: 1 },
  { name: 'NodeResourcesLeastAllocated', weight: 1 },
  { name: 'NodeResourcesBalancedAllocation', weight: 1 },
  { name: 'NodePreferAvoidPods', weight: 10_000 },
  { name: 'NodeAffinity', weight: 1, except: ['preFilter', 'filter'] },
  {
    name: 'ServiceAffinity/Zone',
    weight: 2,
    args: { antiAffinityLabelsPreference: ['zone'] },
    except: ['preFilter', 'filter'],
  },
  { name: 'DefaultPreemption' },
  { name: 'DefaultBinder' },
];

/** Plugins of a profile that configures none, in the order in which they run. */
export const DEFAULT_PLUGINS = byRelease<readonly DefaultPlugin[]>({
  '1.11': OKD_LEGACY,
  '1.20': K8S_1_20,
  '1.34': MODERN,
});
