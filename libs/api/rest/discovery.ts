import { ISSUER_PATHS } from './access/issuer-discovery';
import { allKinds, groupOf, versionOf, type KindInfo, type SubresourceInfo } from '@orrery/api-types';
import { parseAccept } from './negotiation';

/** A discovery answer with the media type it must be sent as. */
export interface DiscoveryAnswer {
  readonly body: unknown;
  readonly contentType: string;
}

const JSON_TYPE = 'application/json';
const AGGREGATED = ['v2', 'v2beta1'];

let groupVersions: readonly string[] | undefined;

/** Every group version that is served, in order of priority; the core group first. */
export function servedGroupVersions(): readonly string[] {
  return (groupVersions ??= [...new Set(served().flatMap(({ apiVersions }) => apiVersions))]);
}

/** Where to go from the root of a server: what has a page, in the order of its name. */
export function servedPaths({ issuer }: { readonly issuer: boolean }): string[] {
  const groups = servedGroupVersions().flatMap((version) => {
    const group = groupOf(version);
    return group === '' ? ['/api', `/api/${version}`] : ['/apis', `/apis/${group}`, `/apis/${version}`];
  });
  const others = [
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
  return [...new Set([...groups, ...others, '/version'])].sort();
}

/** Answers `/api`, `/apis`, `/apis/{group}`, `/api/v1` and `/apis/{group}/{version}`; undefined for other paths. */
export function discover(path: string, accept: string | undefined): DiscoveryAnswer | undefined {
  const segments = path.split('/').filter((segment) => segment !== '');
  if (segments[0] === 'api') {
    if (segments.length === 1) return aggregated(accept, true) ?? plain(legacyVersions());
    if (segments.length === 2 && segments[1] === 'v1') return plain(resourceList('v1'));
  }
  if (segments[0] !== 'apis') return undefined;
  if (segments.length === 1) return aggregated(accept, false) ?? plain(groupList());
  const group = groups().find(({ name }) => name === segments[1]);
  if (!group) return undefined;
  if (segments.length === 2) return plain({ kind: 'APIGroup', apiVersion: 'v1', ...group });
  const version = `${segments[1]}/${segments[2]}`;
  const isServed = group.versions.some(({ groupVersion }) => groupVersion === version);
  return segments.length === 3 && isServed ? plain(resourceList(version)) : undefined;
}

function plain(body: unknown): DiscoveryAnswer {
  return { body, contentType: JSON_TYPE };
}

function served(): KindInfo[] {
  return allKinds().filter((kind) => kind.served);
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

function groups(): Group[] {
  const names = new Set(servedGroupVersions().map(groupOf));
  names.delete('');
  return [...names].map((name) => {
    const versions = servedGroupVersions()
      .filter((version) => groupOf(version) === name)
      .map((groupVersion) => ({ groupVersion, version: versionOf(groupVersion) }));
    return { name, versions, preferredVersion: versions[0]! };
  });
}

function groupList(): unknown {
  return { kind: 'APIGroupList', apiVersion: 'v1', groups: groups() };
}

function kindsIn(groupVersion: string): KindInfo[] {
  return served().filter((kind) => kind.apiVersions.includes(groupVersion));
}

function resourceList(groupVersion: string): unknown {
  const resources = kindsIn(groupVersion).flatMap((kind) => [
    {
      name: kind.resource,
      singularName: kind.singular,
      namespaced: kind.namespaced,
      kind: kind.kind,
      verbs: kind.verbs,
      ...(kind.shortNames.length > 0 ? { shortNames: kind.shortNames } : {}),
      ...(kind.categories.length > 0 ? { categories: kind.categories } : {}),
    },
    ...reachable(kind).map((sub) => ({
      name: `${kind.resource}/${sub.name}`,
      singularName: '',
      namespaced: kind.namespaced,
      ...(sub.apiVersion === undefined ? {} : { group: groupOf(sub.apiVersion), version: versionOf(sub.apiVersion) }),
      kind: sub.kind,
      verbs: sub.verbs,
    })),
  ]);
  return { kind: 'APIResourceList', apiVersion: 'v1', groupVersion, resources };
}

/** The subresources that requests are answered for. */
const ANSWERED = new Set([
  'status',
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
]);

function reachable(kind: KindInfo): SubresourceInfo[] {
  return kind.subresources.filter(({ name }) => ANSWERED.has(name));
}

/** The one-request form of newer clients, in the first version of it that the client names. */
function aggregated(accept: string | undefined, isCore: boolean): DiscoveryAnswer | undefined {
  for (const { type, parameters } of parseAccept(accept)) {
    if (type !== JSON_TYPE && type !== '*/*') continue;
    const version = parameters.get('v');
    if (parameters.get('as') === undefined) return undefined;
    if (parameters.get('as') !== 'APIGroupDiscoveryList' || !AGGREGATED.includes(version ?? '')) continue;
    return {
      body: discoveryList(version!, isCore),
      contentType: `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`,
    };
  }
  return undefined;
}

function discoveryList(version: string, isCore: boolean): unknown {
  const items = isCore
    ? [{ metadata: { creationTimestamp: null }, versions: [versionDiscovery('v1')] }]
    : groups().map(({ name, versions }) => ({
        metadata: { name, creationTimestamp: null },
        versions: versions.map(({ groupVersion }) => versionDiscovery(groupVersion)),
      }));
  return { kind: 'APIGroupDiscoveryList', apiVersion: `apidiscovery.k8s.io/${version}`, metadata: {}, items };
}

function versionDiscovery(groupVersion: string): unknown {
  const resources = kindsIn(groupVersion).map((kind) => ({
    resource: kind.resource,
    responseKind: responseKind(groupVersion, kind.kind),
    scope: kind.namespaced ? 'Namespaced' : 'Cluster',
    singularResource: kind.singular,
    verbs: kind.verbs,
    ...(kind.shortNames.length > 0 ? { shortNames: kind.shortNames } : {}),
    ...(kind.categories.length > 0 ? { categories: kind.categories } : {}),
    subresources: reachable(kind).map((sub) => ({
      subresource: sub.name,
      responseKind: responseKind(sub.apiVersion ?? groupVersion, sub.kind),
      verbs: sub.verbs,
    })),
  }));
  return { version: versionOf(groupVersion), freshness: 'Current', resources };
}

function responseKind(apiVersion: string, kind: string): unknown {
  return { group: groupOf(apiVersion), version: versionOf(apiVersion), kind };
}
