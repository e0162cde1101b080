import {
  compareVersions,
  DEFAULT_RELEASE,
  groupOf,
  isUpTo,
  type KindInfo,
  kindsOfRelease,
  type ReleaseName,
  versionOf,
} from '@orrery/api-types';
import type { ClusterKinds } from '@orrery/control-plane';

/** The groups of kube-apiserver in the order in which clients are to look for kinds (`apiVersionPriorities` there). */
const PRIORITIES: readonly string[] = [
  'apiregistration.k8s.io',
  'apps',
  'events.k8s.io',
  'authentication.k8s.io',
  'authorization.k8s.io',
  'autoscaling',
  'batch',
  'certificates.k8s.io',
  'networking.k8s.io',
  'extensions',
  'policy',
  'rbac.authorization.k8s.io',
  'storage.k8s.io',
  'admissionregistration.k8s.io',
  'apiextensions.k8s.io',
  'scheduling.k8s.io',
  'coordination.k8s.io',
  'node.k8s.io',
  'discovery.k8s.io',
  'resource.k8s.io',
  'flowcontrol.apiserver.k8s.io',
];
const EXTENSIONS = 'extensions';

/** The kinds that a server announces, by group and version; made again when definitions of the cluster change. */
export class ServedKinds {
  private readonly kindsByVersion = new Map<string, KindInfo[]>();
  private readonly versionsByGroup = new Map<string, string[]>();

  constructor(
    kinds: readonly KindInfo[],
    readonly release: ReleaseName,
  ) {
    const customGroups = new Set<string>();
    for (const kind of kinds) {
      if (!kind.served) continue;
      for (const version of kind.versionsOf[release]) this.add(version, kind);
      if (kind.isCustom) customGroups.add(kind.group);
    }
    for (const group of customGroups) {
      const versions = this.versionsByGroup.get(group)!;
      const builtIn = versions.filter((version) => this.kindsIn(version).some(({ isCustom }) => !isCustom));
      const custom = versions.filter((version) => !builtIn.includes(version));
      custom.sort((a, b) => compareVersions(versionOf(a), versionOf(b)));
      this.versionsByGroup.set(group, [...builtIn, ...custom]);
    }
  }

  /** Every group version that is served, in order of priority; the core group first. */
  get groupVersions(): readonly string[] {
    return [...this.versionsByGroup.values()].flat();
  }

  /** The groups besides the core group, in order of priority. */
  get groups(): readonly string[] {
    // Clients are to take kinds from `extensions` before `apps`, until 1.15.
    const groups = [...this.versionsByGroup.keys()].filter((group) => group !== '');
    const rank = (group: string): number => {
      if (group === EXTENSIONS && isUpTo(this.release, '1.15')) return PRIORITIES.indexOf('apps') - 0.5;
      const place = PRIORITIES.indexOf(group);
      return place < 0 ? PRIORITIES.length : place;
    };
    return groups.sort((a, b) => rank(a) - rank(b));
  }

  /** The group versions of a group, the preferred one first; none for unknown groups. */
  versionsOf(group: string): readonly string[] {
    return this.versionsByGroup.get(group) ?? [];
  }

  kindsIn(groupVersion: string): readonly KindInfo[] {
    return this.kindsByVersion.get(groupVersion) ?? [];
  }

  private add(groupVersion: string, kind: KindInfo): void {
    const known = this.kindsByVersion.get(groupVersion);
    if (known) {
      known.push(kind);
      return;
    }
    this.kindsByVersion.set(groupVersion, [kind]);
    const group = groupOf(groupVersion);
    const versions = this.versionsByGroup.get(group);
    if (versions) versions.push(groupVersion);
    else this.versionsByGroup.set(group, [groupVersion]);
  }
}

const ofReleases = new Map<ReleaseName, ServedKinds>();
const ofClusters = new WeakMap<ClusterKinds, { readonly version: number; readonly served: ServedKinds }>();

/** Returns the kinds that a cluster announces; those of the current release where no cluster has the name. */
export function servedKinds(kinds: ClusterKinds | undefined): ServedKinds {
  const release = kinds?.release ?? DEFAULT_RELEASE;
  if (!kinds || kinds.customGroups().length === 0) return ofRelease(release);
  const known = ofClusters.get(kinds);
  if (known?.version === kinds.version && known.served.release === release) return known.served;
  const served = new ServedKinds(kinds.all(), release);
  ofClusters.set(kinds, { version: kinds.version, served });
  return served;
}

function ofRelease(release: ReleaseName): ServedKinds {
  let served = ofReleases.get(release);
  if (!served) ofReleases.set(release, (served = new ServedKinds(kindsOfRelease(release), release)));
  return served;
}
