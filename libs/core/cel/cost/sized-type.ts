import { NOTHING, type Range } from './range';

/** The type of a value as far as its size matters (`apiserver/pkg/cel.DeclType` upstream). */
export interface SizedType {
  readonly kind: 'object' | 'map' | 'list' | 'scalar' | 'dyn';
  /** Characters or entries at most; 0 where there are none. */
  readonly maxElements: number;
  /** Fields of objects, by the names that expressions read. */
  readonly fields?: ReadonlyMap<string, SizedType>;
  /** Type of the entries of lists and maps. */
  readonly entries?: SizedType;
}

/**
 * Returns the size of the value at a path of fields and entries, the first being the variable (`sizeEstimator` of
 * `apiextensions-apiserver/pkg/apiserver/schema/cel` upstream); undefined where the schema does not determine it.
 */
export function sizeAt(root: SizedType, path: readonly string[]): Range | undefined {
  if (path.length === 0) return undefined;
  let at: SizedType | undefined = root;
  for (const step of path.slice(1)) {
    // The names of a map's entries have no size upstream.
    if (step === '@keys') return at.kind === 'map' ? NOTHING : undefined;
    at = step === '@items' || step === '@values' ? at.entries : at.fields?.get(step);
    if (!at) return undefined;
  }
  return { min: 0, max: at.maxElements };
}
