import { jsonText } from '../numbers/json-text';

/** The kinds of validation problem; the values are the words a user reads. */
export const FieldErrorType = {
  NotFound: 'Not found',
  Required: 'Required value',
  Duplicate: 'Duplicate value',
  Invalid: 'Invalid value',
  NotSupported: 'Unsupported value',
  Forbidden: 'Forbidden',
  TooLong: 'Too long',
  TooMany: 'Too many',
  TypeInvalid: 'Invalid type',
  Internal: 'Internal error',
} as const;
export type FieldErrorType = (typeof FieldErrorType)[keyof typeof FieldErrorType];

/** Marks an error that is shown without its value, as Go's `field.OmitValueType`. */
export const OMITTED_VALUE: unique symbol = Symbol('omitted');

/** A value that is printed as it is: the output of Go's `%#v`. */
export class GoText {
  constructor(readonly text: string) {}
}

/** One problem with one field of an object; rendered as Go's `field.Error`. */
export interface FieldError {
  readonly type: FieldErrorType;
  /** The path: `spec.containers[0].image`, `metadata.labels[foo]`; empty for the object as a whole. */
  readonly field: string;
  readonly value?: unknown;
  readonly detail: string;
  /** Words of releases before 1.22 instead of type, value and detail, where they differ in all of them. */
  readonly former?: Pick<FieldError, 'type' | 'value' | 'detail'> & Partial<Pick<FieldError, 'field'>>;
  /** True if such releases alone say it. */
  readonly isFormer?: boolean;
}

/** A cause of a Status: a field error as it travels. */
export interface StatusCause {
  readonly reason: string;
  readonly message: string;
  readonly field?: string;
}

const CAUSE_REASON: Readonly<Record<FieldErrorType, string>> = {
  [FieldErrorType.NotFound]: 'FieldValueNotFound',
  [FieldErrorType.Required]: 'FieldValueRequired',
  [FieldErrorType.Duplicate]: 'FieldValueDuplicate',
  [FieldErrorType.Invalid]: 'FieldValueInvalid',
  [FieldErrorType.NotSupported]: 'FieldValueNotSupported',
  [FieldErrorType.Forbidden]: 'FieldValueForbidden',
  [FieldErrorType.TooLong]: 'FieldValueTooLong',
  [FieldErrorType.TooMany]: 'FieldValueTooMany',
  [FieldErrorType.TypeInvalid]: 'FieldValueTypeInvalid',
  [FieldErrorType.Internal]: 'InternalError',
};
const WITHOUT_VALUE: ReadonlySet<FieldErrorType> = new Set([
  FieldErrorType.Required,
  FieldErrorType.Forbidden,
  FieldErrorType.TooLong,
  FieldErrorType.Internal,
]);

/** The field is missing. */
export function requiredField(field: string, detail = ''): FieldError {
  return { type: FieldErrorType.Required, field, detail };
}

/** The value is not acceptable. */
export function invalidField(field: string, value: unknown, detail: string): FieldError {
  return { type: FieldErrorType.Invalid, field, value, detail };
}

/** The value is none of a closed set. */
export function unsupportedField(field: string, value: unknown, supported: readonly string[]): FieldError {
  const detail = `supported values: ${supported.map((word) => JSON.stringify(word)).join(', ')}`;
  return { type: FieldErrorType.NotSupported, field, value, detail };
}

/** The field may not be set, or not changed. */
export function forbiddenField(field: string, detail: string): FieldError {
  return { type: FieldErrorType.Forbidden, field, detail };
}

/** The value occurs twice where it may occur once. */
export function duplicateField(field: string, value: unknown, detail = ''): FieldError {
  return { type: FieldErrorType.Duplicate, field, value, detail };
}

/** The value has more than `maxBytes` bytes. */
export function tooLongField(field: string, maxBytes: number): FieldError {
  return { type: FieldErrorType.TooLong, field, detail: `may not be more than ${maxBytes} bytes` };
}

/** The list has more than `maxItems` items. */
export function tooManyItems(field: string, actual: number, maxItems: number): FieldError {
  return { type: FieldErrorType.TooMany, field, value: actual, detail: `must have at most ${maxItems} items` };
}

/** The value names something that is not there. */
export function fieldNotFound(field: string, value: unknown): FieldError {
  return { type: FieldErrorType.NotFound, field, value, detail: '' };
}

/** `spec.x: Invalid value: "v": detail`, as in a Status message. */
export function renderFieldError(error: FieldError): string {
  return error.field === '' ? renderBody(error) : `${error.field}: ${renderBody(error)}`;
}

/** The error as a cause of a Status: the message leaves the field out. */
export function toStatusCause(error: FieldError): StatusCause {
  return { reason: CAUSE_REASON[error.type], message: renderBody(error), field: error.field };
}

function renderBody(error: FieldError): string {
  const type = error.type === FieldErrorType.TypeInvalid ? FieldErrorType.Invalid : error.type;
  const head =
    WITHOUT_VALUE.has(error.type) || error.value === OMITTED_VALUE ? type : `${type}: ${renderValue(error.value)}`;
  return error.detail === '' ? head : `${head}: ${error.detail}`;
}

function renderValue(value: unknown): string {
  if (value instanceof GoText) return value.text;
  if (typeof value === 'string') return goQuoted(value);
  return value === undefined ? 'null' : jsonText(value);
}

/** A text as Go's `%q` prints it, which differs from JSON in characters of control. */
function goQuoted(text: string): string {
  return jsonText(text).replace(/\\(?:\\|u00([01][0-9a-f]))/g, (escape, code: string | undefined) => {
    if (code === undefined) return escape;
    if (code === '07') return '\\a';
    return code === '0b' ? '\\v' : `\\x${code}`;
  });
}
