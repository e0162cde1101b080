import type { Schema } from './schema';

/** A JSON Schema, draft 7: what editors complete and check by. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * Returns a schema as JSON Schema. Rules that are functions are left out, and so are rules that depend on the value: it
 * accepts all that the schema accepts, and refuses values of another shape.
 */
export function jsonSchemaOf(schema: Schema): JsonSchema {
  return { ...shapeOf(schema), ...(schema.about === undefined ? {} : { description: schema.about }) };
}

function shapeOf(schema: Schema): JsonSchema {
  const { type, values, items, fields, required = [], alternatives = [] } = schema;
  switch (type) {
    case 'string':
      return { type, ...(values ? { enum: values } : {}) };
    case 'integer':
    case 'number':
      return { type, ...boundsOf(schema) };
    case 'boolean':
      return { type };
    case 'list':
      return { type: 'array', ...(items ? { items: jsonSchemaOf(items) } : {}) };
    case 'map':
      return { type: 'object', ...entriesOf(schema) };
    case 'object':
      return {
        type,
        properties: Object.fromEntries(Object.entries(fields ?? {}).map(([name, each]) => [name, jsonSchemaOf(each)])),
        additionalProperties: false,
        ...(required.length > 0 ? { required } : {}),
      };
    case 'anyObject':
      return { type: 'object' };
    case 'oneOf':
      return { anyOf: alternatives.map(jsonSchemaOf) };
    case 'any':
    case 'choice':
      return {};
  }
}

function boundsOf({ range }: Schema): JsonSchema {
  return {
    ...(range?.min === undefined ? {} : { minimum: range.min }),
    ...(range?.max === undefined ? {} : { maximum: range.max }),
  };
}

/** Entries of a map: by its keys where it knows them, else all alike. */
function entriesOf({ keys, valuesAt }: Schema): JsonSchema {
  const at = (key: string): JsonSchema => {
    const schema = valuesAt?.(key);
    return schema ? jsonSchemaOf(schema) : {};
  };
  return keys
    ? { properties: Object.fromEntries(keys.map((key) => [key, at(key)])), additionalProperties: false }
    : { additionalProperties: at('') };
}

/**
 * Makes the schema of a list whose entries select the schema of their `args` by `name`. Other names are accepted, with
 * any arguments.
 */
export function namedArgs(argsOf: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return {
    type: 'object',
    properties: { name: { type: 'string', examples: Object.keys(argsOf) }, args: { type: 'object' } },
    additionalProperties: false,
    allOf: Object.entries(argsOf).map(([name, args]) => ({
      if: { properties: { name: { const: name } }, required: ['name'] },
      then: { properties: { args } },
    })),
  };
}
