import { isUpTo } from '@orrery/api-types';
import type { BundleName } from '../../behaviour/bundles';
import { PolicyDialect } from '../scheduler-settings';

/** Predicate that a dialect knows by name, with the filter plugins that implement it. */
export interface LegacyPredicate {
  readonly name: string;
  readonly plugins: readonly string[];
}

/** Positions at which entries with `labelsPresence` and `serviceAffinity` run, regardless of their names. */
export const LABEL_PREDICATE = 'CheckNodeLabelPresence';
export const SERVICE_PREDICATE = 'CheckServiceAffinity';

/** Predicates of `predicatesOrdering` of v1.20.2 `pkg/scheduler/framework/plugins/legacy_registry.go`, in order of evaluation. */
const V1_20_PREDICATES: readonly LegacyPredicate[] = [
  { name: 'CheckNodeUnschedulable', plugins: ['NodeUnschedulable'] },
  { name: 'GeneralPredicates', plugins: ['NodeResourcesFit', 'NodeName', 'NodePorts', 'NodeAffinity'] },
  { name: 'HostName', plugins: ['NodeName'] },
  { name: 'PodFitsHostPorts', plugins: ['NodePorts'] },
  { name: 'MatchNodeSelector', plugins: ['NodeAffinity'] },
  { name: 'PodFitsResources', plugins: ['NodeResourcesFit'] },
  { name: 'NoDiskConflict', plugins: ['VolumeRestrictions'] },
  { name: 'PodToleratesNodeTaints', plugins: ['TaintToleration'] },
  { name: LABEL_PREDICATE, plugins: ['NodeLabel'] },
  { name: SERVICE_PREDICATE, plugins: ['ServiceAffinity'] },
  { name: 'MaxEBSVolumeCount', plugins: ['EBSLimits'] },
  { name: 'MaxGCEPDVolumeCount', plugins: ['GCEPDLimits'] },
  { name: 'MaxCSIVolumeCountPred', plugins: ['NodeVolumeLimits'] },
  { name: 'MaxAzureDiskVolumeCount', plugins: ['AzureDiskLimits'] },
  { name: 'MaxCinderVolumeCount', plugins: ['CinderLimits'] },
  { name: 'CheckVolumeBinding', plugins: ['VolumeBinding'] },
  { name: 'NoVolumeZoneConflict', plugins: ['VolumeZone'] },
  { name: 'EvenPodsSpread', plugins: ['PodTopologySpread'] },
  { name: 'MatchInterPodAffinity', plugins: ['InterPodAffinity'] },
];

/** Predicates of `predicatesOrdering` of v1.11 `pkg/scheduler/algorithm/predicates`, with the additions of later releases. */
const GUIDE_PREDICATES: readonly LegacyPredicate[] = [
  { name: 'CheckNodeCondition', plugins: ['CheckNodeCondition'] },
  { name: 'CheckNodeUnschedulable', plugins: ['NodeUnschedulable'] },
  { name: 'GeneralPredicates', plugins: ['GeneralPredicates'] },
  { name: 'HostName', plugins: ['NodeName'] },
  { name: 'PodFitsHostPorts', plugins: ['NodePorts'] },
  { name: 'MatchNodeSelector', plugins: ['NodeAffinity'] },
  { name: 'PodFitsResources', plugins: ['NodeResourcesFit'] },
  { name: 'NoDiskConflict', plugins: ['VolumeRestrictions'] },
  { name: 'PodToleratesNodeTaints', plugins: ['TaintToleration'] },
  { name: 'PodToleratesNodeNoExecuteTaints', plugins: ['PodToleratesNodeNoExecuteTaints'] },
  { name: LABEL_PREDICATE, plugins: [] },
  { name: SERVICE_PREDICATE, plugins: [] },
  { name: 'MaxEBSVolumeCount', plugins: ['EBSLimits'] },
  { name: 'MaxGCEPDVolumeCount', plugins: ['GCEPDLimits'] },
  { name: 'MaxCSIVolumeCountPred', plugins: ['NodeVolumeLimits'] },
  { name: 'MaxAzureDiskVolumeCount', plugins: ['AzureDiskLimits'] },
  { name: 'MaxCinderVolumeCount', plugins: ['CinderLimits'] },
  { name: 'CheckVolumeBinding', plugins: ['VolumeBinding'] },
  { name: 'NoVolumeZoneConflict', plugins: ['VolumeZone'] },
  { name: 'CheckNodeMemoryPressure', plugins: ['CheckNodeMemoryPressure'] },
  { name: 'CheckNodePIDPressure', plugins: ['CheckNodePIDPressure'] },
  { name: 'CheckNodeDiskPressure', plugins: ['CheckNodeDiskPressure'] },
  { name: 'EvenPodsSpread', plugins: ['PodTopologySpread'] },
  { name: 'MatchInterPodAffinity', plugins: ['InterPodAffinity'] },
];

