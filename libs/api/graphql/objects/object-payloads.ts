import { Field, Int, ObjectType } from '@nestjs/graphql';
import { MutationPayload } from '../errors/user-errors';
import { Resource } from '../resources/resource';

@ObjectType({ implements: () => [MutationPayload], description: 'What became of written objects.' })
export class ObjectPayload extends MutationPayload {
  @Field(() => Resource, { nullable: true, description: 'The object, or the first of many.' })
  object?: unknown;
  @Field(() => [Resource], { description: 'The objects that were written, in the order of the input.' })
  objects!: unknown[];
  @Field(() => [String], { description: 'What the client should be told, such as dropped fields.' })
  warnings!: string[];
}

@ObjectType({ implements: () => [MutationPayload], description: 'What became of a deletion.' })
export class DeletePayload extends MutationPayload {
  @Field(() => Resource, { nullable: true, description: 'The object as it was last, or as it waits for its end.' })
  object?: unknown;
  @Field(() => Boolean, { nullable: true, description: 'Gone, or waiting for its grace period or finalizers.' })
  isGone?: boolean;
}

@ObjectType({ implements: () => [MutationPayload], description: 'What became of many deletions.' })
export class DeleteManyPayload extends MutationPayload {
  @Field(() => Int, { nullable: true, description: 'How many objects were deleted, or asked to end.' })
  count?: number;
  @Field(() => [Resource], { description: 'The objects as they were last, or as they wait for their end.' })
  objects!: unknown[];
}
