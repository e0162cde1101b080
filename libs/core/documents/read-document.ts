import { FieldErrorType, type FieldError } from '@orrery/api-types';
import { unknownName } from './nearest-name';
import type { Fields, Schema } from './schema';

/** The reason why a value is refused. */
export const FindingKind = {
  /** The value has another type. */
  Type: 'type',
  /** Field that does not exist. */
  Unknown: 'unknown',
  /** A field that must be there is not. */
  Missing: 'missing',
  /** The value is none of a closed set. */
  Unsupported: 'unsupported',
  /** A rule about the value does not hold. */
  Rule: 'rule',
} as const;
export type FindingKind = (typeof FindingKind)[keyof typeof FindingKind];

/** Finding about a document. Each kind of document words it in its own way. */
export interface Finding {
  readonly kind: FindingKind;
  /** Path of the field: `profiles[0].pluginConfig[1].args`. */
  readonly field: string;
  readonly value: unknown;
  /** Text of the correct form: "must be a string". */
  readonly detail: string;
  /** The schema that the value does not have; absent for an unknown field. */
  readonly schema?: Schema;
  /** The object that the field is in. */
  readonly parent?: Schema;
  /** Name of the field in it. */
  readonly name?: string;
  /** Names or values that would have been accepted. */
  readonly supported?: readonly string[];
  /** Error of a rule, if it has more than a text. */
  readonly error?: FieldError;
}

/** Options for reading a document. */
export interface ReadOptions {
  /** Path of the value in what it is a part of. */
  readonly field?: string;
  /** True to check only types and names: rules, ranges and conversions are applied by the code that uses the value. */
  readonly structureOnly?: boolean;
  /** Returns the path of a field, if it differs from its parent's path and its name. */
  readonly pathOf?: (parent: string, name: string) => string;
}

interface Reading {
  readonly findings: Finding[];
  readonly structureOnly: boolean;
  readonly pathOf: (parent: string, name: string) => string;
}

/** Object and field that contain a value. */
interface Place {
  readonly field: string;
  readonly parent?: Schema;
  readonly name?: string;
}

/** Value that was read, with all findings. The value lacks the parts with findings. */
export interface DocumentReading<T> {
  readonly value: T | undefined;
  readonly findings: readonly Finding[];
}

/**
 * Reads a parsed document (from YAML or JSON) by its schema: a copy in which every value has its type, null counts as
 * absent, defaults are filled in and nothing unknown is left. Integers too large for a double stay bigints.
 */
export function readDocument<T>(value: unknown, schema: Schema<T>, options: ReadOptions = {}): DocumentReading<T> {
  const { field = '', structureOnly = false, pathOf = joinPath } = options;
  const reading: Reading = { findings: [], structureOnly, pathOf };
  const read = readValue(value, schema, { field }, reading);
  return { value: read as T | undefined, findings: reading.findings };
}

function joinPath(parent: string, name: string): string {
  return parent === '' ? name : `${parent}.${name}`;
}

function readValue(value: unknown, schema: Schema, place: Place, reading: Reading): unknown {
  if (schema.type === 'choice') return readValue(value, schema.choose!(value), place, reading);
  if (schema.type === 'oneOf') {
    const fitting = schema.alternatives!.find((each) => isOfType(value, each));
    return fitting ? readValue(value, fitting, place, reading) : refuseType(value, schema, place, reading);
  }
  if (!isOfType(value, schema)) return refuseType(value, schema, place, reading);
  const { findings, structureOnly } = reading;
  const before = findings.length;
  const parts = readParts(value, schema, place, reading);
  if (schema.isWhole && findings.length > before) {
    findings.length = before;
    return refuseType(value, schema, place, reading);
  }
  // Rules are about values of the right types; those of parts do not hide those of the whole.
  if (structureOnly || findings.slice(before).some(({ kind }) => kind !== FindingKind.Rule)) return parts;
  if (schema.convert) {
    // The schema has checked the parts, which the compiler cannot follow.
    const made = schema.convert(parts as never);
    if (made === undefined) return refuseType(value, schema, place, reading);
    check(made, schema, { ...place, given: value }, reading);
    return made;
  }
  check(parts, schema, { ...place, given: value }, reading);
  return parts;
}

function readParts(value: unknown, schema: Schema, place: Place, reading: Reading): unknown {
  switch (schema.type) {
    case 'list':
      return (value as readonly unknown[]).map((item, i) =>
        readValue(item, schema.items!, { ...place, field: `${place.field}[${i}]` }, reading),
      );
    case 'map':
      return readMap(value as Readonly<Record<string, unknown>>, schema, place, reading);
    case 'object':
      return readFields(value as Readonly<Record<string, unknown>>, schema, place, reading);
    default:
      return value;
  }
}

