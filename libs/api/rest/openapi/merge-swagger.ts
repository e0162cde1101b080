import { isDeepStrictEqual } from 'node:util';
import { replaceReferences, type RemoteSwagger } from './remote-swagger';
import { referenceTo } from '@orrery/api-descriptions';

const KINDS = 'x-kubernetes-group-version-kind';

/** Definitions by their names; those of other servers are any JSON. */
export type AnyDefinitions = ReadonlyMap<string, object>;

/** The paths of other servers, and all definitions, as they are to be served. */
export interface MergedSwagger {
  readonly paths: ReadonlyMap<string, object>;
  readonly definitions: AnyDefinitions;
}

/**
 * Adds the documents of other servers to the own one (`MergeSpecsIgnorePathConflictRenamingDefinitionsAndParameters` of
 * kube-openapi): an existing path stays as it is, and a different definition with the same name is called `NAME_v2` and
 * so on.
 */
export function mergeSwaggers(
  isOwnPath: (path: string) => boolean,
  own: AnyDefinitions,
  remotes: readonly RemoteSwagger[],
): MergedSwagger {
  const paths = new Map<string, object>();
  const definitions = new Map(own);
  for (const remote of remotes) {
    const names = newNames(definitions, remote.definitions);
    const renamed = (value: object): object => (names.size === 0 ? value : withNewNames(value, names));
    for (const [path, item] of Object.entries(remote.paths)) {
      if (!isOwnPath(path) && !paths.has(path)) paths.set(path, renamed(item));
    }
    for (const [name, schema] of Object.entries(remote.definitions)) {
      const newName = names.get(name) ?? name;
      const there = definitions.get(newName);
      definitions.set(newName, there ? withKindsOf(there, schema) : renamed(schema));
    }
  }
  return { paths, definitions };
}

/** Returns new names for the definitions of a server that have the name of a different one. */
function newNames(there: AnyDefinitions, added: RemoteSwagger['definitions']): Map<string, string> {
  const names = new Map<string, string>();
  const used = new Set(there.keys());
  for (const [name, schema] of Object.entries(added)) {
    const isSame = (other: string): boolean => there.has(other) && isEqual(there.get(other)!, schema);
    if (!there.has(name) || isSame(name)) continue;
    let [number, newName] = [2, `${name}_v2`];
    while (!isSame(newName) && (used.has(newName) || Object.hasOwn(added, newName))) newName = `${name}_v${++number}`;
    names.set(name, newName);
    used.add(newName);
  }
  return names;
}

/** A copy that refers to definitions by their new names. */
function withNewNames(value: object, names: ReadonlyMap<string, string>): object {
  const references = new Map([...names].map(([from, to]) => [referenceTo(from), referenceTo(to)]));
  return replaceReferences(value, ($ref, holder) => {
    const renamed = references.get($ref);
    return renamed === undefined ? undefined : { ...holder, $ref: renamed };
  }) as object;
}

/** Returns whether two definitions say the same, but for the kinds that they are of. */
function isEqual(a: object, b: object): boolean {
  return isDeepStrictEqual({ ...a, [KINDS]: undefined }, { ...b, [KINDS]: undefined });
}

function withKindsOf(there: object, added: object): object {
  const kindsOf = (schema: object): unknown[] => {
    const kinds = (schema as Record<string, unknown>)[KINDS];
    return Array.isArray(kinds) ? kinds : [];
  };
  const known = kindsOf(there);
  const more = kindsOf(added).filter((kind) => !known.some((each) => isDeepStrictEqual(each, kind)));
  return more.length === 0 ? there : { ...there, [KINDS]: [...known, ...more] };
}
