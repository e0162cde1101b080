/** The release of the API that a cluster serves: the names of the behaviour bundles. */
export type ReleaseName = 'modern' | 'k8s-1.20' | 'okd-legacy';

export const RELEASES: readonly ReleaseName[] = ['modern', 'k8s-1.20', 'okd-legacy'];

/** A version of a kind that only some releases serve. */
export interface OlderVersion {
  readonly apiVersion: string;
  readonly releases: readonly ReleaseName[];
  /** Said to clients of {@link WARNING_RELEASE}: since when it is deprecated, when it goes, and what to use instead. */
  readonly deprecation?: Deprecation;
  /** Fields whose shape differs from the storage version: descriptions call them objects and say no more of them. */
  readonly otherShapes?: readonly string[];
}

/** As the `+k8s:prerelease-lifecycle-gen` marks of the upstream types say it. */
export interface Deprecation {
  /** Of Kubernetes, such as `v1.19`. */
  readonly since: string;
  /** Absent if no release is named. */
  readonly removedIn?: string;
  /** The apiVersion to use. */
  readonly use: string;
  /** The kind to use; the same kind if left out. */
  readonly useKind?: string;
  /** The release whose server says it; {@link WARNING_RELEASE} if left out. */
  readonly release?: ReleaseName;
}

/** The release whose server sends warnings of deprecated versions: servers do so from 1.19 on. */
export const WARNING_RELEASE: ReleaseName = 'k8s-1.20';

/** A version of Kubernetes 1.11, gone by 1.16. */
export function untilOneSixteen(apiVersion: string): OlderVersion {
  return { apiVersion, releases: ['okd-legacy'] };
}

/** A version of both older releases; deprecated since the given release. */
export function olderVersion(apiVersion: string, deprecation?: Deprecation): OlderVersion {
  return { apiVersion, releases: ['k8s-1.20', 'okd-legacy'], ...(deprecation ? { deprecation } : {}) };
}

/** A version that came after 1.11. */
export function inOneTwenty(apiVersion: string, deprecation?: Deprecation): OlderVersion {
  return { apiVersion, releases: ['k8s-1.20'], ...(deprecation ? { deprecation } : {}) };
}

/** A kind with the versions that only some releases serve. */
interface VersionedKind {
  readonly kind: string;
  readonly olderVersions: readonly OlderVersion[];
  readonly deprecations: Readonly<Record<string, Deprecation>>;
}

/**
 * Returns the warning of a server to a client that uses a deprecated version (`deprecation.WarningMessage` upstream); undefined
 * for other versions.
 */
export function deprecationText(kind: VersionedKind, apiVersion: string, release: ReleaseName): string | undefined {
  const older = kind.olderVersions.find((version) => version.apiVersion === apiVersion);
  const deprecation = older?.deprecation ?? kind.deprecations[apiVersion];
  if (!deprecation || release !== (deprecation.release ?? WARNING_RELEASE)) return undefined;
  const { since, removedIn, use, useKind = kind.kind } = deprecation;
  const end = removedIn === undefined ? '' : `, unavailable in ${removedIn}+`;
  return `${apiVersion} ${kind.kind} is deprecated in ${since}+${end}; use ${use} ${useKind}`;
}
