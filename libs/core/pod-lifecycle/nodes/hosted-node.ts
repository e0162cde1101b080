import type { Node, NodeCondition, Pod } from '@orrery/api-types';
import { parseTimeMs } from '@orrery/time';
import type { EventLimit } from '../shard/event-limits';
import { ExtendedResources } from './extended-resources';
import { ImagePulls } from '../containers/image-pulls';
import { AdmittedPods } from '../kubelet-admission/admit-pod';
import type { KubeletSettings } from '../shard/kubelet-settings';
import { lacksReport, missingReport } from './machine';
import { NodeAddresses } from './node-addresses';
import { heartbeatNode } from './node-builder';
import { PRESSURE_TYPES, pressuresIn, withPressures } from './pressure-conditions';
import { runtimeHandlersOf } from './runtime-handlers';
import { isDegraded, withBootID, withFault } from '../faults/degraded-status';
import { keepNode, type ObjectsNow } from '../pods/kept-objects';
import { isSameValue } from '../pods/same-value';
import { unlessEmpty, type HostedNodeState } from './hosted-node-state';
import {
  ownWorkFrom,
  ownWorkState,
  type ConfiguredResources,
  type Heartbeats,
  type OwnWork,
  type Registry,
  type ResourceUpdate,
  type ShutdownPeriods,
} from './own-work';
import { NodeImages } from './node-images';
import { NodePaths } from './node-paths';
import { LAST_STAGE_ANNOTATION } from '../stages/driving-stages';
import { showsReported, reportedConditions, withReported, type ReportedCondition } from '../pods/reported-conditions';

const HEARTBEAT_CONDITIONS = ['MemoryPressure', 'DiskPressure', 'PIDPressure', 'Ready'];

/** A node as its simulated kubelet has it. */
export class HostedNode {
  readonly admitted = new AdmittedPods();
  /** Pods waiting for an address, by uid. */
  readonly withoutAddress = new Set<string>();
  /** Critical pods waiting for those that they pushed out, by uid. */
  readonly withoutRoom = new Set<string>();
  addresses: NodeAddresses | undefined;
  readonly pulls: ImagePulls;
  readonly paths = new NodePaths();
  shutdown: ShutdownPeriods;
  heartbeats: Heartbeats;
  registry: Registry | undefined;
  bootDelayMs = 0;
  fileCheckMs: number | undefined;
  staticPodPath: string | undefined;
  eventLimit: EventLimit | undefined;
  allowedUnsafeSysctls: readonly string[] = [];
  /** Counts what is new of all that its pods may see: images, registry, address. */
  contextVersion = 0;
  private readonly heldConditions = new Set<string>();
  private reported: readonly ReportedCondition[] = [];
  /** Conditions that were overridden until now and are determined by the kubelet again. */
  private readonly unreported = new Set<string>();
  private readonly images: NodeImages;
  /** Undefined while pressure is not monitored here: then other clients own the conditions. */
  private pressures: ReadonlySet<string> | undefined;
  private resources: ConfiguredResources | undefined;
  private readonly extended = new ExtendedResources();
  /** True if the object does not say all of the machine yet. */
  private isIncomplete = false;
  private resourceUpdate: readonly ResourceUpdate[] = [];
  private reportedImageCount: number;
  private lastStatusWriteMs: number;
  /** The reason why the kubelet cannot do its work; undefined while it can. */
  private faultMessage: string | undefined;
  private bootID: string | undefined;
  private work: OwnWork = {};
  /** True if a look has shown that the API has all there is to say, and nothing has come since. */
  private isReported = false;

  constructor(
    private current: Node,
    private readonly settings: KubeletSettings,
  ) {
    this.pulls = new ImagePulls(settings.parallelImagePulls);
    const { shutdownGracePeriodMs: periodMs, shutdownGracePeriodCriticalPodsMs: criticalMs } = settings;
    this.shutdown = { periodMs, criticalMs };
    this.heartbeats = usualHeartbeats(settings);
    this.images = new NodeImages(current, settings);
    this.reportedImageCount = current.status?.images?.length ?? 0;
    const ready = current.status?.conditions?.find(({ type }) => type === 'Ready');
    this.lastStatusWriteMs = parseTimeMs(ready?.lastHeartbeatTime) ?? Number.NEGATIVE_INFINITY;
    if (current.metadata.annotations?.[LAST_STAGE_ANNOTATION] !== undefined) {
      for (const each of current.status?.conditions ?? []) if (isBad(each)) this.heldConditions.add(each.type);
    }
    this.update(current);
  }

