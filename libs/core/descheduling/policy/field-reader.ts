import { anyObject, listOf, nearestName, readDocument, type Schema } from '@orrery/documents';
import { BOOL, INT, STRING, STRINGS, UINT } from './args-schema';
import { cannotDecode, unknownField, type FieldProblem, type PlainObject } from './field-problem';

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
  ) {}

  pathOf(key: string): string {
    return this.path === '' ? key : `${this.path}.${key}`;
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

  /** Reports that a value makes no sense. */
  invalid(key: string, reason: string): void {
    this.problems.push({ field: this.pathOf(key), reason, isDecoding: false });
  }

  /** Reports every field that was not read. */
  refuseUnknown(): void {
    for (const key of this.unknown()) {
      this.problems.push({ field: this.pathOf(key), reason: unknownField(key), isDecoding: true });
    }
  }

  /** Returns advice about an unknown field: the field that was probably meant, if a name is similar. */
  adviceFor(key: string): string {
    const meant = nearestName(key, this.asked);
    return meant === undefined ? '' : `; did you mean ${meant}?`;
  }

  /** Returns the fields that were not read. */
  unknown(): string[] {
    return Object.keys(this.source).filter((key) => !this.asked.has(key));
  }

  /** The value of a field; one of another type is reported in the sentence of Go's decoder. */
  private read<T>(key: string, schema: Schema<T>): T | undefined {
    const value = this.value(key);
    if (value === undefined) return undefined;
    const reading = readDocument(value, schema);
    if (reading.findings.length === 0) return reading.value;
    const reason = cannotDecode(value, `${this.struct}.${key}`, schema.name ?? '');
    this.problems.push({ field: this.pathOf(key), reason, isDecoding: true });
    return undefined;
  }
}
