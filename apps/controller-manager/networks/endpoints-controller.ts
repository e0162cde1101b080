import { Kinds, deepEqual, type KubeObject, type LabelSelector, type Pod } from '@orrery/api-types';
import {
  requireKind,
  type ComponentContext,
  type CreateRequest,
  type Modification,
  type Removal,
  type IdentityPort,
  type ObjectsPort,
  type ClockPort,
  type LogPort,
} from '@orrery/control-plane';
import { nameOf, Operation, type Change, type ObjectKey } from '@orrery/store';
import {
  controllerOf,
  endpointsOf,
  inheritedLabels,
  isReady,
  planSlices,
  SelectedPods,
  type EndpointService,
  type EndpointsBody,
  type NamedSlice,
  type Slice,
} from '@orrery/workloads';
import type { Controller } from '../controller';
import { Rounds } from '../rounds';

/** Ports used by this class. */
type Ports = IdentityPort & ObjectsPort & ClockPort & LogPort;

const SERVICES = 'services';
const ENDPOINTS = requireKind('v1', 'Endpoints');
const SLICE = requireKind('discovery.k8s.io/v1', 'EndpointSlice');
const SLICES = 'endpointslices.discovery.k8s.io';
const SERVICE_NAME = 'kubernetes.io/service-name';
const MANAGED_BY = 'endpointslice.kubernetes.io/managed-by';
const MANAGER = 'endpointslice-controller.k8s.io';
const ZONE = 'topology.kubernetes.io/zone';

/** The writes of one round. */
interface Writes {
  readonly creates: CreateRequest[];
  readonly modifications: Modification[];
  readonly removals: Removal[];
}

/**
 * Keeps Endpoints and EndpointSlices of services with a selector (spec api B8).
 */
export class EndpointsController implements Controller {
  /** The pods behind each service. */
  private readonly pods: SelectedPods;
  /** Slices of each service, by name. */
  private readonly slices = new Map<string, Map<string, KubeObject>>();
  private dirty = new Set<string>();
  private readonly rounds: Rounds;

  constructor(private readonly context: ComponentContext<Ports>) {
    this.pods = new SelectedPods((namespace) => context.cluster.cache.list(Kinds.Pod, namespace));
    this.rounds = new Rounds(context, {
      controller: 'endpoints',
      hasWork: () => this.dirty.size > 0,
      round: () => this.round(),
    });
  }

  start(): void {
    const { cache } = this.context.cluster;
    for (const slice of cache.list(SLICES)) this.sliceChanged(slice, undefined);
    for (const service of cache.list(SERVICES)) this.serviceAppeared(service);
    this.rounds.run();
  }

  stop(): void {
    this.dirty.clear();
  }

  follow(changes: readonly Change[]): void {
    for (const { key, operation, object, previous } of changes) {
      const next = operation === Operation.Delete ? undefined : object;
      if (key.resource === 'pods') this.podChanged(next, previous ?? object);
      else if (key.resource === SERVICES) this.serviceChanged(next, previous ?? object);
      else if (key.resource === SLICES) this.sliceChanged(next, previous);
      else if (key.resource === ENDPOINTS.resource && this.pods.has(nameOf(key.namespace, key.name))) {
        this.dirty.add(nameOf(key.namespace, key.name));
      }
    }
    this.rounds.run();
  }

  private podChanged(next: KubeObject | undefined, previous: KubeObject): void {
    if (this.pods.size === 0) return;
    if (next && isSameEndpoint(next, previous)) return;
    for (const service of this.pods.podChanged(previous, next)) this.dirty.add(service);
  }

  private serviceChanged(next: KubeObject | undefined, previous: KubeObject): void {
    const { namespace = '', name } = previous.metadata;
    const service = nameOf(namespace, name);
    if (next && next.spec !== previous.spec) return this.serviceAppeared(next);
    if (next) {
      if (this.pods.has(service) && next.metadata.labels !== previous.metadata.labels) this.dirty.add(service);
      if (!this.pods.has(service)) this.serviceAppeared(next);
      return;
    }
    if (this.pods.has(service)) this.dirty.add(service);
    this.pods.set(service, namespace, undefined);
  }

  private serviceAppeared(service: KubeObject): void {
    const { namespace = '', name } = service.metadata;
    const key = nameOf(namespace, name);
    const selector = selectorOf(service);
    this.pods.set(key, namespace, selector);
    if (selector) this.dirty.add(key);
  }

  private sliceChanged(next: KubeObject | undefined, previous: KubeObject | undefined): void {
    for (const [slice, isThere] of [
      [previous, false],
      [next, true],
    ] as const) {
      const { labels, namespace = '', name = '' } = slice?.metadata ?? {};
      if (!slice || labels?.[MANAGED_BY] !== MANAGER) continue;
      const service = nameOf(namespace, labels[SERVICE_NAME] ?? '');
      const slices = this.slices.get(service) ?? new Map<string, KubeObject>();
      if (isThere) this.slices.set(service, slices.set(name, slice));
      else slices.delete(name);
      if (!isThere && !next && this.pods.has(service)) this.dirty.add(service);
    }
  }

