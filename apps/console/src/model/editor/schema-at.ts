import { ITEM } from './yaml-place';

/** The part of a JSON schema that completion needs. */
export interface SchemaPart {
  readonly $ref?: string;
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly items?: SchemaPart;
  readonly additionalProperties?: SchemaPart | boolean;
  readonly properties?: Readonly<Record<string, SchemaPart>>;
  readonly required?: readonly string[];
  /** Values of a set that is open. */
  readonly examples?: readonly unknown[];
  /** Parts that apply to objects of certain names. */
  readonly allOf?: readonly NamedPart[];
}

interface NamedPart {
  readonly if?: { readonly properties?: { readonly name?: { readonly const?: unknown } } };
  readonly then?: SchemaPart;
}

/** Place in a document: keys and items from the top, with the `name` beside each key where there is one. */
export interface SchemaPlace {
  readonly path: readonly string[];
  readonly names?: readonly (string | undefined)[];
}

/** The schema of a kind, with the schemas that it refers to. */
export interface KindSchema extends SchemaPart {
  readonly definitions?: Readonly<Record<string, SchemaPart>>;
}

const REFERENCE = '#/definitions/';

/** Returns the part of a schema at a path of keys and items; undefined where it has none. */
function schemaAt(schema: KindSchema, { path, names = [] }: SchemaPlace): SchemaPart | undefined {
  let part: SchemaPart | undefined = resolved(schema, schema);
  for (const [index, step] of path.entries()) {
    if (!part) return undefined;
    const further: SchemaPart | boolean | undefined =
      step === ITEM
        ? part.items
        : (named(part, names[index])?.properties?.[step] ?? part.properties?.[step] ?? part.additionalProperties);
    part = typeof further === 'object' ? resolved(schema, further) : undefined;
  }
  return part;
}

/** Returns the part of the schema for an object of this name, in addition to that of all. */
function named({ allOf = [] }: SchemaPart, name: string | undefined): SchemaPart | undefined {
  return name === undefined ? undefined : allOf.find((each) => each.if?.properties?.name?.const === name)?.then;
}

/** Returns a part merged with the part it refers to; its own texts take precedence over those of the reference. */
function resolved({ definitions = {} }: KindSchema, part: SchemaPart): SchemaPart {
  if (part.$ref === undefined) return part;
  const { $ref, ...own } = part;
  return { ...definitions[$ref.slice(REFERENCE.length)], ...own };
}

/** Key that a mapping may have. */
export interface KeyChoice {
  readonly key: string;
  /** Type in words, such as `list of object`. */
  readonly type: string;
  readonly text: string;
  readonly isRequired: boolean;
  /** Returns the text after the key at which its value can be typed, for the indentation of the key. */
  readonly opening: (column: number) => string;
}

/** The keys that a mapping at a path may have, required ones first. */
export function keyChoices(schema: KindSchema, place: SchemaPlace): readonly KeyChoice[] {
  const part = schemaAt(schema, place);
  return Object.keys(part?.properties ?? {})
    .map((key): KeyChoice => {
      const value = schemaAt(schema, { ...place, path: [...place.path, key] }) ?? {};
      return {
        key,
        type: typeWords(schema, value),
        text: value.description ?? '',
        isRequired: part?.required?.includes(key) ?? false,
        opening: (column) => opening(value, column),
      };
    })
    .sort((a, b) => Number(b.isRequired) - Number(a.isRequired));
}

/** The values that are known for a field, or for an item of a list: of an enumeration or of a boolean. */
export function valueChoices(schema: KindSchema, place: SchemaPlace): readonly string[] {
  const part = schemaAt(schema, place);
  const known = part?.enum ?? part?.examples;
  if (known) return known.map(String);
  return part?.type === 'boolean' ? ['true', 'false'] : [];
}

function typeWords(schema: KindSchema, { type, items }: SchemaPart): string {
  return items ? `list of ${typeWords(schema, resolved(schema, items))}` : (type ?? 'any');
}

function opening({ type, properties, additionalProperties }: SchemaPart, column: number): string {
  if (type === 'array') return `:\n${' '.repeat(column + 2)}- `;
  return properties || additionalProperties ? `:\n${' '.repeat(column + 2)}` : ': ';
}
