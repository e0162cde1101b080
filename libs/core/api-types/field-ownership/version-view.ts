import type { KindInfo } from '../kinds/kind-info';
import type { KubeObject } from '../objects';
import type { Struct } from '../structure/struct';
import { structInVersion, structOfKind } from '../structure/struct-types';

/** Objects of a kind as one of its versions has them: managers own fields of the version that they speak. */
export interface VersionView {
  readonly struct: Struct;
  /** Returns a stored object in this version. */
  readonly of: (object: KubeObject) => KubeObject;
}

const asStored = (object: KubeObject): KubeObject => object;

/** Returns the view of a version; that of the stored version where both have the same fields, and undefined for kinds without structs. */
export function viewIn(kind: KindInfo, apiVersion: string | undefined): VersionView | undefined {
  const { convert, storageApiVersion } = kind;
  if (convert && apiVersion !== undefined && apiVersion !== storageApiVersion && !kind.isCustom) {
    const struct = structInVersion(apiVersion, kind.bodyKind);
    if (struct) return { struct, of: (object) => convert(object, apiVersion) };
  }
  const struct = structOfKind(kind);
  return struct && { struct, of: asStored };
}