  private async round(): Promise<void> {
    const { cache, store } = this.context.cluster;
    const batch = this.dirty;
    this.dirty = new Set();
    const writes: Writes = { creates: [], modifications: [], removals: [] };
    for (const name of batch) {
      const [namespace, service] = name.split('/') as [string, string];
      const object = cache.get({ resource: SERVICES, namespace, name: service });
      const pods = this.pods.of(name);
      if (object && pods) {
        this.planEndpoints(object, pods, writes);
        this.planSlices(object, pods, writes);
      } else if (!object) this.planRemoval({ resource: ENDPOINTS.resource, namespace, name: service }, writes);
    }
    const { fence } = this.context;
    if (writes.creates.length > 0) {
      await store.createMany(writes.creates, { fieldManager: 'kube-controller-manager' }, fence);
    }
    if (writes.modifications.length > 0) await store.modifySoon(writes.modifications, fence);
    if (writes.removals.length > 0) await store.removeSoon(writes.removals, fence);
  }

  private planEndpoints(service: KubeObject, pods: readonly Pod[], writes: Writes): void {
    const { namespace = '', name } = service.metadata;
    const key: ObjectKey = { resource: ENDPOINTS.resource, namespace, name };
    const wanted = endpointsOf(service as EndpointService, pods);
    const current = this.context.cluster.cache.get(key);
    if (current) {
      if (withBody(current, wanted)) writes.modifications.push({ key, change: (object) => withBody(object, wanted) });
      return;
    }
    const { subsets, ...metadata } = wanted;
    writes.creates.push({ kind: ENDPOINTS, namespace, input: { metadata: { name, ...metadata }, subsets } });
  }

  private planSlices(service: KubeObject, pods: readonly Pod[], writes: Writes): void {
    const { namespace = '', name } = service.metadata;
    const { cache } = this.context.cluster;
    const existing = [...(this.slices.get(nameOf(namespace, name))?.values() ?? [])].map(namedSlice);
    const zoneOf = (node: string): string | undefined => cache.get(Kinds.Node, '', node)?.metadata.labels?.[ZONE];
    const plan = planSlices({ service: service as EndpointService, pods, existing, zoneOf });
    const keyOf = (slice: string): ObjectKey => ({ resource: SLICES, namespace, name: slice });
    for (const slice of plan.creates) writes.creates.push({ kind: SLICE, namespace, input: newSlice(service, slice) });
    for (const { name: slice, endpoints } of plan.updates) {
      writes.modifications.push({ key: keyOf(slice), change: (object) => ({ ...object, endpoints }) });
    }
    for (const slice of plan.deletes) this.planRemoval(keyOf(slice), writes);
  }

  private planRemoval(key: ObjectKey, writes: Writes): void {
    const object = this.context.cluster.cache.get(key);
    if (!object || controllerOf(object)?.kind === 'Node') return;
    writes.removals.push({ key, uid: object.metadata.uid, options: { propagationPolicy: 'Background' } });
  }
}

/** Services without a selector get their endpoints from another client. */
function selectorOf({ spec }: KubeObject): LabelSelector | undefined {
  const { selector, type } = (spec ?? {}) as { selector?: Record<string, string>; type?: string };
  if (!selector || Object.keys(selector).length === 0 || type === 'ExternalName') return undefined;
  return { matchLabels: selector };
}

/** Returns whether nothing changed that endpoints are made of. */
function isSameEndpoint(next: KubeObject, previous: KubeObject): boolean {
  const [a, b] = [next, previous] as [Pod, Pod];
  return (
    a.metadata.labels === b.metadata.labels &&
    a.metadata.deletionTimestamp === b.metadata.deletionTimestamp &&
    a.spec.nodeName === b.spec.nodeName &&
    a.status?.podIP === b.status?.podIP &&
    a.status?.phase === b.status?.phase &&
    isReady(a) === isReady(b)
  );
}

/** The Endpoints object as it shall be; undefined if it is. Annotations of others stay. */
function withBody(object: KubeObject, { labels, annotations, subsets }: EndpointsBody): KubeObject | undefined {
  const { 'endpoints.kubernetes.io/over-capacity': _mark, ...others } = object.metadata.annotations ?? {};
  const wanted = { ...others, ...annotations };
  const { annotations: _before, labels: _labels, ...metadata } = object.metadata;
  const next: KubeObject = {
    ...object,
    metadata: {
      ...metadata,
      ...(Object.keys(labels).length > 0 ? { labels } : {}),
      ...(Object.keys(wanted).length > 0 ? { annotations: wanted } : {}),
    },
    subsets,
  };
  const parts = (each: KubeObject): unknown => [
    each.metadata.labels ?? {},
    each.metadata.annotations ?? {},
    each['subsets'] ?? [],
  ];
  return deepEqual(parts(next), parts(object)) ? undefined : next;
}

function namedSlice(object: KubeObject): NamedSlice {
  const { ports, endpoints } = object as Partial<Slice>;
  return { name: object.metadata.name, ports: ports ?? [], endpoints: endpoints ?? [] };
}

function newSlice(service: KubeObject, slice: Slice): object {
  const { name, uid } = service.metadata;
  const labels = inheritedLabels(service as EndpointService);
  return {
    metadata: {
      generateName: `${name}-`,
      labels: { ...labels, [SERVICE_NAME]: name, [MANAGED_BY]: MANAGER },
      ownerReferences: [{ apiVersion: 'v1', kind: 'Service', name, uid, controller: true, blockOwnerDeletion: true }],
    },
    addressType: 'IPv4',
    ports: slice.ports,
    endpoints: slice.endpoints,
  };
}
