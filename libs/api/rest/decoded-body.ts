/** A body as data. */
export interface Body {
  /** Undefined: there was none. Numbers that a double does not keep are bigints, which decoding refuses by their path. */
  readonly value: unknown;
  /** Paths of fields that were given more than once; the last one counts. */
  readonly duplicateFields: readonly string[];
}
