import { formatQuantity, parseQuantity, roundedToMilli } from '@orrery/quantity';
import { isRecord } from './is-record';
import { invalidField, type FieldError } from '../errors/field-error';
import { storableTextProblem } from '../names/storable-text';
import { exactInteger, inexactText, keptInteger } from '../numbers/exact-numbers';
import { setOwn } from './own-field';
import type { SchemaShape } from './schema-shape';
import { readBase64, readMicroTime, readQuantity, readTime, type ScalarVerdict } from './scalars';
import { goStructName, goTypeName, type Struct, type ValueType } from './struct-table';

/** The outcome of {@link decodeStruct}. */
export type DecodeVerdict =
  | {
      readonly ok: true;
      /** A fresh object that shares nothing with the input and holds known fields only. */
      readonly value: Record<string, unknown>;
      /** Paths that the struct does not have, in the order of the input. */
      readonly unknownFields: readonly string[];
      /** Texts and keys that no store takes: NUL, lone surrogates. */
      readonly unstorable: readonly FieldError[];
    }
  | { readonly ok: false; readonly error: string };

/** Fields that a release does not have, by their structs. */
export type HiddenFields = ReadonlyMap<Struct, ReadonlySet<string>>;

const NOTHING: HiddenFields = new Map();

/** Deep enough for any real object; deeper input is an attack on the stack. */
const MAX_DEPTH = 500;
const INT64_LIMIT = 2 ** 63;
const TOO_LARGE = 'a number is beyond the range of float64';

/**
 * Reads parsed JSON as a struct, with bigints for whole numbers that a double does not keep (`parseJson`): values without a
 * type keep those, others refuse them. Checks types, drops nulls, empty lists, empty maps and the zeros of fields without a pointer as Go's encoding does (but keeps empty lists that say something else than none), brings quantities and times into their stored form, collects
 * unknown fields, and those that are `hidden` as if they were unknown. The first wrong type ends it, with the text that Go's decoder gives.
 */
export function decodeStruct(struct: Struct, input: unknown, hidden: HiddenFields = NOTHING): DecodeVerdict {
  const decoder = new Decoder(hidden);
  try {
    const value = decoder.struct(struct, input, struct) as Record<string, unknown>;
    return { ok: true, value, unknownFields: decoder.unknownFields, unstorable: decoder.unstorable };
  } catch (error) {
    if (error instanceof DecodeProblem) return { ok: false, error: error.message };
    throw error;
  }
}

/** Empty lists that say something: forget who owns what; no triggers, in place of the usual ones. */
function saysSomethingEmpty({ name: struct }: Struct, name: string): boolean {
  return name === 'managedFields' || (struct === 'V1DeploymentConfigSpec' && name === 'triggers');
}

/** Unwinds the descent; never leaves this file. */
class DecodeProblem extends Error {}

class Decoder {
  readonly unknownFields: string[] = [];
  readonly unstorable: FieldError[] = [];
  /** Field names, map keys in brackets and list indexes down to the value at hand. */
  private readonly path: (string | number)[] = [];

  constructor(private readonly hidden: HiddenFields) {}

  struct(struct: Struct, input: unknown, parent: Struct): unknown {
    if (!isRecord(input)) this.fail(input, { is: 'struct', struct }, parent);
    this.checkDepth();
    const output: Record<string, unknown> = {};
    const hidden = this.hidden.get(struct);
    for (const name of Object.keys(input)) {
      const value = input[name];
      const type = struct.typeOf(name);
      this.path.push(name);
      if (!type || hidden?.has(name)) this.unknownFields.push(renderPath(this.path));
      else if (type.is === 'shape') this.shaped(output, name, type.shape, value);
      else if (value !== null && value !== undefined) this.field(output, name, type, value, struct);
      this.path.pop();
    }
    for (const name of struct.writtenNulls) output[name] ??= null;
    return output;
  }

