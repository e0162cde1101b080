import { Field, Float, InputType, Int, ObjectType } from '@nestjs/graphql';
import type { Fields, Schema } from '@orrery/documents';
import { Duration, Json } from '../scalars/scalars';

/** A class that Nest makes a type of. */
type TypeClass = abstract new () => object;

/** A type that is made of a schema. */
export interface SchemaType {
  /** Name of the type; that of an input without `Input` at its end. */
  readonly name: string;
  readonly fields: Fields;
  readonly description: string;
  /** An abstract type whose fields the type has besides. */
  readonly base?: TypeClass;
}

/**
 * Makes the GraphQL input type of an object of a document from its schema: a field for each field, nested objects as
 * types of their own (`ClusterSettingsNodeHealthInput`), and JSON where a schema leaves the inside open. Closed sets are
 * texts, for they are spelled as Kubernetes spells them; their values stand in the description.
 */
export function inputTypeOf({ name, fields, description, base = class {} }: SchemaType): TypeClass {
  const type: TypeClass = class extends base {};
  Object.defineProperty(type, 'name', { value: `${name}Input` });
  declareFields(type, { name, fields, nullable: true });
  InputType(`${name}Input`, { description })(type);
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
  { name, fields, nullable }: { readonly name: string; readonly fields: Fields; readonly nullable: boolean },
): void {
  for (const [field, schema] of Object.entries(fields)) {
    const fieldType = typeOf(schema, `${name}${field[0]!.toUpperCase()}${field.slice(1)}`);
    const description = descriptionOf(schema, field);
    Field(() => fieldType as typeof String, { nullable, description })(type.prototype as object, field);
  }
}

function typeOf(schema: Schema, name: string): unknown {
  switch (schema.type) {
    case 'string':
      return schema.format === 'duration' ? Duration : String;
    case 'integer':
      // Int has 32 bits, which sizes exceed.
      return schema.format === 'bytes' ? Float : Int;
    case 'number':
      return Float;
    case 'boolean':
      return Boolean;
    case 'object':
      return inputTypeOf({ name, fields: schema.fields!, description: descriptionOf(schema, name) });
    case 'list': {
      const items = { about: schema.about!, ...schema.items! };
      return items.type === 'list' ? Json : [typeOf(items, items.type === 'object' ? name.replace(/s$/, '') : name)];
    }
    case 'any':
      return schema.values ? String : Json;
    default:
      return Json;
  }
}

function descriptionOf({ about, values, isImmutable, shownDefault, default: preset }: Schema, name: string): string {
  const shown = shownDefault ?? (['number', 'boolean'].includes(typeof preset) ? String(preset) : undefined);
  return [
    about ?? `The ${name}.`,
    ...(values && !about?.includes(values[0]!) ? [`One of ${values.map((value) => `\`${value}\``).join(', ')}.`] : []),
    ...(shown === undefined ? [] : [`Default ${shown}.`]),
    ...(isImmutable ? ['Can be chosen only at creation.'] : []),
  ].join(' ');
}
