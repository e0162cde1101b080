/** Kinds of types that the checker distinguishes; `param` is a type that is still open. */
export type CelTypeKind =
  'dyn' | 'error' | 'null' | 'primitive' | 'time' | 'list' | 'map' | 'type' | 'optional' | 'object' | 'param';

/** A type of the language (`common/types.Type` of cel-go). */
export interface CelType {
  readonly kind: CelTypeKind;
  /** Name in messages, without its parameters. */
  readonly name: string;
  readonly params: readonly CelType[];
  /** The number of types that it is made of. */
  readonly size: number;
  /** True if one of these is open. */
  readonly isOpen: boolean;
  /** Fields of objects; absent for the types of functions, whose fields cannot be read. */
  readonly fields?: ReadonlyMap<string, CelType>;
}

function simple(kind: CelTypeKind, name: string): CelType {
  return { kind, name, params: [], size: 1, isOpen: kind === 'param' };
}

/** Larger types are `dyn`: a variable that holds itself twice doubles its type each time. */
const MAX_SIZE = 1000;

function composed(kind: CelTypeKind, name: string, params: readonly CelType[]): CelType {
  const size = params.reduce((sum, param) => sum + param.size, 1);
  return size > MAX_SIZE ? DYN : { kind, name, params, size, isOpen: params.some(({ isOpen }) => isOpen) };
}

/** The same type with other parameters. */
export function withParams({ kind, name }: CelType, params: readonly CelType[]): CelType {
  return composed(kind, name, params);
}

const PRIMITIVES = ['bool', 'bytes', 'double', 'int', 'string', 'uint'] as const;

/** Types without parameters, by the names that signatures use. */
const SIMPLE: ReadonlyMap<string, CelType> = new Map([
  ...PRIMITIVES.map((name) => [name, simple('primitive', name)] as const),
  ['dyn', simple('dyn', 'dyn')],
  ['null', simple('null', 'null')],
  ['type', simple('type', 'type')],
  ['google.protobuf.Timestamp', simple('time', 'timestamp')],
  ['google.protobuf.Duration', simple('time', 'duration')],
  ['IP', simple('object', 'net.IP')],
  ['CIDR', simple('object', 'net.CIDR')],
  ['URL', simple('object', 'kubernetes.URL')],
  ['Quantity', simple('object', 'kubernetes.Quantity')],
  ['Semver', simple('object', 'kubernetes.Semver')],
  ['Format', simple('object', 'kubernetes.NamedFormat')],
  ...['Authorizer', 'PathCheck', 'GroupCheck', 'ResourceCheck', 'Decision'].map(
    (name) => [name, simple('object', `kubernetes.authorization.${name}`)] as const,
  ),
]);

export const DYN = SIMPLE.get('dyn')!;
export const BOOL = SIMPLE.get('bool')!;
export const INT = SIMPLE.get('int')!;
export const STRING = SIMPLE.get('string')!;
export const DOUBLE = SIMPLE.get('double')!;
export const BYTES = SIMPLE.get('bytes')!;
export const TIMESTAMP = SIMPLE.get('google.protobuf.Timestamp')!;
export const QUANTITY = SIMPLE.get('Quantity')!;
export const DURATION = SIMPLE.get('google.protobuf.Duration')!;
/** Type of an expression whose error has been reported already: it is compatible with every type. */
export const ERROR = simple('error', '!error!');

/** The type of a list. */
export function listType(items: CelType): CelType {
  return composed('list', 'list', [items]);
}

/** The type of a map. */
export function mapType(keys: CelType, values: CelType): CelType {
  return composed('map', 'map', [keys, values]);
}

/** The type of a value that may be absent. */
export function optionalType(value: CelType): CelType {
  return composed('optional', 'optional_type', [value]);
}

/** The type of objects of a name that have these fields. */
export function objectType(name: string, fields: ReadonlyMap<string, CelType>): CelType {
  return { ...simple('object', name), fields };
}

/** A type that is found while checking. */
export function openType(name: string): CelType {
  return simple('param', name);
}

/**
 * Reads a type as signatures of the library write it: `map<string, dyn>`; a single capital letter is an open type. Other names
 * are objects without fields.
 */
export function readType(text: string): CelType {
  const [, name, inner] = /^([\w.]+)(?:<(.*)>)?$/.exec(text.trim()) ?? [];
  if (name === undefined) throw new TypeError(`no type: ${text}`);
  const params = inner === undefined ? [] : splitTypes(inner).map(readType);
  switch (name) {
    case 'list':
      return listType(params[0] ?? DYN);
    case 'map':
      return mapType(params[0] ?? DYN, params[1] ?? DYN);
    case 'optional':
      return optionalType(params[0] ?? DYN);
    default:
      return SIMPLE.get(name) ?? (/^[A-Z]$/.test(name) ? openType(name) : simple('object', name));
  }
}

/** Splits types at the commas between them, not at those within. */
export function splitTypes(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  [...text].forEach((character, i) => {
    if (character === '<') depth++;
    if (character === '>') depth--;
    if (character !== ',' || depth > 0) return;
    parts.push(text.slice(from, i));
    from = i + 1;
  });
  return [...parts, text.slice(from)].filter((part) => part.trim() !== '');
}

/** A type as messages of cel-go show it (`checker/format.go`). */
export function formatType({ name, params }: CelType): string {
  return params.length === 0 ? name : `${name}(${params.map(formatType).join(', ')})`;
}

/** Returns whether two types are the same one. */
export function isSameType(a: CelType, b: CelType): boolean {
  return (
    a === b ||
    (a.kind === b.kind &&
      a.name === b.name &&
      a.params.length === b.params.length &&
      a.params.every((param, i) => isSameType(param, b.params[i]!)))
  );
}
