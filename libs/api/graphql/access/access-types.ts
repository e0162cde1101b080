import { Field, InputType, Int, ObjectType } from '@nestjs/graphql';
import { MutationPayload } from '../errors/user-errors';
import { DateTime } from '../scalars/scalars';

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

@InputType({ description: 'A token of a service account to issue.' })
export class CreateTokenInput {
  @Field(() => String, { nullable: true, description: 'Returned in the payload as it was given.' })
  clientMutationId?: string | null;
  @Field(() => String, { nullable: true, description: 'Namespace of the service account (default `default`).' })
  namespace?: string | null;
  @Field(() => String, { description: 'Name of the service account.' })
  serviceAccount!: string;
  @Field(() => [String], { nullable: true, description: 'Audiences of the token (default: this server).' })
  audiences?: string[] | null;
  @Field(() => Int, { nullable: true, description: 'Lifetime in seconds of cluster time (default 3600).' })
  expirationSeconds?: number | null;
}

@ObjectType({ implements: () => [MutationPayload], description: 'An issued token.' })
export class TokenPayload extends MutationPayload {
  @Field(() => String, { nullable: true, description: 'The token, to be sent as `Authorization: Bearer`.' })
  token?: string;
  @Field(() => DateTime, { nullable: true, description: 'Expiry, in cluster time.' })
  expirationTimestamp?: string;
}
