import { EvaluationError } from '@marcbachmann/cel-js';

/**
 * Error codes of the library with the corresponding texts of cel-go (`interpreter/attributes.go`, `common/types` of
 * cel-go).
 */
const WORDS: readonly (readonly [code: string, message: (summary: string) => string])[] = [
  ['no_such_key', (summary) => summary.replace(/^No such key: /, 'no such key: ')],
  ['index_out_of_bounds', (summary) => `index out of bounds: ${/index (-?\d+)/.exec(summary)?.[1] ?? ''}`],
  ['no_such_overload', () => 'no such overload'],
  ['no_matching_overload', () => 'no such overload'],
  ['invalid_logical_operand', () => 'no such overload'],
  ['invalid_condition_type', () => 'no such overload'],
  ['modulo_by_zero', () => 'modulus by zero'],
  ['numeric_overflow', () => 'integer overflow'],
  ['optional_value_missing', () => 'optional.none() dereference'],
  ['invalid_comprehension_range', () => 'no such overload'],
];

/** An error of an expression that ran, in the words of cel-go; the library's own shows the place in the text on further lines. */
export function runtimeError(error: unknown): unknown {
  if (!(error instanceof EvaluationError)) return withoutPlace(error);
  const { code, summary } = error;
  const message = WORDS.find(([known]) => known === code)?.[1];
  return new TypeError(message?.(summary) ?? summary);
}

/** An error of a function, to which the library added where it was called. */
function withoutPlace(error: unknown): unknown {
  return error instanceof Error && 'node' in error ? new TypeError(error.message.split('\n')[0]) : error;
}
