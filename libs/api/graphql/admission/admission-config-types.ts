import { Field, InputType, ObjectType } from '@nestjs/graphql';
import { MutationPayload } from '../errors/user-errors';
import { ConfigurationWarning } from '../scheduling/scheduler-config-types';
import { Json, Yaml } from '../scalars/scalars';

@ObjectType({ description: 'Admission configuration of the cluster.' })
export class AdmissionConfig {
  @Field(() => [String], { description: 'Active admission plugins, in the order in which they run.' })
  plugins!: readonly string[];
  @Field(() => Json, { nullable: true, description: 'The section of this name, as it was given.' })
  admissionConfig?: unknown;
  @Field(() => Json, { nullable: true, description: 'The section of this name, as it was given.' })
  projectConfig?: unknown;
  @Field(() => Json, { nullable: true, description: 'The section of this name, as it was given.' })
  kubernetesMasterConfig?: unknown;
  @Field(() => [ConfigurationWarning], { description: 'Fields that have no effect, with the reason.' })
  warnings!: ConfigurationWarning[];
}

@InputType({
  description:
    'Sections `admissionConfig`, `projectConfig` and `kubernetesMasterConfig` of a master configuration file: exactly one of `yaml`, `object` and `remove`. They replace the former ones.',
})
export class SetAdmissionConfigInput {
  @Field(() => String, { nullable: true, description: 'Returned in the payload as it was given.' })
  clientMutationId?: string | null;
  @Field(() => Yaml, {
    nullable: true,
    description: 'The file as YAML or JSON text; `warnings` lists other sections.',
  })
  yaml?: string | null;
  @Field(() => Json, { nullable: true, description: 'The same as an object.' })
  object?: unknown;
  @Field(() => Boolean, { nullable: true, description: 'Restores the defaults.' })
  remove?: boolean | null;
}

@ObjectType({ implements: () => [MutationPayload], description: 'Result of a change of the configuration.' })
export class AdmissionConfigPayload extends MutationPayload {
  @Field(() => AdmissionConfig, { nullable: true, description: 'The resulting configuration.' })
  config?: unknown;
}
