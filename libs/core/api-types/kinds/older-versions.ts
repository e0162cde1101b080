import { isAfter, isSince, releasesUpTo, type MinorVersion, type ReleaseName } from './releases';

/** A version of a kind that only some releases serve. */
export interface OlderVersion {
  readonly apiVersion: string;
  readonly releases: readonly ReleaseName[];
  /** Said to clients: since when it is deprecated, when it goes, and what to use instead. */
  readonly deprecation?: Deprecation;
  /** Fields whose shape differs from the storage version: descriptions call them objects and say no more of them. */
  readonly otherShapes?: readonly string[];
}

/** As the `+k8s:prerelease-lifecycle-gen` marks of the upstream types say it. */
export interface Deprecation {
  /** Of Kubernetes. */
  readonly since: `v${MinorVersion}`;
  /** Absent if no release is named. */
  readonly removedIn?: `v${MinorVersion}`;
  /** The apiVersion to use. */
  readonly use: string;
  /** The kind to use; the same kind if left out. */
  readonly useKind?: string;
}

/** A version of Kubernetes 1.11, gone by 1.16. */
export function untilOneSixteen(apiVersion: string): OlderVersion {
  return { apiVersion, releases: releasesUpTo('1.15') };
}

/** A version of both older releases; deprecated since the given release. */
export function olderVersion(apiVersion: string, deprecation?: Deprecation): OlderVersion {
  return { apiVersion, releases: releasesUpTo('1.20'), ...(deprecation ? { deprecation } : {}) };
}

/** A version that came after 1.11. */
export function inOneTwenty(apiVersion: string, deprecation?: Deprecation): OlderVersion {
  const releases = releasesUpTo('1.20').filter((release) => isAfter(release, '1.11'));
  return { apiVersion, releases, ...(deprecation ? { deprecation } : {}) };
}

/** Returns whether servers of a release no longer have a version. */
export function isRemoved({ removedIn }: Deprecation, release: ReleaseName): boolean {
  return removedIn !== undefined && isSince(release, minorOf(removedIn));
}

/** A kind with the versions that only some releases serve. */
interface VersionedKind {
  readonly kind: string;
  readonly olderVersions: readonly OlderVersion[];
  readonly deprecations: Readonly<Record<string, Deprecation>>;
}

/**
 * Returns the warning of a server to a client that uses a deprecated version (`deprecation.WarningMessage` upstream); undefined
 * for other versions, for those that the release no longer has, and of servers before 1.19, which send no warnings.
 */
export function deprecationText(kind: VersionedKind, apiVersion: string, release: ReleaseName): string | undefined {
  const older = kind.olderVersions.find((version) => version.apiVersion === apiVersion);
  const deprecation = older?.deprecation ?? kind.deprecations[apiVersion];
  if (!deprecation || !isSince(release, '1.19') || !isSince(release, minorOf(deprecation.since))) return undefined;
  if (isRemoved(deprecation, release)) return undefined;
  const { since, removedIn, use, useKind = kind.kind } = deprecation;
  const end = removedIn === undefined ? '' : `, unavailable in ${removedIn}+`;
  return `${apiVersion} ${kind.kind} is deprecated in ${since}+${end}; use ${use} ${useKind}`;
}

function minorOf(version: `v${MinorVersion}`): MinorVersion {
  return version.slice('v'.length) as MinorVersion;
}
