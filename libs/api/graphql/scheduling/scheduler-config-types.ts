import { Field, Float, InputType, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { PolicyDialect as CoreDialect, type ExtensionPoint as CoreExtensionPoint } from '@orrery/scheduling';
import { MutationPayload } from '../errors/user-errors';
import { Json, Yaml } from '../scalars/scalars';

/** How the names of a Policy are understood. */
export const PolicyDialect = { GUIDE: CoreDialect.Guide, V1_20: CoreDialect.V1_20 } as const;
export type PolicyDialect = (typeof PolicyDialect)[keyof typeof PolicyDialect];
registerEnumType(PolicyDialect, {
  name: 'PolicyDialect',
  description: 'How the names of a Policy are understood.',
  valuesMap: {
    GUIDE: { description: 'Each entry is a rule with a weight of its own; scores from 0 to 10.' },
    V1_20: { description: 'As Kubernetes 1.20 translates entries into plugins; scores from 0 to 100.' },
  },
});

export const ConfigFormat = { Policy: 'Policy', KubeSchedulerConfiguration: 'KubeSchedulerConfiguration' } as const;
export type ConfigFormat = (typeof ConfigFormat)[keyof typeof ConfigFormat];
registerEnumType(ConfigFormat, {
  name: 'SchedulerConfigFormat',
  description: 'The two formats of a scheduler configuration.',
  valuesMap: {
    Policy: { description: 'Predicates and priorities, as in the OpenShift 3.11 guide.' },
    KubeSchedulerConfiguration: { description: 'Profiles of plugins, as today.' },
  },
});

/** The extension points, as a KubeSchedulerConfiguration names them. */
export const ExtensionPoint = {
  preEnqueue: 'preEnqueue',
  queueSort: 'queueSort',
  preFilter: 'preFilter',
  filter: 'filter',
  postFilter: 'postFilter',
  preScore: 'preScore',
  score: 'score',
  reserve: 'reserve',
  permit: 'permit',
  preBind: 'preBind',
  bind: 'bind',
  postBind: 'postBind',
} as const satisfies Record<string, CoreExtensionPoint>;
registerEnumType(ExtensionPoint, {
  name: 'ExtensionPoint',
  description: 'A place in the scheduler where plugins work.',
  valuesMap: {
    preEnqueue: { description: 'Before a pod enters the queue.' },
    queueSort: { description: 'The order of the queue.' },
    preFilter: { description: 'Once a cycle, before nodes are judged.' },
    filter: { description: 'Judges a node.' },
    postFilter: { description: 'When no node fits: preemption.' },
    preScore: { description: 'Once a cycle, before nodes are scored.' },
    score: { description: 'Scores a node.' },
    reserve: { description: 'When a node was chosen.' },
    permit: { description: 'The last word before binding.' },
    preBind: { description: 'What has to be done before binding.' },
    bind: { description: 'Binds the pod.' },
    postBind: { description: 'After binding.' },
  },
});

@ObjectType({ description: 'A plugin at one extension point.' })
export class ConfiguredPlugin {
  @Field(() => ExtensionPoint, { description: 'Where it works.' })
  extensionPoint!: string;
  @Field(() => String, { description: 'Its name; `Type/own name` for a further instance of a type.' })
  name!: string;
  @Field(() => Int, { nullable: true, description: 'By how much its score counts; null where it gives none.' })
  weight!: number | null;
}

@ObjectType({ description: 'A profile: what pods of one `schedulerName` are placed by.' })
export class SchedulerProfile {
  @Field(() => String, { description: 'The `schedulerName` of its pods.' })
  schedulerName!: string;
  @Field(() => Int, { description: 'Share of the nodes that is looked at; 0: it depends on how many there are.' })
  percentageOfNodesToScore!: number;
  @Field(() => [ConfiguredPlugin], { description: 'Its plugins, by extension point, in the order in which they run.' })
  plugins!: ConfiguredPlugin[];
}

@ObjectType({ description: 'Something about a configuration, with the place it is about.' })
export class ConfigurationWarning {
  @Field(() => String, { description: 'The field, as a path from the root of the document; empty for the whole.' })
  field!: string;
  @Field(() => String, { description: 'What is to be said about it.' })
  reason!: string;
}

@ObjectType({ description: 'A predicate or priority of a Policy, as it was written.' })
export class PolicyEntry {
  @Field(() => String, { description: 'Its name.' })
  name!: string;
  @Field(() => Float, { nullable: true, description: 'Its weight; priorities only.' })
  weight!: number | null;
  @Field(() => Json, { nullable: true, description: 'Its argument.' })
  argument!: unknown;
}

@ObjectType({ description: 'What a scheduler works by.' })
export class SchedulerConfig {
  @Field(() => String, { description: 'The scheduler; `default` is there in every cluster.' })
  scheduler!: string;
  @Field(() => String, { description: 'The generation of behaviour: `modern`, `k8s-1.20` or `okd-legacy`.' })
  bundle!: string;
  @Field(() => ConfigFormat, { nullable: true, description: 'The format it was given in; null: the defaults count.' })
  format!: string | null;
  @Field(() => PolicyDialect, { nullable: true, description: 'How the Policy was understood.' })
  dialect!: string | null;
  @Field(() => Json, { nullable: true, description: 'The document as it was given.' })
  document!: unknown;
  @Field(() => [PolicyEntry], { nullable: true, description: 'Predicates of the Policy; null where it names none.' })
  predicates!: PolicyEntry[] | null;
  @Field(() => [PolicyEntry], { nullable: true, description: 'Priorities of the Policy; null where it names none.' })
  priorities!: PolicyEntry[] | null;
  @Field(() => Int, { description: 'The highest score a plugin can give.' })
  scoreScale!: number;
  @Field(() => [SchedulerProfile], { description: 'The profiles it comes to.' })
  profiles!: SchedulerProfile[];
  @Field(() => [ConfigurationWarning], { description: 'What was passed over in the document.' })
  warnings!: ConfigurationWarning[];
}

@InputType({
  description:
    'A configuration for a scheduler: exactly one of `yaml`, `object` and `remove`. It replaces what the scheduler had.',
})
export class SetSchedulerConfigInput {
  @Field(() => String, { nullable: true, description: 'Comes back in the payload.' })
  clientMutationId?: string | null;
  @Field(() => String, {
    nullable: true,
    description: '`default` if not given; another name starts a scheduler of its own beside it.',
  })
  scheduler?: string | null;
  @Field(() => Yaml, { nullable: true, description: 'A Policy or a KubeSchedulerConfiguration as YAML or JSON text.' })
  yaml?: string | null;
  @Field(() => Json, { nullable: true, description: 'The same as an object.' })
  object?: unknown;
  @Field(() => Boolean, { nullable: true, description: 'Back to the defaults; a further scheduler ends.' })
  remove?: boolean | null;
  @Field(() => PolicyDialect, { nullable: true, description: 'Policy only; GUIDE unless the cluster behaves as 1.20.' })
  dialect?: PolicyDialect | null;
  @Field(() => Boolean, { nullable: true, description: 'Repairs text that was pasted from the guide.' })
  lenient?: boolean | null;
  @Field(() => Boolean, { nullable: true, description: 'Whether unknown fields are errors.' })
  strict?: boolean | null;
  @Field(() => Int, { nullable: true, description: 'The highest score a plugin can give, if not that of the format.' })
  scoreScale?: number | null;
  @Field(() => Boolean, { nullable: true, description: 'Pods of higher priority displace nobody.' })
  disablePreemption?: boolean | null;
  @Field(() => Boolean, { nullable: true, description: 'Only says what would become of it.' })
  dryRun?: boolean | null;
}

@ObjectType({ implements: () => [MutationPayload], description: 'What became of a configuration.' })
export class SchedulerConfigPayload extends MutationPayload {
  @Field(() => SchedulerConfig, { nullable: true, description: 'What the scheduler works by now.' })
  config?: unknown;
}