  get node(): Node {
    return this.current;
  }

  get hostIP(): string | undefined {
    return this.current.status?.addresses?.find(({ type }) => type === 'InternalIP')?.address;
  }

  update(node: Node): void {
    this.isReported = false;
    const { hostIP } = this;
    const handlers = runtimeHandlersOf(this.current);
    this.extended.update(node === this.current ? undefined : this.current.status, node.status ?? {});
    this.current = node;
    const isSameRuntime = isSameValue(handlers, runtimeHandlersOf(node));
    if (this.hostIP !== hostIP || !isSameRuntime) this.contextVersion++;
    this.isIncomplete = lacksReport(node);
    const reported = reportedConditions(node);
    for (const { type } of this.reported) if (!reported.some((each) => each.type === type)) this.unreported.add(type);
    for (const { type } of reported) this.unreported.delete(type);
    this.reported = reported;
    const podCIDR = node.spec?.podCIDR;
    if (podCIDR !== undefined && podCIDR !== this.addresses?.podCIDR) this.addresses = new NodeAddresses(podCIDR);
  }

  hasImage(image: string): boolean {
    return this.images.bySize.has(image);
  }

  addImage(image: string, nowMs: number, sizeBytes?: number): void {
    this.isReported = false;
    if (this.images.add(image, nowMs, sizeBytes)) this.contextVersion++;
  }

  /** Size of all images. */
  get imageBytes(): number {
    return this.images.bytes;
  }

  /** Removes images that came before an instant, except those in use. */
  removeImages(isUsed: (image: string) => boolean, cameBeforeMs: number): void {
    this.freeImages(Number.POSITIVE_INFINITY, isUsed, cameBeforeMs);
  }

  /** Removes unused images, oldest first, until the given number of bytes is free; returns the bytes freed. */
  freeImages(bytes: number, isUsed: (image: string) => boolean, cameBeforeMs: number): number {
    this.isReported = false;
    const freed = this.images.remove(bytes, { isUsed, cameBeforeMs });
    this.contextVersion++;
    return freed;
  }

  /** The pressure conditions to report from the next status on; undefined leaves them to others. */
  setPressures(conditions: readonly string[] | undefined): void {
    this.isReported = false;
    this.pressures = conditions && new Set(conditions);
  }

  /** Sets the resources that the kubelet reports from the next status on; undefined leaves them as they are. */
  setResources(resources: Required<ConfiguredResources> | undefined, updates: readonly ResourceUpdate[] = []): void {
    this.isReported = false;
    this.resources = resources;
    this.resourceUpdate = updates;
  }

  /** Returns the events to report with a status that the API does not show yet. */
  updatesOf(status: Node['status']): readonly ResourceUpdate[] {
    const isNew = this.resources !== undefined && !isSameValue(this.current.status.allocatable, status.allocatable);
    return isNew ? this.resourceUpdate : [];
  }

  /** Sets the node's own values for image pulls and shutdown, where they differ from the other nodes of the cluster. */
  setOwnWork(work: OwnWork): void {
    const { parallelImagePulls, shutdown, heartbeats, registry, bootDelayMs = 0, pullLimit, fileCheckMs } = work;
    this.work = work;
    this.eventLimit = work.eventLimit;
    this.staticPodPath = work.staticPodPath;
    this.allowedUnsafeSysctls = work.allowedUnsafeSysctls ?? [];
    this.pulls.setParallel(parallelImagePulls ?? this.settings.parallelImagePulls);
    const { shutdownGracePeriodMs: periodMs, shutdownGracePeriodCriticalPodsMs: criticalMs } = this.settings;
    this.shutdown = shutdown ?? { periodMs, criticalMs };
    this.heartbeats = { ...usualHeartbeats(this.settings), ...defined(heartbeats ?? {}) };
    if (!isSameValue(registry, this.registry)) this.contextVersion++;
    this.registry = registry;
    this.bootDelayMs = bootDelayMs;
    this.pulls.setLimit(pullLimit);
    this.fileCheckMs = fileCheckMs;
  }

