import { allKinds, describeKind, kindByGvk, type KindInfo, type ReleaseName } from '@orrery/api-types';
import { resourceName, type ObjectKey } from '@orrery/store';

const KINDS_BY_RESOURCE: ReadonlyMap<string, KindInfo> = new Map(
  allKinds()
    .filter(({ storedAs }) => storedAs === undefined)
    .map((kind) => [resourceName(kind), kind]),
);

/** The storage key of an object. */
export function keyOf(target: { kind: KindInfo; namespace: string; name: string }): ObjectKey {
  return { resource: resourceName(target.kind), namespace: target.namespace, name: target.name };
}

/** Kinds of definitions, as far as their storage names tell. */
const customKinds = new Map<string, KindInfo>();
/** Maximum number of remembered custom kinds, more than any cluster has at a time; then those of deleted definitions are dropped. */
const MAX_CUSTOM_KINDS = 20_000;

/**
 * The kind of a storage key. Of a custom kind it is what its storage name tells, which is enough to delete and to count
 * objects; the cluster's `kinds` know the rest.
 */
export function kindOf({ resource, namespace }: ObjectKey): KindInfo {
  const kind = KINDS_BY_RESOURCE.get(resource) ?? customKinds.get(resource);
  if (kind) return kind;
  const dot = resource.indexOf('.');
  if (dot < 0) throw new TypeError(`no kind is stored as ${resource}`);
  const group = resource.slice(dot + 1);
  const made = describeKind({
    kind: '',
    resource: resource.slice(0, dot),
    apiVersions: [`${group}/v1`],
    namespaced: namespace !== '',
    served: false,
    isCustom: true,
  });
  if (customKinds.size >= MAX_CUSTOM_KINDS) customKinds.clear();
  customKinds.set(resource, made);
  return made;
}

/** Returns whether objects of a kind of this release are stored under this name. */
export function isBuiltInResource(resource: string, release: ReleaseName): boolean {
  return (KINDS_BY_RESOURCE.get(resource)?.versionsOf[release].length ?? 0) > 0;
}

/** A kind that the program itself names. */
export function requireKind(apiVersion: string, kind: string): KindInfo {
  const found = kindByGvk(apiVersion, kind);
  if (!found) throw new TypeError(`kind ${kind} of ${apiVersion} is not registered`);
  return found;
}