const V1_20_PRIORITIES: Readonly<Record<string, string | undefined>> = {
  SelectorSpreadPriority: 'PodTopologySpread',
  ServiceSpreadingPriority: 'PodTopologySpread',
  InterPodAffinityPriority: 'InterPodAffinity',
  LeastRequestedPriority: 'NodeResourcesLeastAllocated',
  MostRequestedPriority: 'NodeResourcesMostAllocated',
  BalancedResourceAllocation: 'NodeResourcesBalancedAllocation',
  NodePreferAvoidPodsPriority: 'NodePreferAvoidPods',
  NodeAffinityPriority: 'NodeAffinity',
  TaintTolerationPriority: 'TaintToleration',
  ImageLocalityPriority: 'ImageLocality',
  EvenPodsSpreadPriority: 'PodTopologySpread',
  EqualPriority: undefined,
};

const GUIDE_PRIORITIES: Readonly<Record<string, string | undefined>> = {
  ...V1_20_PRIORITIES,
  SelectorSpreadPriority: 'SelectorSpread',
  ServiceSpreadingPriority: 'ServiceSpreading',
  EqualPriority: 'EqualPriority',
  ResourceLimitsPriority: 'NodeResourceLimits',
  RequestedToCapacityRatioPriority: 'RequestedToCapacityRatio',
};

/** Other spellings, by dialect. */
const ALIASES: Readonly<Record<PolicyDialect, Readonly<Record<string, string>>>> = {
  [PolicyDialect.Guide]: { PodFitsPorts: 'PodFitsHostPorts', checkServiceAffinity: SERVICE_PREDICATE },
  [PolicyDialect.V1_20]: { PodFitsPorts: 'PodFitsHostPorts' },
};

/** The name under which a predicate is known: two have another spelling. */
export function predicateName(name: string, dialect: PolicyDialect): string {
  const aliases = ALIASES[dialect];
  return Object.hasOwn(aliases, name) ? aliases[name]! : name;
}

/** The predicates known by name, in order of evaluation. Before 1.20 there was no topology spread. */
export function legacyPredicates(dialect: PolicyDialect, bundle: BundleName): readonly LegacyPredicate[] {
  if (dialect === PolicyDialect.V1_20) return V1_20_PREDICATES;
  return isUpTo(bundle, '1.11') ? GUIDE_PREDICATES.filter(({ name }) => name !== 'EvenPodsSpread') : GUIDE_PREDICATES;
}

/** The score plugin of a priority known by name (undefined: it has no influence), or `unknown`. */
export function legacyPriority(
  name: string,
  dialect: PolicyDialect,
  bundle: BundleName,
): { readonly plugin: string | undefined } | 'unknown' {
  const priorities = dialect === PolicyDialect.V1_20 ? V1_20_PRIORITIES : GUIDE_PRIORITIES;
  if (!Object.hasOwn(priorities, name)) return 'unknown';
  if (isUpTo(bundle, '1.11') && name === 'EvenPodsSpreadPriority' && dialect === PolicyDialect.Guide) return 'unknown';
  return { plugin: priorities[name] };
}

/** The priorities known by name. */
export function legacyPriorityNames(dialect: PolicyDialect): readonly string[] {
  return Object.keys(dialect === PolicyDialect.V1_20 ? V1_20_PRIORITIES : GUIDE_PRIORITIES);
}
