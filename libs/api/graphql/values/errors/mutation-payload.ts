import { Field, Int, InterfaceType, ObjectType, registerEnumType } from '@nestjs/graphql';
import { ErrorCode, userErrors, type InputPlace, type UserError as PlainUserError } from '@orrery/actions';
import { Json } from '../scalars/scalars';

registerEnumType(ErrorCode, {
  name: 'ErrorCode',
  description: 'Reason why a mutation was refused.',
  valuesMap: {
    INVALID: { description: 'A value is invalid.' },
    REQUIRED: { description: 'A required value is missing.' },
    DUPLICATE: { description: 'A value occurs more than once in a list of unique values.' },
    NOT_SUPPORTED: { description: 'A value is not one of the supported values.' },
    TOO_LONG: { description: 'A value or a list is too long.' },
    IMMUTABLE: { description: 'A value is immutable.' },
    NOT_FOUND: { description: 'The object does not exist.' },
    ALREADY_EXISTS: { description: 'The object exists already.' },
    CONFLICT: { description: 'The object was modified by another client.' },
    FORBIDDEN: { description: 'The operation is not allowed.' },
    QUOTA_EXCEEDED: { description: 'The quota of the namespace is exceeded.' },
    DISRUPTION_BUDGET: { description: 'A disruption budget does not allow the eviction now.' },
    EXPIRED: { description: 'The requested state is no longer available.' },
    TOO_MANY_REQUESTS: { description: 'Too many requests; try again later.' },
    BAD_USER_INPUT: { description: 'The input is malformed.' },
    NAMESPACE_TERMINATING: { description: 'The namespace is being deleted.' },
    UNSUPPORTED: { description: 'The server does not support the operation.' },
    UNAVAILABLE: {
      description: 'The server is temporarily unavailable, such as during a loss of its database; try again later.',
    },
    TIMEOUT: { description: 'The operation timed out; it may have been carried out.' },
    LOOP_DETECTED: {
      description:
        'Cluster time cannot advance: at one instant each write, or each timer, leads to further ones, without end.',
    },
    INTERNAL: { description: 'Internal error of the server.' },
  },
});

@ObjectType({ description: 'Why a mutation was refused.' })
export class UserError {
  @Field(() => ErrorCode, { description: 'Code of the reason.' })
  code!: ErrorCode;
  @Field(() => String, { description: 'Message, as in the Kubernetes API.' })
  message!: string;
  @Field(() => [String], { nullable: true, description: 'Path of the offending value in the input.' })
  field?: readonly string[];
  @Field(() => Json, { nullable: true, description: 'The offending value.' })
  value?: unknown;
  @Field(() => String, { nullable: true, description: 'Detailed cause.' })
  cause?: string;
  @Field(() => Int, { nullable: true, description: 'Seconds after which to try again.' })
  retryAfterSeconds?: number;
}

@InterfaceType({ description: 'Fields of the payloads of all mutations.', resolveType: () => undefined })
export abstract class MutationPayload {
  @Field(() => [UserError], { description: 'Why the mutation was refused; empty if it succeeded.' })
  errors!: readonly UserError[];
  @Field(() => String, { nullable: true, description: 'As given in the input.' })
  clientMutationId?: string | null;
}

/** Fields that the inputs of all mutations have. */
export interface MutationInputLike {
  readonly clientMutationId?: string | null;
}

export type Payload<T> = Partial<T> & {
  readonly errors: readonly PlainUserError[];
  readonly clientMutationId: string | null;
};

/** Performs a mutation; errors of the input become data of the payload. */
export async function payload<T extends object>(
  input: MutationInputLike,
  work: () => Promise<T & { readonly errors?: readonly PlainUserError[] }>,
  place?: InputPlace,
): Promise<Payload<T>> {
  const clientMutationId = input.clientMutationId ?? null;
  try {
    return { errors: [], ...(await work()), clientMutationId } as Payload<T>;
  } catch (error) {
    // Every payload has these fields, and the others are nullable.
    return { errors: userErrors(error, place), clientMutationId } as unknown as Payload<T>;
  }
}
