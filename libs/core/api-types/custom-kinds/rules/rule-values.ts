import { RESOURCE_FIELDS, fieldSchema, type Structural } from '../schema/structural';

type Json = Record<string, unknown>;

/** Words that CEL keeps for itself; fields of these names are written with underscores. */
const RESERVED: ReadonlySet<string> = new Set(
  'true false null in as break const continue else for function if import let loop package namespace return var void while'.split(
    ' ',
  ),
);

/**
 * A value as rules see it: whole numbers as bigints, times as dates, fields by their escaped names
 * (`x-kubernetes-validations`, "escaping"). What no schema describes is not seen.
 */
export function ruleValue(
  schema: Structural | undefined,
  value: unknown,
  known = new WeakMap<object, unknown>(),
): unknown {
  if (typeof value === 'number') return schema?.type === 'number' || !Number.isInteger(value) ? value : BigInt(value);
  if (typeof value === 'string') return isTime(schema) ? (timeOf(value) ?? value) : value;
  if (typeof value !== 'object' || value === null) return value;
  const before = known.get(value);
  if (before !== undefined) return before;
  const seen = Array.isArray(value)
    ? value.map((item) => ruleValue(schema?.items, item, known))
    : fieldsOf(schema, value as Json, known);
  known.set(value, seen);
  return seen;
}

function fieldsOf(schema: Structural | undefined, value: Json, known: WeakMap<object, unknown>): Json {
  const seen: Json = {};
  for (const field of Object.keys(value)) {
    const own = schema && fieldSchema(schema, field);
    const name = schema?.properties.has(field) ? escaped(field) : field;
    if (name !== undefined) seen[name] = ruleValue(own, value[field], known);
  }
  return seen;
}

/** The name by which rules read a field; undefined for one that they cannot read. */
export function escaped(field: string): string | undefined {
  if (RESERVED.has(field)) return `__${field}__`;
  const name = field
    .replaceAll('__', '__underscores__')
    .replaceAll('.', '__dot__')
    .replaceAll('-', '__dash__')
    .replaceAll('/', '__slash__');
  return /^[A-Za-z_]\w*$/.test(name) ? name : undefined;
}

const SCALARS: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'int',
  number: 'double',
  boolean: 'bool',
};

/** What is wrong with a path of fields, in the words of cel-go; undefined where nothing is, or where that is not known. */
export function fieldProblem(root: Structural, path: readonly string[], isResource: boolean): string | undefined {
  let schema = root;
  let isRoot = isResource || root.isEmbeddedResource;
  for (const name of path) {
    if (isRoot && RESOURCE_FIELDS.has(name)) return undefined;
    const type = typeName(schema);
    if (type !== undefined) return `type '${type}' does not support field selection`;
    if (schema.type !== 'object' || schema.properties.size === 0)
      return schema.type === 'object' && !schema.additional ? `undefined field '${name}'` : undefined;
    const field = [...schema.properties.keys()].find((each) => escaped(each) === name);
    if (field === undefined) return schema.additional ? undefined : `undefined field '${name}'`;
    schema = schema.properties.get(field)!;
    isRoot = schema.isEmbeddedResource;
  }
  return undefined;
}

/** The type of a value without fields; undefined for what has fields, or may have. */
function typeName(schema: Structural): string | undefined {
  if (schema.isIntOrString) return undefined;
  if (schema.type === 'array') {
    const items = schema.items && typeName(schema.items);
    return items === undefined ? undefined : `list(${items})`;
  }
  const { format } = schema.source;
  if (schema.type === 'string' && format === 'byte') return 'bytes';
  if (schema.type === 'string' && format === 'duration') return 'google.protobuf.Duration';
  if (isTime(schema)) return 'google.protobuf.Timestamp';
  return Object.hasOwn(SCALARS, schema.type) ? SCALARS[schema.type] : undefined;
}

function isTime(schema: Structural | undefined): boolean {
  const format = schema?.source.format;
  return schema?.type === 'string' && (format === 'date-time' || format === 'datetime' || format === 'date');
}

function timeOf(text: string): Date | undefined {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? undefined : date;
}
