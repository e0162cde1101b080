import type { Node, Pod } from '@orrery/api-types';
import { UsedHostPorts } from './host-ports';
import { accountedAmount, amountsOf } from './pod-requests';
import type { PodInfo } from './pod-info';
import type { ResourceSlots } from './resource-slots';

/**
 * Scheduler data of a node: the node object, its pods and running totals, updated by deltas. Plugins only read it;
 * simulations change a {@link NodeInfo.clone}.
 */
export class NodeInfo {
  /** Absent while pods name a node that does not exist. */
  node: Node | undefined;
  /** Grows with every change that a rule could notice; never the same for two states of any node. */
  generation = 0;
  /** Small number of this node in per-shape tables; reused after the node is gone. */
  row = -1;
  /** In the order in which they were added. */
  readonly pods = new Map<string, PodInfo>();
  podsWithAffinity: Map<string, PodInfo> = NOTHING;
  podsWithRequiredAntiAffinity: Map<string, PodInfo> = NOTHING;
  /** Sums over the pods by slot: real requests. Exact while every amount is below 2^53. */
  requested: Float64Array = NO_AMOUNTS;
  /** By slot; slots beyond the length are 0. */
  allocatable: Float64Array = NO_AMOUNTS;
  /** Allowed number of pods. */
  allocatablePods = 0;
  /** Sums of requests with missing ones assumed, for scores. */
  nonZeroCpuMillis = 0;
  nonZeroMemoryBytes = 0;
  usedPorts = new UsedHostPorts();
  /** Size in bytes by image name, as the node reports it. */
  images: ReadonlyMap<string, number> = new Map();
  /** Pods promised to the node while they are still queued, in the order of nomination; replaced, never changed. */
  promisedTo: readonly PodInfo[] = NO_CONTROLLERS;
  /** Number of pods of the node that use a claim, by `<namespace>/<claim>`. */
  claimUsers: Map<string, number> = NOTHING;
  /** Pods with amounts too large for exact sums: while there are any, removals sum up afresh. */
  private unsafePods = 0;

  constructor(
    readonly name: string,
    private readonly slots: ResourceSlots,
  ) {}

  setNode(node: Node): void {
    this.node = node;
    const amounts = amountsOf(node.status?.allocatable as Record<string, string> | undefined);
    this.allocatable = new Float64Array(Math.max(3, this.slots.count));
    this.allocatablePods = accountedAmount('pods', amounts.get('pods') ?? 0n);
    for (const [resource, nanos] of amounts) {
      const slot = this.slots.slotOf(resource);
      if (slot !== undefined) this.allocatable = withAmount(this.allocatable, slot, accountedAmount(resource, nanos));
    }
    this.images = imageSizes(node);
  }

  addPod(info: PodInfo): void {
    this.pods.set(info.uid, info);
    this.index(info);
    const { shape } = info;
    if (shape.hasUnsafeAmount) this.unsafePods++;
    this.accumulate(info, 1);
    if (shape.hostPorts.length > 0) this.usedPorts.add(shape.hostPorts);
    for (const claim of claimsOf(info.pod)) this.countUser(claim, 1);
  }

  /** Removes a pod of that uid; false if it is not here. */
  removePod(uid: string): boolean {
    const info = this.pods.get(uid);
    if (!info) return false;
    this.pods.delete(uid);
    this.podsWithAffinity.delete(uid);
    this.podsWithRequiredAntiAffinity.delete(uid);
    if (info.shape.hasUnsafeAmount) this.unsafePods--;
    if (info.shape.hasUnsafeAmount || this.unsafePods > 0) this.sumAfresh();
    else this.accumulate(info, -1);
    if (info.shape.hostPorts.length > 0) this.usedPorts.remove(info.shape.hostPorts);
    for (const claim of claimsOf(info.pod)) this.countUser(claim, -1);
    return true;
  }

  /** Puts a newer version of a pod in the place of the old one; totals, ports and claims must be the same. */
  replaceUnchangedPod(info: PodInfo): void {
    this.pods.set(info.uid, info);
    this.index(info);
  }

