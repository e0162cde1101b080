import { Field, Float, InputType, Int, ObjectType } from '@nestjs/graphql';
import type { Fields, Schema, SchemaFormat } from '@orrery/documents';
import { LabelChanges, LabelMap, ResourceList } from '../scalars/key-values';
import { Amount, DateTime, Duration, Int64, Json, Yaml } from '../scalars/scalars';
import { enumType } from './enum-types';
import { typeNamed } from './named-types';

/** A class that Nest makes a type of. */
export type TypeClass = abstract new () => object;

/** A type that is made of a schema. */
export interface SchemaType {
  /** Name of the type; that of an input without `Input` at its end. */
  readonly name: string;
  readonly fields: Fields;
  /** Fields that must be given. */
  readonly required?: readonly string[];
  readonly description: string;
  /** An abstract type whose fields the type has besides. */
  readonly base?: TypeClass;
}

const inputTypes = new Map<string, TypeClass>();

const BY_FORMAT: Readonly<Partial<Record<SchemaFormat, unknown>>> = {
  duration: Duration,
  time: DateTime,
  int64: Int64,
  amount: Amount,
  yaml: Yaml,
  labels: LabelMap,
  labelChanges: LabelChanges,
  quantities: ResourceList,
  // Int has 32 bits, which sizes exceed.
  bytes: Float,
};

/**
 * Makes the GraphQL input type of an object of a document from its schema: a field for each field, nested objects as
 * types of their own (`ClusterSettingsNodeHealthInput`), and JSON where a schema leaves the inside open. Closed sets are
 * texts, for they are spelled as Kubernetes spells them; their values stand in the description.
 */
export function inputTypeOf({ name, fields, required = [], description, base = class {} }: SchemaType): TypeClass {
  const known = inputTypes.get(name);
  if (known) return known;
  const type: TypeClass = class extends base {};
  Object.defineProperty(type, 'name', { value: `${name}Input` });
  declareFields(type, { name, fields, required, nullable: true });
  InputType(`${name}Input`, { description })(type);
  inputTypes.set(name, type);
  return type;
}

/** Makes the GraphQL type of a document in which every field of the schema has a value, unless it `isPartial`. */
export function objectTypeOf({
  name,
  fields,
  description,
  base = class {},
  isPartial = false,
}: SchemaType & { readonly isPartial?: boolean }): TypeClass {
  const type: TypeClass = class extends base {};
  Object.defineProperty(type, 'name', { value: name });
  declareFields(type, { name, fields, nullable: isPartial });
  ObjectType(name, { description })(type);
  return type;
}

function declareFields(
  type: TypeClass,
  {
    name,
    fields,
    required = [],
    nullable,
  }: Pick<SchemaType, 'name' | 'fields' | 'required'> & { readonly nullable: boolean },
): void {
  for (const [field, schema] of Object.entries(fields)) {
    const fieldName = `${name}${field[0]!.toUpperCase()}${field.slice(1)}`;
    const isRequired = required.includes(field);
    const isNullable = nullable && !isRequired;
    const description = descriptionOf(schema, field);
    const options = { nullable: isNullable, description, ...(isRequired ? { defaultValue: schema.default } : {}) };
    // Nest's types want the type of each field, which the schema knows only when it runs.
    Field(typeOf(schema, fieldName) as () => typeof String, options as object)(type.prototype as object, field);
  }
}

/** The type of a field, looked up when the schema is built; types that are made of schemas are declared at once. */
function typeOf(schema: Schema, name: string): () => unknown {
  if (schema.type === 'any' && schema.name !== undefined) return () => typeNamed(schema.name!);
  if (schema.type === 'list') {
    const items = { about: schema.about!, ...schema.items! };
    if (items.type === 'list') return () => Json;
    const itemType = typeOf(items, items.type === 'object' ? name.replace(/s$/, '') : name);
    return () => [itemType()];
  }
  const type = singleType(schema, name);
  return () => type;
}

function singleType(schema: Schema, name: string): unknown {
  if (schema.words) return enumType({ name: schema.name!, about: schema.typeAbout!, words: schema.words });
  if (schema.format) return BY_FORMAT[schema.format];
  switch (schema.type) {
    case 'string':
      return String;
    case 'integer':
      return Int;
    case 'number':
      return Float;
    case 'boolean':
      return Boolean;
    case 'object':
      return nestedType(schema, name);
    case 'any':
      return schema.values ? String : Json;
    default:
      return Json;
  }
}

/** Objects of settings are named by their place, those of inputs of actions have names. */
function nestedType(schema: Schema, name: string): TypeClass {
  const { fields = {}, required = [], typeAbout } = schema;
  if (typeAbout === undefined) return inputTypeOf({ name, fields, description: descriptionOf(schema, name) });
  return inputTypeOf({ name: schema.name!, fields, required, description: typeAbout });
}

function descriptionOf(
  { about, values, words, isImmutable, shownDefault, default: preset }: Schema,
  name: string,
): string {
  const shown = shownDefault ?? (['number', 'boolean'].includes(typeof preset) ? String(preset) : undefined);
  return [
    about ?? `The ${name}.`,
    ...(values && !words && !about?.includes(values[0]!)
      ? [`One of ${values.map((value) => `\`${value}\``).join(', ')}.`]
      : []),
    ...(shown === undefined ? [] : [`Default ${shown}.`]),
    ...(isImmutable ? ['Can be chosen only at creation.'] : []),
  ].join(' ');
}
