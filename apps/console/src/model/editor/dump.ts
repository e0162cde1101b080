/** The file of a dump, as `kubectl get -o json` writes one, from the JSON of its objects. */
export function dumpParts(objects: readonly string[]): readonly string[] {
  return ['{"apiVersion":"v1","kind":"List","items":[\n', objects.join(',\n'), '\n]}\n'];
}

/** Objects of the documents of a file; lists are taken apart. */
export function listedObjects(bodies: readonly unknown[]): readonly Record<string, unknown>[] {
  return bodies
    .flatMap((body) => {
      const { kind, items } = (body ?? {}) as { kind?: unknown; items?: unknown };
      return typeof kind === 'string' && kind.endsWith('List') && Array.isArray(items) ? (items as unknown[]) : [body];
    })
    .filter((body): body is Record<string, unknown> => typeof body === 'object' && body !== null);
}

const DUMP = /\.(ya?ml|json)$/i;

/** Returns whether a file is a dump by its name; others are snapshots. */
export function isDump(fileName: string): boolean {
  return DUMP.test(fileName);
}

const ENDINGS: ReadonlySet<string> = new Set(['gz', 'orrery', 'yaml', 'yml', 'json']);

/** A name for a cluster that comes from a file. */
export function nameOfFile(fileName: string): string {
  const parts = fileName
    .toLowerCase()
    .split(/[^a-z0-9]/)
    .filter((part) => part !== '');
  while (ENDINGS.has(parts.at(-1) ?? '')) parts.pop();
  return parts.join('-') || 'imported';
}
