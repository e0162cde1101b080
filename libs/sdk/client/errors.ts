import type { ErrorCode } from '../graphql/operations.generated';

/** Failure, with a sentence that states the remedy. */
export class OrreryError extends Error {
  override readonly name: string = 'OrreryError';
}

/** No server answers, or it is not an Orrery server. */
export class UnreachableError extends OrreryError {
  override readonly name = 'UnreachableError';
}

/** The reason why a request was refused: the reasons of mutations, and those of requests as a whole. */
export type RefusalCode =
  | ErrorCode
  | 'GRAPHQL_PARSE_FAILED'
  | 'GRAPHQL_VALIDATION_FAILED'
  | 'UNAUTHENTICATED'
  | 'SERVICE_UNAVAILABLE'
  | 'INTERNAL_SERVER_ERROR';

/** The server refused a request. */
export class RefusedError extends OrreryError {
  override readonly name = 'RefusedError';

  constructor(
    message: string,
    /** Reason, such as `NOT_FOUND`; undefined for what was refused without one, such as a condition that was not met in time. */
    readonly code?: RefusalCode,
    /** Path of the value that is wrong, in the input. */
    readonly field?: readonly string[],
  ) {
    super(message);
  }
}
