import { jsonText } from '../../numbers/json-text';
import {
  FieldErrorType,
  invalidField,
  requiredField,
  unsupportedField,
  type FieldError,
} from '../../errors/field-error';

/** Field of errors about a value as a whole, when no alternative of a schema fits: upstream gives them none. */
const NO_FIELD = '<nil>';

/** The outcome of checking a value: errors, and how many checks it passed, by which the best of several alternatives is found. */
export class SchemaResult {
  readonly errors: FieldError[] = [];
  matches = 0;

  get isValid(): boolean {
    return this.errors.length === 0;
  }

  merge(other: SchemaResult): void {
    this.errors.push(...other.errors);
    this.matches += other.matches;
  }
}

/** The messages of kube-openapi (`pkg/validation/errors`) as the API server wraps them. */
export const SchemaErrors = {
  type: (path: string, expected: string, actual: string): FieldError => ({
    type: FieldErrorType.TypeInvalid,
    field: fieldOf(path),
    value: actual,
    detail: `${path} in body must be of type ${expected}: ${JSON.stringify(actual)}`,
  }),
  // The validator of servers before 1.22 names a list for its items.
  required: (path: string): FieldError => {
    const error = requiredField(fieldOf(path));
    return { ...error, former: { ...error, field: error.field.replace(/\[\d+\]/g, '') } };
  },
  enum: (path: string, value: unknown, values: readonly unknown[]): FieldError =>
    unsupportedField(
      fieldOf(path),
      value,
      values.map((each) => (typeof each === 'string' ? each : jsonText(each))),
    ),
  tooLong: (path: string, value: string, limit: number): FieldError => ({
    type: FieldErrorType.TooLong,
    field: fieldOf(path),
    detail: `may not be more than ${limit} bytes`,
    former: inBody(path, value, `should be at most ${limit} chars long`),
  }),
  /** @param things what is counted: `items`, `properties` */
  tooMany: (path: string, count: number, { limit, things }: TooMany): FieldError => ({
    type: FieldErrorType.TooMany,
    field: fieldOf(path),
    value: count,
    detail: `must have at most ${limit} items`,
    former: inBody(path, count, `should have at most ${limit} ${things}`),
  }),
  /** `spec.a in body should …` */
  other: (path: string, value: unknown, text: string): FieldError =>
    invalidField(fieldOf(path), value ?? '', `${path} in body ${text}`),
  whole: (path: string, text: string): FieldError => invalidField(NO_FIELD, '', `${JSON.stringify(path)} ${text}`),
};

interface TooMany {
  readonly limit: number;
  readonly things: 'items' | 'properties';
}

/** The form that all messages but a few have. */
function inBody(path: string, value: unknown, text: string): NonNullable<FieldError['former']> {
  return { type: FieldErrorType.Invalid, value, detail: `${path} in body ${text}` };
}

function fieldOf(path: string): string {
  return path.startsWith('.') ? path.slice(1) : path;
}
