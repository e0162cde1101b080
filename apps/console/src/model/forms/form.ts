import { word } from '../actions/shell-word';

/** Value of an action's input that a form asks for; `form-schemas.generated.ts` has them. */
export interface FieldSchema {
  readonly kind: 'text' | 'integer' | 'number' | 'flag' | 'list';
  /** Sentence for the user. */
  readonly about: string;
  readonly isRequired?: boolean;
  /** Notation of a text, such as `duration`. */
  readonly format?: string;
  readonly min?: number;
  readonly max?: number;
  /** Rule of the server about the value, in its words. */
  readonly rule?: string;
  /** Value that the server takes for an empty field. */
  readonly preset?: string;
  /** The only accepted values, with their explanations. */
  readonly words?: Readonly<Record<string, string>>;
}

export type FormSchema = Readonly<Record<string, FieldSchema>>;

/** Texts in the fields of a form, by path; an empty text counts as no value. */
export type FormValues<S extends FormSchema = FormSchema> = Readonly<
  Partial<Record<keyof S & string, string | undefined>>
>;

/** Returns the input of the action for the values of a form: empty fields are left out, and a path `a.b` is a field b of a. */
export function inputOf<S extends FormSchema>(schema: S, values: FormValues<S>): Readonly<Record<string, unknown>> {
  const input: Record<string, unknown> = {};
  for (const [path, value] of givenValues(schema, values)) {
    const [name, inner] = path.split('.');
    // Objects in an input have no other values than those put there below.
    if (inner === undefined) input[name!] = value;
    else input[name!] = { ...(input[name!] as object | undefined), [inner]: value };
  }
  return input;
}

/** Returns the options of the command line for the values of a form: ` --user-agents 'kubectl*'`. */
export function optionsOf<S extends FormSchema>(schema: S, values: FormValues<S>): string {
  return givenValues(schema, values)
    .map(([path, value]) => {
      const option = path.replace(/^.*\./, '').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      return value === true ? ` --${option}` : ` --${option} ${word([value].flat().join(','))}`;
    })
    .join('');
}

type FormValue = string | number | boolean | readonly string[];

function givenValues(schema: FormSchema, values: FormValues): readonly (readonly [path: string, value: FormValue])[] {
  return Object.entries(values).flatMap(([path, text = '']) => {
    const value = valueOf(schema[path]!, text.trim());
    return value === undefined ? [] : [[path, value] as const];
  });
}

function valueOf({ kind }: FieldSchema, text: string): FormValue | undefined {
  if (text === '') return undefined;
  switch (kind) {
    case 'integer':
    case 'number':
      return Number(text);
    case 'flag':
      return text === 'true';
    case 'list':
      return text.split(/[\s,]+/).filter(Boolean);
    case 'text':
      return text;
  }
}

/** Returns the label of a field for its path: `Watch lifetime` for `watchLifetime`, `Mode` for `clock.mode`. */
export function labelOf(path: string): string {
  const words = path.replace(/^.*\./, '').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}

/** Returns the explanation of a field: its meaning, its rule and its default. */
export function hintOf({ about, rule, preset }: FieldSchema): string {
  const more = [rule, preset === undefined ? undefined : `default: ${preset}`].filter((part) => part !== undefined);
  return `${about.replaceAll('`', '')}${more.length === 0 ? '' : ` (${more.join('; ')})`}`;
}
