import type { KubeObject } from '@orrery/api-types';
import {
  requireKind,
  type ComponentContext,
  type IdentityPort,
  type ObjectsPort,
  type ClockPort,
  type LogPort,
} from '@orrery/control-plane';
import { nameOf, Operation, type Change, type ObjectKey } from '@orrery/store';
import {
  isMirrored,
  MANAGED_BY_LABEL,
  MIRROR_MANAGER,
  planMirror,
  SERVICE_NAME_LABEL,
  type MirroredSlice,
  type NamedMirroredSlice,
} from '@orrery/workloads';
import type { Controller } from '../controller';
import { Rounds } from '../rounds';

/** Ports used by this class. */
type Ports = IdentityPort & ObjectsPort & ClockPort & LogPort;

const SERVICES = 'services';
const ENDPOINTS = 'endpoints';
const SLICE = requireKind('discovery.k8s.io/v1', 'EndpointSlice');
const SLICES = 'endpointslices.discovery.k8s.io';

/** Mirrors Endpoints of services without a selector into EndpointSlices, in which clients find addresses today. */
export class EndpointMirroringController implements Controller {
  /** The mirroring slices of each Endpoints object, by name. */
  private readonly slices = new Map<string, Map<string, KubeObject>>();
  private dirty = new Set<string>();
  private readonly rounds: Rounds;

  constructor(private readonly context: ComponentContext<Ports>) {
    this.rounds = new Rounds(context, {
      controller: 'endpointslice-mirroring',
      hasWork: () => this.dirty.size > 0,
      round: () => this.round(),
    });
  }

  start(): void {
    const { cache } = this.context.cluster;
    for (const slice of cache.list(SLICES)) this.see(slice, true);
    for (const { metadata } of cache.list(ENDPOINTS)) this.dirty.add(nameOf(metadata.namespace ?? '', metadata.name));
    this.rounds.run();
  }

  stop(): void {
    this.dirty.clear();
    this.slices.clear();
  }

  follow(changes: readonly Change[]): void {
    for (const { key, operation, object, previous } of changes) {
      const isThere = operation !== Operation.Delete;
      if (key.resource === ENDPOINTS) this.dirty.add(nameOf(key.namespace, key.name));
      else if (key.resource === SERVICES && this.isAffected(key)) this.dirty.add(nameOf(key.namespace, key.name));
      else if (key.resource === SLICES) this.see(isThere ? object : (previous ?? object), isThere);
    }
    this.rounds.run();
  }

  /** A service decides by its selector whether its Endpoints are mirrored. */
  private isAffected({ namespace, name }: ObjectKey): boolean {
    const { cache } = this.context.cluster;
    return cache.get({ resource: ENDPOINTS, namespace, name }) !== undefined;
  }

  private see(slice: KubeObject, isThere: boolean): void {
    const { labels, namespace = '', name } = slice.metadata;
    if (labels?.[MANAGED_BY_LABEL] !== MIRROR_MANAGER) return;
    const owner = nameOf(namespace, labels[SERVICE_NAME_LABEL] ?? '');
    const known = this.slices.get(owner) ?? new Map<string, KubeObject>();
    if (isThere) this.slices.set(owner, known.set(name, slice));
    else if (known.delete(name) && known.size === 0) this.slices.delete(owner);
    this.dirty.add(owner);
  }

  private async round(): Promise<void> {
    const { cluster, fence } = this.context;
    const { cache, store } = cluster;
    const batch = this.dirty;
    this.dirty = new Set();
    const creates = [];
    const modifications = [];
    const removals = [];
    for (const path of batch) {
      const [namespace = '', name = ''] = path.split('/');
      const endpoints = cache.get({ resource: ENDPOINTS, namespace, name });
      const service = cache.get({ resource: SERVICES, namespace, name });
      const existing = [...(this.slices.get(path)?.values() ?? [])].map(named);
      const source = isMirrored(endpoints, service) ? endpoints : undefined;
      const plan = planMirror(source, existing);
      const keyOf = (slice: string): ObjectKey => ({ resource: SLICES, namespace, name: slice });
      for (const slice of plan.creates) creates.push({ kind: SLICE, namespace, input: newSlice(source!, slice) });
      for (const slice of plan.updates) {
        modifications.push({ key: keyOf(slice.name), change: (object: KubeObject) => changed(object, slice) });
      }
      for (const slice of plan.deletes) removals.push({ key: keyOf(slice), options: {} });
    }
    if (creates.length > 0) await store.createMany(creates, { fieldManager: 'kube-controller-manager' }, fence);
    if (modifications.length > 0) await store.modifySoon(modifications, fence);
    if (removals.length > 0) await store.removeSoon(removals, fence);
  }
}

function named(object: KubeObject): NamedMirroredSlice {
  // KubeObject keeps its other fields as unknown; a slice has these.
  const { addressType, ports, endpoints } = object as unknown as MirroredSlice;
  const { name, labels = {}, annotations = {} } = object.metadata;
  return { name, addressType, ports: ports ?? [], endpoints: endpoints ?? [], labels, annotations };
}

function newSlice({ metadata }: KubeObject, { labels, annotations, ...slice }: MirroredSlice): object {
  const { name, uid } = metadata;
  const owner = { apiVersion: 'v1', kind: 'Endpoints', name, uid, controller: true, blockOwnerDeletion: true };
  return { metadata: { generateName: `${name}-`, labels, annotations, ownerReferences: [owner] }, ...slice };
}

function changed(object: KubeObject, { labels, annotations, endpoints }: NamedMirroredSlice): KubeObject {
  return { ...object, metadata: { ...object.metadata, labels, annotations }, endpoints };
}
