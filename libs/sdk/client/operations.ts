import { operationsOver, type ErrorCode } from '../graphql/operations.generated';
import { RefusedError } from './errors';
import { askGraphql } from './graphql-request';
import type { ServerAddress } from './server-address';

/** The operations of a server or cluster, one function each; see `libs/sdk/graphql`. */
export type Operations = ReturnType<typeof operationsOver>;

/** The operations at an address. */
export function operationsAt(address: ServerAddress): Operations {
  return operationsOver((query, variables) => askGraphql(address, query, variables));
}

interface Payload {
  readonly errors: readonly {
    readonly code: ErrorCode;
    readonly message: string;
    readonly field: readonly string[] | null;
  }[];
}

/** The payload of a mutation that was carried out. Throws {@link RefusedError} for one that was not. */
export function accepted<T extends Payload>(payload: T): T {
  const [first] = payload.errors;
  if (first === undefined) return payload;
  const message = payload.errors.map((error) => error.message).join('\n');
  throw new RefusedError(message, first.code, first.field ?? undefined);
}