  /** Sets the message of the condition Ready from the next status on; undefined means that the node is healthy. */
  setFault(message: string | undefined): void {
    if (message !== this.faultMessage) this.isReported = false;
    this.faultMessage = message;
  }

  /** The machine has booted: the next status says so. */
  booted(bootID: string): void {
    this.isReported = false;
    this.bootID = bootID;
  }

  reportedPressures(): readonly string[] {
    const { pressures } = this;
    if (this.reported.length > 0 || this.unreported.size > 0) return this.pressuresAsReported();
    const own = pressures && PRESSURE_TYPES.filter((type) => pressures.has(type) && !this.heldConditions.has(type));
    return own ?? pressuresIn(this.current.status?.conditions);
  }

  /** The status to write at this sync; undefined while nothing changed and the last report is recent (spec nodes A2). */
  statusToWrite(nowMs: number): Node['status'] | undefined {
    const isDue = nowMs >= this.lastStatusWriteMs + this.heartbeats.statusReportMs;
    if (!isDue && !this.hasUpdates()) return undefined;
    this.isReported = false;
    this.lastStatusWriteMs = nowMs;
    this.reportedImageCount = this.images.bySize.size;
    const status = heartbeatNode(this.current, nowMs, {
      images: this.images.bySize,
      maxImages: this.settings.nodeStatusMaxImages,
      heldConditions: this.heldConditions,
    });
    const own = withPressures(status, this.current, this.ownPressures(), nowMs);
    this.unreported.clear();
    const degraded = withFault(own, this.current, this.faultMessage, nowMs);
    const reported = withReported(degraded, this.current, this.reported, nowMs);
    const allocatable = this.extended.allocatable(this.current.status ?? {});
    const missing = this.isIncomplete ? missingReport(this.current, this.settings.kubeletVersion) : undefined;
    const resources = { ...(allocatable ? { allocatable } : {}), ...missing, ...this.resources };
    return { ...withBootID(reported, this.bootID), ...resources };
  }

  /**
   * Takes the status that a stage of a file wrote. Conditions that it made bad are left alone by heartbeats until a stage
   * makes them good again.
   */
  takeStatus(status: Node['status'], conditionsSet: readonly string[]): void {
    this.isReported = false;
    for (const type of conditionsSet) {
      if (isBad(status.conditions?.find((condition) => condition.type === type))) this.heldConditions.add(type);
      else this.heldConditions.delete(type);
    }
    this.current = { ...this.current, status };
  }

  /** Returns the node's state, as plain data. */
  toState(objects: ObjectsNow): HostedNodeState {
    const { addresses, resources, resourceUpdate, bootID, lastStatusWriteMs } = this;
    const paths = this.paths.toState();
    return {
      ...keepNode(this.current, objects),
      admitted: this.admitted.uids,
      ...unlessEmpty('withoutAddress', this.withoutAddress),
      ...unlessEmpty('withoutRoom', this.withoutRoom),
      ...(addresses && { addresses: addresses.toState() }),
      pulls: this.pulls.toState(),
      ...(paths.length > 0 && { paths }),
      work: ownWorkState(this.work),
      ...(resources && { resources, resourceUpdate }),
      ...unlessEmpty('heldConditions', this.heldConditions),
      ...unlessEmpty('unreported', this.unreported),
      images: this.images.toState(),
      ...(this.pressures && { pressures: [...this.pressures] }),
      ...(this.extended.hasUpdates && { extended: this.extended.toState() }),
      reportedImageCount: this.reportedImageCount,
      lastStatusWriteMs: Number.isFinite(lastStatusWriteMs) ? lastStatusWriteMs : null,
      ...(bootID !== undefined && { bootID }),
    };
  }

