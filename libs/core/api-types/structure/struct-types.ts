import { groupOf, type KindInfo } from '../kinds/kind-info';
import { kindByGvk } from '../kinds/registry';
import { structIn, type Struct } from './struct-table';

export {
  goStructName,
  readType,
  structInVersion,
  structNamed,
  structNames,
  Struct,
  type ValueType,
} from './struct-table';

const ofKinds = new WeakMap<KindInfo, Struct | undefined>();

/** The struct of a kind's storage version; undefined for kinds whose bodies are not read (metrics). */
export function structOfKind(kind: KindInfo): Struct | undefined {
  if (kind.struct) return kind.struct;
  if (!ofKinds.has(kind)) ofKinds.set(kind, structIn(kind.group, kind.bodyKind));
  return ofKinds.get(kind);
}

/**
 * Returns the struct of a body of this version and kind: of a resource, a subresource, or a body of all groups such as
 * DeleteOptions; undefined for unknown ones.
 */
export function structOfBody(apiVersion: string, kind: string): Struct | undefined {
  const known = kindByGvk(apiVersion, kind);
  return known ? structOfKind(known) : (structIn(groupOf(apiVersion), kind) ?? structIn('*', kind));
}
