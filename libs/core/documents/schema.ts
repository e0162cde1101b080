import type { FieldError } from '@orrery/api-types';
import { parseDurationMs } from '@orrery/time';

/**
 * Schema of a value of a document. A schema is data: the reader checks values by it, and reference pages and GraphQL
 * input types are written from it. `T` is the type of the value after reading; `D` is true if a default fills it in.
 */
export interface Schema<T = unknown, D extends boolean = boolean> {
  readonly type:
    'string' | 'integer' | 'number' | 'boolean' | 'list' | 'map' | 'object' | 'anyObject' | 'any' | 'oneOf' | 'choice';
  /** Completes the error for a value of another type: "must be a string". */
  readonly expected: string;
  /** Name of the type where it has one: of a Go struct in the texts of Go's decoder, of an enum in GraphQL. */
  readonly name?: string;
  /** Sentence for reference pages and the descriptions of GraphQL. */
  readonly about?: string;
  /** Sentence about the named type of an object, where `about` describes one field of this type. */
  readonly typeAbout?: string;
  /** Value of an absent field. */
  readonly default?: T;
  /** Text by which a reference page shows a default that depends on something else. */
  readonly shownDefault?: string;
  /** Notation of a text, a number or a map, for reference pages and GraphQL. */
  readonly format?: SchemaFormat;
  /** Explanations of `values`; GraphQL makes an enum of a schema that has them. */
  readonly words?: Readonly<Record<string, SchemaWord>>;
  /** Version of the document's format from which the field is there. */
  readonly since?: string;
  /** The value is chosen when the document is first given; later changes of it are refused. */
  readonly isImmutable?: boolean;
  /** The only accepted values. */
  readonly values?: readonly string[];
  /** Numbers outside are refused with the text; a bound that is left out does not bind. */
  readonly range?: { readonly min?: number; readonly max?: number; readonly text: string };
  /** Makes the value that callers work with; undefined refuses the value as one of another type. */
  readonly convert?: (value: never) => T | undefined;
  /**
   * Rules beyond type, range and values: a text about the value itself, or errors anywhere inside it, whose fields are
   * paths below the value: `.max`, `[2].name`, empty for the value itself.
   */
  readonly check?: (value: never) => string | undefined | readonly FieldError[];
  /** Items of a list. */
  readonly items?: Schema;
  /** A list is one value: an item of another type is reported as a list of another type. */
  readonly isWhole?: boolean;
  /** Values of a map, by key; undefined refuses the key. */
  readonly valuesAt?: (key: string) => Schema | undefined;
  /** Paths name the keys of a map as they name fields: `.key` in place of `[key]`. */
  readonly isDotted?: boolean;
  /** The keys that `valuesAt` knows, for errors. */
  readonly keys?: readonly string[];
  /** Fields of an object. */
  readonly fields?: Fields;
  /** Fields that must be there. */
  readonly required?: readonly string[];
  /** Alternatives by type. */
  readonly alternatives?: readonly Schema[];
  /** Picks the schema by the value. */
  readonly choose?: (value: unknown) => Schema;
  /** Mark for the compiler only. */
  readonly hasDefault?: D;
}

/** Notations that values of a schema can have. */
export type SchemaFormat =
  'duration' | 'time' | 'bytes' | 'int64' | 'amount' | 'yaml' | 'labels' | 'labelChanges' | 'quantities';

/** A word of a closed set: its explanation, and the value that it has inside of the program (default: the word itself). */
export interface SchemaWord {
  readonly about: string;
  readonly value?: string;
  /** The word by which the value is called today; this one is still read, and never written. */
  readonly formerly?: string;
}

/** Schemas of an object's fields by name. */
export type Fields = Readonly<Record<string, Schema>>;

/** The type that a schema reads. */
export type ValueOf<S> = S extends Schema<infer T> ? T : never;

type Defaulted<F extends Fields> = { [K in keyof F]: F[K] extends Schema<unknown, true> ? K : never }[keyof F];

/** The object that fields read: those with a default are always there. */
export type ObjectOf<F extends Fields> = { readonly [K in Defaulted<F>]: ValueOf<F[K]> } & {
  readonly [K in Exclude<keyof F, Defaulted<F>>]?: ValueOf<F[K]>;
};

