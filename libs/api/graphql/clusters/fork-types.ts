import { Field, InputType } from '@nestjs/graphql';

const MOMENT = 'a revision, a time (with all that was done at that instant), or how long ago, such as `-10m`';

@InputType({ description: 'A cluster that goes on from where another one is.' })
export class ForkClusterInput {
  @Field(() => String, { nullable: true, description: 'Returned in the payload as it was given.' })
  clientMutationId?: string | null;
  @Field(() => String, { nullable: true, description: 'The other cluster (default: the requested cluster).' })
  cluster?: string | null;
  @Field(() => String, {
    description: 'Name of the new one: lower case letters, digits, `-` and `.` (at most 63 characters).',
  })
  name!: string;
  @Field(() => String, { nullable: true, description: `Moment to go on from (default: now): ${MOMENT}.` })
  at?: string | null;
}

@InputType({ description: 'A cluster to take back to a moment of its past.' })
export class RewindClusterInput {
  @Field(() => String, { nullable: true, description: 'Returned in the payload as it was given.' })
  clientMutationId?: string | null;
  @Field(() => String, { nullable: true, description: 'Its name (default: the requested cluster).' })
  name?: string | null;
  @Field(() => String, { description: `The moment: ${MOMENT}.` })
  to!: string;
}
