import { ApiError, ForeignRefusal, StatusReason, UnknownFieldsError, type StatusCause } from '@orrery/api-types';
import { InputError } from './input-error';

/** Reasons for which an action can be refused (spec api D3). */
export const ErrorCode = {
  INVALID: 'INVALID',
  REQUIRED: 'REQUIRED',
  DUPLICATE: 'DUPLICATE',
  NOT_SUPPORTED: 'NOT_SUPPORTED',
  TOO_LONG: 'TOO_LONG',
  IMMUTABLE: 'IMMUTABLE',
  NOT_FOUND: 'NOT_FOUND',
  ALREADY_EXISTS: 'ALREADY_EXISTS',
  CONFLICT: 'CONFLICT',
  FORBIDDEN: 'FORBIDDEN',
  QUOTA_EXCEEDED: 'QUOTA_EXCEEDED',
  DISRUPTION_BUDGET: 'DISRUPTION_BUDGET',
  EXPIRED: 'EXPIRED',
  TOO_MANY_REQUESTS: 'TOO_MANY_REQUESTS',
  BAD_USER_INPUT: 'BAD_USER_INPUT',
  NAMESPACE_TERMINATING: 'NAMESPACE_TERMINATING',
  UNSUPPORTED: 'UNSUPPORTED',
  UNAVAILABLE: 'UNAVAILABLE',
  TIMEOUT: 'TIMEOUT',
  LOOP_DETECTED: 'LOOP_DETECTED',
  INTERNAL: 'INTERNAL',
} as const;
export type ErrorCode = (typeof ErrorCode)[keyof typeof ErrorCode];
/** Reason why an action was refused, for one value of its input. */
export interface UserError {
  readonly code: ErrorCode;
  /** Message, as in the Kubernetes API. */
  readonly message: string;
  /** Path of the value in the input. */
  readonly field?: readonly string[];
  readonly value?: unknown;
  readonly cause?: string;
  readonly retryAfterSeconds?: number;
}

/** Location in the input of the object that an error is about. */
export interface InputPlace {
  readonly path: readonly string[];
  /** Value at this location, so that errors can show it. */
  readonly value?: unknown;
}

const BY_REASON: Readonly<Partial<Record<StatusReason, ErrorCode>>> = {
  [StatusReason.NotFound]: ErrorCode.NOT_FOUND,
  [StatusReason.AlreadyExists]: ErrorCode.ALREADY_EXISTS,
  [StatusReason.Conflict]: ErrorCode.CONFLICT,
  [StatusReason.Forbidden]: ErrorCode.FORBIDDEN,
  [StatusReason.Invalid]: ErrorCode.INVALID,
  [StatusReason.BadRequest]: ErrorCode.BAD_USER_INPUT,
  [StatusReason.Expired]: ErrorCode.EXPIRED,
  [StatusReason.Gone]: ErrorCode.EXPIRED,
  [StatusReason.TooManyRequests]: ErrorCode.TOO_MANY_REQUESTS,
  [StatusReason.MethodNotAllowed]: ErrorCode.UNSUPPORTED,
  [StatusReason.NotImplemented]: ErrorCode.UNSUPPORTED,
  [StatusReason.UnsupportedMediaType]: ErrorCode.UNSUPPORTED,
  [StatusReason.ServiceUnavailable]: ErrorCode.UNAVAILABLE,
  [StatusReason.Timeout]: ErrorCode.TIMEOUT,
  [StatusReason.ServerTimeout]: ErrorCode.TIMEOUT,
  [StatusReason.LoopDetected]: ErrorCode.LOOP_DETECTED,
  [StatusReason.RequestEntityTooLarge]: ErrorCode.TOO_LONG,
};

const BY_CAUSE: Readonly<Record<string, ErrorCode>> = {
  FieldValueRequired: ErrorCode.REQUIRED,
  FieldValueInvalid: ErrorCode.INVALID,
  FieldValueTypeInvalid: ErrorCode.INVALID,
  FieldValueNotSupported: ErrorCode.NOT_SUPPORTED,
  FieldValueForbidden: ErrorCode.FORBIDDEN,
  FieldValueDuplicate: ErrorCode.DUPLICATE,
  FieldValueTooLong: ErrorCode.TOO_LONG,
  FieldValueTooMany: ErrorCode.TOO_LONG,
  FieldValueNotFound: ErrorCode.NOT_FOUND,
  DisruptionBudget: ErrorCode.DISRUPTION_BUDGET,
  NamespaceTerminating: ErrorCode.NAMESPACE_TERMINATING,
};

/** One UserError per cause of the error, in order; one for the error itself if it names no causes. */
export function userErrors(error: unknown, place: InputPlace = { path: [] }): UserError[] {
  if (error instanceof InputError) {
    const { message, field } = error;
    return [{ code: ErrorCode.BAD_USER_INPUT, message, ...(field ? { field } : {}) }];
  }
  if (!(error instanceof ApiError)) throw error;
  const { retryAfterSeconds } = error.details;
  const causes = causesOf(error);
  // A webhook may refuse with any reason, or none.
  const isRefusal = error instanceof ForeignRefusal && error.code < 500;
  const code = BY_REASON[error.reason] ?? (isRefusal ? ErrorCode.FORBIDDEN : ErrorCode.INTERNAL);
  const rest = { message: error.message, ...(retryAfterSeconds ? { retryAfterSeconds } : {}) };
  if (causes.length === 0) return [{ code, ...rest, ...(place.path.length > 0 ? { field: place.path } : {}) }];
  return causes.map((cause) => ({ ...rest, ...describeCause(cause, place, code) }));
}

function causesOf(error: ApiError): readonly StatusCause[] {
  // Its causes belong together, and are in the message.
  if (error.reason === StatusReason.LoopDetected) return [];
  if (!(error instanceof UnknownFieldsError)) return error.details.causes ?? [];
  const { reason, fields } = error;
  return fields.map((field) => ({ reason, message: `unknown field ${JSON.stringify(field)}`, field }));
}

function describeCause(cause: StatusCause, place: InputPlace, code: ErrorCode): Omit<UserError, 'message'> {
  const steps = pathOf(cause.field ?? '');
  const value = steps.reduce<unknown>(memberOf, place.value);
  return {
    code: BY_CAUSE[cause.reason] ?? code,
    cause: cause.message,
    ...(cause.field ? { field: [...place.path, ...steps] } : {}),
    ...(cause.field && value !== undefined ? { value } : {}),
  };
}

const NAME = /[^.[\]]+/y;

/** `spec.containers[0].image` as steps; a key in brackets, which may have dots in it, is one step. */
export function pathOf(field: string): string[] {
  const steps: string[] = [];
  const lastClosed = field.lastIndexOf(']');
  let at = 0;
  while (at < field.length) {
    NAME.lastIndex = at;
    const name = NAME.exec(field)?.[0];
    if (name !== undefined) {
      steps.push(name);
      at += name.length;
    } else if (field[at] === '[' && at < lastClosed) {
      const end = field.indexOf(']', at);
      steps.push(field.slice(at + 1, end));
      at = end + 1;
    } else at++;
  }
  return steps;
}

function memberOf(value: unknown, step: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
  return (value as Record<string, unknown>)[step];
}
