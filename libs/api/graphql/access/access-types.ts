import { Field, InputType, Int, ObjectType } from '@nestjs/graphql';
import { MutationPayload } from '../errors/user-errors';
import { DateTime } from '../scalars/scalars';

@InputType({ description: 'Something that somebody may or may not do.' })
export class AccessReviewInput {
  @Field(() => String, { description: 'What is to be done, such as `get` or `create`.' })
  verb!: string;
  @Field(() => String, { nullable: true, description: 'API group of the resource; the core group if not given.' })
  group?: string | null;
  @Field(() => String, { nullable: true, description: 'The resource, such as `pods`.' })
  resource?: string | null;
  @Field(() => String, { nullable: true, description: 'The part of it, such as `binding`.' })
  subresource?: string | null;
  @Field(() => String, { nullable: true, description: 'The namespace; the whole cluster if not given.' })
  namespace?: string | null;
  @Field(() => String, { nullable: true, description: 'The object; any if not given.' })
  name?: string | null;
  @Field(() => String, { nullable: true, description: 'A path instead of a resource, such as `/metrics`.' })
  path?: string | null;
  @Field(() => String, { nullable: true, description: 'Who; the client itself if neither user nor groups are given.' })
  user?: string | null;
  @Field(() => [String], { nullable: true, description: 'Groups that the user belongs to.' })
  groups?: string[] | null;
}

@ObjectType({ description: 'Whether somebody may do something.' })
export class AccessReview {
  @Field(() => Boolean, { description: 'Whether they may.' })
  allowed!: boolean;
  @Field(() => String, { nullable: true, description: 'Which binding allows it, or what went wrong.' })
  reason?: string;
  @Field(() => String, { description: 'Who was asked about.' })
  user!: string;
  @Field(() => [String], { description: 'The groups that they belong to.' })
  groups!: string[];
}

@InputType({ description: 'A token of a service account.' })
export class CreateTokenInput {
  @Field(() => String, { nullable: true, description: 'Comes back in the payload.' })
  clientMutationId?: string | null;
  @Field(() => String, { nullable: true, description: 'Namespace of the account; `default` if not given.' })
  namespace?: string | null;
  @Field(() => String, { description: 'Name of the account.' })
  serviceAccount!: string;
  @Field(() => [String], { nullable: true, description: 'For whom; for this server if not given.' })
  audiences?: string[] | null;
  @Field(() => Int, { nullable: true, description: 'How long it counts by the cluster’s clock; 3600 if not given.' })
  expirationSeconds?: number | null;
}

@ObjectType({ implements: () => [MutationPayload], description: 'A new token.' })
export class TokenPayload extends MutationPayload {
  @Field(() => String, { nullable: true, description: 'The token, to be sent as `Authorization: Bearer`.' })
  token?: string;
  @Field(() => DateTime, { nullable: true, description: 'When it expires, by the cluster’s clock.' })
  expirationTimestamp?: string;
}
