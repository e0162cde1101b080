import { Field, Float, InputType, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { RunTrigger as Trigger } from '@orrery/descheduler-cycles';
import { DecisionVerdict } from '@orrery/descheduling';
import { DateTime, Json } from '../../values/scalars/scalars';

const DeschedulerTrigger = { REQUEST: Trigger.Request, SCHEDULE: Trigger.Schedule, POD: Trigger.Pod } as const;
registerEnumType(DeschedulerTrigger, {
  name: 'DeschedulerTrigger',
  description: 'Trigger of a cycle of the descheduler.',
  valuesMap: {
    REQUEST: { description: 'A request.' },
    SCHEDULE: { description: 'The schedule of the cluster.' },
    POD: { description: 'A container that runs the descheduler.' },
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
  description: 'Outcome for a pod that a strategy selected.',
  valuesMap: {
    EVICTED: { description: 'Evicted; in a dry run, would be evicted.' },
    PROTECTED: { description: 'Not evicted: protected by a rule of the evictor.' },
    REFUSED: { description: 'The eviction was refused, usually because of a disruption budget.' },
    LIMITED: { description: 'Not evicted: a limit of the policy was reached.' },
  },
});

@ObjectType({ description: 'An error in a policy.' })
export class DeschedulerPolicyError {
  @Field(() => String, { description: 'Field path in the policy; empty for the whole document.' })
  field!: string;
  @Field(() => String, { description: 'The reason.' })
  reason!: string;
}

@ObjectType({ description: 'Decision about a pod that a strategy selected.' })
export class DeschedulingDecision {
  @Field(() => String, { description: 'Namespace of the pod.' })
  namespace!: string;
  @Field(() => String, { description: 'Name of the pod.' })
  pod!: string;
  @Field(() => String, { description: 'UID of the pod.' })
  podUid!: string;
  @Field(() => String, { description: 'Node of the pod.' })
  node!: string;
  @Field(() => String, { description: 'Profile of the policy.' })
  profile!: string;
  @Field(() => String, { description: 'Strategy that selected the pod.' })
  strategy!: string;
  @Field(() => DeschedulingVerdict, { description: 'Outcome.' })
  verdict!: DeschedulingVerdict;
  @Field(() => String, { description: 'Why the pod was selected.' })
  reason!: string;
  @Field(() => String, { nullable: true, description: 'Why the pod was not evicted.' })
  obstacle?: string | null;
}

@ObjectType({ description: 'Decision of a past cycle about a pod that a strategy selected.' })
export class PastDeschedulingDecision extends DeschedulingDecision {
  @Field(() => DateTime, { description: 'Start of the cycle, in cluster time.' })
  time!: string;
  @Field(() => Int, { description: 'Number of the cycle.' })
  run!: number;
  @Field(() => DeschedulerTrigger, { description: 'Trigger of the cycle.' })
  trigger!: string;
  @Field(() => Boolean, { description: 'Whether it was a dry run.' })
  dryRun!: boolean;
}

@InputType({ description: 'Selects decisions about pods: all fields that are given must match.' })
export class DeschedulingDecisionFilter {
  @Field(() => DeschedulingVerdict, { nullable: true, description: 'Verdict.' })
  verdict?: DeschedulingVerdict | null;
  @Field(() => String, { nullable: true, description: 'Strategy.' })
  strategy?: string | null;
  @Field(() => String, { nullable: true, description: 'Namespace of the pod.' })
  namespace?: string | null;
  @Field(() => String, { nullable: true, description: 'Name of the pod.' })
  pod?: string | null;
}

@ObjectType({ description: 'Classification of the nodes by a utilisation strategy.' })
export class DeschedulerNodeClasses {
  @Field(() => String, { description: 'LowNodeUtilization or HighNodeUtilization.' })
  strategy!: string;
  @Field(() => String, { description: 'Profile of the policy.' })
  profile!: string;
  @Field(() => [String], { description: 'Nodes at or below the thresholds.' })
  underutilized!: readonly string[];
  @Field(() => [String], { nullable: true, description: 'Nodes above the target thresholds.' })
  overutilized?: readonly string[] | null;
  @Field(() => [String], { nullable: true, description: 'Nodes between the two thresholds.' })
  appropriate?: readonly string[] | null;
  @Field(() => [String], { nullable: true, description: 'Nodes that can take pods of under-utilised nodes.' })
  destinations?: readonly string[] | null;
  @Field(() => [String], { nullable: true, description: 'Unschedulable nodes that take no part.' })
  neither?: readonly string[] | null;
}

@ObjectType({ description: 'A cycle of the descheduler.' })
export class DeschedulerRun {
  @Field(() => Int, { description: 'Number of the cycle; increases with time.' })
  number!: number;
  @Field(() => DeschedulerTrigger, { description: 'Trigger of the cycle.' })
  trigger!: string;
  @Field(() => Boolean, { description: 'Whether it was a dry run.' })
  dryRun!: boolean;
  @Field(() => DateTime, { description: 'Start, in cluster time.' })
  startedAt!: string;
  @Field(() => Float, { description: 'Duration in seconds of cluster time.' })
  seconds!: number;
  @Field(() => Int, { description: '0, or 1 if the policy is invalid.' })
  exitCode!: number;
  @Field(() => [DeschedulerPolicyError], { description: 'Errors in the policy.' })
  policyErrors!: readonly DeschedulerPolicyError[];
  @Field(() => Int, { description: 'Number of evicted pods.' })
  evicted!: number;
  @Field(() => Int, { description: 'Number of refused evictions.' })
  refused!: number;
  @Field(() => [String], { description: 'Names of the nodes that took part.' })
  readyNodes!: readonly string[];
  @Field(() => [DeschedulerNodeClasses], { description: 'Classification of the nodes by utilisation strategies.' })
  nodeClasses!: readonly DeschedulerNodeClasses[];
  @Field(() => [String], { description: 'Notes: why nothing was evicted, which parts of the policy have no effect.' })
  notes!: readonly string[];
  @Field(() => [String], { description: 'Output of the descheduler program.' })
  log!: readonly string[];
}

@ObjectType({ description: 'Schedule of the descheduler.' })
export class DeschedulerSchedule {
  @Field(() => Json, { description: 'The policy as it was given.' })
  policy!: unknown;
  @Field(() => String, { nullable: true, description: 'Interval between the starts of two cycles.' })
  interval?: string | null;
  @Field(() => String, { nullable: true, description: 'Cron expression, in UTC of cluster time.' })
  cron?: string | null;
  @Field(() => Boolean, { description: 'Whether cycles are dry runs.' })
  dryRun!: boolean;
  @Field(() => DateTime, { description: 'Time of the next cycle, in cluster time.' })
  nextAt!: string;
}
