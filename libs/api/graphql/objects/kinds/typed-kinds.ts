import { allKinds, kindByGvk, structOfKind, type KindInfo, type KubeObject } from '@orrery/api-types';

/**
 * Kinds with a GraphQL type of their own: all served kinds that can be listed and watched, and have a struct; kinds
 * that are computed on demand have none.
 */
export const TYPED_KINDS: readonly KindInfo[] = allKinds().filter(
  (kind) =>
    kind.served && kind.verbs.includes('list') && kind.verbs.includes('watch') && structOfKind(kind) !== undefined,
);
const TYPED: ReadonlySet<KindInfo | undefined> = new Set(TYPED_KINDS);

/** The name of the GraphQL type that an object is served as, whatever version it is in. */
export function typeNameOf({ apiVersion, kind }: Pick<KubeObject, 'apiVersion' | 'kind'>): string {
  return TYPED.has(kindByGvk(apiVersion, kind)) ? kind : 'Unstructured';
}
