/** A body as data. */
export interface Body {
  /**
   * Value of the body; undefined: there was none. Numbers that a double does not keep are bigints, which decoding
   * refuses by their path.
   */
  readonly value: unknown;
  /** Fields that were given more than once; the last one counts. */
  readonly duplicates: readonly RepeatedField[];
  /** True if it was read as YAML, whose decoder has error texts of its own. */
  readonly isYaml?: true;
}

/** A field that was given more than once. */
export interface RepeatedField {
  /** Its path; empty where the decoder names lines. */
  readonly field: string;
  /** The message of the decoder. */
  readonly text: string;
}

/** Fields in the order in which a body has them, as a decoder comes upon them. */
export function inOrderOfBody(value: unknown, fields: readonly RepeatedField[]): RepeatedField[] {
  const places = new Map<string, number>();
  const walk = (each: unknown, path: string): void => {
    places.set(path, places.size);
    if (typeof each !== 'object' || each === null) return;
    for (const [key, inner] of Object.entries(each)) {
      const step = Array.isArray(each) ? `[${key}]` : path === '' ? key : `.${key}`;
      walk(inner, path + step);
    }
  };
  walk(value, '');
  const placeOf = ({ field }: RepeatedField): number => places.get(field) ?? places.size;
  return [...fields].sort((a, b) => placeOf(a) - placeOf(b));
}
