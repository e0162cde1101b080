import type { Type } from '@nestjs/common';
import { actionResolvers } from './actions/action-resolvers';
import { AccessResolver } from './access/access.resolver';
import { AdmissionConfigResolver } from './admission/admission-config.resolver';
import { ClockResolver } from './clock/clock.resolver';
import { ClusterInfoResolver } from './cluster/cluster-info.resolver';
import { ClustersResolver } from './clusters/clusters.resolver';
import { StoryResolver } from './history/story.resolver';
import { IncidentsResolver } from './history/incidents.resolver';
import { ClusterHistoryResolver } from './history/cluster-history.resolver';
import { NodeHealthResolver } from './zones/node-health.resolver';
import { ZonesResolver } from './zones/zones.resolver';
import { ApiFaultsResolver } from './faults/api-faults.resolver';
import { FaultsResolver } from './faults/faults.resolver';
import { DecisionsResolver } from './explain/decisions.resolver';
import { ExplainResolver } from './explain/explain.resolver';
import { NodeSummaryResolver, PodSummaryResolver } from './connections/summaries.resolver';
import { DeschedulingResolver, PodDeschedulingResolver } from './descheduling/descheduling.resolver';
import { SchedulerConfigResolver } from './scheduling/scheduler-config.resolver';
import { kindQueryResolvers } from './kinds/query-resolvers';
import {
  DisruptionBudgetFieldsResolver,
  EventFieldsResolver,
  NamespaceFieldsResolver,
} from './kinds/small-kinds.resolver';
import { NodeFieldsResolver } from './nodes/node-fields.resolver';
import { ObjectQueriesResolver } from './objects/object-queries.resolver';
import { EvictionPreviewResolver } from './pods/eviction-preview.resolver';
import { PodFieldsResolver } from './pods/pod-fields.resolver';
import { ImportedKind, ImportNote } from './imports/import-types';
import { DrainedPod } from './nodes/drain-types';
import { Unstructured } from './resources/resource';
import { ReplayReport } from './recordings/recording-types';
import { RecordingsResolver } from './recordings/recordings.resolver';
import { ResourceResolver } from './resources/resource.resolver';
import { ScenarioReport } from './scenarios/scenario-types';
import { ScenariosResolver } from './scenarios/scenarios.resolver';
import { SnapshotsResolver } from './snapshots/snapshots.resolver';
import { ClockTicksResolver } from './subscriptions/clock-ticks.resolver';
import { NodeUsageFieldsResolver, UsageResolver } from './usage/usage.resolver';
import { ReplicaFieldsResolvers } from './workloads/replica-fields.resolver';
import { DeploymentFieldsResolver } from './workloads/deployment-fields.resolver';
import { RelationResolvers } from './workloads/relations.resolver';
import { RolloutProgressResolver } from './workloads/rollout-progress.resolver';
import { TemplateFieldsResolvers } from './workloads/template-fields.resolver';
import { kindWatchResolvers, WatchResolver } from './subscriptions/watch-resolvers';

/**
 * The resolvers of the schema, in the order of their root fields: what only the emulator has, by subject, then objects of
 * any kind, then each kind.
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

/** Types that no resolver names: what an interface is resolved to, and parts of results of actions. */
export const FURTHER_TYPES = [Unstructured, DrainedPod, ImportedKind, ImportNote, ReplayReport, ScenarioReport];
