import type { KubeObject } from '../objects';

/**
 * Drops nulls in the fields of a spec whose fields have no types: they count as absent, as where a CustomResourceDefinition has
 * them (`PruneNonNullableNullsWithoutDefaults` upstream). Changes the object in place.
 */
export function dropNullsOfSpec({ spec }: KubeObject): void {
  dropNulls(spec);
}

function dropNulls(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, part] of Object.entries(value)) {
    if (part === null && !Array.isArray(value)) delete (value as Record<string, unknown>)[name];
    else dropNulls(part);
  }
}
