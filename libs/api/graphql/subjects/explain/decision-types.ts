import { Field, Float, InputType, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { DecisionOutcome as Outcome } from '@orrery/control-plane';
import { PageInfo } from '../../objects/connections/connection-types';
import { DateTime } from '../../values/scalars/scalars';
import { PluginScore } from './explain-types';
import { Node, Pod } from '../../objects/kinds/kind-types';

export const DecisionOutcome = {
  BOUND: Outcome.Bound,
  NOMINATED: Outcome.Nominated,
  UNSCHEDULABLE: Outcome.Unschedulable,
  ERROR: Outcome.Error,
} as const;
export type DecisionOutcome = (typeof DecisionOutcome)[keyof typeof DecisionOutcome];
registerEnumType(DecisionOutcome, {
  name: 'DecisionOutcome',
  description: 'Outcome of an attempt to schedule a pod.',
  valuesMap: {
    BOUND: { description: 'The pod was bound to a node.' },
    NOMINATED: { description: 'A node was nominated; pods on it are being preempted.' },
    UNSCHEDULABLE: { description: 'No node was feasible.' },
    ERROR: { description: 'The attempt failed with an error.' },
  },
});

@InputType({ description: 'Selects decisions: all fields that are given must match.' })
export class SchedulingDecisionFilter {
  @Field(() => String, { nullable: true, description: 'Name of the pod.' })
  pod?: string | null;
  @Field(() => String, { nullable: true, description: 'Namespace of the pod.' })
  namespace?: string | null;
  @Field(() => String, { nullable: true, description: 'Name of the node.' })
  node?: string | null;
  @Field(() => DecisionOutcome, { nullable: true, description: 'Outcome.' })
  outcome?: DecisionOutcome | null;
  @Field(() => String, { nullable: true, description: "The pod's `schedulerName`." })
  schedulerName?: string | null;
}

@ObjectType({ description: 'Nodes that were rejected for the same reason.' })
export class RejectionCount {
  @Field(() => String, { description: 'Plugin that rejected the nodes; empty for the scheduler itself.' })
  plugin!: string;
  @Field(() => String, { description: 'The reason.' })
  reason!: string;
  @Field(() => Int, { description: 'Number of nodes.' })
  count!: number;
  @Field(() => [String], {
    description: 'Names of at most 20 of the nodes; empty where they were rejected without being checked one by one.',
  })
  nodeNames!: string[];
}

@ObjectType({ description: 'A node and its scores.' })
export class ScoredNode {
  @Field(() => String, { description: 'Its name.' })
  nodeName!: string;
  @Field(() => Float, { description: 'Total score, including those of extenders.' })
  total!: number;
  @Field(() => [PluginScore], { description: 'Scores that make up the total.' })
  scores!: PluginScore[];
}

@ObjectType({ description: 'A preempted pod.' })
export class DisplacedPod {
  @Field(() => String, { description: 'Its namespace.' })
  namespace!: string;
  @Field(() => String, { description: 'Its name.' })
  name!: string;
  @Field(() => Int, { description: 'Its priority.' })
  priority!: number;
}

@ObjectType({ description: 'Another candidate node for preemption.' })
export class OutrankedNode {
  @Field(() => String, { description: 'Its name.' })
  nodeName!: string;
  @Field(() => Int, { description: 'Number of pods that would have been preempted.' })
  victimCount!: number;
  @Field(() => String, { nullable: true, description: 'Why the other node was preferred; null if it was found first.' })
  outrankedBy!: string | null;
}

@ObjectType({ description: 'Preemption on behalf of a pod.' })
export class DecidedPreemption {
  @Field(() => String, { description: 'Nominated node.' })
  nodeName!: string;
  @Field(() => [DisplacedPod], { description: 'Preempted pods.' })
  victims!: DisplacedPod[];
  @Field(() => Int, { description: 'Number of preempted pods whose disruption budget was violated.' })
  pdbViolations!: number;
  @Field(() => [OutrankedNode], { description: 'Other candidate nodes (at most 10).' })
  outranked!: OutrankedNode[];
}

@ObjectType({ description: 'A recorded attempt to schedule a pod.' })
export class SchedulingDecision {
  @Field(() => Int, { description: 'Number of the decision in the cluster, from 1.' })
  number!: number;
  @Field(() => DateTime, { description: 'Time, in cluster time.' })
  time!: string;
  @Field(() => String, { description: 'Namespace of the pod.' })
  namespace!: string;
  @Field(() => String, { description: 'Name of the pod.' })
  podName!: string;
  @Field(() => String, { description: 'UID of the pod.' })
  podUid!: string;
  @Field(() => Pod, { nullable: true, description: 'The pod, if it still exists.' })
  pod!: unknown;
  @Field(() => Int, { description: 'Number of the attempt, from 1.' })
  attempt!: number;
  @Field(() => String, { description: 'Name of the configured scheduler.' })
  scheduler!: string;
  @Field(() => String, { description: "Profile: the pod's `schedulerName`." })
  schedulerName!: string;
  @Field(() => String, { description: 'Revision of the state on which the decision is based.' })
  resourceVersion!: string;
  @Field(() => DecisionOutcome, { description: 'Outcome.' })
  outcome!: string;
  @Field(() => String, {
    nullable: true,
    description: 'Name of the node on which the pod was bound, nominated or attempted.',
  })
  nodeName!: string | null;
  @Field(() => Node, { nullable: true, description: 'The node, if it still exists.' })
  node!: unknown;
  @Field(() => String, { description: 'Message of the event.' })
  message!: string;
  @Field(() => Int, { description: 'Number of evaluated nodes.' })
  evaluatedCount!: number;
  @Field(() => Int, { description: 'Number of feasible nodes.' })
  feasibleCount!: number;
  @Field(() => [RejectionCount], { description: 'Why the other nodes were rejected, most frequent reason first.' })
  rejections!: RejectionCount[];
  @Field(() => [ScoredNode], { description: 'Best nodes (at most 10); empty if only one was feasible.' })
  best!: ScoredNode[];
  @Field(() => Int, { description: 'Number of nodes with the highest score.' })
  tieCount!: number;
  @Field(() => [String], { description: 'Names of at most 10 of them, chosen node first.' })
  tieNames!: string[];
  @Field(() => DecidedPreemption, { nullable: true, description: 'Preemption on behalf of the pod.' })
  preemption!: DecidedPreemption | null;
}

@ObjectType({ description: 'An item of a list of decisions.' })
export class SchedulingDecisionEdge {
  @Field(() => String, { description: 'Position in the list.' })
  cursor!: string;
  @Field(() => SchedulingDecision, { description: 'The decision.' })
  node!: unknown;
}

@ObjectType({ description: 'A page of decisions, newest first.' })
export class SchedulingDecisionConnection {
  @Field(() => [SchedulingDecisionEdge], { description: 'The decisions with their cursors.' })
  edges!: SchedulingDecisionEdge[];
  @Field(() => [SchedulingDecision], { description: 'The decisions.' })
  nodes!: unknown[];
  @Field(() => PageInfo, { description: 'Position of the page in the list.' })
  pageInfo!: PageInfo;
  @Field(() => Int, { description: 'Number of recorded decisions in the list.' })
  totalCount!: number;
}
