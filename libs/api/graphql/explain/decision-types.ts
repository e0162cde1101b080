import { Field, Float, InputType, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { DecisionOutcome as Outcome } from '@orrery/control-plane';
import { PageInfo } from '../connections/connection-types';
import { DateTime } from '../scalars/scalars';
import { PluginScore } from './explain-types';
import { Node, Pod } from '../kinds/kind-types';

export const DecisionOutcome = {
  BOUND: Outcome.Bound,
  NOMINATED: Outcome.Nominated,
  UNSCHEDULABLE: Outcome.Unschedulable,
  ERROR: Outcome.Error,
} as const;
export type DecisionOutcome = (typeof DecisionOutcome)[keyof typeof DecisionOutcome];
registerEnumType(DecisionOutcome, {
  name: 'DecisionOutcome',
  description: 'How an attempt to place a pod ended.',
  valuesMap: {
    BOUND: { description: 'The pod has its node.' },
    NOMINATED: { description: 'Pods are being displaced on a node that is promised to the pod.' },
    UNSCHEDULABLE: { description: 'No node will do.' },
    ERROR: { description: 'Something broke.' },
  },
});

@InputType({ description: 'Which decisions; fields that are not given do not restrict.' })
export class SchedulingDecisionFilter {
  @Field(() => String, { nullable: true, description: 'About pods of this name.' })
  pod?: string | null;
  @Field(() => String, { nullable: true, description: 'About pods of this namespace.' })
  namespace?: string | null;
  @Field(() => String, { nullable: true, description: 'For this node.' })
  node?: string | null;
  @Field(() => DecisionOutcome, { nullable: true, description: 'Which ended so.' })
  outcome?: DecisionOutcome | null;
  @Field(() => String, { nullable: true, description: 'About pods of this `schedulerName`.' })
  schedulerName?: string | null;
}

@ObjectType({ description: 'Nodes that were refused for one reason.' })
export class RejectionCount {
  @Field(() => String, { description: 'The plugin that refused them; empty for the scheduler itself.' })
  plugin!: string;
  @Field(() => String, { description: 'The reason.' })
  reason!: string;
  @Field(() => Int, { description: 'How many nodes.' })
  count!: number;
  @Field(() => [String], { description: 'Some of them, 20 at most; none where they were refused without a look.' })
  nodeNames!: string[];
}

@ObjectType({ description: 'A node with its scores at the time.' })
export class ScoredNode {
  @Field(() => String, { description: 'Its name.' })
  nodeName!: string;
  @Field(() => Float, { description: 'The sum of its scores, with what extenders added.' })
  total!: number;
  @Field(() => [PluginScore], { description: 'What made up its total.' })
  scores!: PluginScore[];
}

@ObjectType({ description: 'A pod that was displaced.' })
export class DisplacedPod {
  @Field(() => String, { description: 'Its namespace.' })
  namespace!: string;
  @Field(() => String, { description: 'Its name.' })
  name!: string;
  @Field(() => Int, { description: 'Its priority.' })
  priority!: number;
}

@ObjectType({ description: 'A node on which pods might have been displaced as well.' })
export class OutrankedNode {
  @Field(() => String, { description: 'Its name.' })
  nodeName!: string;
  @Field(() => Int, { description: 'How many pods would have gone.' })
  victimCount!: number;
  @Field(() => String, { nullable: true, description: 'Why the other was preferred; null: it was found first.' })
  outrankedBy!: string | null;
}

@ObjectType({ description: 'Room that was made for a pod.' })
export class DecidedPreemption {
  @Field(() => String, { description: 'The node that was promised to the pod.' })
  nodeName!: string;
  @Field(() => [DisplacedPod], { description: 'The pods that had to go.' })
  victims!: DisplacedPod[];
  @Field(() => Int, { description: 'How many of them a disruption budget protected.' })
  pdbViolations!: number;
  @Field(() => [OutrankedNode], { description: 'Other nodes that would have done, 10 at most.' })
  outranked!: OutrankedNode[];
}

@ObjectType({ description: 'An attempt of a scheduler to place a pod, as it was at the time.' })
export class SchedulingDecision {
  @Field(() => Int, { description: 'Its number among those of the cluster, from 1.' })
  number!: number;
  @Field(() => DateTime, { description: 'When, in cluster time.' })
  time!: string;
  @Field(() => String, { description: 'Namespace of the pod.' })
  namespace!: string;
  @Field(() => String, { description: 'Name of the pod.' })
  podName!: string;
  @Field(() => String, { description: 'Uid of the pod.' })
  podUid!: string;
  @Field(() => Pod, { nullable: true, description: 'The pod, if it is still there.' })
  pod!: unknown;
  @Field(() => Int, { description: 'The how manieth attempt it was, from 1.' })
  attempt!: number;
  @Field(() => String, { description: 'The configured scheduler that tried.' })
  scheduler!: string;
  @Field(() => String, { description: 'Its profile: the `schedulerName` of the pod.' })
  schedulerName!: string;
  @Field(() => String, { description: 'The revision of the state that was decided on.' })
  resourceVersion!: string;
  @Field(() => DecisionOutcome, { description: 'How it ended.' })
  outcome!: string;
  @Field(() => String, { nullable: true, description: 'The node it got, was promised, or was meant for.' })
  nodeName!: string | null;
  @Field(() => Node, { nullable: true, description: 'That node, if it is still there.' })
  node!: unknown;
  @Field(() => String, { description: 'What the event said.' })
  message!: string;
  @Field(() => Int, { description: 'How many nodes were looked at.' })
  evaluatedCount!: number;
  @Field(() => Int, { description: 'How many of them would have done.' })
  feasibleCount!: number;
  @Field(() => [RejectionCount], { description: 'Why the others would not, the most frequent reason first.' })
  rejections!: RejectionCount[];
  @Field(() => [ScoredNode], { description: 'The best nodes, 10 at most; none if there was nothing to compare.' })
  best!: ScoredNode[];
  @Field(() => Int, { description: 'How many nodes had the highest total.' })
  tieCount!: number;
  @Field(() => [String], { description: 'Some of them, 10 at most, the one that was taken first.' })
  tieNames!: string[];
  @Field(() => DecidedPreemption, { nullable: true, description: 'Room that was made for the pod.' })
  preemption!: DecidedPreemption | null;
}

@ObjectType({ description: 'A decision in a list.' })
export class SchedulingDecisionEdge {
  @Field(() => String, { description: 'Points to it in its list.' })
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
  @Field(() => PageInfo, { description: 'Where the page lies in the list.' })
  pageInfo!: PageInfo;
  @Field(() => Int, { description: 'How many decisions of the list are kept.' })
  totalCount!: number;
}
