import type { ErrorCode } from '../graphql/operations.generated';

/** Something that did not work, in a sentence that says what would. */
export class OrreryError extends Error {
  override readonly name: string = 'OrreryError';
}

/** No server answers, or something else than an Orrery server does. */
export class UnreachableError extends OrreryError {
  override readonly name = 'UnreachableError';
}

/** The server refused a request. */
export class RefusedError extends OrreryError {
  override readonly name = 'RefusedError';

  constructor(
    message: string,
    /** Reason, such as `NOT_FOUND`; undefined if the request itself was wrong. */
    readonly code?: ErrorCode,
    /** Path of the value that is wrong, in the input. */
    readonly field?: readonly string[],
  ) {
    super(message);
  }
}
