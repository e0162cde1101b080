import { Field, InputType, ObjectType } from '@nestjs/graphql';
import { MutationPayload } from '../errors/user-errors';
import { ConfigurationWarning } from '../scheduling/scheduler-config-types';
import { Json, Yaml } from '../scalars/scalars';

@ObjectType({ description: 'How the cluster admits what clients write.' })
export class AdmissionConfig {
  @Field(() => [String], { description: 'The plugins that are asked, in their order.' })
  plugins!: readonly string[];
  @Field(() => Json, { nullable: true, description: 'The section of that name, as it was given.' })
  admissionConfig?: unknown;
  @Field(() => Json, { nullable: true, description: 'The section of that name, as it was given.' })
  projectConfig?: unknown;
  @Field(() => Json, { nullable: true, description: 'The section of that name, as it was given.' })
  kubernetesMasterConfig?: unknown;
  @Field(() => [ConfigurationWarning], { description: 'What has no effect, each field with the reason.' })
  warnings!: ConfigurationWarning[];
}

@InputType({
  description:
    'Sections `admissionConfig`, `projectConfig` and `kubernetesMasterConfig` of a master configuration file: exactly one of `yaml`, `object` and `remove`. They replace what the cluster had.',
})
export class SetAdmissionConfigInput {
  @Field(() => String, { nullable: true, description: 'Comes back in the payload.' })
  clientMutationId?: string | null;
  @Field(() => Yaml, {
    nullable: true,
    description: 'The file as YAML or JSON text; other sections are named in `warnings`.',
  })
  yaml?: string | null;
  @Field(() => Json, { nullable: true, description: 'The same as an object.' })
  object?: unknown;
  @Field(() => Boolean, { nullable: true, description: 'Back to the defaults.' })
  remove?: boolean | null;
}

@ObjectType({ implements: () => [MutationPayload], description: 'What became of a configuration.' })
export class AdmissionConfigPayload extends MutationPayload {
  @Field(() => AdmissionConfig, { nullable: true, description: 'How the cluster admits by now.' })
  config?: unknown;
}
