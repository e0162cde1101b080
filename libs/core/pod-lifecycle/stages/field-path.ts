/** A compiled path into an object, e.g. `metadata.annotations["orrery.dev/exit-after"]`. */
export type FieldPath = readonly string[];

const SEGMENT = /^(?:\.?([A-Za-z_$][\w$-]*)|\[(\d+)\]|\["([^"\\]*)"\])/;

const INHERITED = new Set(Object.getOwnPropertyNames(Object.prototype));

/** Compiles a path of names, `[index]` and `["quoted name"]`; undefined when it is none. */
export function compilePath(text: string): FieldPath | undefined {
  const path: string[] = [];
  let rest = text;
  if (rest === '' || rest.startsWith('.')) return undefined;
  while (rest !== '') {
    const match = SEGMENT.exec(rest);
    if (!match) return undefined;
    path.push(match[1] ?? match[2] ?? match[3]!);
    rest = rest.slice(match[0].length);
  }
  return path;
}

/** The value at a path; undefined where the path leaves the object. Only own fields are seen. */
export function valueAt(root: unknown, path: FieldPath): unknown {
  let value = root;
  for (const name of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    // Strictly faster than asking for own fields: only names that every object inherits need the question.
    value = INHERITED.has(name) && !Object.hasOwn(value, name) ? undefined : (value as Record<string, unknown>)[name];
  }
  return value ?? undefined;
}
