import { Field, ObjectType } from '@nestjs/graphql';
import { ConfigurationWarning } from '../scheduling/scheduler-config-types';
import { Json } from '../../values/scalars/scalars';

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
