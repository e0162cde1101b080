import { byRelease, type ReleaseName } from '../kinds/releases';

/** The version of the kinds of flow control in Kubernetes 1.20. */
export const FLOW_CONTROL_V1BETA1 = 'flowcontrol.apiserver.k8s.io/v1beta1';

/** An object of flow control that every cluster has; its metadata is its name. */
export interface FlowControlObject {
  readonly name: string;
  readonly spec: object;
}

/** The name of the schema and of the level of requests that nothing limits. */
export const EXEMPT = 'exempt';
const CATCH_ALL = 'catch-all';
const LEADER_VERBS = ['get', 'create', 'update'];
const EVERYTHING = {
  resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'], clusterScope: true, namespaces: ['*'] }],
  nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
};

const group = (name: string): object => ({ kind: 'Group', group: { name } });
const user = (name: string): object => ({ kind: 'User', user: { name } });
const serviceAccount = (name: string): object => ({
  kind: 'ServiceAccount',
  serviceAccount: { namespace: 'kube-system', name },
});
const ALL_USERS = [group('system:unauthenticated'), group('system:authenticated')];

/** The two levels that must be as they are (`apis/flowcontrol/bootstrap` upstream). */
export const MANDATORY_PRIORITY_LEVELS: readonly FlowControlObject[] = [
  { name: EXEMPT, spec: { type: 'Exempt', exempt: { nominalConcurrencyShares: 0, lendablePercent: 0 } } },
  {
    name: CATCH_ALL,
    spec: {
      type: 'Limited',
      limited: { nominalConcurrencyShares: 5, limitResponse: { type: 'Reject' }, lendablePercent: 0 },
    },
  },
];

/** Levels that are suggested, and may be changed. */
const SUGGESTED_PRIORITY_LEVELS: readonly FlowControlObject[] = [
  level('system', { shares: 30, lendablePercent: 33, queues: 64, handSize: 6 }),
  level('node-high', { shares: 40, lendablePercent: 25, queues: 64, handSize: 6 }),
  level('leader-election', { shares: 10, lendablePercent: 0, queues: 16, handSize: 4 }),
  level('workload-high', { shares: 40, lendablePercent: 50, queues: 128, handSize: 6 }),
  level('workload-low', { shares: 100, lendablePercent: 90, queues: 128, handSize: 6 }),
  level('global-default', { shares: 20, lendablePercent: 50, queues: 128, handSize: 6 }),
];

/** The two schemas that must be as they are. */
export const MANDATORY_FLOW_SCHEMAS: readonly FlowControlObject[] = [
  schema(EXEMPT, { level: EXEMPT, precedence: 1, subjects: [group('system:masters')] }),
  schema(CATCH_ALL, { level: CATCH_ALL, precedence: 10_000, by: 'ByUser', subjects: ALL_USERS }),
];

/** Schemas that are suggested, and may be changed. */
const SUGGESTED_FLOW_SCHEMAS: readonly FlowControlObject[] = [
  schema('system-nodes', { level: 'system', precedence: 500, by: 'ByUser', subjects: [group('system:nodes')] }),
  schema('system-node-high', {
    level: 'node-high',
    precedence: 400,
    by: 'ByUser',
    subjects: [group('system:nodes')],
    rules: {
      resourceRules: [
        resources(['*'], { group: '', names: ['nodes', 'nodes/status'], isClusterWide: true }),
        resources(['*'], { group: 'coordination.k8s.io', names: ['leases'] }),
      ],
    },
  }),
  schema('probes', {
    level: EXEMPT,
    precedence: 2,
    subjects: ALL_USERS,
    rules: { nonResourceRules: [{ verbs: ['get'], nonResourceURLs: ['/healthz', '/readyz', '/livez'] }] },
  }),
  schema('system-leader-election', {
    level: 'leader-election',
    precedence: 100,
    by: 'ByUser',
    subjects: [user('system:kube-controller-manager'), user('system:kube-scheduler'), serviceAccount('*')],
    rules: { resourceRules: [resources(LEADER_VERBS, { group: 'coordination.k8s.io', names: ['leases'] })] },
  }),
  schema('workload-leader-election', {
    level: 'leader-election',
    precedence: 200,
    by: 'ByUser',
    subjects: [serviceAccount('*')],
    rules: {
      resourceRules: [
        resources(LEADER_VERBS, { group: '', names: ['endpoints', 'configmaps'] }),
        resources(LEADER_VERBS, { group: 'coordination.k8s.io', names: ['leases'] }),
      ],
    },
  }),
  schema('endpoint-controller', {
    level: 'workload-high',
    precedence: 150,
    by: 'ByUser',
    subjects: [
      user('system:kube-controller-manager'),
      serviceAccount('endpoint-controller'),
      serviceAccount('endpointslicemirroring-controller'),
    ],
    rules: { resourceRules: [resources(LEADER_VERBS, { group: '', names: ['endpoints'] })] },
  }),
  component('kube-controller-manager'),
  component('kube-scheduler'),
  schema('kube-system-service-accounts', {
    level: 'workload-high',
    precedence: 900,
    by: 'ByNamespace',
    subjects: [serviceAccount('*')],
  }),
  schema('service-accounts', {
    level: 'workload-low',
    precedence: 9000,
    by: 'ByUser',
    subjects: [group('system:serviceaccounts')],
  }),
  schema('global-default', { level: 'global-default', precedence: 9900, by: 'ByUser', subjects: ALL_USERS }),
];

