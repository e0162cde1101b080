import type { ValueNotation } from './label-selector-fault';

/** Problem of one field. */
export interface FieldProblem {
  readonly field: string;
  readonly reason: string;
  /** The document could not be decoded, as opposed to values that make no sense. */
  readonly isDecoding: boolean;
  /** Found where defaults are set, once everything else is in order; its message has no beginning. */
  readonly isDefaulting?: boolean;
  /** Found where the profile is built: without it the others run. */
  readonly isBuilding?: boolean;
  /** Path of the plugin's configuration that it is in: the errors of a plugin are one message. */
  readonly plugin?: string;
}

/** Origin of the fields of a converted document. */
export interface FieldOrigin {
  /** Paths by key. */
  readonly paths: Readonly<Record<string, string>>;
  readonly notation: ValueNotation;
}

/** A document as parsed from YAML or JSON. */
export type PlainObject = Readonly<Record<string, unknown>>;

/** The sentence of Go's decoder for a value of another type; `field` is the struct's name and the field's. */
export function cannotDecode(value: unknown, field: string, type: string): string {
  return `json: cannot unmarshal ${goTypeOf(value)} into Go struct field ${field} of type ${type}`;
}

/** The sentence of Go's strict decoder for a field that a struct does not have. */
export function unknownField(name: string): string {
  return `strict decoding error: unknown field "${name}"`;
}

/** Returns the name that the real program's decoder gives to the type of a value that it cannot use. */
function goTypeOf(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'boolean') return 'bool';
  return typeof value === 'bigint' ? 'number' : typeof value;
}
