import { invalidField, OMITTED_VALUE, type FieldError, type LabelSelector } from '@orrery/api-types';
import {
  anyObject,
  boolean,
  fields,
  integer,
  listOf,
  mapOf,
  number,
  string,
  withDefault,
  type Fields,
  type ObjectOf,
  type Schema,
} from '@orrery/documents';
import { parseGoDuration } from '@orrery/time';
import { labelSelectorFault } from './label-selector-fault';

/*
 * What arguments of plugins are made of. The names of schemas are those of Go's types, which the sentences of Go's decoder
 * have.
 */

const isSafe = (value: unknown): value is number => Number.isSafeInteger(value);

/** A switch. */
export const BOOL = boolean({ name: 'bool' });
/** A text. */
export const STRING = string({ name: 'string' });
/** A whole number; one that is too large cannot be decoded. */
export const INT: Schema<number, false> = { ...integer({ name: 'int' }), convert: orUndefined(isSafe) };
/** A whole number that is not negative; another one cannot be decoded. */
export const UINT: Schema<number, false> = {
  ...integer({ name: 'uint' }),
  convert: orUndefined((value) => isSafe(value) && value >= 0),
};
/** A list of texts. */
export const STRINGS = listOf(STRING, { name: '[]string', isWhole: true });
/** A list of whole numbers. */
export const INTS = listOf(INT, { name: '[]int32', isWhole: true });
/** Percentages by resource. */
export const PERCENTAGES = mapOf(number(), { name: 'map[string]float64', isWhole: true });

/** A duration as Go writes it, such as `5m`; it is kept as text, and one that cannot be read cannot be decoded. */
export const GO_DURATION = string({
  name: 'string',
  check: (text) => {
    const verdict = parseGoDuration(text);
    return verdict.ok ? undefined : verdict.error;
  },
});

/** A label selector object. */
export const LABEL_SELECTOR = selector();
/** Label selector of the DefaultEvictor, which is validated when the plugin is built. */
export const EVICTOR_SELECTOR = selector();

/** Namespaces that a strategy considers: at most one of the lists is given. */
export const NAMESPACES = listsOf('Namespaces', ({ include, exclude }) =>
  include.length > 0 && exclude.length > 0 ? 'only one of Include/Exclude namespaces can be set' : undefined,
);

/** The same where only exclusion has a meaning. */
export const EVICTABLE_NAMESPACES = listsOf('Namespaces', ({ include }) =>
  include.length > 0 ? 'only Exclude namespaces can be set, inclusion is not supported' : undefined,
);

/** Selection of the pods that a strategy considers. */
export const SELECTION = { namespaces: NAMESPACES, labelSelector: LABEL_SELECTOR };

/** Two lists of names, of those that are meant and those that are not. */
export interface NameLists {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

/** An object of Go's type `name` with two lists. */
export function listsOf(name: string, check?: (lists: NameLists) => string | undefined): Schema<NameLists, false> {
  const known = { include: withDefault(STRINGS, []), exclude: withDefault(STRINGS, []) };
  return fields(known, { name, ...(check ? { check } : {}) });
}

/** Arguments of a plugin: `name` is Go's of their type. `check` returns the errors of values of the right types. */
export function argsOf<F extends Fields>(
  name: string,
  known: F,
  check?: (args: ObjectOf<F>) => readonly FieldError[] | undefined,
): Schema<ObjectOf<F>> & { readonly fields: F } {
  return fields(known, { name, ...(check ? { check } : {}) });
}

/** A rule about the arguments that does not hold: the field below them, and the real program's sentence. */
export function broken(field: string, sentence: string): FieldError {
  return invalidField(field === '' ? '' : `.${field}`, OMITTED_VALUE, sentence);
}

function selector(): Schema<LabelSelector, false> {
  const check = (value: LabelSelector): string | undefined => labelSelectorFault(value, 'json');
  // The inside is looked at by the check.
  return anyObject({ name: 'LabelSelector', check: check as (value: unknown) => string | undefined }) as Schema<
    LabelSelector,
    false
  >;
}

function orUndefined(isRight: (value: unknown) => boolean): (value: never) => number | undefined {
  return (value) => (isRight(value) ? value : undefined);
}
