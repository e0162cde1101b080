import { Field, Float, InputType, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { Json, Yaml } from '../scalars/scalars';
import { Node, Pod } from '../kinds/kind-types';

export const FilterCode = {
  SUCCESS: 'Success',
  UNSCHEDULABLE: 'Unschedulable',
  UNRESOLVABLE: 'UnschedulableAndUnresolvable',
  SKIPPED: 'Skip',
  PENDING: 'Pending',
  ERROR: 'Error',
} as const;
export type FilterCode = (typeof FilterCode)[keyof typeof FilterCode];
registerEnumType(FilterCode, {
  name: 'FilterCode',
  description: 'What a filter says of a node.',
  valuesMap: {
    SUCCESS: { description: 'The pod may run there.' },
    UNSCHEDULABLE: { description: 'Not as things are; taking pods away might help.' },
    UNRESOLVABLE: { description: 'Not there, and taking pods away would not help.' },
    SKIPPED: { description: 'The plugin has nothing to say about this pod.' },
    PENDING: { description: 'Not yet: the plugin waits for something it has started.' },
    ERROR: { description: 'The plugin failed.' },
  },
});

export const PreemptionRole = {
  CHOSEN: 'chosen',
  OUTRANKED: 'outranked',
  REFUSED: 'refused',
  NOT_HELPFUL: 'notHelpful',
} as const;
export type PreemptionRole = (typeof PreemptionRole)[keyof typeof PreemptionRole];
registerEnumType(PreemptionRole, {
  name: 'PreemptionRole',
  description: 'The part of a node in a preemption.',
  valuesMap: {
    CHOSEN: { description: 'Pods would be displaced here.' },
    OUTRANKED: { description: 'It would do as well; another was preferred.' },
    REFUSED: { description: 'Not even without the less important pods would there be a place.' },
    NOT_HELPFUL: { description: 'What keeps the pod off are not other pods.' },
  },
});

@InputType({ description: 'Names a pod.' })
export class PodRef {
  @Field(() => String, { nullable: true, description: 'Its namespace; `default` if not given.' })
  namespace?: string | null;
  @Field(() => String, { description: 'Its name.' })
  name!: string;
}

@InputType({ description: 'Where would this pod go? Exactly one of `pod`, `object` and `yaml`.' })
export class ExplainSchedulingInput {
  @Field(() => PodRef, {
    nullable: true,
    description: 'A pod that exists. One that has a node is looked at as if it had none and were not there.',
  })
  pod?: PodRef | null;
  @Field(() => Json, { nullable: true, description: 'A pod that need not exist; defaults and admission apply to it.' })
  object?: unknown;
  @Field(() => Yaml, { nullable: true, description: 'The same in YAML.' })
  yaml?: string | null;
  @Field(() => String, { nullable: true, description: 'Asks the scheduler of this name instead of the pod’s own.' })
  schedulerName?: string | null;
  @Field(() => [String], { nullable: true, description: 'Reports on these nodes only; all are judged and compared.' })
  nodes?: string[] | null;
  @Field(() => [PodRef], { nullable: true, description: 'Pods that are taken away first.' })
  assumeEvicted?: PodRef[] | null;
  @Field(() => Boolean, {
    nullable: true,
    defaultValue: true,
    description: 'Whether to look for pods to displace if no node will do.',
  })
  withPreemption?: boolean | null;
}

@ObjectType({ description: 'What one filter says of one node, whatever the others say.' })
export class FilterVerdict {
  @Field(() => String, { description: 'The plugin.' })
  plugin!: string;
  @Field(() => String, { nullable: true, description: 'Its predicate, where the scheduler was given a Policy.' })
  predicate!: string | null;
  @Field(() => Boolean, { description: 'Whether the pod may run there as far as this filter goes.' })
  passed!: boolean;
  @Field(() => FilterCode, { description: 'What it says.' })
  code!: string;
  @Field(() => [String], { description: 'Why not.' })
  reasons!: string[];
  @Field(() => Json, { nullable: true, description: 'The amounts behind a refusal, where there are any.' })
  detail!: unknown;
}

@ObjectType({ description: 'What one plugin adds to the total of a node.' })
export class PluginScore {
  @Field(() => String, { description: 'The plugin.' })
  plugin!: string;
  @Field(() => String, { nullable: true, description: 'Its priority, where the scheduler was given a Policy.' })
  priority!: string | null;
  @Field(() => Float, { description: 'What the plugin answered.' })
  raw!: number;
  @Field(() => Int, { description: 'The answer on the common scale, in view of all feasible nodes.' })
  normalized!: number;
  @Field(() => Int, { description: 'By how much it counts.' })
  weight!: number;
  @Field(() => Int, { description: '`normalized` times `weight`.' })
  weighted!: number;
}

@ObjectType({ description: 'The part of a node in a preemption.' })
export class NodePreemption {
  @Field(() => PreemptionRole, { description: 'Its part.' })
  role!: string;
  @Field(() => String, { nullable: true, description: 'Why it was not chosen; null for the chosen one.' })
  reason!: string | null;
}

@ObjectType({ description: 'Everything about one node.' })
export class NodeVerdict {
  @Field(() => Node, { description: 'The node.' })
  node!: unknown;
  @Field(() => Boolean, { description: 'Whether the pod may run there.' })
  feasible!: boolean;
  @Field(() => FilterVerdict, {
    nullable: true,
    description: 'What a scheduling cycle counts the node under: it asks no further once a filter refuses.',
  })
  firstFailure!: FilterVerdict | null;
  @Field(() => [FilterVerdict], { description: 'What every filter says, in the order in which they are asked.' })
  filters!: FilterVerdict[];
  @Field(() => [PluginScore], { description: 'What makes up its total; empty if it is not feasible.' })
  scores!: PluginScore[];
  @Field(() => Int, { nullable: true, description: 'The sum of its scores.' })
  total!: number | null;
  @Field(() => Int, { nullable: true, description: 'Its place among the feasible nodes; equals share one.' })
  rank!: number | null;
  @Field(() => NodePreemption, {
    nullable: true,
    description: 'Its part in a preemption; null if none was looked for.',
  })
  preemption!: NodePreemption | null;
}

@ObjectType({ description: 'A node on which displacing pods would make room.' })
export class PreemptionCandidate {
  @Field(() => Node, { description: 'The node.' })
  node!: unknown;
  @Field(() => [Pod], { description: 'The pods that would go.' })
  victims!: unknown[];
  @Field(() => Int, { description: 'How many of them a disruption budget protects.' })
  pdbViolations!: number;
  @Field(() => String, {
    nullable: true,
    description: 'Why the chosen one is preferred; null for itself, and where only the order of search decided.',
  })
  outrankedBy!: string | null;
}

@ObjectType({ description: 'Pods that would be displaced.' })
export class PreemptionPlan {
  @Field(() => Node, { description: 'Where.' })
  node!: unknown;
  @Field(() => [Pod], { description: 'Which, in the order of their deletion.' })
  victims!: unknown[];
  @Field(() => Int, { description: 'How many of them a disruption budget protects.' })
  pdbViolations!: number;
  @Field(() => [PreemptionCandidate], { description: 'All nodes on which it would work, the chosen one among them.' })
  candidates!: PreemptionCandidate[];
}

@ObjectType({ description: 'A program outside that has a say in where pods go.' })
export class ExtenderPart {
  @Field(() => String, {
    description: 'Its address; under this name its verdicts and scores stand among those of the plugins.',
  })
  url!: string;
  @Field(() => Boolean, { description: 'Whether pods are placed without it when it fails.' })
  ignorable!: boolean;
  @Field(() => Boolean, { description: 'Whether it is asked about this pod at all.' })
  interested!: boolean;
  @Field(() => [String], { description: 'What went wrong when it was asked for this explanation.' })
  problems!: string[];
}

@ObjectType({ description: 'Where a pod would go, and why. Every node is judged; a cycle may look at a part of them.' })
export class SchedulingExplanation {
  @Field(() => String, { description: 'The scheduler that was asked.' })
  schedulerName!: string;
  @Field(() => Pod, { description: 'The pod as it was judged: with defaults, and as admission leaves it.' })
  pod!: unknown;
  @Field(() => [String], { description: 'Why the pod would not be tried at all.' })
  gates!: string[];
  @Field(() => Node, { nullable: true, description: 'The node that a first attempt takes; null if none will do.' })
  selectedNode!: unknown;
  @Field(() => Boolean, { description: 'The node was promised to the pod, and is taken without comparing.' })
  nominated!: boolean;
  @Field(() => [Node], { description: 'The nodes of the highest total; seeded chance takes one of them.' })
  ties!: unknown[];
  @Field(() => Int, { description: 'How many nodes the pod may run on.' })
  feasibleCount!: number;
  @Field(() => Int, { description: 'How many nodes were judged.' })
  evaluatedCount!: number;
  @Field(() => String, { description: 'What the event FailedScheduling says; empty if some node will do.' })
  message!: string;
  @Field(() => [NodeVerdict], { description: 'Node by node, in the order of the scheduler’s own list.' })
  nodes!: NodeVerdict[];
  @Field(() => PreemptionPlan, { nullable: true, description: 'The pods that would be displaced to make room.' })
  preemption!: PreemptionPlan | null;
  @Field(() => String, { nullable: true, description: 'Why the pod may displace nobody.' })
  preemptionRefused!: string | null;
  @Field(() => [ExtenderPart], { description: 'The extenders of the scheduler; they were asked as in a cycle.' })
  extenders!: ExtenderPart[];
  @Field(() => String, { description: 'The revision of the state that was looked at.' })
  resourceVersion!: string;
}
