import { Field, Int, ObjectType } from '@nestjs/graphql';
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

@ObjectType({ description: 'The nodes of a zone.' })
export class ZoneSummary {
  @Field(() => String, { description: 'Name of the zone; empty for nodes without one.' })
  name!: string;
  @Field(() => NodeCounts, { description: 'Its nodes.' })
  nodes!: NodeCounts;
  @Field(() => Int, { description: 'Pods on its nodes.' })
  pods!: number;
}

@ObjectType({ description: 'The cluster in numbers.' })
export class ClusterSummary {
  @Field(() => NodeCounts, { description: 'Nodes by health.' })
  nodes!: NodeCounts;
  @Field(() => PodCounts, { description: 'Pods by phase.' })
  pods!: PodCounts;
  @Field(() => [ZoneSummary], { description: 'Nodes by zone.' })
  zones!: ZoneSummary[];
  @Field(() => ResourceTotals, { description: 'What pods may use on all nodes.' })
  allocatable!: unknown;
  @Field(() => ResourceTotals, { description: 'What the pods on nodes request.' })
  requested!: unknown;
  @Field(() => String, { description: 'The revision that was counted.' })
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
