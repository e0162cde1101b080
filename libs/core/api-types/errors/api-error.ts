import type { StatusCause } from './field-error';

/** The reasons of failed requests; clients decide by them. */
export const StatusReason = {
  BadRequest: 'BadRequest',
  Unauthorized: 'Unauthorized',
  Forbidden: 'Forbidden',
  NotFound: 'NotFound',
  MethodNotAllowed: 'MethodNotAllowed',
  NotAcceptable: 'NotAcceptable',
  AlreadyExists: 'AlreadyExists',
  Conflict: 'Conflict',
  Gone: 'Gone',
  Expired: 'Expired',
  RequestEntityTooLarge: 'RequestEntityTooLarge',
  UnsupportedMediaType: 'UnsupportedMediaType',
  Invalid: 'Invalid',
  TooManyRequests: 'TooManyRequests',
  InternalError: 'InternalError',
  NotImplemented: 'NotImplemented',
  ServiceUnavailable: 'ServiceUnavailable',
  Timeout: 'Timeout',
  ServerTimeout: 'ServerTimeout',
  /** Not of Kubernetes: cluster time cannot advance, because writes lead to writes without end. */
  LoopDetected: 'LoopDetected',
} as const;
export type StatusReason = (typeof StatusReason)[keyof typeof StatusReason];

/** Details of a Status about its subject. Empty parts are left out. */
export interface StatusDetails {
  name?: string;
  group?: string;
  /** The resource, or the Kind when the reason is Invalid. */
  kind?: string;
  uid?: string;
  causes?: readonly StatusCause[];
  retryAfterSeconds?: number;
}

/** The body of a failed request, and of some successful ones. */
export interface Status {
  readonly kind: 'Status';
  readonly apiVersion: 'v1';
  readonly metadata: Record<string, unknown>;
  readonly status: 'Success' | 'Failure';
  readonly message?: string;
  readonly reason?: StatusReason;
  readonly details?: StatusDetails;
  /** The HTTP status. */
  readonly code: number;
}

const CODES: Readonly<Record<StatusReason, number>> = {
  BadRequest: 400,
  Unauthorized: 401,
  Forbidden: 403,
  NotFound: 404,
  MethodNotAllowed: 405,
  NotAcceptable: 406,
  AlreadyExists: 409,
  Conflict: 409,
  Gone: 410,
  Expired: 410,
  RequestEntityTooLarge: 413,
  UnsupportedMediaType: 415,
  Invalid: 422,
  TooManyRequests: 429,
  InternalError: 500,
  NotImplemented: 501,
  ServiceUnavailable: 503,
  Timeout: 504,
  ServerTimeout: 504,
  LoopDetected: 508,
};

/** A failed request with a reason for the client. Anything else that is thrown is a fault or a bug. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    readonly reason: StatusReason,
    message: string,
    readonly details: StatusDetails = {},
    /** Of the Status: a list that expired says how it can be continued all the same. */
    readonly metadata: { readonly continue?: string } = {},
  ) {
    super(message);
  }

  /** The HTTP status. */
  get code(): number {
    return CODES[this.reason];
  }
}

/** 400 of an object with fields that its kind does not have. Its Status names them in the message only, as a real one does. */
export class UnknownFieldsError extends ApiError {
  constructor(
    message: string,
    /** Their paths, such as `spec.containers[0].foo`. */
    readonly fields: readonly string[],
  ) {
    super(StatusReason.BadRequest, message);
  }
}

/** 400 for a body that is not an object of its kind, with the message of Go's decoder. */
export class UndecodableError extends ApiError {
  constructor(
    subject: string,
    readonly problem: string,
  ) {
    super(StatusReason.BadRequest, subject === '' ? problem : `${subject}: ${problem}`);
  }
}

/** A refusal by the router of kube-apiserver, before a handler sees the request. Its Status has details, though empty ones. */
export class RouterRefusal extends ApiError {}

/** Refusal by a webhook in place of a request: any code from 400 on, and any reason or none. */
export class ForeignRefusal extends ApiError {
  constructor(
    private readonly ownCode: number,
    reason: string,
    message: string,
    details: StatusDetails = {},
  ) {
    // A reason of another program's making.
    super(reason as StatusReason, message, details);
  }

  override get code(): number {
    return this.ownCode;
  }
}

/** Returns the Status that a client gets for an error. An error that is not an {@link ApiError} is answered as an internal error. */
export function toStatus(error: unknown): Status {
  const known = error instanceof ApiError ? error : undefined;
  const reason = known?.reason ?? StatusReason.InternalError;
  const message =
    known?.message ?? `Internal error occurred: ${error instanceof Error ? error.message : String(error)}`;
  const details = known ? withoutEmptyParts(known.details) : {};
  return {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: { ...known?.metadata },
    status: 'Failure',
    message,
    ...((reason as string) === '' ? {} : { reason }),
    ...(Object.keys(details).length > 0 || hasDetails(known, reason) ? { details } : {}),
    code: known?.code ?? CODES[reason],
  };
}

function hasDetails(error: ApiError | undefined, reason: StatusReason): boolean {
  return error instanceof RouterRefusal || ALWAYS_WITH_DETAILS.has(reason);
}

/** Reasons whose Status has details, be they empty, as upstream's constructors give them: clients look into them unasked. */
const ALWAYS_WITH_DETAILS: ReadonlySet<StatusReason> = new Set([
  StatusReason.AlreadyExists,
  StatusReason.Conflict,
  StatusReason.Forbidden,
  StatusReason.Invalid,
  StatusReason.MethodNotAllowed,
  StatusReason.NotFound,
]);

/** The Status of a success without an object of its own, such as most deletions. */
export function successStatus(details: StatusDetails = {}, code = 200): Status {
  const kept = withoutEmptyParts(details);
  return {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Success',
    ...(Object.keys(kept).length > 0 ? { details: kept } : {}),
    code,
  };
}

/** Returns the details as they are sent: causes leave out empty parts as well, such as the field of a cause without one. */
function withoutEmptyParts({ causes, ...details }: StatusDetails): StatusDetails {
  return filled({ ...details, ...(causes ? { causes: causes.map(filled) } : {}) });
}

function filled<T extends object>(parts: T): T {
  const kept = Object.entries(parts).filter(
    ([, value]) => value !== undefined && value !== '' && value !== 0 && !(Array.isArray(value) && value.length === 0),
  );
  return Object.fromEntries(kept) as T;
}

function hasReason(error: unknown, reason: StatusReason): boolean {
  return error instanceof ApiError && error.reason === reason;
}

export const isNotFound = (error: unknown): boolean => hasReason(error, StatusReason.NotFound);
export const isAlreadyExists = (error: unknown): boolean => hasReason(error, StatusReason.AlreadyExists);
export const isConflict = (error: unknown): boolean => hasReason(error, StatusReason.Conflict);
export const isInvalid = (error: unknown): boolean => hasReason(error, StatusReason.Invalid);
export const isForbidden = (error: unknown): boolean => hasReason(error, StatusReason.Forbidden);
export const isTooManyRequests = (error: unknown): boolean => hasReason(error, StatusReason.TooManyRequests);
/** Returns whether the requested revision is no longer kept: the client must list again. */
export const isExpired = (error: unknown): boolean =>
  hasReason(error, StatusReason.Expired) || hasReason(error, StatusReason.Gone);
