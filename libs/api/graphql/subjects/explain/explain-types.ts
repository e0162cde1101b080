import { Field, Float, InputType, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { Json, Yaml } from '../../values/scalars/scalars';
import { Node, Pod } from '../../objects/kinds/kind-types';

const FilterCode = {
  SUCCESS: 'Success',
  UNSCHEDULABLE: 'Unschedulable',
  UNRESOLVABLE: 'UnschedulableAndUnresolvable',
  SKIPPED: 'Skip',
  PENDING: 'Pending',
  ERROR: 'Error',
} as const;
type FilterCode = (typeof FilterCode)[keyof typeof FilterCode];
registerEnumType(FilterCode, {
  name: 'FilterCode',
  description: 'Status that a filter plugin returns for a node.',
  valuesMap: {
    SUCCESS: { description: 'The node is feasible.' },
    UNSCHEDULABLE: { description: 'The node is infeasible; preemption might help.' },
    UNRESOLVABLE: { description: 'The node is infeasible, and preemption would not help.' },
    SKIPPED: { description: 'The plugin does not apply to the pod.' },
    PENDING: { description: 'The plugin waits for an operation it has started.' },
    ERROR: { description: 'The plugin failed.' },
  },
});

const PreemptionRole = {
  CHOSEN: 'chosen',
  OUTRANKED: 'outranked',
  REFUSED: 'refused',
  NOT_HELPFUL: 'notHelpful',
} as const;
type PreemptionRole = (typeof PreemptionRole)[keyof typeof PreemptionRole];
registerEnumType(PreemptionRole, {
  name: 'PreemptionRole',
  description: 'Role of a node in a preemption.',
  valuesMap: {
    CHOSEN: { description: 'Chosen for preemption.' },
    OUTRANKED: { description: 'A candidate; another node was preferred.' },
    REFUSED: { description: 'Infeasible even without pods of lower priority.' },
    NOT_HELPFUL: { description: 'Preemption would not help.' },
  },
});

@InputType({ description: 'Reference to a pod.' })
export class PodRef {
  @Field(() => String, { nullable: true, description: 'Namespace of the pod (default `default`).' })
  namespace?: string | null;
  @Field(() => String, { description: 'Its name.' })
  name!: string;
}

@InputType({ description: 'The pod to explain: exactly one of `pod`, `object` and `yaml`.' })
export class ExplainSchedulingInput {
  @Field(() => PodRef, {
    nullable: true,
    description: 'An existing pod. A bound pod is evaluated as if it were not yet bound.',
  })
  pod?: PodRef | null;
  @Field(() => Json, { nullable: true, description: 'A hypothetical pod; defaulting and admission apply.' })
  object?: unknown;
  @Field(() => Yaml, { nullable: true, description: 'A hypothetical pod in YAML.' })
  yaml?: string | null;
  @Field(() => String, { nullable: true, description: "Uses the scheduler of this name instead of the pod's own." })
  schedulerName?: string | null;
  @Field(() => [String], { nullable: true, description: 'Reports only these nodes; all nodes are evaluated.' })
  nodes?: string[] | null;
  @Field(() => Int, {
    nullable: true,
    description:
      'Reports only so many nodes, and those of `nodes`; all nodes are evaluated. First come the feasible nodes with the highest totals, then candidates for preemption, then the others.',
  })
  best?: number | null;
  @Field(() => [PodRef], { nullable: true, description: 'Pods to remove before the evaluation.' })
  assumeEvicted?: PodRef[] | null;
  @Field(() => Boolean, {
    nullable: true,
    defaultValue: true,
    description: 'Whether to evaluate preemption if no node is feasible.',
  })
  withPreemption?: boolean | null;
}

@ObjectType({ description: 'Result of one filter plugin for one node.' })
export class FilterVerdict {
  @Field(() => String, { description: 'Name of the plugin.' })
  plugin!: string;
  @Field(() => String, { nullable: true, description: 'Predicate of the Policy that it implements.' })
  predicate!: string | null;
  @Field(() => Boolean, { description: 'Whether the node is feasible for this plugin.' })
  passed!: boolean;
  @Field(() => FilterCode, { description: 'Status.' })
  code!: string;
  @Field(() => [String], { description: 'Reasons of the rejection.' })
  reasons!: string[];
  @Field(() => Json, { nullable: true, description: 'Requested, used and available amounts behind the rejection.' })
  detail!: unknown;
}

@ObjectType({ description: 'Score of one plugin for a node.' })
export class PluginScore {
  @Field(() => String, { description: 'Name of the plugin.' })
  plugin!: string;
  @Field(() => String, { nullable: true, description: 'Priority of the Policy that it implements.' })
  priority!: string | null;
  @Field(() => Float, { description: 'Raw score of the plugin.' })
  raw!: number;
  @Field(() => Int, { description: 'Score normalised over all feasible nodes.' })
  normalized!: number;
  @Field(() => Int, { description: 'Weight of the plugin.' })
  weight!: number;
  @Field(() => Int, { description: '`normalized` times `weight`.' })
  weighted!: number;
}

@ObjectType({ description: 'Role of a node in a preemption.' })
export class NodePreemption {
  @Field(() => PreemptionRole, { description: 'Role of the node.' })
  role!: string;
  @Field(() => String, { nullable: true, description: 'Why the node was not chosen; null for the chosen node.' })
  reason!: string | null;
}

@ObjectType({ description: 'Evaluation of one node.' })
export class NodeVerdict {
  @Field(() => Node, { description: 'The node.' })
  node!: unknown;
  @Field(() => Boolean, { description: 'Whether the node is feasible.' })
  feasible!: boolean;
  @Field(() => FilterVerdict, {
    nullable: true,
    description: 'Plugin and reason under which a scheduling cycle counts the node: it stops at the first rejection.',
  })
  firstFailure!: FilterVerdict | null;
  @Field(() => [FilterVerdict], { description: 'Results of all filter plugins, in the order in which they run.' })
  filters!: FilterVerdict[];
  @Field(() => [PluginScore], { description: 'Scores that make up the total; empty for an infeasible node.' })
  scores!: PluginScore[];
  @Field(() => Int, { nullable: true, description: 'Total score.' })
  total!: number | null;
  @Field(() => Int, { nullable: true, description: 'Rank among the feasible nodes; equal scores share a rank.' })
  rank!: number | null;
  @Field(() => NodePreemption, {
    nullable: true,
    description: 'Role in a preemption; null if preemption was not evaluated.',
  })
  preemption!: NodePreemption | null;
}

@ObjectType({ description: 'A candidate node for preemption.' })
export class PreemptionCandidate {
  @Field(() => Node, { description: 'The node.' })
  node!: unknown;
  @Field(() => [Pod], { description: 'Pods that would be preempted.' })
  victims!: unknown[];
  @Field(() => Int, { description: 'Number of victims whose disruption budget would be violated.' })
  pdbViolations!: number;
  @Field(() => String, {
    nullable: true,
    description: 'Why the chosen node is preferred; null for the chosen node and where only the search order decided.',
  })
  outrankedBy!: string | null;
}

@ObjectType({ description: 'A preemption that would take place.' })
export class PreemptionPlan {
  @Field(() => Node, { description: 'Nominated node.' })
  node!: unknown;
  @Field(() => [Pod], { description: 'Victims, in the order of their deletion.' })
  victims!: unknown[];
  @Field(() => Int, { description: 'Number of victims whose disruption budget would be violated.' })
  pdbViolations!: number;
  @Field(() => [PreemptionCandidate], { description: 'All candidate nodes, including the chosen one.' })
  candidates!: PreemptionCandidate[];
}

@ObjectType({ description: 'An extender of the scheduler.' })
export class ExtenderPart {
  @Field(() => String, {
    description: 'URL; results of the extender are listed under this name.',
  })
  url!: string;
  @Field(() => Boolean, { description: 'Whether scheduling continues when the extender fails.' })
  ignorable!: boolean;
  @Field(() => Boolean, { description: 'Whether the extender is interested in the pod.' })
  interested!: boolean;
  @Field(() => [String], { description: 'Error of the extender during this explanation.' })
  problems!: string[];
}

@ObjectType({
  description:
    'Node on which a pod would be scheduled, with the reasons. All nodes are evaluated; a scheduling cycle may evaluate only some of them.',
})
export class SchedulingExplanation {
  @Field(() => String, { description: 'Name of the scheduler.' })
  schedulerName!: string;
  @Field(() => Pod, { description: 'The pod that was evaluated, after defaulting and admission.' })
  pod!: unknown;
  @Field(() => [String], { description: 'Why the pod would not be scheduled at all.' })
  gates!: string[];
  @Field(() => Node, {
    nullable: true,
    description: 'Node that the first attempt would choose; null if none is feasible.',
  })
  selectedNode!: unknown;
  @Field(() => Boolean, { description: 'Whether the node was nominated and is taken without scoring others.' })
  nominated!: boolean;
  @Field(() => [Node], {
    description: "Nodes with the highest score; the choice among them is drawn with the cluster's seed.",
  })
  ties!: unknown[];
  @Field(() => Int, { description: 'Number of feasible nodes.' })
  feasibleCount!: number;
  @Field(() => Int, { description: 'Number of evaluated nodes.' })
  evaluatedCount!: number;
  @Field(() => String, { description: 'Message of the FailedScheduling event; empty if a node is feasible.' })
  message!: string;
  @Field(() => [NodeVerdict], { description: "Evaluation by node, in the order of the scheduler's node list." })
  nodes!: NodeVerdict[];
  @Field(() => PreemptionPlan, { nullable: true, description: 'Preemption that would make a node feasible.' })
  preemption!: PreemptionPlan | null;
  @Field(() => String, { nullable: true, description: 'Why the pod may not preempt others.' })
  preemptionRefused!: string | null;
  @Field(() => [ExtenderPart], {
    description: 'Extenders of the scheduler; they were called as in a scheduling cycle.',
  })
  extenders!: ExtenderPart[];
  @Field(() => String, { description: 'Revision of the evaluated state.' })
  resourceVersion!: string;
}
