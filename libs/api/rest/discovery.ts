import { createHash } from 'node:crypto';
import { ISSUER_PATHS } from './access/issuer-discovery';
import { groupOf, versionOf, type KindInfo, type SubresourceInfo, subresourcesOf } from '@orrery/api-types';
import { parseAccept } from './negotiation';
import type { RemoteVersion } from './aggregation/remote-discovery';
import { mergedVersions, remoteGroups, remoteVersionDiscovery } from './aggregation/remote-groups';
import type { ServedKinds } from './served-kinds';

/** A discovery answer with the media type it must be sent as. */
export interface DiscoveryAnswer {
  readonly body: unknown;
  readonly contentType: string;
}

const JSON_TYPE = 'application/json';
const AGGREGATED = ['v2', 'v2beta1'];

/** What a cluster announces: the kinds of the server itself, and the group versions that others answer. */
export interface Announced {
  readonly kinds: ServedKinds;
  readonly remotes: readonly RemoteVersion[];
}

/** Where to go from the root of a server: what has a page, in the order of its name. */
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

/** Answers `/api`, `/apis`, `/apis/{group}`, `/api/v1` and `/apis/{group}/{version}`; undefined for other paths. */
export function discover(announced: Announced, path: string, accept: string | undefined): DiscoveryAnswer | undefined {
  const { kinds } = announced;
  const segments = path.split('/').filter((segment) => segment !== '');
  if (segments[0] === 'api') {
    if (segments.length === 1) return aggregated(announced, accept, true) ?? plain(legacyVersions());
    if (segments.length === 2 && segments[1] === 'v1') return plain(resourceList(kinds, 'v1'));
  }
  if (segments[0] !== 'apis') return undefined;
  if (segments.length === 1) return aggregated(announced, accept, false) ?? plain(groupList(announced));
  const versions = versionsOf(announced, segments[1]!);
  if (versions.length === 0) return undefined;
  if (segments.length === 2)
    return plain({ kind: 'APIGroup', apiVersion: 'v1', ...groupNamed(announced, segments[1]!) });
  const version = `${segments[1]}/${segments[2]}`;
  return segments.length === 3 && kinds.versionsOf(segments[1]!).includes(version)
    ? plain(resourceList(kinds, version))
    : undefined;
}

function plain(body: unknown): DiscoveryAnswer {
  return { body, contentType: JSON_TYPE };
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
  const resources = kinds.kindsIn(groupVersion).flatMap((kind) => [
    {
      name: kind.resource,
      singularName: kind.singular,
      namespaced: kind.namespaced,
      kind: kind.bodyKind,
      verbs: kind.announcedVerbs,
      ...(kind.shortNames.length > 0 ? { shortNames: kind.shortNames } : {}),
      ...(kind.categories.length > 0 ? { categories: kind.categories } : {}),
      storageVersionHash: storageVersionHash(kind),
    },
    ...reachable(kind, groupVersion).map((sub) => ({
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
  return { kind: 'APIResourceList', apiVersion: 'v1', groupVersion, resources };
}

const storageHashes = new WeakMap<KindInfo, string>();

/** What clients compare to notice that objects are stored in another version (`StorageVersionHash` upstream). */
function storageVersionHash(kind: KindInfo): string {
  let hash = storageHashes.get(kind);
  if (hash === undefined) {
    const { storageApiVersion } = kind;
    const text = `${groupOf(storageApiVersion)}/${versionOf(storageApiVersion)}/${kind.kind}`;
    hash = createHash('sha256').update(text).digest().subarray(0, 8).toString('base64');
    storageHashes.set(kind, hash);
  }
  return hash;
}

/** The subresources that requests are answered for. */
const ANSWERED = new Set([
  'status',
  'approval',
  'binding',
  'eviction',
  'log',
  'finalize',
  'scale',
  'token',
  'ephemeralcontainers',
  'exec',
  'attach',
  'portforward',
  'instantiate',
  'rollback',
]);

function reachable(kind: KindInfo, groupVersion: string): SubresourceInfo[] {
  return subresourcesOf(kind, [groupVersion]).filter(({ name }) => ANSWERED.has(name));
}

/** The one-request form of newer clients, in the first version of it that the client names. */
function aggregated(announced: Announced, accept: string | undefined, isCore: boolean): DiscoveryAnswer | undefined {
  for (const { type, parameters } of parseAccept(accept)) {
    if (type !== JSON_TYPE && type !== '*/*') continue;
    const version = parameters.get('v');
    if (parameters.get('as') === undefined) return undefined;
    if (parameters.get('as') !== 'APIGroupDiscoveryList' || !AGGREGATED.includes(version ?? '')) continue;
    return {
      body: discoveryList(announced, version!, isCore),
      contentType: `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`,
    };
  }
  return undefined;
}

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
  const resources = kinds.kindsIn(groupVersion).map((kind) => ({
    resource: kind.resource,
    responseKind: responseKind(groupVersion, kind.bodyKind),
    scope: kind.namespaced ? 'Namespaced' : 'Cluster',
    singularResource: kind.singular,
    verbs: kind.announcedVerbs,
    ...(kind.shortNames.length > 0 ? { shortNames: kind.shortNames } : {}),
    ...(kind.categories.length > 0 ? { categories: kind.categories } : {}),
    subresources: reachable(kind, groupVersion).map((sub) => ({
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
