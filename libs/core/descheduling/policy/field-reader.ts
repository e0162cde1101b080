import type { LabelSelector } from '@orrery/api-types';
import {
  anyObject,
  boolean,
  integer,
  listOf,
  mapOf,
  number,
  readDocument,
  string,
  type Schema,
} from '@orrery/documents';
import { labelSelectorFault, type ValueNotation } from './label-selector-fault';

/** What is wrong with one field. */
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

/** Where the fields of a converted document came from. */
export interface FieldOrigin {
  /** Paths by key. */
  readonly paths: Readonly<Record<string, string>>;
  readonly notation: ValueNotation;
}

/** A document as parsed from YAML or JSON. */
export type PlainObject = Readonly<Record<string, unknown>>;

/** How the real program's decoder names the type of a value that it cannot use. */
function goTypeOf(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'boolean') return 'bool';
  return typeof value;
}

const SAFE = Number.MAX_SAFE_INTEGER;
/** What fields may be; names are Go's, for the decoder's sentence. */
const BOOL = boolean({ name: 'bool' });
const STRING = string({ name: 'string' });
const INT = integer({ name: 'int', range: { min: -SAFE, max: SAFE, text: 'too large' } });
const UINT = integer({ name: 'uint', range: { min: 0, max: SAFE, text: 'negative or too large' } });
const STRINGS = listOf(STRING, { name: '[]string' });
const INTS = listOf(INT, { name: '[]int32' });
const PERCENTAGES = mapOf(number(), { name: 'map[string]float64' });

/**
 * Reads the fields of one object strictly: a value of another type is a problem, and so is a field that was not read
 * for. Readers of nested objects share the list of problems.
 */
export class FieldReader {
  private readonly asked = new Set<string>();

  constructor(
    private readonly source: PlainObject,
    readonly path: string,
    /** Go's name of the struct, for the decoder's sentence. */
    private readonly struct: string,
    readonly problems: FieldProblem[],
    private readonly origin?: FieldOrigin,
  ) {}

  pathOf(key: string): string {
    return this.origin?.paths[key] ?? (this.path === '' ? key : `${this.path}.${key}`);
  }

  has(key: string): boolean {
    return Object.hasOwn(this.source, key) && this.source[key] !== null;
  }

  value(key: string): unknown {
    this.asked.add(key);
    return Object.hasOwn(this.source, key) ? (this.source[key] ?? undefined) : undefined;
  }

  bool(key: string): boolean | undefined {
    return this.read(key, BOOL);
  }

  string(key: string): string | undefined {
    return this.read(key, STRING);
  }

  int(key: string): number | undefined {
    return this.read(key, INT);
  }

  uint(key: string): number | undefined {
    return this.read(key, UINT);
  }

  strings(key: string): readonly string[] | undefined {
    return this.read(key, STRINGS);
  }

  ints(key: string): readonly number[] | undefined {
    return this.read(key, INTS);
  }

  /** A nested object; `struct` is Go's name of its type. */
  object(key: string, struct: string): FieldReader | undefined {
    const value = this.read(key, anyObject({ name: struct }));
    return value && new FieldReader(value, this.pathOf(key), struct, this.problems);
  }

  /** A list of objects. */
  objects(key: string, struct: string): FieldReader[] | undefined {
    const value = this.read(key, listOf(anyObject(), { name: `[]${struct}` }));
    return value?.map((entry, index) => new FieldReader(entry, `${this.pathOf(key)}[${index}]`, struct, this.problems));
  }

  /** Percentages by resource. */
  percentages(key: string): Readonly<Record<string, number>> | undefined {
    return this.read(key, PERCENTAGES);
  }

  /** A label selector object. A bad one is a problem of its own, not one of decoding. */
  labelSelector(key: string): LabelSelector | undefined {
    return this.validSelector(key, (fault) => {
      this.invalid(key, `failed to get label selectors from strategy's params: ${fault}`);
    });
  }

  /** The same where the selector is not validated before the plugin `name` is built. */
  labelSelectorOfBuild(key: string, name: string): LabelSelector | undefined {
    return this.validSelector(key, (fault) => {
      const reason = `unable to build ${name} plugin: unable to initialize "${name}" plugin: ${fault}`;
      this.problems.push({ field: this.pathOf(key), reason, isDecoding: false, isBuilding: true });
    });
  }

  private validSelector(key: string, refuse: (fault: string) => void): LabelSelector | undefined {
    const selector: LabelSelector | undefined = this.read(key, anyObject({ name: 'LabelSelector' }));
    const fault = selector && labelSelectorFault(selector, this.origin?.notation ?? 'json');
    if (fault === undefined) return selector;
    refuse(fault);
    return undefined;
  }

  /** Reports that a value makes no sense. */
  invalid(key: string, reason: string): void {
    this.problems.push({ field: this.pathOf(key), reason, isDecoding: false });
  }

  /** Reports that a value can be no default. */
  cannotDefault(key: string, reason: string): void {
    this.problems.push({ field: this.pathOf(key), reason, isDecoding: false, isDefaulting: true });
  }

  /** Reports that a text cannot be decoded into what the field holds. */
  undecodable(key: string, reason: string): void {
    this.problems.push({ field: this.pathOf(key), reason, isDecoding: true });
  }

  /** Reports every field that was not asked for. */
  refuseUnknown(): void {
    for (const key of this.unknown()) {
      const reason = `strict decoding error: unknown field "${key}"`;
      this.problems.push({ field: this.pathOf(key), reason, isDecoding: true });
    }
  }

  /** Fields that were not asked for. */
  unknown(): string[] {
    return Object.keys(this.source).filter((key) => !this.asked.has(key));
  }

  /** The value of a field; one of another type is reported in the sentence of Go's decoder. */
  private read<T>(key: string, schema: Schema<T>): T | undefined {
    const value = this.value(key);
    if (value === undefined) return undefined;
    const reading = readDocument(value, schema);
    if (reading.findings.length === 0) return reading.value;
    const reason = `json: cannot unmarshal ${goTypeOf(value)} into Go struct field ${this.struct}.${key} of type ${schema.name}`;
    this.problems.push({ field: this.pathOf(key), reason, isDecoding: true });
    return undefined;
  }
}