/** Options of any schema. */
type Options<T> = Partial<
  Pick<
    Schema<T>,
    | 'expected'
    | 'name'
    | 'about'
    | 'values'
    | 'words'
    | 'range'
    | 'isWhole'
    | 'shownDefault'
    | 'since'
    | 'format'
    | 'isImmutable'
  >
> & {
  readonly check?: (value: T) => string | undefined | readonly FieldError[];
};

/** A text. */
export function string<T extends string = string>(options: Options<T> = {}): Schema<T, false> {
  return { type: 'string', expected: 'must be a string', ...options };
}

/** A whole number; a bigint where a double could not hold it exactly. */
export function integer(options: Options<number> = {}): Schema<number, false> {
  return { type: 'integer', expected: 'must be an integer', ...options };
}

/** Any finite number. */
export function number(options: Options<number> = {}): Schema<number, false> {
  return { type: 'number', expected: 'must be a number', ...options };
}

export function boolean(options: Options<boolean> = {}): Schema<boolean, false> {
  return { type: 'boolean', expected: 'must be true or false', ...options };
}

/** A text out of a closed set. */
export function oneOfTexts<T extends string>(values: readonly T[], options: Options<T> = {}): Schema<T, false> {
  return { type: 'string', expected: 'must be a string', values, ...options };
}

/**
 * Makes the schema of a text that is converted to another value, such as a duration; `convert` returns undefined for
 * one that cannot be read.
 */
export function converted<T>(
  convert: (value: string) => T | undefined,
  options: Options<T> & { readonly expected: string },
): Schema<T, false> {
  return { type: 'string', convert: convert as (value: never) => T | undefined, ...options };
}

/** A duration as Go writes it, read as milliseconds. */
export function duration(options: Options<number> = {}): Schema<number, false> {
  return {
    ...converted(parseDurationMs, { expected: 'must be a duration such as "40s"', ...options }),
    format: 'duration',
  };
}

export function listOf<T>(items: Schema<T>, options: Options<readonly T[]> = {}): Schema<readonly T[], false> {
  return { type: 'list', expected: 'must be a list', items, ...options };
}

/** An object whose keys are data. */
export function mapOf<T>(
  values: Schema<T> | ((key: string) => Schema<T> | undefined),
  options: Options<Readonly<Record<string, T>>> & Pick<Schema, 'keys' | 'isDotted'> = {},
): Schema<Readonly<Record<string, T>>, false> {
  const valuesAt = typeof values === 'function' ? values : (): Schema<T> => values;
  return { type: 'map', expected: 'must be an object', valuesAt, ...options };
}

/** An object with these fields and no others. */
export function fields<F extends Fields>(
  known: F,
  options: Options<ObjectOf<F>> & Pick<Schema, 'required'> = {},
): Schema<ObjectOf<F>, false> & { readonly fields: F } {
  return { type: 'object', expected: 'must be an object', fields: known, ...options };
}

/** Makes the schema of an object whose content is not checked. */
export function anyObject(
  options: Options<Readonly<Record<string, unknown>>> = {},
): Schema<Readonly<Record<string, unknown>>, false> {
  return { type: 'anyObject', expected: 'must be an object', ...options };
}

/** Makes the schema of any value: `check` returns its error. */
export function anyValue<T = unknown>(options: Options<T> = {}): Schema<T, false> {
  return { type: 'any', expected: 'must be a value', ...options };
}

/** A value of the first schema whose type it has. */
export function oneOf<T>(expected: string, ...alternatives: readonly Schema<T>[]): Schema<T, false> {
  return { type: 'oneOf', expected, alternatives };
}

/** The schema depends on the value. */
export function choice<T>(choose: (value: unknown) => Schema<T>): Schema<T, false> {
  return { type: 'choice', expected: '', choose };
}

/** Returns the same schema with a default for an absent field. */
export function withDefault<T>(schema: Schema<T>, value: T): Schema<T, true> {
  return { ...schema, default: value } as Schema<T, true>;
}

/** The same, with a sentence for reference pages. */
export function described<S extends Schema>(schema: S, about: string, shownDefault?: string): S {
  return { ...schema, about, ...(shownDefault === undefined ? {} : { shownDefault }) };
}