  /** A copy that simulations may change. Pod infos and the node object are shared: they never change. */
  clone(): NodeInfo {
    const copy = new NodeInfo(this.name, this.slots);
    copy.node = this.node;
    copy.generation = this.generation;
    copy.row = this.row;
    for (const [uid, info] of this.pods) copy.pods.set(uid, info);
    copy.podsWithAffinity = copyOf(this.podsWithAffinity);
    copy.podsWithRequiredAntiAffinity = copyOf(this.podsWithRequiredAntiAffinity);
    copy.claimUsers = copyOf(this.claimUsers);
    copy.requested = this.requested.slice();
    copy.allocatable = this.allocatable;
    copy.allocatablePods = this.allocatablePods;
    copy.nonZeroCpuMillis = this.nonZeroCpuMillis;
    copy.nonZeroMemoryBytes = this.nonZeroMemoryBytes;
    copy.usedPorts = this.usedPorts.clone();
    copy.images = this.images;
    copy.promisedTo = this.promisedTo;
    copy.unsafePods = this.unsafePods;
    return copy;
  }

  private index(info: PodInfo): void {
    const terms = info.affinityTerms;
    if (!terms) return;
    this.podsWithAffinity = withEntry(this.podsWithAffinity, info.uid, info);
    if (terms.requiredAntiAffinity.length === 0) return;
    this.podsWithRequiredAntiAffinity = withEntry(this.podsWithRequiredAntiAffinity, info.uid, info);
  }

  private countUser(claim: string, by: 1 | -1): void {
    const users = (this.claimUsers.get(claim) ?? 0) + by;
    if (users > 0) this.claimUsers = withEntry(this.claimUsers, claim, users);
    else this.claimUsers.delete(claim);
  }

  private accumulate({ shape }: PodInfo, sign: 1 | -1): void {
    const { requests } = shape;
    if (this.requested === NO_AMOUNTS) this.requested = NO_AMOUNTS.slice();
    if (requests.length > this.requested.length) this.requested = grown(this.requested, requests.length);
    for (let slot = 0; slot < requests.length; slot++) this.requested[slot]! += sign * requests[slot]!;
    this.nonZeroCpuMillis += sign * shape.defaultedCpuMillis;
    this.nonZeroMemoryBytes += sign * shape.defaultedMemoryBytes;
  }

  private sumAfresh(): void {
    this.requested.fill(0);
    this.nonZeroCpuMillis = 0;
    this.nonZeroMemoryBytes = 0;
    for (const info of this.pods.values()) this.accumulate(info, 1);
  }
}

/** `<namespace>/<claim>` of each persistent volume claim that the pod names. */
export function claimsOf(pod: Pod): readonly string[] {
  const volumes = pod.spec.volumes;
  if (!volumes || volumes.length === 0) return NO_CLAIMS;
  const claims: string[] = [];
  for (const { persistentVolumeClaim } of volumes) {
    if (persistentVolumeClaim) claims.push(`${pod.metadata.namespace ?? ''}/${persistentVolumeClaim.claimName}`);
  }
  return claims;
}

/** Shared empty values for data that most nodes, and their simulations, do not have; never changed. */
const NO_AMOUNTS = new Float64Array(3);
const NOTHING = new Map<string, never>();

function withEntry<V>(map: Map<string, V>, key: string, value: V): Map<string, V> {
  const own = map === NOTHING ? new Map<string, V>() : map;
  return own.set(key, value);
}

function copyOf<V>(map: Map<string, V>): Map<string, V> {
  return map.size === 0 ? NOTHING : new Map(map);
}

const NO_CLAIMS: readonly string[] = [];
const NO_CONTROLLERS: readonly PodInfo[] = [];
const NO_IMAGES: ReadonlyMap<string, number> = new Map();

function imageSizes(node: Node): ReadonlyMap<string, number> {
  const images = node.status?.images;
  if (!images || images.length === 0) return NO_IMAGES;
  const sizes = new Map<string, number>();
  for (const { names, sizeBytes } of images) {
    for (const name of names ?? []) sizes.set(name, sizeBytes ?? 0);
  }
  return sizes;
}

function withAmount(amounts: Float64Array, slot: number, amount: number): Float64Array {
  const wide = slot < amounts.length ? amounts : grown(amounts, slot + 1);
  wide[slot] = amount;
  return wide;
}

function grown(amounts: Float64Array, length: number): Float64Array {
  const wide = new Float64Array(length);
  wide.set(amounts);
  return wide;
}
