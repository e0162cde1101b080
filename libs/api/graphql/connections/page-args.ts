import { ArgsType, Field, Int } from '@nestjs/graphql';

@ArgsType()
export class PageArgs {
  @Field(() => Int, { nullable: true, description: 'So many items from the start, 1 to 500; 100 if nothing is said.' })
  first?: number | null;
  @Field(() => String, { nullable: true, description: 'Only items behind this cursor.' })
  after?: string | null;
  @Field(() => Int, { nullable: true, description: 'So many items from the end, 1 to 500.' })
  last?: number | null;
  @Field(() => String, { nullable: true, description: 'Only items before this cursor.' })
  before?: string | null;
}

@ArgsType()
export class ListArgs extends PageArgs {
  @Field(() => String, { nullable: true, description: 'The list must not be older than this revision.' })
  resourceVersion?: string | null;
}
