import type { FieldTree } from '../field-ownership/field-tree';

/** Findings that a reader of a value by a schema reports besides the value. */
export interface ReadingReport {
  /** A field that the schema does not have; it is dropped. The path is below the value that is read. */
  unknownField(path: readonly (string | number)[]): void;
  /** A text or key at the path. */
  text(path: readonly (string | number)[], value: string): void;
  /** A number that is beyond the range of float64; may throw. */
  infinite(path: readonly (string | number)[]): void;
}

/** Something in an applied value that its type does not have, by the path below the value. */
export interface TypedProblem {
  /** In the form of structured-merge-diff: `.spec.list[name="a"]`. */
  readonly path: string;
  readonly text: string;
}

/** Parts of a value that ownership counts: those that differ from before, or all that are named. */
export const Comparison = { Change: 0, Name: 1 } as const;
export type Comparison = (typeof Comparison)[keyof typeof Comparison];

/**
 * The type of a value that the schema of a custom kind describes, as decoding and field ownership see it. Values of it are
 * plain JSON: null, empty lists and empty maps are kept as they are.
 */
export interface SchemaShape {
  /** Returns a copy without the parts that the schema does not have; undefined for a value that is dropped as a whole. */
  read(value: unknown, report: ReadingReport): unknown;
  /** The tree of fields below the value; undefined if nothing in it differs. */
  compare(old: unknown, next: unknown, mode: Comparison): FieldTree | undefined;
  /** The live value with an applied one laid over it. Shares parts with both. */
  merge(live: unknown, config: unknown): unknown;
  /** Fields of an applied value that the schema does not have, and keys that its lists repeat. */
  typedProblems(value: unknown): readonly TypedProblem[];
  /** The value without the fields of the tree; undefined where nothing is left of it. */
  remove(value: unknown, fields: FieldTree): unknown;
}
