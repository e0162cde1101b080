import { allKinds, kindByGvk, type KindInfo } from '@orrery/api-types';
import { resourceName, type ObjectKey } from '@orrery/store';

const KINDS_BY_RESOURCE: ReadonlyMap<string, KindInfo> = new Map(allKinds().map((kind) => [resourceName(kind), kind]));

/** The storage key of an object. */
export function keyOf(target: { kind: KindInfo; namespace: string; name: string }): ObjectKey {
  return { resource: resourceName(target.kind), namespace: target.namespace, name: target.name };
}

/** The kind of a storage key. */
export function kindOf(key: ObjectKey): KindInfo {
  const kind = KINDS_BY_RESOURCE.get(key.resource);
  if (!kind) throw new TypeError(`no kind is stored as ${key.resource}`);
  return kind;
}

/** A kind that the program itself names. */
export function requireKind(apiVersion: string, kind: string): KindInfo {
  const found = kindByGvk(apiVersion, kind);
  if (!found) throw new TypeError(`kind ${kind} of ${apiVersion} is not registered`);
  return found;
}
