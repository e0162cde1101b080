import { Field, Int, ObjectType } from '@nestjs/graphql';
import { Utilization } from '../../objects/nodes/node-types';
import { ResourceTotals } from '../../objects/resources/metadata';
import { Json } from '../../values/scalars/scalars';

@ObjectType({ description: 'Pods by phase.' })
export class PodCounts {
  @Field(() => Int, { description: 'Total number.' })
  total!: number;
  @Field(() => Int, { description: 'In phase Pending.' })
  pending!: number;
  @Field(() => Int, { description: 'In phase Running.' })
  running!: number;
  @Field(() => Int, { description: 'In phase Succeeded.' })
  succeeded!: number;
  @Field(() => Int, { description: 'In phase Failed.' })
  failed!: number;
  @Field(() => Int, { description: 'With condition Ready.' })
  ready!: number;
  @Field(() => Int, { description: 'Not bound to a node.' })
  unscheduled!: number;
  @Field(() => Int, { description: 'Being deleted.' })
  terminating!: number;
}

@ObjectType({ description: 'Nodes by health.' })
export class NodeCounts {
  @Field(() => Int, { description: 'Total number.' })
  total!: number;
  @Field(() => Int, { description: 'With condition Ready.' })
  ready!: number;
  @Field(() => Int, { description: 'Marked unschedulable.' })
  cordoned!: number;
}

@ObjectType({ isAbstract: true })
export abstract class CapacitySummary {
  @Field(() => ResourceTotals, { description: 'Allocatable resources of the nodes.' })
  allocatable!: unknown;
  @Field(() => ResourceTotals, { description: 'Resources that the pods on these nodes request.' })
  requested!: unknown;
  @Field(() => Utilization, { description: 'Requested resources in percent of the allocatable ones.' })
  utilization!: Utilization;
}

@ObjectType({ description: 'Aggregates of a list of nodes.' })
export class NodeSummary extends CapacitySummary {
  @Field(() => NodeCounts, { description: 'Nodes by health.' })
  counts!: NodeCounts;
  @Field(() => Int, { description: 'Number of pods on the nodes.' })
  pods!: number;
}

@ObjectType({ description: 'The pods of a list that are on one node.' })
export class PodsOfNode {
  @Field(() => String, { description: 'Name of the node.' })
  nodeName!: string;
  @Field(() => Int, { description: 'Number of pods.' })
  pods!: number;
  @Field(() => ResourceTotals, { description: 'Resources that they request.' })
  requested!: unknown;
}

@ObjectType({ description: 'Aggregates of a list of pods.' })
export class PodSummary {
  @Field(() => PodCounts, { description: 'Pods by phase.' })
  counts!: PodCounts;
  @Field(() => ResourceTotals, { description: 'Resources that the pods request; finished pods request none.' })
  requested!: unknown;
  @Field(() => [PodsOfNode], { description: 'The pods by node, for nodes that have any.' })
  byNode!: PodsOfNode[];
}

@ObjectType({ description: 'Aggregates of the nodes of a zone.' })
export class ZoneSummary extends CapacitySummary {
  @Field(() => String, { description: 'Name of the zone; empty for nodes without a zone.' })
  name!: string;
  @Field(() => NodeCounts, { description: 'Nodes by health.' })
  nodes!: NodeCounts;
  @Field(() => Int, { description: 'Number of pods on the nodes.' })
  pods!: number;
}

@ObjectType({ description: 'Aggregates of the cluster.' })
export class ClusterSummary extends CapacitySummary {
  @Field(() => NodeCounts, { description: 'Nodes by health.' })
  nodes!: NodeCounts;
  @Field(() => PodCounts, { description: 'Pods by phase.' })
  pods!: PodCounts;
  @Field(() => [ZoneSummary], { description: 'Aggregates by zone.' })
  zones!: ZoneSummary[];
  @Field(() => String, { description: 'Revision of the state that was counted.' })
  resourceVersion!: string;
}

@ObjectType({ description: 'A kind that the server serves.' })
export class ApiResource {
  @Field(() => String, { description: 'Plural resource name in paths, such as `pods`.' })
  name!: string;
  @Field(() => String, { description: 'Singular name, such as `pod`.' })
  singularName!: string;
  @Field(() => String, { description: 'Kind, such as `Pod`.' })
  kind!: string;
  @Field(() => String, { description: 'API group; empty for the core group.' })
  group!: string;
  @Field(() => [String], { description: 'API versions, preferred version first.' })
  apiVersions!: string[];
  @Field(() => Boolean, { description: 'Whether the objects are namespaced.' })
  namespaced!: boolean;
  @Field(() => [String], { description: 'Supported verbs.' })
  verbs!: string[];
  @Field(() => [String], { description: 'Short names for kubectl.' })
  shortNames!: string[];
  @Field(() => [String], { description: 'Subresources.' })
  subresources!: string[];
}

@ObjectType({ description: 'Properties of the server.' })
export class ServerInfo {
  @Field(() => String, { description: 'Emulated Kubernetes version.' })
  version!: string;
  @Field(() => String, { description: 'Name of the requested cluster.' })
  cluster!: string;
  @Field(() => [String], { description: 'Features beyond the Kubernetes API.' })
  features!: string[];
  @Field(() => Json, { description: 'Settings of the cluster, including compatibility settings.' })
  compatibility!: unknown;
  @Field(() => String, { description: 'Current revision of the cluster.' })
  resourceVersion!: string;
}
