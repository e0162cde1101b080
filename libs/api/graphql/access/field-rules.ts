import { objectAccess, type ResourceAccess } from '@orrery/access';
import type { KindInfo } from '@orrery/api-types';
import { KINDS } from '../kinds/kind-description';
import { servedKind } from '../resources/kind-of';

/** What a field needs a right to: something in the cluster of the request, or something of the server itself. */
export interface RequiredRight {
  readonly on: 'cluster' | 'server';
  readonly access: ResourceAccess;
}

/** Who may ask for a root field. */
export interface FieldRule {
  /** The right in words, for the reference of rights. */
  readonly text: string;
  /** The rights that these arguments need; none: everybody who reaches the API may ask. */
  readonly rights: (args: FieldArguments, clusterName: string) => readonly RequiredRight[];
}

export type FieldArguments = Readonly<Record<string, unknown>>;

interface Filter {
  readonly base?: Filter | null;
  readonly namespace?: string | null;
  readonly namespaces?: readonly string[] | null;
}

const NODES = { group: '', resource: 'nodes' };
const PODS = { group: '', resource: 'pods' };
const DEPLOYMENTS = { group: 'apps', resource: 'deployments' };

/** Mutations that write objects and do nothing else: the store asks for each object that they write. */
const WRITES_OF_OBJECTS: readonly (readonly [name: string, text: string])[] = [
  ['createObject', 'create of its kind'],
  ['applyObject', 'patch (and create) of its kind'],
  ['updateObject', 'update of its kind'],
  ['patchObject', 'patch of its kind'],
  ['deleteObject', 'delete of its kind'],
  ['setLabels', 'patch of its kind'],
  ['bindPod', 'create pods/binding'],
  ['evictPod', 'create pods/eviction'],
  ['addNode', 'create nodes'],
  ['createToken', 'create serviceaccounts/token'],
];

/** Mutations of one object that is looked at before it is written: who may not write it does not learn whether it exists. */
const CHANGES_OF_ONE: readonly (readonly [name: string, kind: Pick<KindInfo, 'group' | 'resource'>, verb: string])[] = [
  ['rolloutRestart', DEPLOYMENTS, 'patch'],
  ['rolloutUndo', DEPLOYMENTS, 'patch'],
  ['rolloutRestartStatefulSet', { group: 'apps', resource: 'statefulsets' }, 'patch'],
  ['rolloutUndoStatefulSet', { group: 'apps', resource: 'statefulsets' }, 'patch'],
  ['rolloutRestartDaemonSet', { group: 'apps', resource: 'daemonsets' }, 'patch'],
  ['rolloutUndoDaemonSet', { group: 'apps', resource: 'daemonsets' }, 'patch'],
  ['cordonNode', NODES, 'patch'],
  ['uncordonNode', NODES, 'patch'],
  ['drainNode', NODES, 'patch'],
  ['addTaint', NODES, 'patch'],
  ['removeTaint', NODES, 'patch'],
  ['removeNode', NODES, 'delete'],
];

/** Why pods are where they are reveals all nodes and pods. */
const PLACEMENTS: FieldRule = inCluster('list nodes, list pods', () =>
  [NODES, PODS].map((kind) => objectAccess({ verb: 'list', ...kind })),
);

/** The cluster of the request is judged by its own roles, another one by rights on the server. */
const CLUSTER_BY_NAME: FieldRule = {
  text: 'get clusters.orrery.dev; for another cluster than that of the request: a right on the server',
  rights: ({ name }, own) => {
    const named = typeof name === 'string' ? name : own;
    return [{ on: named === own ? 'cluster' : 'server', access: toCluster('get', named) }];
  },
};

/** Every root query by its name. A query without a rule ends the start of the server. */
export const QUERY_RULES: ReadonlyMap<string, FieldRule> = new Map<string, FieldRule>([
  ...KINDS.flatMap(({ kind, one, many }): [string, FieldRule][] => [
    [one, inCluster(`get ${nameOf(kind)}`, (args) => [toOne('get', kind, args)])],
    [many, inCluster(`list ${nameOf(kind)}`, (args) => toMany('list', kind, args['filter']))],
  ]),
  [
    'object',
    inCluster('get of its kind', (args) => [toOne('get', kindIn(args), { namespace: 'default', ...present(args) })]),
  ],
  ['objects', inCluster('list of its kind', (args) => toMany('list', kindIn(args), args['filter']))],
  // An id says what it is of, so the answer is judged.
  ['resource', open('get of what it answers with')],
  ['resources', open('get of what it answers with')],
  ['serverInfo', open()],
  ['apiResources', open()],
  ['accessReview', open('about others: create subjectaccessreviews.authorization.k8s.io')],
  ['clusters', onServer('list clusters.orrery.dev', () => toCluster('list', ''))],
  ['cluster', CLUSTER_BY_NAME],
  ['explainScheduling', PLACEMENTS],
  ['schedulingDecisions', PLACEMENTS],
  ['schedulingQueue', PLACEMENTS],
  ['evictionPreview', inCluster('get pods', ({ namespace, pod }) => [toOne('get', PODS, { namespace, name: pod })])],
  ...emulatorRules('get', [
    'admissionConfig',
    'clock',
    'clusterSummary',
    'deschedulerRuns',
    'deschedulerSchedule',
    'deschedulingDecisions',
    'faults',
    'nodeHealth',
    'schedulerConfig',
    'schedulerConfigs',
    'zones',
  ]),
]);

