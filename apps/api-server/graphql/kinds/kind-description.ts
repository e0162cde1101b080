import type { Type } from '@nestjs/common';
import type { KindInfo } from '@orrery/api-types';
import { requireKind } from '@orrery/control-plane';
import type { ClusterCache } from '@orrery/store';
import type { Predicate } from '../filters/compile-filter';
import {
  EventFilter,
  NodeFilter,
  NodeOrder,
  PodFilter,
  PodOrder,
  ResourceFilter,
  ResourceOrder,
} from '../filters/filter-inputs';
import { eventConditions, nodeConditions, podConditions } from '../filters/kind-filters';
import { nodeCompare, podCompare, resourceCompare, type Compare } from '../filters/orders';
import { Node } from '../nodes/node-types';
import { Pod } from '../pods/pod-types';
import type { Resource } from '../resources/resource';
import { ClusterRole, ClusterRoleBinding, Role, RoleBinding } from './access-kinds';
import {
  ConfigMap,
  Endpoints,
  Event,
  Lease,
  Namespace,
  PodDisruptionBudget,
  PriorityClass,
  Secret,
  Service,
  ServiceAccount,
} from './small-kinds';
import { Ingress, IngressClass, NetworkPolicy } from './network-kinds';
import {
  CSIDriver,
  CSINode,
  CSIStorageCapacity,
  PersistentVolume,
  PersistentVolumeClaim,
  StorageClass,
  VolumeAttachment,
} from './storage-kinds';
import { CronJob, Job } from './batch-kinds';
import { EndpointSlice, LimitRange, ResourceQuota } from './policy-kinds';
import {
  ControllerRevision,
  DaemonSet,
  Deployment,
  PodTemplate,
  ReplicaSet,
  ReplicationController,
  StatefulSet,
} from './workload-kinds';

/** How one kind appears in the schema: the fields of its own in queries, mutations and subscriptions. */
export interface KindDescription {
  readonly kind: KindInfo;
  readonly type: Type<Resource>;
  /** Name of the query for one object, and of the field in payloads. */
  readonly one: string;
  /** Name of the query for a list. */
  readonly many: string;
  readonly filterType: Type<unknown>;
  readonly orderType: Type<unknown>;
  /** Splits a filter into what holds for all kinds and what is this kind's own. */
  readonly readFilter: (filter: never) => FilterParts;
  readonly compare: (order: never, cache: ClusterCache) => Compare | undefined;
}

export interface FilterParts {
  readonly base: ResourceFilter | null | undefined;
  readonly conditions: readonly Predicate[];
}

const plain = {
  filterType: ResourceFilter,
  orderType: ResourceOrder,
  readFilter: (filter: ResourceFilter | null | undefined): FilterParts => ({ base: filter, conditions: [] }),
  compare: resourceCompare,
} as const;

function withConditions<F extends { base?: ResourceFilter | null }>(
  compile: (filter: F | null | undefined) => Predicate[],
): (filter: F | null | undefined) => FilterParts {
  return (filter) => ({ base: filter?.base, conditions: compile(filter) });
}

/** The kinds with fields of their own, in the order in which the schema has them. */
export const KINDS: readonly KindDescription[] = [
  {
    kind: requireKind('v1', 'Pod'),
    type: Pod,
    one: 'pod',
    many: 'pods',
    filterType: PodFilter,
    orderType: PodOrder,
    readFilter: withConditions(podConditions),
    compare: podCompare,
  },
  {
    kind: requireKind('v1', 'Node'),
    type: Node,
    one: 'node',
    many: 'nodes',
    filterType: NodeFilter,
    orderType: NodeOrder,
    readFilter: withConditions(nodeConditions),
    compare: nodeCompare,
  },
  { ...plain, kind: requireKind('v1', 'Namespace'), type: Namespace, one: 'namespace', many: 'namespaces' },
  {
    ...plain,
    kind: requireKind('v1', 'Event'),
    type: Event,
    one: 'event',
    many: 'events',
    filterType: EventFilter,
    readFilter: withConditions(eventConditions),
  },
  {
    ...plain,
    kind: requireKind('scheduling.k8s.io/v1', 'PriorityClass'),
    type: PriorityClass,
    one: 'priorityClass',
    many: 'priorityClasses',
  },
  {
    ...plain,
    kind: requireKind('policy/v1', 'PodDisruptionBudget'),
    type: PodDisruptionBudget,
    one: 'podDisruptionBudget',
    many: 'podDisruptionBudgets',
  },
  { ...plain, kind: requireKind('coordination.k8s.io/v1', 'Lease'), type: Lease, one: 'lease', many: 'leases' },
  { ...plain, kind: requireKind('v1', 'ConfigMap'), type: ConfigMap, one: 'configMap', many: 'configMaps' },
  { ...plain, kind: requireKind('v1', 'Secret'), type: Secret, one: 'secret', many: 'secrets' },
  {
    ...plain,
    kind: requireKind('v1', 'ServiceAccount'),
    type: ServiceAccount,
    one: 'serviceAccount',
    many: 'serviceAccounts',
  },
  { ...plain, kind: requireKind('v1', 'Service'), type: Service, one: 'service', many: 'services' },
  { ...plain, kind: requireKind('v1', 'Endpoints'), type: Endpoints, one: 'endpoint', many: 'endpoints' },
  ...described('v1', { PersistentVolume, PersistentVolumeClaim, ReplicationController }),
  ...described('apps/v1', { Deployment, ReplicaSet, StatefulSet, DaemonSet, ControllerRevision }),
  ...described('batch/v1', { Job, CronJob }),
  ...described('v1', { ResourceQuota, LimitRange }),
  ...described('discovery.k8s.io/v1', { EndpointSlice }),
  ...described('rbac.authorization.k8s.io/v1', { Role, RoleBinding, ClusterRole, ClusterRoleBinding }),
  ...described('storage.k8s.io/v1', { StorageClass, CSINode, CSIDriver, CSIStorageCapacity, VolumeAttachment }),
  ...described('networking.k8s.io/v1', { Ingress, IngressClass, NetworkPolicy }),
  ...described('v1', { PodTemplate }),
];

/** Kinds without filters of their own, by the name of their type. */
function described(apiVersion: string, types: Readonly<Record<string, Type<Resource>>>): KindDescription[] {
  return Object.entries(types).map(([name, type]) => {
    const one = fieldName(name);
    return { ...plain, kind: requireKind(apiVersion, name), type, one, many: pluralOf(one) };
  });
}

/** `StorageClass` as `storageClass`, `CSINode` as `csiNode`. */
function fieldName(kind: string): string {
  return kind.replace(/^[A-Z]+(?=[A-Z][a-z])|^[A-Z]/, (head) => head.toLowerCase());
}

function pluralOf(name: string): string {
  if (name.endsWith('y')) return `${name.slice(0, -1)}ies`;
  return name.endsWith('s') ? `${name}es` : `${name}s`;
}

/** The description of a kind that the code itself names. */
export function describedKind(kind: string): KindDescription {
  const found = KINDS.find((description) => description.kind.kind === kind);
  if (!found) throw new TypeError(`kind ${kind} has no fields of its own`);
  return found;
}
