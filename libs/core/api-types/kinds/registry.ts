import { CORE_KINDS } from './core-kinds';
import { GROUP_KINDS } from './group-kinds';
import { describeKind, type KindInfo } from './kind-info';

const KINDS: readonly KindInfo[] = [...CORE_KINDS, ...GROUP_KINDS].map(describeKind);
const BY_KIND = new Map(
  KINDS.flatMap((row) => row.apiVersions.map((version) => [`${version} ${row.kind}`, row] as const)),
);
const BY_RESOURCE = new Map(
  KINDS.flatMap((row) => row.apiVersions.map((version) => [`${version} ${row.resource}`, row] as const)),
);

/** Every kind that is known, served or not, in the order of discovery. */
export function allKinds(): readonly KindInfo[] {
  return KINDS;
}

/** The kind that a body of this apiVersion and kind holds; undefined for unknown ones. */
export function kindByGvk(apiVersion: string, kind: string): KindInfo | undefined {
  return BY_KIND.get(`${apiVersion} ${kind}`);
}

/** The kind behind a URL; the core group is the empty text. Undefined for unknown ones. */
export function kindByResource(group: string, version: string, resource: string): KindInfo | undefined {
  return BY_RESOURCE.get(`${group === '' ? version : `${group}/${version}`} ${resource}`);
}