/** Every root mutation by its name. A mutation without a rule ends the start of the server. */
export const MUTATION_RULES: ReadonlyMap<string, FieldRule> = new Map<string, FieldRule>([
  ['createCluster', onServer('create clusters.orrery.dev', () => toCluster('create', ''))],
  [
    'deleteCluster',
    onServer('delete clusters.orrery.dev', ({ input }) =>
      toCluster('delete', String((input as { name?: unknown }).name)),
    ),
  ],
  [
    'deleteObjects',
    inCluster('deletecollection of its kind', ({ input }) =>
      toMany('deletecollection', kindIn(input as FieldArguments), (input as Filter & { filter?: unknown }).filter),
    ),
  ],
  ...KINDS.flatMap(({ kind, type }): [string, FieldRule][] => [
    [`create${type.name}`, judgedByStore(`create ${nameOf(kind)}`)],
    [`update${type.name}`, judgedByStore(`update ${nameOf(kind)}`)],
  ]),
  ...CHANGES_OF_ONE.map(([name, kind, verb]): [string, FieldRule] => [
    name,
    inCluster(`${verb} ${nameOf(kind)}`, ({ input }) => [toOne(verb, kind, input as FieldArguments)]),
  ]),
  [
    'scale',
    inCluster('patch the scale of its kind', ({ input }) => {
      const { apiVersion, kind, name, namespace } = input as FieldArguments;
      const { group, resource } = kindIn({ apiVersion: apiVersion ?? 'apps/v1', kind });
      const place = typeof namespace === 'string' ? namespace : '';
      const part = { verb: 'patch', group, resource, subresource: 'scale' };
      return [objectAccess({ ...part, namespace: place, name: String(name) })];
    }),
  ],
  ...WRITES_OF_OBJECTS.map(([name, text]): [string, FieldRule] => [name, judgedByStore(text)]),
  ...emulatorRules('update', [
    'advanceClock',
    'clearFaults',
    'crashNode',
    'injectFault',
    'pauseClock',
    'restartComponent',
    'resumeClock',
    'resumeHeartbeats',
    'runDescheduler',
    'runScenario',
    'setAdmissionConfig',
    'setClockMode',
    'setDeschedulerSchedule',
    'setNodeCondition',
    'setNodeHealth',
    'setNodeUsage',
    'setPodUsage',
    'setSchedulerPolicy',
    'stopHeartbeats',
  ]),
]);

/** Every root subscription by its name. A subscription without a rule ends the start of the server. */
export const SUBSCRIPTION_RULES: ReadonlyMap<string, FieldRule> = new Map<string, FieldRule>([
  ...KINDS.map(({ kind, one }): [string, FieldRule] => [
    kind.kind === 'Event' ? 'clusterEvents' : `${one}Events`,
    inCluster(`watch ${nameOf(kind)}`, (args) =>
      toMany('watch', kind, (args['input'] as { filter?: unknown } | undefined)?.filter ?? args['filter']),
    ),
  ]),
  [
    'resourceEvents',
    inCluster('watch of its kind', ({ input }) =>
      toMany('watch', kindIn(input as FieldArguments), (input as { filter?: unknown }).filter),
    ),
  ],
  ['schedulingDecisionMade', PLACEMENTS],
  [
    'rolloutProgress',
    inCluster('watch deployments.apps', ({ namespace, deployment }) => [
      toOne('watch', DEPLOYMENTS, { namespace, name: deployment }),
    ]),
  ],
  ...emulatorRules('get', ['clockTicked']),
]);

function inCluster(
  text: string,
  accesses: (args: FieldArguments, clusterName: string) => readonly ResourceAccess[],
): FieldRule {
  const rights: FieldRule['rights'] = (args, clusterName) =>
    accesses(args, clusterName).map((access) => ({ on: 'cluster', access }));
  return { text, rights };
}

/** For what belongs to the server: no role of any cluster counts. */
function onServer(text: string, access: (args: FieldArguments) => ResourceAccess): FieldRule {
  return { text: `on the server: ${text}`, rights: (args) => [{ on: 'server', access: access(args) }] };
}

/** Nothing is asked before; where the text is given, what is asked later. */
function open(text = ''): FieldRule {
  return { text: text === '' ? 'none' : text, rights: () => [] };
}

/** The store asks for each object that is written, with the client's rights. */
function judgedByStore(text: string): FieldRule {
  return open(text);
}

/** What the emulator adds to Kubernetes (clock, faults, settings) needs a right to the cluster that it is done to. */
function emulatorRules(verb: 'get' | 'update', names: readonly string[]): [string, FieldRule][] {
  const rule = inCluster(`${verb} clusters.orrery.dev`, (_args, clusterName) => [toCluster(verb, clusterName)]);
  return names.map((name) => [name, rule]);
}

/** `deployments.apps`, as `kubectl` names a resource. */
function nameOf({ group, resource }: Pick<KindInfo, 'group' | 'resource'>): string {
  return group === '' ? resource : `${resource}.${group}`;
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