  private field(output: Record<string, unknown>, name: string, type: ValueType, input: unknown, parent: Struct): void {
    const value = this.value(type, input, parent);
    if (type.is === '[' && (value as unknown[]).length === 0 && !saysSomethingEmpty(parent, name)) return;
    if (type.is === '{' && isEmptyRecord(value as object)) return;
    if (!value && parent.omittedZeros.has(name)) return;
    output[name] = value;
  }

  private shaped(output: Record<string, unknown>, name: string, shape: SchemaShape, input: unknown): void {
    if (input === undefined) return;
    const whole = (below: readonly (string | number)[]): (string | number)[] => [...this.path, ...below];
    const value = shape.read(input, {
      unknownField: (below) => void this.unknownFields.push(renderPath(whole(below))),
      text: (below, text) => {
        const problem = storableTextProblem(text);
        if (problem !== undefined) this.unstorable.push(invalidField(renderPath(whole(below)), text, problem));
      },
      infinite: (below) => {
        throw new DecodeProblem(`json: ${renderPath(whole(below))}: ${TOO_LARGE}`);
      },
    });
    if (value !== undefined) output[name] = value;
  }

  private value(type: ValueType, input: unknown, parent: Struct): unknown {
    switch (type.is) {
      case 's':
        return typeof input === 'string' ? this.text(input) : this.fail(input, type, parent);
      case 'b':
        return typeof input === 'boolean' ? input : this.fail(input, type, parent);
      case 'i':
        return isInt32(input) ? input : this.fail(input, type, parent);
      case 'l':
        return this.int64(input, parent);
      case 'd':
        if (typeof input === 'bigint') return Number(input);
        return Number.isFinite(input) ? input : this.fail(input, type, parent);
      case 'o':
        if (typeof input === 'string') return this.text(input);
        return isInt32(input) ? input : this.fail(input, type, parent);
      case 'struct':
        return this.struct(type.struct, input, parent);
      case '|':
        return isRecord(input) ? this.struct(type.struct, input, parent) : this.anything(input);
      case '[':
        return this.list(type, input, parent);
      case '{':
        return this.map(type, input, parent);
      case 'x':
        return this.anything(input);
      default:
        return this.scalar(type, input, parent);
    }
  }

  private text(input: string): string {
    const problem = storableTextProblem(input);
    if (problem !== undefined) this.unstorable.push(invalidField(renderPath(this.path), input, problem));
    return input;
  }

  private int64(input: unknown, parent: Struct): number {
    // A number was either stored before or found exact by the parser.
    if (typeof input === 'number' && Number.isInteger(input) && Math.abs(input) < INT64_LIMIT) return input;
    if (typeof input !== 'bigint' || BigInt.asIntN(64, input) !== input) this.fail(input, { is: 'l' }, parent);
    const value = exactInteger(input as bigint);
    if (typeof value === 'number') return value;
    throw new DecodeProblem(`json: ${renderPath(this.path)}: ${inexactText(value)}`);
  }

  private scalar(type: ValueType, input: unknown, parent: Struct): string {
    const isNumber = typeof input === 'number' || typeof input === 'bigint';
    if (typeof input !== 'string' && !(type.is === 'q' && isNumber)) this.fail(input, type, parent);
    const verdict = readScalar(type, isNumber ? String(input) : (input as string));
    if ('error' in verdict) throw new DecodeProblem(verdict.error);
    return verdict.value;
  }

  private list(type: ValueType & { is: '[' | '{' }, input: unknown, parent: Struct): unknown[] {
    if (!Array.isArray(input)) this.fail(input, type, parent);
    this.checkDepth();
    return (input as unknown[]).map((item, index) => {
      this.path.push(index);
      const value = this.value(type.item, item ?? zeroOf(type.item), parent);
      this.path.pop();
      return value;
    });
  }

