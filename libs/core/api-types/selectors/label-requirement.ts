import { parseInt64 } from '../names/int64';
import { FORMER_WORDS, type SelectorWords } from './selector-words';

/** The operators of a selector's text; `=` and `==` mean the same and are printed as they came. */
export const LabelOperator = {
  Equals: '=',
  DoubleEquals: '==',
  NotEquals: '!=',
  In: 'in',
  NotIn: 'notin',
  Exists: 'exists',
  DoesNotExist: '!',
  GreaterThan: '>',
  LessThan: '<',
} as const;
export type LabelOperator = (typeof LabelOperator)[keyof typeof LabelOperator];

/** One condition on labels; a selector is their conjunction. */
export interface LabelRequirement {
  readonly key: string;
  readonly operator: LabelOperator;
  /** Sorted, without duplicates. */
  readonly values: readonly string[];
}

/** The labels of an object, or nothing for none. */
export type Labels = Readonly<Record<string, string>> | undefined;

/** Returns whether labels satisfy one requirement. `!=` and `notin` hold where the key is missing. */
export function matchesRequirement(requirement: LabelRequirement, labels: Labels): boolean {
  const label: unknown = labels?.[requirement.key];
  // Anything but a string is not a label: keys such as "constructor" must not find what objects inherit.
  const value = typeof label === 'string' ? label : undefined;
  switch (requirement.operator) {
    case LabelOperator.Exists:
      return value !== undefined;
    case LabelOperator.DoesNotExist:
      return value === undefined;
    case LabelOperator.Equals:
    case LabelOperator.DoubleEquals:
    case LabelOperator.In:
      return value !== undefined && requirement.values.includes(value);
    case LabelOperator.NotEquals:
    case LabelOperator.NotIn:
      return value === undefined || !requirement.values.includes(value);
    case LabelOperator.GreaterThan:
    case LabelOperator.LessThan:
      return value !== undefined && matchesOrder(requirement, value);
  }
}

/** Returns whether labels satisfy every requirement; no requirements match everything. */
export function matchesRequirements(requirements: readonly LabelRequirement[], labels: Labels): boolean {
  for (const requirement of requirements) {
    if (!matchesRequirement(requirement, labels)) return false;
  }
  return true;
}

function matchesOrder(requirement: LabelRequirement, label: string): boolean {
  const left = parseInt64(label);
  const right = parseInt64(requirement.values[0] ?? '');
  if (left === undefined || right === undefined) return false;
  return requirement.operator === LabelOperator.GreaterThan ? left > right : left < right;
}

/** Returns why a requirement is none, in the words of apimachinery `pkg/labels`; undefined if it is well formed. */
export function requirementError(
  { key, operator, values }: LabelRequirement,
  words: SelectorWords = FORMER_WORDS,
): string | undefined {
  return words.key(key) ?? valueCountError(operator, values, words) ?? labelValueError(key, values, words);
}

function valueCountError(operator: LabelOperator, values: readonly string[], words: SelectorWords): string | undefined {
  switch (operator) {
    case LabelOperator.In:
    case LabelOperator.NotIn:
      return values.length === 0 ? "for 'in', 'notin' operators, values set can't be empty" : undefined;
    case LabelOperator.Equals:
    case LabelOperator.DoubleEquals:
    case LabelOperator.NotEquals:
      return values.length === 1 ? undefined : 'exact-match compatibility requires one single value';
    case LabelOperator.Exists:
    case LabelOperator.DoesNotExist:
      return values.length === 0 ? undefined : 'values set must be empty for exists and does not exist';
    case LabelOperator.GreaterThan:
    case LabelOperator.LessThan:
      if (values.length !== 1) return "for 'Gt', 'Lt' operators, exactly one value is required";
      return parseInt64(values[0]!) === undefined ? words.notANumber(values[0]!) : undefined;
  }
}

function labelValueError(key: string, values: readonly string[], words: SelectorWords): string | undefined {
  for (const [at, value] of values.entries()) {
    const error = words.value(key, value, at);
    if (error !== undefined) return error;
  }
  return undefined;
}

/** Prints requirements in the canonical order (by key), as they can be parsed again. */
export function formatRequirements(requirements: readonly LabelRequirement[]): string {
  return [...requirements]
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(formatRequirement)
    .join(',');
}

function formatRequirement({ key, operator, values }: LabelRequirement): string {
  switch (operator) {
    case LabelOperator.Exists:
      return key;
    case LabelOperator.DoesNotExist:
      return `!${key}`;
    case LabelOperator.In:
    case LabelOperator.NotIn:
      return `${key} ${operator} (${values.join(',')})`;
    default:
      return `${key}${operator}${values.join(',')}`;
  }
}
