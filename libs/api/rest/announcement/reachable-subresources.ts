import {
  byRelease,
  isAfter,
  isUpTo,
  type KindInfo,
  type ReleaseName,
  type SubresourceInfo,
  subresourcesOf,
} from '@orrery/api-types';

/** Ephemeral containers are on since 1.23, resizes since 1.33; older releases have them behind a gate that is off, or not at all. */
const SINCE_1_33: readonly string[] = ['pods/ephemeralcontainers', 'pods/resize'];
/** Endpoints that releases do not answer. Requests of tokens are on since 1.12. */
const MISSING = byRelease<readonly string[]>({
  '1.34': [],
  '1.20': SINCE_1_33,
  '1.11': [...SINCE_1_33, 'serviceaccounts/token'],
});

/** Returns whether a release answers requests for a subresource, `pods/resize` for instance. */
function hasSubresource(release: ReleaseName, subresource: string): boolean {
  return !MISSING[release].includes(subresource);
}

/** The subresources of a kind that a release answers in a version, as discovery and OpenAPI announce them. */
export function reachableSubresources(
  kind: KindInfo,
  apiVersion: string,
  release: ReleaseName,
): readonly SubresourceInfo[] {
  return subresourcesOf(kind, [apiVersion])
    .filter(({ name }) => hasSubresource(release, `${kind.resource}/${name}`))
    .map((subresource) => inRelease(kind, subresource, release));
}

/** A subresource as a release has it. Approvals can be read and patched since 1.18. */
function inRelease({ resource }: KindInfo, subresource: SubresourceInfo, release: ReleaseName): SubresourceInfo {
  if (isAfter(release, '1.20')) return subresource;
  const { name, olderApiVersion: apiVersion = subresource.apiVersion } = subresource;
  const isWrittenOnly = isUpTo(release, '1.11') && `${resource}/${name}` === 'certificatesigningrequests/approval';
  return {
    ...subresource,
    ...(apiVersion === undefined ? {} : { apiVersion }),
    ...(isWrittenOnly ? { verbs: ['update'] } : {}),
  };
}
