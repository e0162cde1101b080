import { Field, InputType, Int, ObjectType } from '@nestjs/graphql';
import { API_FAULT } from '@orrery/access';
import { inputTypeOf, objectTypeOf } from '../documents/schema-types';
import { MutationPayload, type MutationInputLike } from '../errors/user-errors';
import { IdentifiedInput } from '../objects/mutation-inputs';

@InputType({ isAbstract: true })
abstract class NamedRuleInput extends IdentifiedInput {
  @Field(() => String, { description: 'Name of the rule; a rule of this name is replaced.' })
  name!: string;
}

/** A rule by the schema of the setting `apiFaults`. */
export const AddApiFaultInput = inputTypeOf({
  name: 'AddApiFault',
  fields: API_FAULT.fields,
  description: 'A rule by which requests of the Kubernetes API fail, take longer or lose their watches.',
  base: NamedRuleInput,
});
export type AddApiFaultInput = MutationInputLike & { readonly name: string } & {
  readonly [F in keyof typeof API_FAULT.fields]?: unknown;
};

@InputType({ description: 'A rule to remove.' })
export class RemoveApiFaultInput extends IdentifiedInput {
  @Field(() => String, { nullable: true, description: 'Name of the rule (default: all rules).' })
  name?: string | null;
}

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

@ObjectType({ implements: () => [MutationPayload], description: 'Result of a change of the rules.' })
export class ApiFaultPayload extends MutationPayload {
  @Field(() => [ApiFault], { description: 'The rules, by name.' })
  apiFaults!: unknown[];
}
