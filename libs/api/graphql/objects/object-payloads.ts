import { Field, Int, ObjectType } from '@nestjs/graphql';
import { MutationPayload } from '../errors/user-errors';
import { Resource } from '../resources/resource';

@ObjectType({ implements: () => [MutationPayload], description: 'Result of writing objects.' })
export class ObjectPayload extends MutationPayload {
  @Field(() => Resource, { nullable: true, description: 'The object; the first one if several were written.' })
  object?: unknown;
  @Field(() => [Resource], { description: 'The written objects, in the order of the input.' })
  objects!: unknown[];
  @Field(() => [String], { description: 'Warnings of the API, such as dropped fields.' })
  warnings!: string[];
}

@ObjectType({ implements: () => [MutationPayload], description: 'Result of a deletion.' })
export class DeletePayload extends MutationPayload {
  @Field(() => Resource, {
    nullable: true,
    description: 'The last state of the object, or the object that awaits its deletion.',
  })
  object?: unknown;
  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the object is gone; false while it awaits its grace period or finalizers.',
  })
  isGone?: boolean;
}

@ObjectType({ implements: () => [MutationPayload], description: 'Result of deleting several objects.' })
export class DeleteManyPayload extends MutationPayload {
  @Field(() => Int, {
    nullable: true,
    description: 'Number of deleted objects, including those that await their deletion.',
  })
  count?: number;
  @Field(() => [Resource], { description: 'The last states of the objects, or the objects that await their deletion.' })
  objects!: unknown[];
}
