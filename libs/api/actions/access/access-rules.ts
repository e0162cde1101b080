import { objectAccess, type ResourceAccess } from '@orrery/access';
import { DEFAULT_RELEASE, type KindInfo } from '@orrery/api-types';
import { ClusterKinds } from '@orrery/control-plane';
import { ClusterCache, parseResource } from '@orrery/store';
import { servedKind, workloadKind } from '../objects/kind-of';

/** The kinds of the release alone: a cluster that is not there defines none. */
const NO_DEFINITIONS = new ClusterKinds({
  cache: new ClusterCache(0, []),
  onCacheReplaced: () => () => undefined,
  release: DEFAULT_RELEASE,
});

/** Right that a field requires: to something in the cluster of the request, or to something of the server itself. */
export interface RequiredRight {
  readonly on: 'cluster' | 'server';
  readonly access: ResourceAccess;
}

/** The cluster of a request, as rules see it. */
export interface RuledCluster {
  readonly clusterName: string;
  /** Absent if there is no cluster of that name. */
  readonly kinds: ClusterKinds | undefined;
}

/** Access rule of a root field. */
export interface AccessRule {
  /** The right in words, for the reference of rights. */
  readonly text: string;
  /** The rights that these arguments need; empty: every client that reaches the API may use the field. */
  readonly rights: (args: FieldArguments, where: RuledCluster) => readonly RequiredRight[];
}

export type FieldArguments = Readonly<Record<string, unknown>>;

/** Group and resource of a kind, as a right names them. */
export type RuledKind = Pick<KindInfo, 'group' | 'resource'> & Partial<Pick<KindInfo, 'namespaced'>>;

interface Filter {
  readonly namespace?: string | null;
  readonly namespaces?: readonly string[] | null;
}

/** Rights in the cluster of the request. */
function inCluster(
  text: string,
  accesses: (args: FieldArguments, where: RuledCluster) => readonly ResourceAccess[],
): AccessRule {
  const rights: AccessRule['rights'] = (args, where) =>
    accesses(args, where).map((access) => ({ on: 'cluster', access }));
  return { text, rights };
}

/** A right on the server itself: roles of clusters do not count. */
export function onServer(text: string, access: (args: FieldArguments) => ResourceAccess): AccessRule {
  return { text: `on the server: ${text}`, rights: (args) => [{ on: 'server', access: access(args) }] };
}

/** Nothing is required before the field is resolved; `text` describes the later checks. */
export function open(text = 'none'): AccessRule {
  return { text, rights: () => [] };
}

/** Both rules hold. */
export function bothOf(one: AccessRule, other: AccessRule): AccessRule {
  return {
    text: `${one.text}, ${other.text}`,
    rights: (args, where) => [...one.rights(args, where), ...other.rights(args, where)],
  };
}

/** The store checks the client's right to each object that is written. */
export function checkedByStore(text: string): AccessRule {
  return open(text);
}

/** Requires a right to the cluster, for the parts that the emulator adds to Kubernetes (clock, faults, settings). */
export function clusterRight(verb: 'get' | 'update'): AccessRule {
  return inCluster(`${verb} clusters.orrery.dev`, (_args, { clusterName }) => [clusterAccess(verb, clusterName)]);
}

/** The right to one object of a kind, named by `name` and `namespace` of the arguments or of their `input`. */
export function oneOf(verb: string, kind: RuledKind): AccessRule {
  return inCluster(`${verb} ${nameOf(kind)}`, (args) => [
    toOne(verb, kind, (args['input'] as FieldArguments | undefined) ?? args),
  ]);
}

/** The right to the objects of a kind that the `filter` of the arguments selects. */
export function manyOf(verb: string, kind: KindInfo): AccessRule {
  return inCluster(`${verb} ${nameOf(listedKind(kind))}`, (args) => toMany(verb, kind, args['filter']));
}

/** The right to one object whose kind the arguments name. */
export function oneOfNamedKind(verb: string): AccessRule {
  return inCluster(`${verb} of its kind`, (args, where) => [
    toOne(verb, kindIn(where, args), { namespace: 'default', ...present(args) }),
  ]);
}

/** The right to objects whose kind and filter the arguments, or their `input`, name. */
export function manyOfNamedKind(verb: string): AccessRule {
  return inCluster(`${verb} of its kind`, (args, where) => {
    const named = (args['input'] as FieldArguments | undefined) ?? args;
    return toMany(verb, kindIn(where, named), named['filter']);
  });
}

/** The right to a workload, or to a subresource of it, whose kind the arguments or their `input` name. */
export function ofWorkload(verb: string, subresource: string | undefined, text: string): AccessRule {
  return inCluster(text, (args, { kinds }) => {
    const { apiVersion, kind, name, namespace } = (args['input'] as FieldArguments | undefined) ?? args;
    const { group, resource } = workloadKind(kinds ?? NO_DEFINITIONS, apiVersion as string | undefined, String(kind));
    const place = typeof namespace === 'string' ? namespace : '';
    const part = { verb, group, resource, ...(subresource === undefined ? {} : { subresource }) };
    return [objectAccess({ ...part, namespace: place, name: String(name) })];
  });
}

const NODES: RuledKind = { group: '', resource: 'nodes' };
const PODS: RuledKind = { group: '', resource: 'pods' };

/** The reasons of placements reveal all nodes and pods. */
export const PLACEMENTS: AccessRule = inCluster('list nodes, list pods', () =>
  [NODES, PODS].map((kind) => objectAccess({ verb: 'list', ...kind })),
);

/** Access to a cluster itself. */
export function clusterAccess(verb: string, name: string): ResourceAccess {
  return objectAccess({ verb, group: 'orrery.dev', resource: 'clusters', name });
}

/** Access to a snapshot of the server. */
export function snapshotAccess(verb: string, name: string): ResourceAccess {
  return objectAccess({ verb, group: 'orrery.dev', resource: 'snapshots', name });
}

/** `deployments.apps`, as `kubectl` names a resource. */
function nameOf({ group, resource }: RuledKind): string {
  return group === '' ? resource : `${resource}.${group}`;
}

/** Access to one object. */
function toOne(verb: string, kind: RuledKind, { namespace, name }: FieldArguments): ResourceAccess {
  return objectAccess({
    verb,
    group: kind.group,
    resource: kind.resource,
    namespace: kind.namespaced !== false && typeof namespace === 'string' ? namespace : '',
    name: String(name),
  });
}

/**
 * The kind whose objects a list shows. REST leaves out those that a client may not read; lists here have all of them, so
 * that the right to list projects is not enough.
 */
function listedKind(kind: KindInfo): RuledKind {
  return kind.storedAs === undefined ? kind : { ...parseResource(kind.storedAs), namespaced: kind.namespaced };
}

function toMany(verb: string, kind: KindInfo, filter: unknown): readonly ResourceAccess[] {
  const { group, resource, namespaced } = listedKind(kind);
  const { namespace, namespaces } = (filter ?? {}) as Filter;
  const places = !namespaced ? [''] : namespace ? [namespace] : namespaces?.length ? namespaces : [''];
  return places.map((place) => objectAccess({ verb, group, resource, namespace: place }));
}

function kindIn({ kinds }: RuledCluster, { apiVersion, kind }: FieldArguments): KindInfo {
  return servedKind(kinds ?? NO_DEFINITIONS, String(apiVersion), String(kind));
}

function present(values: object | null | undefined): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values ?? {}).filter(([, value]) => value !== null && value !== undefined));
}
