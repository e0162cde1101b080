import { ISSUER_PATHS } from './access/issuer-discovery';
import {
  groupOf,
  isAfter,
  type KindInfo,
  type ReleaseName,
  type SubresourceInfo,
  verbsIn,
  versionOf,
} from '@orrery/api-types';
import { negotiateDiscovery } from './answers/negotiation';
import type { RemoteVersion } from './aggregation/remote-discovery';
import { mergedVersions, remoteGroups, remoteVersionDiscovery } from './aggregation/remote-groups';
import { reachableSubresources } from './announcement/reachable-subresources';
import type { ServedKinds } from './served-kinds';
import { storageVersionHash } from './announcement/storage-version-hash';

/** A discovery answer, with the parameters of its media type. */
export interface DiscoveryAnswer {
  readonly body: unknown;
  /** The requested media type. */
  readonly type: string;
  readonly parameters: string;
}

/** Announcement of a cluster: the kinds of the server itself, and the group versions that others answer. */
export interface Announced {
  readonly kinds: ServedKinds;
  readonly remotes: readonly RemoteVersion[];
}

/** Returns the paths that the root of a server lists, sorted by name. */
export function servedPaths(announced: Announced, { issuer }: { readonly issuer: boolean }): string[] {
  const { kinds, remotes } = announced;
  const others = remotes.map(({ group, version }) => `${group}/${version}`);
  const groups = [...kinds.groupVersions, ...others].flatMap((version) => {
    const group = groupOf(version);
    return group === '' ? ['/api', `/api/${version}`] : ['/apis', `/apis/${group}`, `/apis/${version}`];
  });
  const pages = [
    ...(issuer ? ISSUER_PATHS : []),
    '/graphql',
    '/healthz',
    '/livez',
    '/metrics',
    '/openapi/v2',
    '/openapi/v3',
    '/playground',
    '/readyz',
  ];
  return [...new Set([...groups, ...pages, '/version'])].sort();
}

/**
 * Answers `/api`, `/apis`, `/apis/{group}`, `/api/v1` and `/apis/{group}/{version}`; undefined for other paths. Throws 406 for
 * a client that can read nothing of it.
 */
export function discover(announced: Announced, path: string, accept: string | undefined): DiscoveryAnswer | undefined {
  const segments = path.split('/').filter((segment) => segment !== '');
  if (segments.length === 1 && (segments[0] === 'api' || segments[0] === 'apis')) {
    const isCore = segments[0] === 'api';
    const { version, type } = negotiateDiscovery(accept, true);
    if (version === undefined) return { body: isCore ? legacyVersions() : groupList(announced), type, parameters: '' };
    const parameters = `;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`;
    return { body: discoveryList(announced, version, isCore), type, parameters };
  }
  const body = partOf(announced, segments);
  if (body === undefined) return undefined;
  return { body, type: negotiateDiscovery(accept, false).type, parameters: '' };
}

/** Returns the discovery document of a path below `/api` and `/apis`. */
function partOf(announced: Announced, [root, group = '', version, ...rest]: readonly string[]): unknown {
  const { kinds } = announced;
  if (rest.length > 0 || group === '') return undefined;
  if (root === 'api') return group === 'v1' && version === undefined ? resourceList(kinds, 'v1') : undefined;
  if (root !== 'apis' || versionsOf(announced, group).length === 0) return undefined;
  if (version === undefined) return { kind: 'APIGroup', apiVersion: 'v1', ...groupNamed(announced, group) };
  const groupVersion = `${group}/${version}`;
  return kinds.versionsOf(group).includes(groupVersion) ? resourceList(kinds, groupVersion) : undefined;
}

function legacyVersions(): unknown {
  return {
    kind: 'APIVersions',
    versions: ['v1'],
    serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress: '' }],
  };
}

interface Group {
  readonly name: string;
  readonly versions: { readonly groupVersion: string; readonly version: string }[];
  readonly preferredVersion: { readonly groupVersion: string; readonly version: string };
}

function versionsOf({ kinds, remotes }: Announced, group: string): string[] {
  return mergedVersions(kinds.versionsOf(group), remotes, group);
}

function groupsOf({ kinds, remotes }: Announced): string[] {
  return [...kinds.groups, ...remoteGroups(kinds.groups, remotes)];
}

function groupNamed(announced: Announced, name: string): Group {
  const versions = versionsOf(announced, name).map((groupVersion) => ({
    groupVersion,
    version: versionOf(groupVersion),
  }));
  return { name, versions, preferredVersion: versions[0]! };
}

