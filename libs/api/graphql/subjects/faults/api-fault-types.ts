import { Field, Int, ObjectType } from '@nestjs/graphql';
import { API_FAULT } from '@orrery/access';
import { objectTypeOf } from '../../values/schemas/schema-types';

@ObjectType({ isAbstract: true })
abstract class NamedRule {
  @Field(() => String, { description: 'Name of the rule.' })
  name!: string;
  @Field(() => Int, { description: 'To how many requests the API server that answers has applied it.' })
  hits!: number;
}

/** A rule that is there, by the same schema. */
export const ApiFault = objectTypeOf({
  name: 'ApiFault',
  fields: API_FAULT.fields,
  description: 'A rule by which requests of the Kubernetes API fail, take longer or lose their watches.',
  base: NamedRule,
  isPartial: true,
});
