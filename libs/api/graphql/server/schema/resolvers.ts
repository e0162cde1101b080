import type { Type } from '@nestjs/common';
import { actionResolvers } from '../../actions/action-resolvers';
import { AccessResolver } from '../../subjects/access/access.resolver';
import { AdmissionConfigResolver } from '../../subjects/admission/admission-config.resolver';
import { ClockResolver } from '../../subjects/clock/clock.resolver';
import { ClusterInfoResolver } from '../../subjects/cluster/cluster-info.resolver';
import { ClustersResolver } from '../../subjects/clusters/clusters.resolver';
import { StoryResolver } from '../../subjects/history/story.resolver';
import { IncidentsResolver } from '../../subjects/history/incidents.resolver';
import { ClusterHistoryResolver } from '../../subjects/history/cluster-history.resolver';
import { NodeHealthResolver } from '../../subjects/zones/node-health.resolver';
import { ZonesResolver } from '../../subjects/zones/zones.resolver';
import { ApiFaultsResolver } from '../../subjects/faults/api-faults.resolver';
import { FaultsResolver } from '../../subjects/faults/faults.resolver';
import { DecisionsResolver } from '../../subjects/explain/decisions.resolver';
import { ExplainResolver } from '../../subjects/explain/explain.resolver';
import { NodeSummaryResolver, PodSummaryResolver } from '../../subjects/cluster/summaries.resolver';
import { DeschedulingResolver, PodDeschedulingResolver } from '../../subjects/descheduling/descheduling.resolver';
import { SchedulerConfigResolver } from '../../subjects/scheduling/scheduler-config.resolver';
import { kindQueryResolvers } from '../../objects/kinds/query-resolvers';
import {
  DisruptionBudgetFieldsResolver,
  EventFieldsResolver,
  NamespaceFieldsResolver,
} from '../../objects/kinds/small-kinds.resolver';
import { NodeFieldsResolver } from '../../objects/nodes/node-fields.resolver';
import { ObjectQueriesResolver } from '../../objects/reads/object-queries.resolver';
import { EvictionPreviewResolver } from '../../objects/pods/eviction-preview.resolver';
import { PodFieldsResolver } from '../../objects/pods/pod-fields.resolver';
import { ImportedKind, ImportNote } from '../../subjects/imports/import-types';
import { DrainedPod } from '../../objects/nodes/drain-types';
import { Unstructured } from '../../objects/resources/resource';
import { ReplayReport } from '../../subjects/recordings/recording-types';
import { RecordingsResolver } from '../../subjects/recordings/recordings.resolver';
import { ResourceResolver } from '../../objects/resources/resource.resolver';
import { ScenarioReport } from '../../subjects/scenarios/scenario-types';
import { ScenariosResolver } from '../../subjects/scenarios/scenarios.resolver';
import { SnapshotsResolver } from '../../subjects/snapshots/snapshots.resolver';
import { ClockTicksResolver } from '../../subjects/clock/clock-ticks.resolver';
import { NodeUsageFieldsResolver, UsageResolver } from '../../subjects/usage/usage.resolver';
import { ReplicaFieldsResolvers } from '../../objects/workloads/replica-fields.resolver';
import { DeploymentFieldsResolver } from '../../objects/workloads/deployment-fields.resolver';
import { RelationResolvers } from '../../objects/workloads/relations.resolver';
import { RolloutProgressResolver } from '../../objects/workloads/rollout-progress.resolver';
import { TemplateFieldsResolvers } from '../../objects/workloads/template-fields.resolver';
import { kindWatchResolvers, WatchResolver } from '../../objects/watches/watch-resolvers';

/**
 * The resolvers of the schema, in the order of their root fields: fields that only the emulator has, by subject, then
 * objects of any kind, then each kind.
 */
export const RESOLVERS: readonly Type<unknown>[] = [
  ...actionResolvers,
  // Clusters and their time.
  ClustersResolver,
  ClusterHistoryResolver,
  ClusterInfoResolver,
  ClockResolver,
  ClockTicksResolver,
  // Their past.
  StoryResolver,
  IncidentsResolver,
  SnapshotsResolver,
  RecordingsResolver,
  // Failures and their course.
  FaultsResolver,
  ApiFaultsResolver,
  ScenariosResolver,
  ZonesResolver,
  NodeHealthResolver,
  // Simulated nodes and pods.
  EvictionPreviewResolver,
  UsageResolver,
  // Scheduling and descheduling.
  ExplainResolver,
  DecisionsResolver,
  SchedulerConfigResolver,
  DeschedulingResolver,
  PodDeschedulingResolver,
  // Admission and access.
  AdmissionConfigResolver,
  AccessResolver,
  // Objects of any kind.
  ObjectQueriesResolver,
  WatchResolver,
  RolloutProgressResolver,
  // Each kind, and the fields that lead from one to another.
  ...kindQueryResolvers,
  ...kindWatchResolvers,
  ResourceResolver,
  PodFieldsResolver,
  NodeFieldsResolver,
  NodeUsageFieldsResolver,
  DisruptionBudgetFieldsResolver,
  EventFieldsResolver,
  NamespaceFieldsResolver,
  ...ReplicaFieldsResolvers,
  DeploymentFieldsResolver,
  ...TemplateFieldsResolvers,
  ...RelationResolvers,
  PodSummaryResolver,
  NodeSummaryResolver,
];

/** Types that no resolver names: types of an interface, and parts of results of actions. */
export const FURTHER_TYPES = [Unstructured, DrainedPod, ImportedKind, ImportNote, ReplayReport, ScenarioReport];
