import { CHOSEN_AT_CREATION } from '@orrery/control-plane';
import type { DocumentError } from '@orrery/documents';
import { ErrorCode, pathOf, type UserError } from './user-errors';

const CODES: readonly (readonly [start: string, code: ErrorCode])[] = [
  [CHOSEN_AT_CREATION, ErrorCode.IMMUTABLE],
  ['Required value', ErrorCode.REQUIRED],
  ['Unsupported value', ErrorCode.NOT_SUPPORTED],
  ['Duplicate value', ErrorCode.DUPLICATE],
  ['Forbidden', ErrorCode.FORBIDDEN],
];

/** The error of a document as data of a payload; `path` is where the document lies in the input. */
export function documentUserError({ field, reason }: DocumentError, path: readonly string[]): UserError {
  const message = field === '' ? reason : `${field}: ${reason}`;
  return { code: codeOfReason(reason), message, field: [...path, ...pathOf(field)], cause: reason };
}

/** The code for a reason as Kubernetes words it: its beginning names the kind of error. */
export function codeOfReason(reason: string): ErrorCode {
  return CODES.find(([start]) => reason.startsWith(start))?.[1] ?? ErrorCode.INVALID;
}