  private map(type: ValueType & { is: '[' | '{' }, input: unknown, parent: Struct): Record<string, unknown> {
    if (!isRecord(input)) this.fail(input, type, parent);
    this.checkDepth();
    const output: Record<string, unknown> = {};
    const areResources = type.item.is === 'q' && !DEVICE_AMOUNTS.has(parent.name);
    for (const key of Object.keys(input)) {
      this.text(key);
      this.path.push(`[${key}]`);
      const value = this.value(type.item, input[key] ?? zeroOf(type.item), parent);
      setOwn(output, key, areResources ? inMilli(value as string) : value);
      this.path.pop();
    }
    return output;
  }

  private anything(input: unknown): unknown {
    if (typeof input === 'string') return this.text(input);
    if (typeof input === 'bigint') return keptInteger(input);
    if (typeof input === 'number' && !Number.isFinite(input)) {
      throw new DecodeProblem(`json: ${renderPath(this.path)}: ${TOO_LARGE}`);
    }
    if (typeof input !== 'object' || input === null) return input;
    this.checkDepth();
    if (Array.isArray(input)) return input.map((item, index) => this.part(index, item));
    const output: Record<string, unknown> = {};
    for (const [key, value] of Object.entries(input)) setOwn(output, this.text(key), this.part(key, value));
    return output;
  }

  private part(step: string | number, value: unknown): unknown {
    this.path.push(step);
    const output = this.anything(value);
    this.path.pop();
    return output;
  }

  private checkDepth(): void {
    if (this.path.length > MAX_DEPTH) throw new DecodeProblem('json: exceeded max depth');
  }

  private fail(input: unknown, type: ValueType, parent: Struct): never {
    const names = this.path.filter(isFieldName).join('.');
    throw new DecodeProblem(
      `json: cannot unmarshal ${jsonTypeName(input, type)} into Go struct field ${goStructName(parent)}.${names} of type ${goTypeName(type)}`,
    );
  }
}

function readScalar(type: ValueType, input: string): ScalarVerdict {
  switch (type.is) {
    case 'q':
      return readQuantity(input);
    case 't':
      return readTime(input);
    case 'u':
      return readMicroTime(input);
    default:
      return readBase64(input);
  }
}

/** Structs with amounts that are not lists of resources (`ResourceList` of core/v1 upstream). */
const DEVICE_AMOUNTS: ReadonlySet<string> = new Set(['V1CapacityRequirements', 'V1DeviceRequestAllocationResult']);

/** An amount of a resource as `SetDefaults_ResourceList` rounds it up; most have no smaller part. */
function inMilli(text: string): string {
  return /[nu]$|[eE.]/.test(text) ? formatQuantity(roundedToMilli(parseQuantity(text))) : text;
}

/** Returns the value that Go makes of null inside a list or map. */
function zeroOf(type: ValueType): unknown {
  if (type.is === 'struct' || type.is === '{') return {};
  if (type.is === '[') return [];
  if (type.is === 'q') return '0';
  if (type.is === 'b') return false;
  return type.is === 's' || type.is === 'y' ? '' : 0;
}

function isInt32(input: unknown): input is number {
  return typeof input === 'number' && (input | 0) === input;
}

function isEmptyRecord(value: object): boolean {
  for (const key in value) if (Object.hasOwn(value, key)) return false;
  return true;
}

/** Go says which number it is where a number was expected. */
function jsonTypeName(input: unknown, type: ValueType): string {
  if (Array.isArray(input)) return 'array';
  if (typeof input === 'bigint') return type.is === 'i' || type.is === 'l' ? `number ${input}` : 'number';
  if (typeof input === 'number') return Number.isInteger(input) ? 'number' : `number ${input}`;
  return typeof input === 'boolean' ? 'bool' : typeof input;
}

/** Go names fields only, neither indexes nor map keys. */
function isFieldName(step: string | number): boolean {
  return typeof step === 'string' && !step.startsWith('[');
}

function renderPath(path: readonly (string | number)[]): string {
  let text = '';
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`;
    else text += text === '' || !isFieldName(step) ? step : `.${step}`;
  }
  return text;
}
