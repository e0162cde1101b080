import { Field, ObjectType } from '@nestjs/graphql';
import { NODE_HEALTH } from '@orrery/node-health';
import { inputTypeOf, objectTypeOf } from '../documents/schema-types';
import { MutationPayload, type MutationInputLike } from '../errors/user-errors';
import { IdentifiedInput } from '../objects/mutation-inputs';

/** What holds in a cluster, from the schema of its setting `nodeHealth`. */
export const NodeHealth = objectTypeOf({
  name: 'NodeHealth',
  fields: NODE_HEALTH.fields,
  description: 'Configuration of the node-lifecycle controller.',
});

/** What is to hold, by the same schema: a document of durations and numbers. */
export const SetNodeHealthInput = inputTypeOf({
  name: 'SetNodeHealth',
  fields: NODE_HEALTH.fields,
  description: 'Settings to change: absent fields keep their values, null restores the default of the generation.',
  base: IdentifiedInput,
});
export type SetNodeHealthInput = MutationInputLike & {
  readonly [F in keyof typeof NODE_HEALTH.fields]?: unknown;
};

@ObjectType({ implements: () => [MutationPayload], description: 'Result of a change of the configuration.' })
export class NodeHealthPayload extends MutationPayload {
  @Field(() => NodeHealth, { nullable: true, description: 'The resulting configuration.' })
  nodeHealth?: unknown;
}
