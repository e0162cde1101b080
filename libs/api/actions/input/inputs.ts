import {
  anyValue,
  boolean,
  fields,
  integer,
  listOf,
  mapOf,
  number,
  string,
  withDefault,
  type Fields,
  type Schema,
  type SchemaWord,
  type ValueOf,
} from '@orrery/documents';

/** Input of an action: one schema, of which GraphQL's input type, options of the command line and fields of scenario steps are made. */
export interface InputSchema<T = unknown> {
  /** One sentence: the object of the action. */
  readonly about: string;
  readonly fields: Fields;
  readonly required: readonly string[];
  /** Only for the compiler. */
  readonly value?: T;
}

/** The value that an input schema reads. */
export type InputOf<S> = S extends InputSchema<infer T> ? T : never;

type Required<F extends Fields> = { readonly [K in keyof F]: ValueOf<F[K]> };
type Optional<F extends Fields> = { readonly [K in keyof F]?: ValueOf<F[K]> | null | undefined };

/** The parts of an input by whether clients have to give them; one with a default belongs to the required ones. */
interface Parts<R extends Fields, O extends Fields> {
  readonly required?: R;
  readonly optional?: O;
}

type NoFields = Readonly<Record<never, Schema>>;

/** Declares an input. */
export function input<R extends Fields = NoFields, O extends Fields = NoFields>(
  about: string,
  { required, optional }: Parts<R, O>,
): InputSchema<Required<R> & Optional<O>> {
  return { about, fields: { ...optional, ...required }, required: Object.keys(required ?? {}) };
}

/** A text. */
export const text = (about: string): Schema<string, false> => string({ about });
/** Text with a default. */
export const textOr = (value: string, about: string): Schema<string, true> => withDefault(text(about), value);
export const texts = (about: string): Schema<readonly string[], false> => listOf(string(), { about });
export const flag = (about: string): Schema<boolean, false> => boolean({ about });
export const count = (about: string, options: Pick<Schema, 'range'> = {}): Schema<number, false> =>
  integer({ about, ...options });
export const int64 = (about: string): Schema<number, false> => integer({ about, format: 'int64' });
export const decimal = (about: string, options: Pick<Schema, 'range'> = {}): Schema<number, false> =>
  number({ about, ...options });
/** A duration in Go's notation, as a text. */
export const durationText = (about: string): Schema<string, false> => string({ about, format: 'duration' });
/** A time in RFC 3339, as a text. */
export const timeText = (about: string): Schema<string, false> => string({ about, format: 'time' });
/** A quantity, a share or a usage curve. */
export const amount = (about: string): Schema<string, false> => string({ about, format: 'amount' });
/** A document in YAML or JSON, as a text. */
export const yaml = (about: string): Schema<string, false> => string({ about, format: 'yaml' });
/** Any JSON value. */
export const json = (about: string): Schema<unknown, false> => anyValue({ about });
export const jsons = (about: string): Schema<readonly unknown[], false> => listOf(anyValue(), { about });
/** Labels or annotations. */
export const labels = (about: string): Schema<Readonly<Record<string, string>>, false> =>
  mapOf(string(), { about, format: 'labels' });
/** Labels or annotations to set, or to remove by null. */
export const labelChanges = (about: string): Schema<Readonly<Record<string, string | null>>, false> =>
  mapOf(anyValue<string | null>(), { about, format: 'labelChanges' });
/** Quantities by resource. */
export const quantities = (about: string): Schema<Readonly<Record<string, unknown>>, false> =>
  mapOf(anyValue(), { about, format: 'quantities' });

/** A closed set of words with their explanations; `T` is the type of their values inside of the program. */
export interface Words<T extends string> {
  readonly name: string;
  readonly about: string;
  readonly words: Readonly<Record<string, SchemaWord>>;
  /** Only for the compiler. */
  readonly value?: T;
}

/** Declares the words of an enum; each text explains its word. */
export function words<T extends string>(
  name: string,
  about: string,
  explained: Readonly<Record<T, string>>,
): Words<T> & { readonly list: readonly T[] } {
  const entries = Object.entries<string>(explained).map(([word, meaning]) => [word, { about: meaning }] as const);
  // Object.keys does not keep the type of the keys.
  return { name, about, words: Object.fromEntries(entries), list: Object.keys(explained) as T[] };
}

/** Declares the words of an enum whose values have other names inside of the program. */
export function valuedWords<T extends string>(
  name: string,
  about: string,
  explained: Readonly<Record<string, SchemaWord & { readonly value: T }>>,
): Words<T> {
  return { name, about, words: explained };
}

/** One word of a closed set. */
export function wordOf<T extends string>(set: Words<T>, about: string): Schema<T, false> {
  const { name, about: typeAbout, words: known } = set;
  return { ...string<T>({ about, name, words: known, values: Object.keys(known) }), typeAbout };
}

/** Several words of a closed set. */
export function wordsOf<T extends string>(set: Words<T>, about: string): Schema<readonly T[], false> {
  return listOf(wordOf(set, set.about), { about });
}

/** An object within an input, whose type in GraphQL is declared there under this name. */
export const named = <T>(name: string, about: string): Schema<T, false> => anyValue<T>({ about, name });

/** Fields of a setting, as clients write them: durations are texts, and the setting validates them. */
export function asWritten<F extends Fields>(given: F): { readonly [K in keyof F]: Schema<unknown, false> } {
  // Only the types of the values differ.
  return given as { readonly [K in keyof F]: Schema<unknown, false> };
}

/** An object within an input; `NAMEInput` is its type in GraphQL. */
export function nested<T>(name: string, schema: InputSchema<T>, about: string): Schema<T, false> {
  const { fields: known, required, about: typeAbout } = schema;
  // The fields are those of the schema, whose type is T.
  return { ...fields(known, { about, name, required }), typeAbout } as unknown as Schema<T, false>;
}

/** A list of objects within an input. */
export function nestedList<T>(name: string, schema: InputSchema<T>, about: string): Schema<readonly T[], false> {
  return listOf(nested(name, schema, schema.about), { about });
}
