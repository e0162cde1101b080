import { labelValueErrors, qualifiedNameErrors } from '../names/qualified-name';

/** Wording of the errors of label selectors; apimachinery words them in another way since 1.22. */
export interface SelectorWords {
  /** The operators that may follow a key. */
  readonly operators: string;
  /** Returns the error of a key; undefined if there is none. */
  key(key: string): string | undefined;
  /** Returns the error of a value by its place in the list; undefined if there is none. */
  value(key: string, value: string, at: number): string | undefined;
  /** A value that is not a number, of an operator that compares numbers. */
  notANumber(value: string): string;
}

const NOT_A_NUMBER = "for 'Gt', 'Lt' operators, the value must be an integer";

/** The words until 1.21. */
export const FORMER_WORDS: SelectorWords = {
  operators: "'=', '!=', '==', 'in', notin'",
  key: (key) =>
    joined(former(qualifiedNameErrors(key)), (errors) => `invalid label key ${JSON.stringify(key)}: ${errors}`),
  value: (key, value) =>
    joined(
      former(labelValueErrors(value)),
      (errors) => `invalid label value: ${JSON.stringify(value)}: at key: ${JSON.stringify(key)}: ${errors}`,
    ),
  notANumber: () => NOT_A_NUMBER,
};

/** The words of later releases: those of invalid fields. */
export const FIELD_WORDS: SelectorWords = {
  operators: 'in, notin, =, ==, !=, gt, lt',
  key: (key) =>
    joined(
      qualifiedNameErrors(key).map((text) => text.replace(/^a qualified name/, 'a valid label key')),
      (errors) => `<nil>: Invalid value: ${JSON.stringify(key)}: ${errors}`,
    ),
  value: (key, value, at) =>
    joined(
      labelValueErrors(value),
      (errors) => `values[${at}][${key}]: Invalid value: ${JSON.stringify(value)}: ${errors}`,
    ),
  notANumber: (value) => `values[0]: Invalid value: ${JSON.stringify(value)}: ${NOT_A_NUMBER}`,
};

/** Lengths were counted in characters. */
function former(errors: readonly string[]): readonly string[] {
  return errors.map((text) => text.replace(/ bytes$/, ' characters'));
}

function joined(errors: readonly string[], text: (errors: string) => string): string | undefined {
  return errors.length > 0 ? text(errors.join('; ')) : undefined;
}
