import { objectAccess, type ResourceAccess } from '@orrery/access';
import type { KindInfo } from '@orrery/api-types';
import { KINDS } from '../kinds/kind-description';
import { servedKind } from '../resources/kind-of';

/** What a field does with its arguments, in the words of access rules; nothing: nobody needs to be asked. */
export type FieldRule = (args: FieldArguments, clusterName: string) => readonly ResourceAccess[];

export type FieldArguments = Readonly<Record<string, unknown>>;

interface Filter {
  readonly base?: Filter | null;
  readonly namespace?: string | null;
  readonly namespaces?: readonly string[] | null;
}

const NODES = { group: '', resource: 'nodes' };
const PODS = { group: '', resource: 'pods' };
const DEPLOYMENTS = { group: 'apps', resource: 'deployments' };

/** Root queries that are about objects, and the few that everybody may ask. */
export const QUERY_RULES: ReadonlyMap<string, FieldRule> = new Map<string, FieldRule>([
  ...KINDS.flatMap(({ kind, one, many }): [string, FieldRule][] => [
    [one, (args) => [toOne('get', kind, args)]],
    [many, (args) => toMany('list', kind, args['filter'])],
  ]),
  ['object', (args) => [toOne('get', kindIn(args), { namespace: 'default', ...present(args) })]],
  ['objects', (args) => toMany('list', kindIn(args), args['filter'])],
  // What they answer with is looked at: an id says what it is of.
  ['resource', open],
  ['resources', open],
  ['serverInfo', open],
  ['apiResources', open],
  ['accessReview', open],
  ['clusters', () => [toCluster('list', '')]],
  ['cluster', ({ name }, own) => [toCluster('get', typeof name === 'string' ? name : own)]],
  ['explainScheduling', placements],
  ['schedulingDecisions', placements],
  ['schedulingQueue', placements],
  ['evictionPreview', ({ namespace, pod }) => [toOne('get', PODS, { namespace, name: pod })]],
]);

/** Root mutations that are not asked at the door of the store, or must be asked before. */
export const MUTATION_RULES: ReadonlyMap<string, FieldRule> = new Map<string, FieldRule>([
  ['createCluster', () => [toCluster('create', '')]],
  ['deleteCluster', ({ input }) => [toCluster('delete', String((input as { name?: unknown }).name))]],
  [
    'deleteObjects',
    ({ input }) =>
      toMany('deletecollection', kindIn(input as FieldArguments), (input as Filter & { filter?: unknown }).filter),
  ],
]);

/** Mutations that do nothing but write objects: the door of the store asks for each of them. */
export const WRITES_OF_OBJECTS: ReadonlySet<string> = new Set([
  ...KINDS.flatMap(({ type }) => [`create${type.name}`, `update${type.name}`]),
  'createObject',
  'applyObject',
  'updateObject',
  'patchObject',
  'deleteObject',
  'setLabels',
  'bindPod',
  'evictPod',
  'scale',
  'rolloutRestart',
  'rolloutUndo',
  'rolloutRestartStatefulSet',
  'rolloutUndoStatefulSet',
  'rolloutRestartDaemonSet',
  'rolloutUndoDaemonSet',
  'cordonNode',
  'uncordonNode',
  'drainNode',
  'addNode',
  'removeNode',
  'addTaint',
  'removeTaint',
  'createToken',
]);

export const SUBSCRIPTION_RULES: ReadonlyMap<string, FieldRule> = new Map<string, FieldRule>([
  ...KINDS.map(({ kind, one }): [string, FieldRule] => [
    kind.kind === 'Event' ? 'clusterEvents' : `${one}Events`,
    (args) => toMany('watch', kind, (args['input'] as { filter?: unknown } | undefined)?.filter ?? args['filter']),
  ]),
  [
    'resourceEvents',
    ({ input }) => toMany('watch', kindIn(input as FieldArguments), (input as { filter?: unknown }).filter),
  ],
  ['schedulingDecisionMade', placements],
  ['rolloutProgress', ({ namespace, deployment }) => [toOne('watch', DEPLOYMENTS, { namespace, name: deployment })]],
]);

/** What the emulator adds to Kubernetes (clock, faults, settings) is a right to the cluster that it is done to. */
export function emulatorRule(verb: 'get' | 'update'): FieldRule {
  return (_args, clusterName) => [toCluster(verb, clusterName)];
}

function open(): readonly ResourceAccess[] {
  return [];
}

/** Why pods are where they are tells of all nodes and pods. */
function placements(): readonly ResourceAccess[] {
  return [NODES, PODS].map((kind) => objectAccess({ verb: 'list', ...kind }));
}

function toCluster(verb: string, name: string): ResourceAccess {
  return objectAccess({ verb, group: 'orrery.dev', resource: 'clusters', name });
}

function toOne(verb: string, kind: Pick<KindInfo, 'group' | 'resource'>, args: FieldArguments): ResourceAccess {
  const { namespace, name } = args;
  const isNamespaced = 'namespaced' in kind ? kind.namespaced === true : true;
  return objectAccess({
    verb,
    group: kind.group,
    resource: kind.resource,
    namespace: isNamespaced && typeof namespace === 'string' ? namespace : '',
    name: String(name),
  });
}

function toMany(verb: string, { group, resource, namespaced }: KindInfo, filter: unknown): readonly ResourceAccess[] {
  const { namespace, namespaces } = {
    ...(filter as Filter | null)?.base,
    ...present(filter as Filter | null),
  } as Filter;
  const places = !namespaced ? [''] : namespace ? [namespace] : namespaces?.length ? namespaces : [''];
  return places.map((place) => objectAccess({ verb, group, resource, namespace: place }));
}

function kindIn({ apiVersion, kind }: FieldArguments): KindInfo {
  return servedKind(String(apiVersion), String(kind));
}

function present(values: object | null | undefined): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values ?? {}).filter(([, value]) => value !== null && value !== undefined));
}
