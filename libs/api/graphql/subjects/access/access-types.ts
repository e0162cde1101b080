import { Field, InputType, ObjectType } from '@nestjs/graphql';

@InputType({ description: 'An access to check.' })
export class AccessReviewInput {
  @Field(() => String, { description: 'Verb, such as `get` or `create`.' })
  verb!: string;
  @Field(() => String, { nullable: true, description: 'API group of the resource (default: the core group).' })
  group?: string | null;
  @Field(() => String, { nullable: true, description: 'Resource, such as `pods`.' })
  resource?: string | null;
  @Field(() => String, { nullable: true, description: 'Subresource, such as `binding`.' })
  subresource?: string | null;
  @Field(() => String, { nullable: true, description: 'Namespace (default: all namespaces).' })
  namespace?: string | null;
  @Field(() => String, { nullable: true, description: 'Name of the object (default: any).' })
  name?: string | null;
  @Field(() => String, { nullable: true, description: 'Non-resource path, such as `/metrics`, instead of a resource.' })
  path?: string | null;
  @Field(() => String, {
    nullable: true,
    description: 'User to check (default: the client itself, if no groups are given either).',
  })
  user?: string | null;
  @Field(() => [String], { nullable: true, description: 'Groups of the user.' })
  groups?: string[] | null;
}

@ObjectType({ description: 'Result of an access review.' })
export class AccessReview {
  @Field(() => Boolean, { description: 'Whether the access is allowed.' })
  allowed!: boolean;
  @Field(() => String, { nullable: true, description: 'The binding that allows it, or the evaluation error.' })
  reason?: string;
  @Field(() => String, { description: 'Name of the user that was checked.' })
  user!: string;
  @Field(() => [String], { description: 'Groups of the user that was checked.' })
  groups!: string[];
}
