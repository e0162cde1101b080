/** A compiled path into an object, e.g. `metadata.annotations["orrery.dev/exit-after"]`. */
export interface FieldPath {
  readonly names: readonly string[];
  /** True if each object inherits a field of one of these names: then it must be its own. */
  readonly hasInheritedName: boolean;
}

const SEGMENT = /^(?:\.?([A-Za-z_$][\w$-]*)|\[(\d+)\]|\["([^"\\]*)"\])/;

const INHERITED = new Set(Object.getOwnPropertyNames(Object.prototype));

/** Compiles a path of names, `[index]` and `["quoted name"]`; undefined when it is none. */
export function compilePath(text: string): FieldPath | undefined {
  const names: string[] = [];
  let rest = text;
  if (rest === '' || rest.startsWith('.')) return undefined;
  while (rest !== '') {
    const match = SEGMENT.exec(rest);
    if (!match) return undefined;
    names.push(match[1] ?? match[2] ?? match[3]!);
    rest = rest.slice(match[0].length);
  }
  return { names, hasInheritedName: names.some((name) => INHERITED.has(name)) };
}

/** The value at a path; undefined where the path leaves the object. Only own fields are seen. */
export function valueAt(root: unknown, { names, hasInheritedName }: FieldPath): unknown {
  let value = root;
  for (const name of names) {
    if (typeof value !== 'object' || value === null) return undefined;
    // Strictly faster than asking for own fields: only names that every object inherits need the question.
    if (hasInheritedName && !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value ?? undefined;
}
