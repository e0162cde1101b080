import { InputError } from '@orrery/actions';
import { ApiError, toStatus } from '@orrery/api-types';
import { databaseUnavailable } from '@orrery/control-plane';
import type { Logger } from '@orrery/service';
import { GraphQLError, type ExecutionResult, type GraphQLFormattedError } from 'graphql';

/** Values of `extensions.code` of top-level errors. */
export const RequestErrorCode = {
  ParseFailed: 'GRAPHQL_PARSE_FAILED',
  ValidationFailed: 'GRAPHQL_VALIDATION_FAILED',
  BadUserInput: 'BAD_USER_INPUT',
  NotFound: 'NOT_FOUND',
  Forbidden: 'FORBIDDEN',
  Unauthenticated: 'UNAUTHENTICATED',
  Expired: 'EXPIRED',
  TooManyRequests: 'TOO_MANY_REQUESTS',
  Unavailable: 'SERVICE_UNAVAILABLE',
  Timeout: 'TIMEOUT',
  LoopDetected: 'LOOP_DETECTED',
  Internal: 'INTERNAL_SERVER_ERROR',
} as const;
export type RequestErrorCode = (typeof RequestErrorCode)[keyof typeof RequestErrorCode];

const BY_HTTP_STATUS: Readonly<Record<number, RequestErrorCode>> = {
  400: RequestErrorCode.BadUserInput,
  401: RequestErrorCode.Unauthenticated,
  403: RequestErrorCode.Forbidden,
  404: RequestErrorCode.NotFound,
  405: RequestErrorCode.BadUserInput,
  410: RequestErrorCode.Expired,
  413: RequestErrorCode.BadUserInput,
  415: RequestErrorCode.BadUserInput,
  422: RequestErrorCode.BadUserInput,
  429: RequestErrorCode.TooManyRequests,
  503: RequestErrorCode.Unavailable,
  504: RequestErrorCode.Timeout,
  508: RequestErrorCode.LoopDetected,
};

/** An error as it goes into an answer; with the Kubernetes reason, code and causes where it comes from the API. */
export function formatError(error: unknown, logger?: Logger): GraphQLFormattedError {
  if (!(error instanceof Error) && !isErrorLike(error)) return unexpected(error, logger);
  const graphql = error instanceof GraphQLError ? error : undefined;
  const cause = graphql?.originalError ?? (graphql ? undefined : error);
  const place = graphql ? placeOf(graphql) : {};
  if (cause instanceof ApiError || cause instanceof InputError) {
    return { message: cause.message, ...place, extensions: extensionsOf(cause) };
  }
  if (graphql && (!cause || cause instanceof GraphQLError)) {
    const extensions = cause instanceof GraphQLError ? cause.extensions : graphql.extensions;
    const code = extensions['code'] ?? codeOfGraphQLError(graphql);
    return { message: graphql.message, ...place, extensions: { ...extensions, code } };
  }
  const statusCode = (cause as { statusCode?: unknown } | undefined)?.statusCode;
  if (typeof statusCode === 'number' && statusCode < 500) {
    return { message: (cause as Error).message, ...place, extensions: { code: codeOfStatus(statusCode) } };
  }
  const unavailable = databaseUnavailable(cause);
  if (unavailable) {
    logger?.error({ err: cause }, 'GraphQL request failed');
    return { message: unavailable.message, ...place, extensions: extensionsOf(unavailable) };
  }
  return { ...unexpected(cause, logger), ...place };
}

/** The extensions of a top-level error for an error of the API or of an input. */
export function extensionsOf(error: ApiError | InputError): Record<string, unknown> {
  if (error instanceof InputError) {
    const { field } = error;
    return { code: RequestErrorCode.BadUserInput, ...(field ? { field } : {}) };
  }
  const { reason, code: status, details } = toStatus(error);
  return { code: codeOfStatus(status), reason, status, ...(details ? { details } : {}) };
}

/** An error of the API or of an input with its words in the extensions, for readers that do not format it; others stay the same. */
export function asGraphQLError(error: unknown): unknown {
  return error instanceof ApiError || error instanceof InputError
    ? new GraphQLError(error.message, { extensions: extensionsOf(error) })
    : error;
}

/** The HTTP status and body of an answer with errors: the client's mistakes in the document itself are a 4xx. */
export function errorAnswer(
  execution: ExecutionResult & { readonly statusCode?: number },
  logger: Logger,
): { statusCode: number; response: ExecutionResult } {
  const found = (execution.errors ?? []).map(asInterpreted);
  const errors = found.flatMap(partsOf).map((error) => formatError(error, logger));
  const data = execution.data ?? null;
  const statusCode = execution.data ? 200 : statusOf(found);
  // Formatted errors are plain data, which Mercurius types as GraphQLError.
  return { statusCode, response: { data, errors: errors as never } };
}

/** Errors of compiled queries have no extensions where those of graphql-js have none in them. */
function asInterpreted(error: GraphQLError): GraphQLError {
  const { extensions } = error as Partial<GraphQLError>;
  return extensions ? error : (Object.create(error, { extensions: { value: {} } }) as GraphQLError);
}

/**
 * Returns the single errors: Mercurius wraps the errors of validation, and its refusals, in one error with a common
 * status.
 */
function partsOf(error: GraphQLError): readonly unknown[] {
  const { errors, statusCode } = (error.originalError ?? {}) as { errors?: unknown; statusCode?: unknown };
  if (!Array.isArray(errors)) return [error];
  return errors.map((part: unknown) =>
    part instanceof GraphQLError || !isErrorLike(part) ? part : { statusCode, message: part.message },
  );
}

/** Errors of execution answer 200, as GraphQL over HTTP has it; the rest has its own status. */
function statusOf(errors: readonly GraphQLError[]): number {
  for (const { originalError, extensions } of errors) {
    const { statusCode } = (originalError ?? {}) as { statusCode?: unknown };
    if (typeof statusCode === 'number') return statusCode;
    if (typeof extensions['status'] === 'number' && !originalError) return extensions['status'];
    const unavailable = originalError instanceof ApiError ? originalError : databaseUnavailable(originalError);
    if (unavailable?.code === 503) return 503;
  }
  return 200;
}

function codeOfGraphQLError(error: GraphQLError): RequestErrorCode {
  return error.message.startsWith('Syntax Error') ? RequestErrorCode.ParseFailed : RequestErrorCode.ValidationFailed;
}

function codeOfStatus(status: number): RequestErrorCode {
  return BY_HTTP_STATUS[status] ?? RequestErrorCode.Internal;
}

function placeOf({ path, locations }: GraphQLError): Partial<GraphQLFormattedError> {
  return { ...(locations ? { locations } : {}), ...(path ? { path } : {}) };
}

/** Internal errors are logged and not sent to the client. */
function unexpected(error: unknown, logger: Logger | undefined): GraphQLFormattedError {
  logger?.error({ err: error }, 'GraphQL request failed');
  return { message: 'Internal error', extensions: { code: RequestErrorCode.Internal } };
}

/** JSON-schema findings of Fastify are plain objects with a message. */
function isErrorLike(error: unknown): error is { message: string } {
  return typeof (error as { message?: unknown } | null)?.message === 'string';
}
