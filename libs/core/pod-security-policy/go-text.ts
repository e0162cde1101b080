/**
 * Errors of fields as Kubernetes 1.20 prints them (`field.Error.ErrorBody` of that release): values in Go's syntax, a missing one as
 * the text `"null"`. Later releases, whose texts all other kinds have here, print JSON.
 */

/** The field may not have this value. `goValue` is the value in Go's syntax. */
export function invalid(field: string, goValue: string, detail: string): string {
  return detail === '' ? `${field}: Invalid value: ${goValue}` : `${field}: Invalid value: ${goValue}: ${detail}`;
}

/** The field may not be set, or not like this. */
export function notAllowed(field: string, detail: string): string {
  return `${field}: Forbidden: ${detail}`;
}

/** The field is missing. */
export function missing(field: string, detail = ''): string {
  return detail === '' ? `${field}: Required value` : `${field}: Required value: ${detail}`;
}

/** A pointer that is nil is printed as the text "null". */
export const GO_NIL = '"null"';

/** A text, a number or a truth value; `"null"` where there is none. */
export function goValue(value: string | number | boolean | undefined): string {
  if (value === undefined) return GO_NIL;
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}

/** A list, `[]int64{5, 10}`; `[]int64(nil)` where there is none. */
export function goList(type: string, items: readonly (string | number)[] | undefined): string {
  return items === undefined ? `[]${type}(nil)` : `[]${type}{${items.map(goValue).join(', ')}}`;
}

/** Ranges as `%v` prints them: `[{1 3} {4 4}]`. */
export function rangesText(ranges: readonly { readonly min?: number; readonly max?: number }[]): string {
  return `[${ranges.map(({ min = 0, max = 0 }) => `{${min} ${max}}`).join(' ')}]`;
}
