import type { ConfigurationError } from './configuration-error';

/** What a value of a configuration document looks like. */
export type Structure =
  | { readonly kind: 'string' | 'integer' | 'boolean' | 'anyObject' }
  | { readonly kind: 'oneOf'; readonly structures: readonly Structure[]; readonly words: string }
  | { readonly kind: 'list'; readonly of: Structure }
  | { readonly kind: 'fields'; readonly fields: Readonly<Record<string, Structure>> };

export const STRING: Structure = { kind: 'string' };
export const INTEGER: Structure = { kind: 'integer' };
export const BOOLEAN: Structure = { kind: 'boolean' };
/** An object whose inside does not matter here. */
export const ANY_OBJECT: Structure = { kind: 'anyObject' };
export const STRINGS: Structure = { kind: 'list', of: STRING };

export function listOf(of: Structure): Structure {
  return { kind: 'list', of };
}

export function fieldsOf(fields: Readonly<Record<string, Structure>>): Structure {
  return { kind: 'fields', fields };
}

/** A value of the first structure that it is of. */
export function oneOf(words: string, ...structures: readonly Structure[]): Structure {
  return { kind: 'oneOf', structures, words };
}

/** Where findings go: unknown fields are errors in strict reading and warnings otherwise. */
export interface Findings {
  readonly errors: ConfigurationError[];
  readonly unknownFields: ConfigurationError[];
}

const TYPE_TEXTS: Readonly<Record<Exclude<Structure['kind'], 'oneOf'>, string>> = {
  string: 'must be a string',
  integer: 'must be an integer',
  boolean: 'must be true or false',
  anyObject: 'must be an object',
  list: 'must be a list',
  fields: 'must be an object',
};

/**
 * Brings a parsed document into a known form: a copy in which every value has its type, null counts as absent, and
 * nothing unknown is left. Integers too large for a double stay bigints. What does not fit is reported and left out.
 */
export function readStructure(value: unknown, structure: Structure, path: string, findings: Findings): unknown {
  if (!isOfKind(value, structure)) {
    const words = structure.kind === 'oneOf' ? structure.words : TYPE_TEXTS[structure.kind];
    findings.errors.push({ field: path, reason: `Invalid value: ${textOf(value)}: ${words}` });
    return undefined;
  }
  switch (structure.kind) {
    case 'oneOf':
      return readStructure(
        value,
        structure.structures.find((one) => isOfKind(value, one))!,
        path,
        findings,
      );
    case 'list':
      return (value as readonly unknown[]).map((item, i) =>
        readStructure(item, structure.of, `${path}[${i}]`, findings),
      );
    case 'fields':
      return readFields(value as Readonly<Record<string, unknown>>, structure.fields, path, findings);
    case 'string':
    case 'integer':
    case 'boolean':
    case 'anyObject':
      return value;
  }
}

function readFields(
  value: Readonly<Record<string, unknown>>,
  known: Readonly<Record<string, Structure>>,
  path: string,
  findings: Findings,
): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const [name, part] of Object.entries(value)) {
    const field = path === '' ? name : `${path}.${name}`;
    const structure = Object.hasOwn(known, name) ? known[name] : undefined;
    if (!structure) findings.unknownFields.push({ field, reason: 'unknown field' });
    else if (part !== null && part !== undefined) {
      const read = readStructure(part, structure, field, findings);
      if (read !== undefined) copy[name] = read;
    }
  }
  return copy;
}

function isOfKind(value: unknown, structure: Structure): boolean {
  switch (structure.kind) {
    case 'string':
    case 'boolean':
      return typeof value === structure.kind;
    case 'integer':
      return typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value));
    case 'list':
      return Array.isArray(value);
    case 'fields':
    case 'anyObject':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    case 'oneOf':
      return structure.structures.some((one) => isOfKind(value, one));
  }
}

/** A value as errors show it: as JSON, large integers as digits. */
export function textOf(value: unknown): string {
  if (value === undefined) return 'null';
  if (typeof value === 'bigint') return String(value);
  return JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? String(part) : part));
}
