import { availabilityOf, kindsOfRelease, Kinds, type ApiService, type ReleaseName } from '@orrery/api-types';
import { isRemote } from '@orrery/aggregation';
import type { ClusterRuntime } from '@orrery/control-plane';

const byRelease = new Map<ReleaseName, ReadonlySet<string>>();

/** The group versions that the server has kinds of itself, whatever APIServices say of them. */
function ownVersions(release: ReleaseName): ReadonlySet<string> {
  let versions = byRelease.get(release);
  if (!versions) {
    versions = new Set(kindsOfRelease(release).flatMap((kind) => (kind.served ? kind.versionsOf[release] : [])));
    byRelease.set(release, versions);
  }
  return versions;
}

/** The APIService of another server that answers a group version of a cluster; undefined if the server does itself. */
export function remoteService(runtime: ClusterRuntime, group: string, version: string): ApiService | undefined {
  if (group === '' || ownVersions(runtime.release).has(`${group}/${version}`)) return undefined;
  const found = runtime.cache.get(Kinds.ApiService, '', `${version}.${group}`);
  return found && isRemote(found) ? found : undefined;
}

/** Every group version that other servers answer, those of higher priority first. */
export function remoteServices(runtime: ClusterRuntime): ApiService[] {
  const own = ownVersions(runtime.release);
  return runtime.cache
    .list(Kinds.ApiService)
    .filter((each) => isRemote(each) && !own.has(`${each.spec.group}/${each.spec.version}`))
    .sort(
      (a, b) =>
        b.spec.groupPriorityMinimum - a.spec.groupPriorityMinimum || b.spec.versionPriority - a.spec.versionPriority,
    );
}

/** Returns whether the server of a group version answered the last request. */
export function isAvailable(service: ApiService): boolean {
  return availabilityOf(service)?.status === 'True';
}