  /** Restores the state that {@link toState} returned; its node was given to the constructor. */
  restore(state: HostedNodeState, podOf: (uid: string) => Pod): void {
    this.isReported = false;
    for (const uid of state.admitted) this.admitted.add(podOf(uid));
    refill(this.withoutAddress, state.withoutAddress);
    refill(this.withoutRoom, state.withoutRoom);
    this.addresses = state.addresses && NodeAddresses.fromState(state.addresses);
    this.setOwnWork(ownWorkFrom(state.work));
    this.pulls.restore(state.pulls);
    this.paths.restore(state.paths ?? []);
    this.resources = state.resources;
    this.resourceUpdate = state.resourceUpdate ?? [];
    refill(this.heldConditions, state.heldConditions);
    refill(this.unreported, state.unreported);
    this.images.restore(state.images);
    this.setPressures(state.pressures);
    this.extended.restore(state.extended ?? []);
    this.reportedImageCount = state.reportedImageCount;
    this.lastStatusWriteMs = state.lastStatusWriteMs ?? Number.NEGATIVE_INFINITY;
    this.bootID = state.bootID;
  }

  /** True if an override of its kubelet is not yet in the API object. */
  get hasWordToSay(): boolean {
    return !showsReported(this.current, this.reported) || this.unreported.size > 0;
  }

  private get hasBootedUnseen(): boolean {
    return this.bootID !== undefined && this.current.status?.nodeInfo?.bootID !== this.bootID;
  }

  private pressuresAsReported(): string[] {
    const reported = new Map(this.reported.map(({ type, status }) => [type, status === 'True'] as const));
    const shown = this.pressures ?? new Set(pressuresIn(this.current.status?.conditions));
    return PRESSURE_TYPES.filter((type) => reported.get(type) ?? (shown.has(type) && !this.unreported.has(type)));
  }

  /** The conditions that the kubelet answers for, with their verdicts. */
  private ownPressures(): ReadonlyMap<string, boolean> {
    const { pressures, unreported } = this;
    const own = PRESSURE_TYPES.filter((type) => (pressures || unreported.has(type)) && !this.heldConditions.has(type));
    return new Map(own.map((type) => [type, pressures?.has(type) ?? false]));
  }

  /** Asked every few seconds of every node, and mostly answered in the same way. */
  private hasUpdates(): boolean {
    this.isReported ||= !this.differsFromApi();
    return !this.isReported;
  }

  private differsFromApi(): boolean {
    if (this.isIncomplete || this.extended.hasUpdates || this.images.bySize.size !== this.reportedImageCount)
      return true;
    const conditions = this.current.status?.conditions ?? [];
    if (this.hasWordToSay || this.hasBootedUnseen) return true;
    if (this.faultMessage !== undefined && !isDegraded(this.current, this.faultMessage)) return true;
    if (this.pressures) {
      const shown = pressuresIn(conditions);
      for (const [type, holds] of this.ownPressures()) {
        const isReported = this.reported.some((each) => each.type === type);
        if (!isReported && shown.includes(type) !== holds) return true;
      }
    }
    if (this.resources && !this.showsResources(this.resources)) return true;
    return HEARTBEAT_CONDITIONS.some((type) => {
      if (this.reported.some((each) => each.type === type)) return false;
      const status = conditions.find((condition) => condition.type === type)?.status;
      return (
        status === undefined ||
        status === 'Unknown' ||
        (type === 'Ready' && status !== 'True' && this.faultMessage === undefined && !this.heldConditions.has(type))
      );
    });
  }

  private showsResources({ capacity, allocatable }: NonNullable<typeof this.resources>): boolean {
    const { status } = this.current;
    return isSameValue(status.capacity, capacity) && isSameValue(status.allocatable, allocatable);
  }
}

function refill(set: Set<string>, members: readonly string[] = []): void {
  set.clear();
  for (const member of members) set.add(member);
}

/** Returns whether a condition says that something is wrong, as far as anyone knows. */
function isBad(condition: NodeCondition | undefined): boolean {
  if (!condition || condition.status === 'Unknown') return false;
  return (condition.type === 'Ready') !== (condition.status === 'True');
}

function usualHeartbeats(settings: KubeletSettings): Heartbeats {
  return {
    statusUpdateMs: settings.nodeStatusUpdateMs,
    statusReportMs: settings.nodeStatusReportMs,
    leaseDurationSeconds: settings.leaseDurationSeconds,
    leaseRenewMs: settings.leaseRenewPeriodMs,
    leaseJitter: settings.leaseRenewJitter,
  };
}

function defined<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  // Without undefined values the record is of the exact type.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}
