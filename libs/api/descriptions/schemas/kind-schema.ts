import { groupOf, versionOf, type KindInfo, type ReleaseName } from '@orrery/api-types';
import { customDefinitionName, customDefinitionsV2 } from './custom-definitions';
import { definitions } from './definitions';
import { referencesIn, referenceTo, type Schema } from './schema';

/** Schema of a kind with all definitions that it refers to: a self-contained JSON schema. */
export interface KindSchema {
  readonly $ref: string;
  /** Schemas by their full names, as in OpenAPI v2 of the cluster. */
  readonly definitions: Readonly<Record<string, Schema>>;
}

/** Returns the schema of objects of a kind in a version of it; undefined if there is none. */
export function kindSchema(release: ReleaseName, kind: KindInfo, apiVersion: string): KindSchema | undefined {
  const all = new Map([...definitions(release), ...(kind.isCustom ? customDefinitionsV2(kind) : [])]);
  const name = kind.isCustom ? customDefinitionName(kind, kind.kind) : nameOf(all, { apiVersion, kind: kind.bodyKind });
  if (name === undefined) return undefined;
  const needed = new Map<string, Schema>();
  const need = (each: string): void => {
    const schema = all.get(each);
    if (!schema || needed.has(each)) return;
    needed.set(each, schema);
    for (const reference of referencesIn(schema)) need(reference);
  };
  need(name);
  return { $ref: referenceTo(name), definitions: Object.fromEntries(needed) };
}

/**
 * Returns the name of a kind's definition, found by group, version and kind, because bodies of some kinds have the
 * names of others.
 */
function nameOf(
  all: ReadonlyMap<string, Schema>,
  { apiVersion, kind }: { readonly apiVersion: string; readonly kind: string },
): string | undefined {
  const [group, version] = [groupOf(apiVersion), versionOf(apiVersion)];
  for (const [name, { 'x-kubernetes-group-version-kind': known = [] }] of all) {
    if (known.some((each) => each.group === group && each.version === version && each.kind === kind)) return name;
  }
  return undefined;
}
