import { ArgsType, Field, Int } from '@nestjs/graphql';

@ArgsType()
export class PageArgs {
  @Field(() => Int, { nullable: true, description: 'Maximum number of items from the start (1-500, default 100).' })
  first?: number | null;
  @Field(() => String, { nullable: true, description: 'Returns items after this cursor.' })
  after?: string | null;
  @Field(() => Int, { nullable: true, description: 'Maximum number of items from the end (1-500).' })
  last?: number | null;
  @Field(() => String, { nullable: true, description: 'Returns items before this cursor.' })
  before?: string | null;
}

/**
 * Argument `at` of a query: the field, with all fields below it, is answered from the state of the cluster at that
 * moment.
 */
export const AT = {
  type: () => String,
  nullable: true,
  description:
    'Moment: a revision, a time (with all that was done at that instant), or how long ago, such as `-10m` (default: the present).',
};

@ArgsType()
export class ListArgs extends PageArgs {
  @Field(() => String, { nullable: true, description: AT.description })
  at?: string | null;
  @Field(() => String, { nullable: true, description: 'Minimum revision of the list.' })
  resourceVersion?: string | null;
}