function groupList(announced: Announced): unknown {
  const groups = groupsOf(announced).map((name) => groupNamed(announced, name));
  return { kind: 'APIGroupList', apiVersion: 'v1', groups };
}

function resourceList(kinds: ServedKinds, groupVersion: string): unknown {
  const resources = sortedKinds(kinds, groupVersion).flatMap((kind) => [
    {
      name: kind.resource,
      singularName: singularOf(kind, kinds.release),
      namespaced: kind.namespaced,
      kind: kind.bodyKind,
      verbs: verbsIn(kinds.release, kind.announcedVerbs, kind),
      ...(kind.shortNames.length > 0 ? { shortNames: kind.shortNames } : {}),
      ...(kind.categories.length > 0 ? { categories: kind.categories } : {}),
      ...hashOf(kind, groupVersion, kinds.release),
    },
    ...sortedSubresources(kinds, kind, groupVersion).map((sub) => ({
      name: `${kind.resource}/${sub.name}`,
      singularName: '',
      namespaced: kind.namespaced,
      ...(sub.apiVersion === undefined || sub.versions
        ? {}
        : { group: groupOf(sub.apiVersion), version: versionOf(sub.apiVersion) }),
      kind: sub.kind,
      verbs: sub.verbs,
    })),
  ]);
  // The list of the core group alone does not say which version it is of itself.
  const apiVersion = groupOf(groupVersion) === '' ? {} : { apiVersion: 'v1' };
  return { kind: 'APIResourceList', ...apiVersion, groupVersion, resources };
}

function hashOf(kind: KindInfo, groupVersion: string, release: ReleaseName): { storageVersionHash?: string } {
  const hash = storageVersionHash(kind, groupVersion, release);
  return hash === undefined ? {} : { storageVersionHash: hash };
}

/** Returns the singular name of a kind; until 1.26 kinds of the server had none: clients derived it from the kind. */
function singularOf({ singular, isCustom }: KindInfo, release: ReleaseName): string {
  return isAfter(release, '1.20') || isCustom ? singular : '';
}

/** The kinds of a version, by the names of their resources as in upstream's lists. */
function sortedKinds(kinds: ServedKinds, groupVersion: string): readonly KindInfo[] {
  return [...kinds.kindsIn(groupVersion)].sort((a, b) => (a.resource < b.resource ? -1 : 1));
}

function sortedSubresources(kinds: ServedKinds, kind: KindInfo, groupVersion: string): readonly SubresourceInfo[] {
  const all = reachableSubresources(kind, groupVersion, kinds.release);
  // The server of custom objects lists their subresources in an order of its own: `status`, then `scale`.
  if (kind.isCustom) return [...all].sort((a, b) => (a.name > b.name ? -1 : 1));
  return [...all].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The one-request form of newer clients. */
function discoveryList(announced: Announced, version: string, isCore: boolean): unknown {
  const { kinds, remotes } = announced;
  const items = isCore
    ? [{ metadata: { creationTimestamp: null }, versions: [versionDiscovery(kinds, 'v1')] }]
    : groupsOf(announced).map((name) => ({
        metadata: { name, creationTimestamp: null },
        versions: versionsOf(announced, name).map(
          (groupVersion) => remoteVersionDiscovery(remotes, groupVersion) ?? versionDiscovery(kinds, groupVersion),
        ),
      }));
  return { kind: 'APIGroupDiscoveryList', apiVersion: `apidiscovery.k8s.io/${version}`, metadata: {}, items };
}

function versionDiscovery(kinds: ServedKinds, groupVersion: string): unknown {
  const resources = sortedKinds(kinds, groupVersion).map((kind) => ({
    resource: kind.resource,
    responseKind: responseKind(groupVersion, kind.bodyKind),
    scope: kind.namespaced ? 'Namespaced' : 'Cluster',
    singularResource: singularOf(kind, kinds.release),
    verbs: verbsIn(kinds.release, kind.announcedVerbs, kind),
    ...(kind.shortNames.length > 0 ? { shortNames: kind.shortNames } : {}),
    ...(kind.categories.length > 0 ? { categories: kind.categories } : {}),
    subresources: sortedSubresources(kinds, kind, groupVersion).map((sub) => ({
      subresource: sub.name,
      responseKind: responseKind(sub.versions ? groupVersion : (sub.apiVersion ?? groupVersion), sub.kind),
      verbs: sub.verbs,
    })),
  }));
  return { version: versionOf(groupVersion), freshness: 'Current', resources };
}

function responseKind(apiVersion: string, kind: string): unknown {
  return { group: groupOf(apiVersion), version: versionOf(apiVersion), kind };
}
