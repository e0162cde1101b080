import { POLICY_DIALECT, setSchedulerConfigAction } from '@orrery/actions';
import { RELEASES } from '@orrery/api-types';
import { actionInputType } from '../../actions/action-types';
import { enumType } from '../../values/schemas/enum-types';
import { Field, Float, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { type ExtensionPoint as CoreExtensionPoint } from '@orrery/scheduling';
import { Json } from '../../values/scalars/scalars';

const PolicyDialect = enumType(POLICY_DIALECT);

const ConfigFormat = { Policy: 'Policy', KubeSchedulerConfiguration: 'KubeSchedulerConfiguration' } as const;
type ConfigFormat = (typeof ConfigFormat)[keyof typeof ConfigFormat];
registerEnumType(ConfigFormat, {
  name: 'SchedulerConfigFormat',
  description: 'Format of a scheduler configuration.',
  valuesMap: {
    Policy: { description: 'Predicates and priorities, as in the OpenShift 3.11 guide.' },
    KubeSchedulerConfiguration: { description: 'Profiles of plugins.' },
  },
});

/** The extension points, as a KubeSchedulerConfiguration names them. */
const ExtensionPoint = {
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
  description: 'Extension point of the scheduler.',
  valuesMap: {
    preEnqueue: { description: 'Before a pod enters the queue.' },
    queueSort: { description: 'Orders the queue.' },
    preFilter: { description: 'Once per cycle, before filtering.' },
    filter: { description: 'Filters nodes.' },
    postFilter: { description: 'After filtering, if no node is feasible: preemption.' },
    preScore: { description: 'Once per cycle, before scoring.' },
    score: { description: 'Scores nodes.' },
    reserve: { description: 'After a node was chosen.' },
    permit: { description: 'Allows, rejects or delays the binding.' },
    preBind: { description: 'Prepares the binding.' },
    bind: { description: 'Binds the pod.' },
    postBind: { description: 'After the binding.' },
  },
});

@ObjectType({ description: 'A plugin at one extension point.' })
export class ConfiguredPlugin {
  @Field(() => ExtensionPoint, { description: 'Extension point.' })
  extensionPoint!: string;
  @Field(() => String, { description: 'Name of the plugin; `Type/name` for a further instance of a type.' })
  name!: string;
  @Field(() => Int, { nullable: true, description: 'Weight of its score; null for other extension points.' })
  weight!: number | null;
}

@ObjectType({ description: 'A profile: the configuration for pods of one `schedulerName`.' })
export class SchedulerProfile {
  @Field(() => String, { description: '`schedulerName` of the pods.' })
  schedulerName!: string;
  @Field(() => Int, { description: 'Percentage of nodes to score; 0 adapts it to the size of the cluster.' })
  percentageOfNodesToScore!: number;
  @Field(() => [ConfiguredPlugin], { description: 'Plugins by extension point, in the order in which they run.' })
  plugins!: ConfiguredPlugin[];
}

@ObjectType({ description: 'A warning about a field of a configuration.' })
export class ConfigurationWarning {
  @Field(() => String, { description: 'Field path from the root of the document; empty for the whole document.' })
  field!: string;
  @Field(() => String, { description: 'The warning.' })
  reason!: string;
}

@ObjectType({ description: 'A predicate or priority of a Policy.' })
export class PolicyEntry {
  @Field(() => String, { description: 'Its name.' })
  name!: string;
  @Field(() => Float, { nullable: true, description: 'Weight; for priorities only.' })
  weight!: number | null;
  @Field(() => Json, { nullable: true, description: 'Argument.' })
  argument!: unknown;
}

@ObjectType({ description: 'Configuration of a scheduler.' })
export class SchedulerConfig {
  @Field(() => String, { description: 'Name of the scheduler; `default` exists in every cluster.' })
  scheduler!: string;
  @Field(() => String, { description: `Generation of behaviour: ${RELEASES.join(', ')}.` })
  bundle!: string;
  @Field(() => ConfigFormat, { nullable: true, description: 'Format of the document; null for the defaults.' })
  format!: string | null;
  @Field(() => PolicyDialect, { nullable: true, description: 'Interpretation of the Policy.' })
  dialect!: string | null;
  @Field(() => Json, { nullable: true, description: 'The document as it was given.' })
  document!: unknown;
  @Field(() => [PolicyEntry], { nullable: true, description: 'Predicates of the Policy; null if it has none.' })
  predicates!: PolicyEntry[] | null;
  @Field(() => [PolicyEntry], { nullable: true, description: 'Priorities of the Policy; null if it has none.' })
  priorities!: PolicyEntry[] | null;
  @Field(() => Int, { description: 'Maximum score of a plugin.' })
  scoreScale!: number;
  @Field(() => [SchedulerProfile], { description: 'Resulting profiles.' })
  profiles!: SchedulerProfile[];
  @Field(() => [ConfigurationWarning], { description: 'Ignored parts of the document.' })
  warnings!: ConfigurationWarning[];
}

/** The input of `setSchedulerConfig`, which `previewSchedulerConfig` takes as well. */
export const SetSchedulerConfigInput = actionInputType(setSchedulerConfigAction);
