import { RELEASE_OF_BUNDLE } from './bundles';

/** A minor release of Kubernetes, `1.36` for instance. */
export type MinorVersion = `1.${number}`;

/** A minor release whose behaviour is known as a whole: upstream's sources and recordings of its servers were read. */
export type KnownRelease = '1.11' | '1.20' | '1.34' | '1.36';

/** The release of the API that a cluster serves: the names of the behaviour bundles. */
export type ReleaseName = keyof typeof RELEASE_OF_BUNDLE;

/** All bundles, the oldest release first. */
export const RELEASES = Object.keys(RELEASE_OF_BUNDLE) as readonly ReleaseName[];

/** The bundle of clusters that name none. */
export const DEFAULT_RELEASE: ReleaseName = 'modern';

/** The bundle of a distribution of its own, whose kinds, roles and users the others do not have. */
const OPENSHIFT: ReleaseName = 'okd-legacy';

/** The second number of a minor release, and of the release of each bundle: comparisons are in the way of every request. */
const numberOf = (version: MinorVersion): number => Number(version.slice('1.'.length));
const NUMBERS: Readonly<Record<ReleaseName, number>> = ofEach((name) => numberOf(RELEASE_OF_BUNDLE[name]));

/** Returns the minor release of Kubernetes whose behaviour a bundle has. */
export function kubernetesVersionOf(release: ReleaseName = DEFAULT_RELEASE): KnownRelease {
  return RELEASE_OF_BUNDLE[release];
}

/** Returns whether a bundle is of a later release than the given one; {@link DEFAULT_RELEASE} if no bundle is named. */
export function isAfter(release: ReleaseName | undefined, version: MinorVersion): boolean {
  return NUMBERS[release ?? DEFAULT_RELEASE] > numberOf(version);
}

/** Returns whether a bundle is of the given release or an older one; {@link DEFAULT_RELEASE} if no bundle is named. */
export function isUpTo(release: ReleaseName | undefined, version: MinorVersion): boolean {
  return !isAfter(release, version);
}

/** Returns whether a bundle is of the given release or a later one; {@link DEFAULT_RELEASE} if no bundle is named. */
export function isSince(release: ReleaseName | undefined, version: MinorVersion): boolean {
  return NUMBERS[release ?? DEFAULT_RELEASE] >= numberOf(version);
}

/** Returns whether a bundle is of OpenShift, with its kinds, roles and users. */
export function isOpenShift(release: ReleaseName): boolean {
  return release === OPENSHIFT;
}

/** Returns the bundles of a release and of all later ones. */
export function releasesSince(version: MinorVersion): readonly ReleaseName[] {
  return RELEASES.filter((release) => isSince(release, version));
}

/** Returns the bundles of a release and of all older ones. */
export function releasesUpTo(version: MinorVersion): readonly ReleaseName[] {
  return RELEASES.filter((release) => isUpTo(release, version));
}

/** The bundles of OpenShift. */
export const OPENSHIFT_RELEASES = RELEASES.filter(isOpenShift);

/**
 * Returns a value for every bundle: that of its release, or of the last one before it that is given. A new bundle that behaves as
 * the release before it so needs no entry.
 */
export function byRelease<T>(
  values: Readonly<Partial<Record<KnownRelease, T>> & { '1.11': T }>,
): Readonly<Record<ReleaseName, T>> {
  const given = Object.keys(values) as KnownRelease[];
  given.sort((a, b) => numberOf(b) - numberOf(a));
  return ofEach((release) => values[given.find((version) => isSince(release, version))!] as T);
}

function ofEach<T>(valueOf: (release: ReleaseName) => T): Readonly<Record<ReleaseName, T>> {
  return Object.freeze(Object.fromEntries(RELEASES.map((name) => [name, valueOf(name)])) as Record<ReleaseName, T>);
}
