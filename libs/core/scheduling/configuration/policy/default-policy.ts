import { PolicyDialect } from '../scheduler-settings';
import type { PredicatePolicy, PriorityPolicy } from './policy-document';

/** Lists that replace absent ones, and the predicates that run in any case. */
export interface DefaultPolicy {
  readonly predicates: readonly PredicatePolicy[];
  readonly priorities: readonly PriorityPolicy[];
  readonly mandatoryPredicates: readonly string[];
}

const named = (...names: readonly string[]): readonly PredicatePolicy[] => names.map((name) => ({ name }));
const weighted = (weights: Readonly<Record<string, number>>): readonly PriorityPolicy[] =>
  Object.entries(weights).map(([name, weight]) => ({ name, weight }));

/** The default configuration file of the guide (16.2.4). */
const GUIDE: DefaultPolicy = {
  predicates: [
    ...named(
      'NoVolumeZoneConflict',
      'MaxEBSVolumeCount',
      'MaxGCEPDVolumeCount',
      'MaxAzureDiskVolumeCount',
      'MatchInterPodAffinity',
      'NoDiskConflict',
      'GeneralPredicates',
      'PodToleratesNodeTaints',
    ),
    { name: 'Region', argument: { serviceAffinity: { labels: ['region'] } } },
  ],
  priorities: [
    ...weighted({
      SelectorSpreadPriority: 1,
      InterPodAffinityPriority: 1,
      LeastRequestedPriority: 1,
      BalancedResourceAllocation: 1,
      NodePreferAvoidPodsPriority: 10_000,
      NodeAffinityPriority: 1,
      TaintTolerationPriority: 1,
    }),
    { name: 'Zone', weight: 2, argument: { serviceAntiAffinity: { label: 'zone' } } },
  ],
  mandatoryPredicates: ['CheckNodeCondition'],
};

/** Default policy of `NewLegacyRegistry` of v1.20.2 `pkg/scheduler/framework/plugins/legacy_registry.go`. */
const V1_20: DefaultPolicy = {
  predicates: named(
    'NoVolumeZoneConflict',
    'MaxEBSVolumeCount',
    'MaxGCEPDVolumeCount',
    'MaxAzureDiskVolumeCount',
    'MaxCSIVolumeCountPred',
    'MatchInterPodAffinity',
    'NoDiskConflict',
    'GeneralPredicates',
    'PodToleratesNodeTaints',
    'CheckVolumeBinding',
    'CheckNodeUnschedulable',
    'EvenPodsSpread',
  ),
  priorities: weighted({
    SelectorSpreadPriority: 1,
    InterPodAffinityPriority: 1,
    LeastRequestedPriority: 1,
    BalancedResourceAllocation: 1,
    NodePreferAvoidPodsPriority: 10_000,
    NodeAffinityPriority: 1,
    TaintTolerationPriority: 1,
    ImageLocalityPriority: 1,
    EvenPodsSpreadPriority: 2,
  }),
  mandatoryPredicates: ['PodToleratesNodeTaints', 'CheckNodeUnschedulable'],
};

/** Default policy of each dialect (spec scheduler 5.1, 5.2). */
export const DEFAULT_POLICY: Readonly<Record<PolicyDialect, DefaultPolicy>> = {
  [PolicyDialect.Guide]: GUIDE,
  [PolicyDialect.V1_20]: V1_20,
};
