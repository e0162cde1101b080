import { ApiError, StatusReason } from './api-error';
import { renderFieldError, toStatusCause, type FieldError, type StatusCause } from './field-error';

/** A resource in the words of errors; a row of the kind registry fits. */
export interface ErrorResource {
  readonly group: string;
  readonly resource: string;
}

/** A kind in the words of validation errors; a row of the kind registry fits. */
export interface ErrorKind {
  readonly group: string;
  readonly kind: string;
}

/** 404 `pods "x" not found`. */
export function notFound(resource: ErrorResource, name: string): ApiError {
  return new ApiError(
    StatusReason.NotFound,
    `${qualified(resource)} ${quote(name)} not found`,
    details(resource, name),
  );
}

/** 409 `pods "x" already exists`; it may be on its way out. */
export function alreadyExists(resource: ErrorResource, name: string, isTerminating = false): ApiError {
  const message = `${qualified(resource)} ${quote(name)} already exists`;
  return new ApiError(
    StatusReason.AlreadyExists,
    isTerminating ? `object is being deleted: ${message}` : message,
    details(resource, name),
  );
}

/** 409 `Operation cannot be fulfilled on pods "x": ...`; without a detail, that the object was modified. */
export function conflict(
  resource: ErrorResource,
  name: string,
  detail = 'the object has been modified; please apply your changes to the latest version and try again',
): ApiError {
  const message = `Operation cannot be fulfilled on ${qualified(resource)} ${quote(name)}: ${detail}`;
  return new ApiError(StatusReason.Conflict, message, details(resource, name));
}

/** 409 of server-side apply: one cause a field that another manager owns. */
export function applyConflict(message: string, causes: readonly StatusCause[]): ApiError {
  return new ApiError(StatusReason.Conflict, message, { causes });
}

/** 422 `Pod "x" is invalid: [a, b]`; equal texts are said once. */
export function invalid(kind: ErrorKind, name: string, errors: readonly FieldError[]): ApiError {
  const texts = [...new Set(errors.map(renderFieldError))];
  const list = texts.length === 1 ? texts[0]! : `[${texts.join(', ')}]`;
  const subject = kind.group === '' ? kind.kind : `${kind.kind}.${kind.group}`;
  const message = `${subject} ${quote(name)} is invalid${texts.length === 0 ? '' : `: ${list}`}`;
  return new ApiError(StatusReason.Invalid, message, {
    name,
    group: kind.group,
    kind: kind.kind,
    causes: errors.map(toStatusCause),
  });
}

/** 422 of a request, not of an object: a patch that cannot be carried out. */
export function unprocessable(message: string, causes: readonly StatusCause[] = []): ApiError {
  return new ApiError(StatusReason.Invalid, message, { causes });
}

/** 400 */
export function badRequest(message: string): ApiError {
  return new ApiError(StatusReason.BadRequest, message);
}

/** 401 */
export function unauthorized(message = 'Unauthorized'): ApiError {
  return new ApiError(StatusReason.Unauthorized, message);
}

/** 403 `pods "x" is forbidden: ...`; an empty name is left out. */
export function forbidden(
  resource: ErrorResource,
  name: string,
  detail: string,
  causes?: readonly StatusCause[],
): ApiError {
  const subject = name === '' ? qualified(resource) : `${qualified(resource)} ${quote(name)}`;
  return new ApiError(StatusReason.Forbidden, `${subject} is forbidden: ${detail}`, {
    ...details(resource, name),
    ...(causes ? { causes } : {}),
  });
}

/** 405 */
export function methodNotAllowed(
  message = 'the server does not allow this method on the requested resource',
): ApiError {
  return new ApiError(StatusReason.MethodNotAllowed, message);
}

/** 406 */
export function notAcceptable(message: string): ApiError {
  return new ApiError(StatusReason.NotAcceptable, message);
}

/** 410: the requested revision is no longer kept. */
export function expired(message: string): ApiError {
  return new ApiError(StatusReason.Expired, message);
}

/** 410: the API itself was removed. */
export function gone(message: string): ApiError {
  return new ApiError(StatusReason.Gone, message);
}

/** 413 */
export function requestEntityTooLarge(message: string): ApiError {
  return new ApiError(StatusReason.RequestEntityTooLarge, message);
}

/** 415 */
export function unsupportedMediaType(message: string): ApiError {
  return new ApiError(StatusReason.UnsupportedMediaType, message);
}

/** 429; the client may try again after `retryAfterSeconds` (0: no advice). */
export function tooManyRequests(message: string, retryAfterSeconds = 0, causes: readonly StatusCause[] = []): ApiError {
  return new ApiError(StatusReason.TooManyRequests, message, { causes, retryAfterSeconds });
}

/** 500 `Internal error occurred: ...` */
export function internal(detail: string): ApiError {
  return new ApiError(StatusReason.InternalError, `Internal error occurred: ${detail}`, {
    causes: [{ reason: 'InternalError', message: detail }],
  });
}

/** 501 */
export function notImplemented(message: string): ApiError {
  return new ApiError(StatusReason.NotImplemented, message);
}

/** 503 */
export function serviceUnavailable(message: string, retryAfterSeconds = 0): ApiError {
  return new ApiError(StatusReason.ServiceUnavailable, message, { retryAfterSeconds });
}

/** 504 */
export function timeout(message: string, retryAfterSeconds = 0): ApiError {
  return new ApiError(StatusReason.Timeout, message, { retryAfterSeconds });
}

/** 504 for a revision that the store has not reached. Both are decimal texts. */
export function resourceVersionTooLarge(requested: string, current: string): ApiError {
  const message = `Timeout: Too large resource version: ${requested}, current: ${current}`;
  return new ApiError(StatusReason.Timeout, message, {
    causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
    retryAfterSeconds: 1,
  });
}

function qualified(resource: ErrorResource): string {
  return resource.group === '' ? resource.resource : `${resource.resource}.${resource.group}`;
}

function details(resource: ErrorResource, name: string): { name: string; group: string; kind: string } {
  return { name, group: resource.group, kind: resource.resource };
}

function quote(text: string): string {
  return JSON.stringify(text);
}
