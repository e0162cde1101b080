import { versionOf } from '@orrery/api-types';
import type { RemoteResource, RemoteVersion } from './remote-discovery';

/** The group versions of a group, those of the server itself first. */
export function mergedVersions(own: readonly string[], remotes: readonly RemoteVersion[], group: string): string[] {
  const others = remotes.filter((each) => each.group === group).map(({ version }) => `${group}/${version}`);
  return [...new Set([...own, ...others])];
}

/** The groups that other servers answer alone, in order of priority. */
export function remoteGroups(own: readonly string[], remotes: readonly RemoteVersion[]): string[] {
  return [...new Set(remotes.map(({ group }) => group))].filter((group) => !own.includes(group));
}

/**
 * A group version of another server in aggregated discovery, from its APIResourceList; undefined for one of the server
 * itself. Without that list it is announced as stale, as kube-aggregator does it.
 */
export function remoteVersionDiscovery(remotes: readonly RemoteVersion[], groupVersion: string): unknown {
  const remote = remotes.find(({ group, version }) => `${group}/${version}` === groupVersion);
  if (!remote) return undefined;
  const version = versionOf(groupVersion);
  if (!remote.resources) return { version, freshness: 'Stale' };
  const all = remote.resources;
  const resources = all
    .filter(({ name }) => !name.includes('/'))
    .map((resource) => ({
      resource: resource.name,
      responseKind: kindOf(resource, remote),
      scope: resource.namespaced ? 'Namespaced' : 'Cluster',
      singularResource: resource.singularName ?? '',
      verbs: resource.verbs ?? [],
      ...(resource.shortNames ? { shortNames: resource.shortNames } : {}),
      ...(resource.categories ? { categories: resource.categories } : {}),
      subresources: all
        .filter(({ name }) => name.startsWith(`${resource.name}/`))
        .map((sub) => ({
          subresource: sub.name.slice(resource.name.length + 1),
          responseKind: kindOf(sub, remote),
          verbs: sub.verbs ?? [],
        })),
    }));
  return { version, freshness: 'Current', resources };
}

function kindOf({ group, version, kind }: RemoteResource, remote: RemoteVersion): object {
  return { group: group || remote.group, version: version || remote.version, kind };
}
