import { Field, Float, InputType, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { RunTrigger as Trigger } from '@orrery/descheduler-cycles';
import { DecisionVerdict } from '@orrery/descheduling';
import { MutationPayload } from '../errors/user-errors';
import { DateTime, Json, Yaml } from '../scalars/scalars';

export const DeschedulerTrigger = { REQUEST: Trigger.Request, SCHEDULE: Trigger.Schedule, POD: Trigger.Pod } as const;
registerEnumType(DeschedulerTrigger, {
  name: 'DeschedulerTrigger',
  description: 'Why the descheduler ran.',
  valuesMap: {
    REQUEST: { description: 'Somebody asked for it.' },
    SCHEDULE: { description: 'The cluster’s schedule had it due.' },
    POD: { description: 'A container with the descheduler.' },
  },
});

export const DeschedulingVerdict = {
  EVICTED: DecisionVerdict.Evicted,
  PROTECTED: DecisionVerdict.Protected,
  REFUSED: DecisionVerdict.Refused,
  LIMITED: DecisionVerdict.Limited,
} as const;
export type DeschedulingVerdict = (typeof DeschedulingVerdict)[keyof typeof DeschedulingVerdict];
registerEnumType(DeschedulingVerdict, {
  name: 'DeschedulingVerdict',
  description: 'What became of a pod that a strategy had a reason to evict.',
  valuesMap: {
    EVICTED: { description: 'It was evicted; in a dry run, it would have been.' },
    PROTECTED: { description: 'A rule keeps it: it was not even tried.' },
    REFUSED: { description: 'The eviction was refused, mostly because of a budget.' },
    LIMITED: { description: 'A limit of the policy was reached.' },
  },
});

@ObjectType({ description: 'What is wrong with a policy.' })
export class DeschedulerPolicyError {
  @Field(() => String, { description: 'Path in the policy; empty for the whole of it.' })
  field!: string;
  @Field(() => String, { description: 'The reason.' })
  reason!: string;
}

@ObjectType({ description: 'A pod that a strategy had a reason to evict.' })
export class DeschedulingDecision {
  @Field(() => String, { description: 'Namespace of the pod.' })
  namespace!: string;
  @Field(() => String, { description: 'Name of the pod.' })
  pod!: string;
  @Field(() => String, { description: 'The node it was on.' })
  node!: string;
  @Field(() => String, { description: 'The profile of the policy.' })
  profile!: string;
  @Field(() => String, { description: 'The strategy that wanted it to go.' })
  strategy!: string;
  @Field(() => DeschedulingVerdict, { description: 'What became of it.' })
  verdict!: DeschedulingVerdict;
  @Field(() => String, { description: 'Why it should go.' })
  reason!: string;
  @Field(() => String, { nullable: true, description: 'Why it stays.' })
  obstacle?: string | null;
}

@ObjectType({ description: 'What a cycle of the descheduler made of a pod that a strategy had a reason to evict.' })
export class PastDeschedulingDecision extends DeschedulingDecision {
  @Field(() => DateTime, { description: 'When the cycle started, in cluster time.' })
  time!: string;
  @Field(() => Int, { description: 'The number of the cycle.' })
  run!: number;
  @Field(() => DeschedulerTrigger, { description: 'Why the cycle ran.' })
  trigger!: string;
  @Field(() => Boolean, { description: 'Whether nothing was written.' })
  dryRun!: boolean;
}

@InputType({ description: 'Selects decisions about pods: all fields that are given must match.' })
export class DeschedulingDecisionFilter {
  @Field(() => DeschedulingVerdict, { nullable: true, description: 'Only these.' })
  verdict?: DeschedulingVerdict | null;
  @Field(() => String, { nullable: true, description: 'Only of this strategy.' })
  strategy?: string | null;
  @Field(() => String, { nullable: true, description: 'Only of this namespace.' })
  namespace?: string | null;
  @Field(() => String, { nullable: true, description: 'Only about pods of this name.' })
  pod?: string | null;
}

@ObjectType({ description: 'How a utilisation strategy sorted the nodes before its evictions.' })
export class DeschedulerNodeClasses {
  @Field(() => String, { description: 'LowNodeUtilization or HighNodeUtilization.' })
  strategy!: string;
  @Field(() => String, { description: 'The profile of the policy.' })
  profile!: string;
  @Field(() => [String], { description: 'Nodes at or below the thresholds.' })
  underutilized!: readonly string[];
  @Field(() => [String], { nullable: true, description: 'Nodes above the target thresholds.' })
  overutilized?: readonly string[] | null;
  @Field(() => [String], { nullable: true, description: 'Nodes in between.' })
  appropriate?: readonly string[] | null;
  @Field(() => [String], { nullable: true, description: 'Nodes that take the pods of under-utilised ones.' })
  destinations?: readonly string[] | null;
  @Field(() => [String], { nullable: true, description: 'Cordoned nodes that give no pods away and take none.' })
  neither?: readonly string[] | null;
}

@ObjectType({ description: 'One cycle of the descheduler.' })
export class DeschedulerRun {
  @Field(() => Int, { description: 'Rises with time.' })
  number!: number;
  @Field(() => DeschedulerTrigger, { description: 'Why it ran.' })
  trigger!: string;
  @Field(() => Boolean, { description: 'Whether nothing was written.' })
  dryRun!: boolean;
  @Field(() => DateTime, { description: 'In cluster time.' })
  startedAt!: string;
  @Field(() => Float, { description: 'Seconds of cluster time that it took.' })
  seconds!: number;
  @Field(() => Int, { description: '0, or 1 if the policy could not be run.' })
  exitCode!: number;
  @Field(() => [DeschedulerPolicyError], { description: 'What is wrong with the policy.' })
  policyErrors!: readonly DeschedulerPolicyError[];
  @Field(() => Int, { description: 'How many pods were evicted.' })
  evicted!: number;
  @Field(() => Int, { description: 'How many evictions were refused.' })
  refused!: number;
  @Field(() => [String], { description: 'The nodes that took part, by name.' })
  readyNodes!: readonly string[];
  @Field(() => [DeschedulerNodeClasses], { description: 'How utilisation strategies sorted the nodes.' })
  nodeClasses!: readonly DeschedulerNodeClasses[];
  @Field(() => [String], { description: 'Remarks: why nothing happened, what of the policy has no effect.' })
  notes!: readonly string[];
  @Field(() => [String], { description: 'What the program printed.' })
  log!: readonly string[];
}

/** A policy, in one of two forms. */
@InputType({ isAbstract: true })
export abstract class PolicyInput {
  @Field(() => String, { nullable: true, description: 'Comes back in the payload.' })
  clientMutationId?: string | null;
  @Field(() => Yaml, { nullable: true, description: 'A DeschedulerPolicy as YAML or JSON text.' })
  yaml?: string | null;
  @Field(() => Json, { nullable: true, description: 'The same as an object.' })
  object?: unknown;
  @Field(() => Boolean, { nullable: true, description: 'Decides everything and writes nothing.' })
  dryRun?: boolean | null;
}

@InputType({ description: 'A cycle to run: exactly one of `yaml` and `object`.' })
export class RunDeschedulerInput extends PolicyInput {
  @Field(() => [String], {
    nullable: true,
    description: 'Rules that differ from those of the policy’s version, such as `duplicates=Uniform`.',
  })
  compat?: readonly string[] | null;
}

@ObjectType({ implements: () => [MutationPayload], description: 'A cycle that was run.' })
export class RunDeschedulerPayload extends MutationPayload {
  @Field(() => DeschedulerRun, { nullable: true, description: 'What it did; none if the policy is wrong.' })
  run?: unknown;
}

@ObjectType({ description: 'When the descheduler runs by itself.' })
export class DeschedulerSchedule {
  @Field(() => Json, { description: 'The policy as it was given.' })
  policy!: unknown;
  @Field(() => String, { nullable: true, description: 'Time from the start of one cycle to that of the next.' })
  interval?: string | null;
  @Field(() => String, { nullable: true, description: 'Cron expression, in UTC of cluster time.' })
  cron?: string | null;
  @Field(() => Boolean, { description: 'Whether cycles write nothing.' })
  dryRun!: boolean;
  @Field(() => DateTime, { description: 'When the next cycle is due, in cluster time.' })
  nextAt!: string;
}

@InputType({ description: 'A schedule: a policy and one of `interval` and `cron`, or `remove`.' })
export class SetDeschedulerScheduleInput extends PolicyInput {
  @Field(() => String, { nullable: true, description: 'Go duration of a second or more, such as `5m`.' })
  interval?: string | null;
  @Field(() => String, { nullable: true, description: 'Cron expression, such as `*/10 * * * *`.' })
  cron?: string | null;
  @Field(() => Boolean, { nullable: true, description: 'No schedule any more.' })
  remove?: boolean | null;
}

@ObjectType({ implements: () => [MutationPayload], description: 'What became of a schedule.' })
export class SetDeschedulerSchedulePayload extends MutationPayload {
  @Field(() => DeschedulerSchedule, { nullable: true, description: 'The schedule; none if there is none now.' })
  schedule?: unknown;
}
