import { Field, Int, ObjectType } from '@nestjs/graphql';
import { Utilization } from '../nodes/node-types';
import { ResourceTotals } from '../resources/metadata';
import { Json } from '../scalars/scalars';

@ObjectType({ description: 'Pods by phase.' })
export class PodCounts {
  @Field(() => Int, { description: 'All of them.' })
  total!: number;
  @Field(() => Int, { description: 'Waiting to run.' })
  pending!: number;
  @Field(() => Int, { description: 'Running.' })
  running!: number;
  @Field(() => Int, { description: 'Ended well.' })
  succeeded!: number;
  @Field(() => Int, { description: 'Ended badly.' })
  failed!: number;
  @Field(() => Int, { description: 'Ready for requests.' })
  ready!: number;
  @Field(() => Int, { description: 'Without a node.' })
  unscheduled!: number;
  @Field(() => Int, { description: 'Asked to end.' })
  terminating!: number;
}

@ObjectType({ description: 'Nodes by health.' })
export class NodeCounts {
  @Field(() => Int, { description: 'All of them.' })
  total!: number;
  @Field(() => Int, { description: 'Ready.' })
  ready!: number;
  @Field(() => Int, { description: 'Cordoned.' })
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
  @Field(() => String, { description: 'Name of the resource in paths, such as `pods`.' })
  name!: string;
  @Field(() => String, { description: 'Name of one of them, such as `pod`.' })
  singularName!: string;
  @Field(() => String, { description: 'The kind, such as `Pod`.' })
  kind!: string;
  @Field(() => String, { description: 'Group; empty for the core group.' })
  group!: string;
  @Field(() => [String], { description: 'Its versions, preferred one first.' })
  apiVersions!: string[];
  @Field(() => Boolean, { description: 'Whether its objects live in namespaces.' })
  namespaced!: boolean;
  @Field(() => [String], { description: 'What can be done with it.' })
  verbs!: string[];
  @Field(() => [String], { description: 'Short names for command lines.' })
  shortNames!: string[];
  @Field(() => [String], { description: 'Doors beside the objects themselves.' })
  subresources!: string[];
}

@ObjectType({ description: 'The server.' })
export class ServerInfo {
  @Field(() => String, { description: 'The Kubernetes release whose API this is.' })
  version!: string;
  @Field(() => String, { description: 'The cluster of the request.' })
  cluster!: string;
  @Field(() => [String], { description: 'What this server can do beyond that.' })
  features!: string[];
  @Field(() => Json, { description: 'Settings of the cluster, compatibility included.' })
  compatibility!: unknown;
  @Field(() => String, { description: 'Revision of the cluster.' })
  resourceVersion!: string;
}