function readMap(
  value: Readonly<Record<string, unknown>>,
  schema: Schema,
  { field }: Place,
  reading: Reading,
): Record<string, unknown> {
  // Keys are data, so the copy has no prototype that one of them could mean.
  const copy = Object.create(null) as Record<string, unknown>;
  for (const [key, part] of Object.entries(value)) {
    const of = schema.valuesAt!(key);
    const at = schema.isDotted ? reading.pathOf(field, key) : `${field}[${key}]`;
    if (of) copy[key] = readValue(part, of, { field: at, parent: schema, name: key }, reading);
    else reading.findings.push({ ...unsupported(at, key, schema.keys ?? []), parent: schema, name: key });
  }
  return copy;
}

function readFields(
  value: Readonly<Record<string, unknown>>,
  schema: Schema,
  { field }: Place,
  reading: Reading,
): Record<string, unknown> {
  const known: Fields = schema.fields!;
  const copy: Record<string, unknown> = {};
  for (const name of schema.required ?? []) {
    if (value[name] !== undefined) continue;
    const at = reading.pathOf(field, name);
    reading.findings.push({ kind: FindingKind.Missing, field: at, value: undefined, detail: '', parent: schema, name });
  }
  for (const [name, part] of Object.entries(value)) {
    const of = Object.hasOwn(known, name) ? known[name] : undefined;
    const at = reading.pathOf(field, name);
    if (!of) {
      if (part === undefined) continue;
      const supported = Object.keys(known);
      reading.findings.push({
        kind: FindingKind.Unknown,
        field: at,
        value: part,
        detail: unknownName('field', name, supported),
        parent: schema,
        name,
        supported,
      });
    } else if (part !== null && part !== undefined) {
      const read = readValue(part, of, { field: at, parent: schema, name }, reading);
      if (read !== undefined) copy[name] = read;
    }
  }
  if (!reading.structureOnly) fillDefaults(copy, known);
  return copy;
}

function fillDefaults(copy: Record<string, unknown>, known: Fields): void {
  for (const [name, schema] of Object.entries(known)) {
    if (schema.default !== undefined) copy[name] ??= schema.default;
  }
}

/** Closed sets, ranges and rules. */
function check(
  value: unknown,
  schema: Schema,
  { given, ...place }: Place & { readonly given: unknown },
  { findings }: Reading,
): void {
  const { values, range, check } = schema;
  if (values && !values.includes(value as string)) {
    findings.push({ ...unsupported(place.field, given, values), ...place, schema });
    return;
  }
  if (range && isOutside(value as number, range)) {
    findings.push({ kind: FindingKind.Rule, ...place, value: given, detail: range.text, schema });
    return;
  }
  // The schema has checked the parts, which the compiler cannot follow.
  const found = check?.(value as never);
  if (found === undefined) return;
  if (typeof found === 'string') {
    findings.push({ kind: FindingKind.Rule, ...place, value: given, detail: found, schema });
    return;
  }
  for (const error of found) findings.push(findingOf(error, place.field));
}

function findingOf(relative: FieldError, field: string): Finding {
  const at = relative.field;
  const error = { ...relative, field: field === '' && at.startsWith('.') ? at.slice(1) : `${field}${at}` };
  const kind = error.type === FieldErrorType.Required ? FindingKind.Missing : FindingKind.Rule;
  return { kind, field: error.field, value: error.value, detail: error.detail, error };
}

function isOutside(value: number, { min, max }: NonNullable<Schema['range']>): boolean {
  return !((min === undefined || value >= min) && (max === undefined || value <= max));
}

function unsupported(field: string, value: unknown, supported: readonly string[]): Finding {
  const detail = `supported values: ${supported.map((each) => JSON.stringify(each)).join(', ')}`;
  return { kind: FindingKind.Unsupported, field, value, detail, supported };
}

function refuseType(value: unknown, schema: Schema, place: Place, { findings }: Reading): undefined {
  findings.push({ kind: FindingKind.Type, ...place, value, detail: schema.expected, schema });
  return undefined;
}

function isOfType(value: unknown, schema: Schema): boolean {
  switch (schema.type) {
    case 'string':
    case 'boolean':
      return typeof value === schema.type;
    case 'number':
      return typeof value === 'number' && Number.isFinite(value);
    case 'integer':
      return typeof value === 'bigint' || Number.isInteger(value);
    case 'list':
      return Array.isArray(value);
    case 'map':
    case 'object':
    case 'anyObject':
      return isPlainObject(value);
    case 'any':
      return true;
    case 'oneOf':
      return schema.alternatives!.some((each) => isOfType(value, each));
    case 'choice':
      return isOfType(value, schema.choose!(value));
  }
}

/** Returns whether a parsed value is an object, and neither a list nor null. */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