/** The objects of a kind of flow control: those that must be as they are, and those that may be changed. */
export interface KeptObjects {
  readonly mandatory: readonly FlowControlObject[];
  readonly suggested: readonly FlowControlObject[];
}

/** Objects of the two kinds in a new cluster. */
export interface FlowControlObjects {
  readonly PriorityLevelConfiguration: KeptObjects;
  readonly FlowSchema: KeptObjects;
}

const MODERN: FlowControlObjects = {
  PriorityLevelConfiguration: { mandatory: MANDATORY_PRIORITY_LEVELS, suggested: SUGGESTED_PRIORITY_LEVELS },
  FlowSchema: { mandatory: MANDATORY_FLOW_SCHEMAS, suggested: SUGGESTED_FLOW_SCHEMAS },
};

/** Names of objects that came after 1.20. */
const LATER: readonly string[] = ['node-high', 'system-node-high', 'probes', 'endpoint-controller'];
const inOneTwenty = ({ name }: FlowControlObject): boolean => !LATER.includes(name);

const LEADER_ELECTION = schema('system-leader-election', {
  level: 'leader-election',
  precedence: 100,
  by: 'ByUser',
  subjects: [user('system:kube-controller-manager'), user('system:kube-scheduler'), serviceAccount('*')],
  rules: {
    resourceRules: [
      {
        verbs: LEADER_VERBS,
        apiGroups: [''],
        resources: ['endpoints', 'configmaps'],
        namespaces: ['kube-system'],
      },
      resources(LEADER_VERBS, { group: 'coordination.k8s.io', names: ['leases'] }),
    ],
  },
});

/** Levels of 1.20 lend nothing. */
const ONE_TWENTY: FlowControlObjects = {
  PriorityLevelConfiguration: {
    mandatory: MANDATORY_PRIORITY_LEVELS,
    suggested: SUGGESTED_PRIORITY_LEVELS.filter(inOneTwenty).map(({ name, spec }) => {
      const { limited } = spec as { limited: object };
      return { name, spec: { ...spec, limited: { ...limited, lendablePercent: 0 } } };
    }),
  },
  FlowSchema: {
    mandatory: MANDATORY_FLOW_SCHEMAS,
    suggested: SUGGESTED_FLOW_SCHEMAS.filter(inOneTwenty).map((each) =>
      each.name === LEADER_ELECTION.name ? LEADER_ELECTION : each,
    ),
  },
};

const OF_RELEASES = byRelease<FlowControlObjects | undefined>({
  '1.34': MODERN,
  '1.20': ONE_TWENTY,
  '1.11': undefined,
});

/** Returns the objects of a new cluster of a release; undefined for a release without flow control. */
export function flowControlObjects(release: ReleaseName): FlowControlObjects | undefined {
  return OF_RELEASES[release];
}

function level(
  name: string,
  of: { readonly shares: number; readonly lendablePercent: number; readonly queues: number; readonly handSize: number },
): FlowControlObject {
  const { shares, lendablePercent, queues, handSize } = of;
  const queuing = { queues, handSize, queueLengthLimit: 50 };
  const limitResponse = { type: 'Queue', queuing };
  return {
    name,
    spec: { type: 'Limited', limited: { nominalConcurrencyShares: shares, limitResponse, lendablePercent } },
  };
}

interface SchemaParts {
  readonly level: string;
  readonly precedence: number;
  readonly by?: 'ByUser' | 'ByNamespace';
  readonly subjects: readonly object[];
  /** All rules if left out. */
  readonly rules?: object;
}

function schema(name: string, { level, precedence, by, subjects, rules = EVERYTHING }: SchemaParts): FlowControlObject {
  return {
    name,
    spec: {
      priorityLevelConfiguration: { name: level },
      matchingPrecedence: precedence,
      ...(by === undefined ? {} : { distinguisherMethod: { type: by } }),
      rules: [{ subjects, ...rules }],
    },
  };
}

/** A component of the control plane, by the name of its user. */
function component(name: string): FlowControlObject {
  return schema(name, {
    level: 'workload-high',
    precedence: 800,
    by: 'ByNamespace',
    subjects: [user(`system:${name}`)],
  });
}

function resources(
  verbs: readonly string[],
  of: { readonly group: string; readonly names: readonly string[]; readonly isClusterWide?: boolean },
): object {
  const { group: apiGroup, names, isClusterWide = false } = of;
  const scope = isClusterWide ? { clusterScope: true, namespaces: ['*'] } : { namespaces: ['*'] };
  return { verbs, apiGroups: [apiGroup], resources: names, ...scope };
}
