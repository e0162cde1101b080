import { namespacedAccess, standardAccounts } from '@orrery/access';
import type { ReleaseName } from '@orrery/api-types';
import { clusterAccess } from '../../products';
import { builtInPools } from '../../node-configuration/built-in-pools';
import type { CreateRequest } from './requests';
import { requireKind } from './stored-kinds';

/**
 * Endpoint address of the `kubernetes` service. Endpoints may not be loopback addresses, and the server is in none of
 * the networks that it makes up, so this is an address that RFC 5737 keeps for examples: it is given to no node, pod or
 * service.
 */
const API_SERVER_ADDRESS = '192.0.2.1';
const API_SERVER_PORT = { name: 'https', port: 6443, protocol: 'TCP' };

const NAMESPACES = ['default', 'kube-system', 'kube-public', 'kube-node-lease'];

/** Parameters of a cluster's first objects. */
export interface Beginning {
  /** The certificates by which clients know the server, in PEM. */
  readonly trusted: string;
  readonly release: ReleaseName;
}

/**
 * Returns the objects that every cluster has from the start (spec api A7, C13), in stages: a later one needs an earlier
 * one.
 */
export function bootstrapObjects({ trusted, release }: Beginning): CreateRequest[][] {
  return [
    [
      ...systemNamespaces(),
      ...priorityClasses(),
      ...builtInPools().map((pool) => object(pool.apiVersion, pool.kind, pool)),
      ...clusterAccess(release).map((role) => object(role.apiVersion, role.kind, role)),
    ].map(alike),
    [
      ...NAMESPACES.flatMap((namespace) =>
        standardAccounts(release).map((name) =>
          alike(object('v1', 'ServiceAccount', { metadata: { name, namespace } }, namespace)),
        ),
      ),
      ...namespacedAccess().map((role) => alike(object(role.apiVersion, role.kind, role, role.metadata.namespace))),
      object('v1', 'ConfigMap', clusterInfo(trusted), 'kube-public'),
      ...apiServerObjects(),
    ],
  ];
}

/** The service `kubernetes` and where it leads, which the API server owns. */
export function apiServerObjects(): CreateRequest[] {
  return [
    object('v1', 'Service', kubernetesService(), 'default'),
    alike(object('v1', 'Endpoints', kubernetesEndpoints(), 'default')),
    alike(object('discovery.k8s.io/v1', 'EndpointSlice', kubernetesSlice(), 'default')),
  ];
}

/** The namespaces that every cluster has. */
export function systemNamespaces(): CreateRequest[] {
  return NAMESPACES.map((name) => object('v1', 'Namespace', { metadata: { name } }));
}

function priorityClasses(): CreateRequest[] {
  const classes = [
    {
      name: 'system-cluster-critical',
      value: 2_000_000_000,
      description:
        'Used for system critical pods that must run in the cluster, but can be moved to another node if necessary.',
    },
    {
      name: 'system-node-critical',
      value: 2_000_001_000,
      description: 'Used for system critical pods that must not be moved from their current node.',
    },
  ];
  return classes.map(({ name, value, description }) =>
    object('scheduling.k8s.io/v1', 'PriorityClass', { metadata: { name }, value, description }),
  );
}

/** Returns the ConfigMap that kubeadm publishes for machines that are to join: the location of the cluster, without credentials. */
function clusterInfo(trusted: string): object {
  const kubeconfig = [
    'apiVersion: v1',
    'clusters:',
    '- cluster:',
    `    certificate-authority-data: ${btoa(trusted)}`,
    '    server: https://kubernetes.default.svc',
    '  name: ""',
    'contexts: null',
    'current-context: ""',
    'kind: Config',
    'preferences: {}',
    'users: null',
    '',
  ].join('\n');
  return { metadata: { name: 'cluster-info', namespace: 'kube-public' }, data: { kubeconfig } };
}

function kubernetesService(): object {
  return {
    metadata: { name: 'kubernetes', namespace: 'default', labels: { component: 'apiserver', provider: 'kubernetes' } },
    spec: {
      clusterIP: '10.96.0.1',
      ports: [{ name: 'https', port: 443, protocol: 'TCP', targetPort: API_SERVER_PORT.port }],
    },
  };
}

/** The service has no selector, so that controllers leave both as they are; upstream the API server itself writes them. */
function kubernetesEndpoints(): object {
  return {
    metadata: {
      name: 'kubernetes',
      namespace: 'default',
      labels: { 'endpointslice.kubernetes.io/skip-mirror': 'true' },
    },
    subsets: [{ addresses: [{ ip: API_SERVER_ADDRESS }], ports: [API_SERVER_PORT] }],
  };
}

function kubernetesSlice(): object {
  return {
    metadata: { name: 'kubernetes', namespace: 'default', labels: { 'kubernetes.io/service-name': 'kubernetes' } },
    addressType: 'IPv4',
    endpoints: [{ addresses: [API_SERVER_ADDRESS], conditions: { ready: true } }],
    ports: [API_SERVER_PORT],
  };
}

function object(apiVersion: string, kind: string, body: object, namespace = ''): CreateRequest {
  return { kind: requireKind(apiVersion, kind), namespace, input: { apiVersion, kind, ...body } };
}

/** Certificates differ between clusters, and an address has to be free: all else comes out the same. */
function alike(request: CreateRequest): CreateRequest {
  return { ...request, isAlike: true };
}
