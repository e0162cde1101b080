import type { FieldReader } from './field-reader';

/** Which namespaces a strategy looks at: at most one of the lists is given. */
export interface Namespaces {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

export const ALL_NAMESPACES: Namespaces = { include: [], exclude: [] };

/** Reads `namespaces`. */
export function readNamespaces(reader: FieldReader): Namespaces {
  const namespaces = readLists(reader, 'namespaces');
  if (namespaces.include.length > 0 && namespaces.exclude.length > 0) {
    reader.invalid('namespaces', 'only one of Include/Exclude namespaces can be set');
  }
  return namespaces;
}

/** Reads `evictableNamespaces`, where only exclusion has a meaning. */
export function readEvictableNamespaces(reader: FieldReader): Namespaces {
  const namespaces = readLists(reader, 'evictableNamespaces');
  if (namespaces.include.length > 0) {
    reader.invalid('evictableNamespaces', 'only Exclude namespaces can be set, inclusion is not supported');
  }
  return namespaces;
}

/** Makes the test once for many pods. */
export function namespaceTest({ include, exclude }: Namespaces): (namespace: string) => boolean {
  if (include.length > 0) {
    const included = new Set(include);
    return (namespace) => included.has(namespace);
  }
  if (exclude.length === 0) return () => true;
  const excluded = new Set(exclude);
  return (namespace) => !excluded.has(namespace);
}

function readLists(reader: FieldReader, key: string): Namespaces {
  const lists = reader.object(key, 'Namespaces');
  if (!lists) return ALL_NAMESPACES;
  const namespaces = { include: lists.strings('include') ?? [], exclude: lists.strings('exclude') ?? [] };
  lists.refuseUnknown();
  return namespaces;
}
