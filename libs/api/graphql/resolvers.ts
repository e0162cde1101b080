import type { Type } from '@nestjs/common';
import { AccessResolver } from './access/access.resolver';
import { AdmissionConfigResolver } from './admission/admission-config.resolver';
import { ClockResolver } from './clock/clock.resolver';
import { ClusterInfoResolver } from './cluster/cluster-info.resolver';
import { ClustersResolver } from './clusters/clusters.resolver';
import { NodeHealthResolver } from './zones/node-health.resolver';
import { ZonesResolver } from './zones/zones.resolver';
import { FaultsResolver } from './faults/faults.resolver';
import { DecisionsResolver } from './explain/decisions.resolver';
import { ExplainResolver } from './explain/explain.resolver';
import { DeschedulingResolver, PodDeschedulingResolver } from './descheduling/descheduling.resolver';
import { SchedulerConfigResolver } from './scheduling/scheduler-config.resolver';
import { kindMutationResolvers } from './kinds/mutation-resolvers';
import { kindQueryResolvers } from './kinds/query-resolvers';
import {
  DisruptionBudgetFieldsResolver,
  EventFieldsResolver,
  NamespaceFieldsResolver,
} from './kinds/small-kinds.resolver';
import { NodeFieldsResolver } from './nodes/node-fields.resolver';
import { NodeMutationsResolver } from './nodes/node-mutations.resolver';
import { ObjectMutationsResolver } from './objects/object-mutations.resolver';
import { ObjectQueriesResolver } from './objects/object-queries.resolver';
import { PodFieldsResolver } from './pods/pod-fields.resolver';
import { PodMutationsResolver } from './pods/pod-mutations.resolver';
import { Unstructured } from './resources/resource';
import { ResourceResolver } from './resources/resource.resolver';
import { ScenariosResolver } from './scenarios/scenarios.resolver';
import { ClockTicksResolver } from './subscriptions/clock-ticks.resolver';
import { UsageResolver } from './usage/usage.resolver';
import { ReplicaFieldsResolvers } from './workloads/replica-fields.resolver';
import { DeploymentFieldsResolver } from './workloads/deployment-fields.resolver';
import { RelationResolvers } from './workloads/relations.resolver';
import { RolloutProgressResolver } from './workloads/rollout-progress.resolver';
import { RolloutResolver } from './workloads/rollout.resolver';
import { TemplateFieldsResolvers } from './workloads/template-fields.resolver';
import { TemplateRolloutResolvers } from './workloads/template-rollout.resolver';
import { kindWatchResolvers, WatchResolver } from './subscriptions/watch-resolvers';

/** Everything that answers a field of the schema. */
export const RESOLVERS: readonly Type<unknown>[] = [
  ...kindQueryResolvers,
  ObjectQueriesResolver,
  ResourceResolver,
  PodFieldsResolver,
  NodeFieldsResolver,
  DisruptionBudgetFieldsResolver,
  EventFieldsResolver,
  NamespaceFieldsResolver,
  ...ReplicaFieldsResolvers,
  DeploymentFieldsResolver,
  ...TemplateFieldsResolvers,
  ...RelationResolvers,
  RolloutResolver,
  ...TemplateRolloutResolvers,
  RolloutProgressResolver,
  ClustersResolver,
  ClusterInfoResolver,
  ClockResolver,
  FaultsResolver,
  NodeHealthResolver,
  ZonesResolver,
  SchedulerConfigResolver,
  AdmissionConfigResolver,
  AccessResolver,
  DeschedulingResolver,
  PodDeschedulingResolver,
  ExplainResolver,
  DecisionsResolver,
  ObjectMutationsResolver,
  ...kindMutationResolvers,
  PodMutationsResolver,
  NodeMutationsResolver,
  ScenariosResolver,
  UsageResolver,
  WatchResolver,
  ...kindWatchResolvers,
  ClockTicksResolver,
];

/** Types that no field names, but that an interface is resolved to. */
export const FURTHER_TYPES = [Unstructured];
