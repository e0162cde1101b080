import { ApiError, isAlreadyExists, Kinds, type KubeObject, type Node, type ResourceSlice } from '@orrery/api-types';
import {
  modificationOf,
  RepeatedWork,
  requireKind,
  type ClockPort,
  type ComponentContext,
  type EventsPort,
  type IdentityPort,
  type KindsPort,
  type LogPort,
  type ObjectsPort,
} from '@orrery/control-plane';
import { DEVICES_ANNOTATION, devicesOf, planSlices, SIMULATED_SLICE, type SlicePlan } from '@orrery/pod-lifecycle';
import { ClusterGoneError, FencedError, Operation, type Change } from '@orrery/store';

/** Ports used by this class. */
type Ports = IdentityPort & KindsPort & ObjectsPort & ClockPort & EventsPort & LogPort;

const SLICE = requireKind('resource.k8s.io/v1', 'ResourceSlice');
const { resource: SLICES } = Kinds.ResourceSlice;

/** State of {@link DeviceSlices} beside the objects. */
export interface DeviceSlicesCapture {
  readonly stale: readonly string[];
  readonly complaints: readonly (readonly [node: string, message: string])[];
}

/**
 * The drivers of simulated devices: publishes what the nodes of the shard have as ResourceSlices, and puts them right when
 * they are changed or deleted.
 */
export class DeviceSlices {
  /** The marked slices by node. */
  private readonly published = new Map<string, Map<string, ResourceSlice>>();
  private readonly stale = new Set<string>();
  /** Last message reported about each node's annotation, so that it is not reported twice. */
  private readonly complaints = new Map<string, string>();
  private readonly publishing: RepeatedWork;

  /** @param nodeOf the node as its kubelet sees it, with the annotations of behaviours; undefined for one that is not simulated here */
  constructor(
    private readonly context: ComponentContext<Ports>,
    private readonly nodeOf: (name: string) => Node | undefined,
  ) {
    const { cluster } = context;
    this.publishing = new RepeatedWork({
      work: () => this.publish(),
      failed: (err) => {
        if (err instanceof FencedError || err instanceof ClusterGoneError) return;
        cluster.log.error({ err, cluster: cluster.id }, 'devices of nodes were not published');
      },
      track: (act) => cluster.activity.track(act),
    });
  }

  /**
   * Takes the slices that there are; nodes come by {@link nodeChanged}.
   *
   * @param captured what a former one knew (see {@link capture}): then nothing is new
   */
  start(hosts: (node: string) => boolean, captured?: DeviceSlicesCapture): void {
    for (const slice of this.context.cluster.cache.list(Kinds.ResourceSlice)) {
      const node = simulatedNode(slice);
      if (node !== undefined && hosts(node)) this.sliceChanged(node, slice, true);
    }
    if (captured) {
      this.stale.clear();
      for (const node of captured.stale) this.stale.add(node);
      for (const [node, message] of captured.complaints) this.complaints.set(node, message);
    } else this.run();
  }

  /** Returns the state beside the objects, as plain data. */
  capture(): DeviceSlicesCapture {
    return { stale: [...this.stale], complaints: [...this.complaints] };
  }

  stop(): void {
    this.publishing.stop();
  }

  follow(changes: readonly Change[], hosts: (node: string) => boolean): void {
    for (const { key, operation, object, previous } of changes) {
      if (key.resource !== SLICES) continue;
      for (const [slice, isThere] of [
        [previous, false],
        [object, operation !== Operation.Delete],
      ] as const) {
        const node = slice && simulatedNode(slice);
        if (node !== undefined && hosts(node)) this.sliceChanged(node, slice as ResourceSlice, isThere);
      }
    }
    this.run();
  }

  /** A node came, changed or went. */
  nodeChanged(name: string, annotations: Readonly<Record<string, string>> | undefined): void {
    if (annotations?.[DEVICES_ANNOTATION] === undefined && !this.published.has(name)) return;
    this.stale.add(name);
    this.run();
  }

  private sliceChanged(node: string, slice: ResourceSlice, isThere: boolean): void {
    const slices = this.published.get(node) ?? new Map<string, ResourceSlice>();
    if (isThere) slices.set(slice.metadata.name, slice);
    else slices.delete(slice.metadata.name);
    if (slices.size > 0) this.published.set(node, slices);
    else this.published.delete(node);
    this.stale.add(node);
  }

  private run(): void {
    if (this.stale.size > 0) this.publishing.request();
  }

  private async publish(): Promise<void> {
    if (this.stale.size === 0) return;
    const plans = [...this.stale].map((name) => ({ name, plan: this.planFor(name) }));
    this.stale.clear();
    const { cluster, fence } = this.context;
    const updates = plans.flatMap(({ plan }) =>
      plan.update.map(({ metadata, spec }) =>
        modificationOf(Kinds.ResourceSlice, metadata, (current) =>
          current.metadata.uid === metadata.uid ? { ...current, metadata: nextGeneration(current), spec } : undefined,
        ),
      ),
    );
    const removals = plans.flatMap(({ plan }) =>
      plan.remove.map(({ metadata: { name, uid } }) => ({
        key: { resource: SLICES, namespace: '', name },
        uid,
        options: {},
      })),
    );
    const made = plans.flatMap(({ name, plan }) => plan.create.map((input) => ({ name, input })));
    if (updates.length > 0) await cluster.store.modify(updates, fence);
    if (removals.length > 0) await cluster.store.remove(removals, fence);
    if (made.length === 0) return;
    const requests = made.map(({ input }) => ({ kind: SLICE, namespace: '', input }));
    const answers = await cluster.store.createMany(requests, {}, fence);
    answers.forEach((answer, i) => {
      const { name } = made[i]!;
      if (answer instanceof ApiError && !isAlreadyExists(answer)) this.complain(name, answer.message);
    });
  }

  private planFor(name: string): SlicePlan {
    const node = this.nodeOf(name);
    const published = [...(this.published.get(name)?.values() ?? [])];
    if (this.context.cluster.kinds.byGvk(SLICE.storageApiVersion, SLICE.kind) === undefined) return NOTHING;
    const verdict = node && devicesOf(node);
    if (verdict && 'error' in verdict) {
      this.complain(name, `annotation ${DEVICES_ANNOTATION} ${verdict.error}`);
      return NOTHING;
    }
    this.complaints.delete(name);
    return planSlices({ node, devices: verdict?.devices ?? new Map(), published });
  }

  /** Reports once the reason why the devices of a node cannot be published. */
  private complain(name: string, message: string): void {
    if (this.complaints.get(name) === message) return;
    this.complaints.set(name, message);
    const involvedObject = { apiVersion: 'v1', kind: 'Node', name, uid: name };
    const note = { involvedObject, type: 'Warning', reason: 'InvalidDevices', message, component: 'kubelet' } as const;
    this.context.cluster.events.record([note], this.context.fence);
  }
}

const NOTHING: SlicePlan = { create: [], update: [], remove: [] };

/** The node of a slice that a simulated kubelet published. */
function simulatedNode(object: KubeObject): string | undefined {
  const { metadata, spec } = object as ResourceSlice;
  return metadata.labels?.[SIMULATED_SLICE] === 'true' ? spec.nodeName : undefined;
}

function nextGeneration({ metadata }: ResourceSlice): ResourceSlice['metadata'] {
  return { ...metadata, generation: (metadata.generation ?? 0) + 1 };
}
