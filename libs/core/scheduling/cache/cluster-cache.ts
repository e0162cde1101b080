import type { Node, Pod } from '@orrery/api-types';
import type { CacheObserver } from './cache-observer';
import { ChangeJournal } from './change-journal';
import { NodeInfo } from './node-info';
import { NodeTree, type NodeTreeState } from './node-tree';
import type { PodInfo } from './pod-info';
import type { ResourceSlots } from './resource-slots';
import { Snapshot } from './snapshot';

interface CachedPod {
  info: PodInfo;
  readonly nodeName: string;
  /** Placed by us and not yet seen as assigned in the log. */
  assumed: boolean;
  /** Cluster time at which an assumed pod is forgotten; undefined: never. */
  expiresAtMs: number | undefined;
}

/** Order in which a cache was filled, and in which it visits its nodes. */
export interface CacheOrderState {
  /** Nodes with the uids of their pods. */
  readonly nodes: readonly (readonly [node: string, pods: readonly string[]])[];
  readonly zones: NodeTreeState;
}

/**
 * The scheduler's picture of nodes and their pods, kept by deltas: assigned pods as the log reports them, and assumed
 * pods that were placed a moment ago. Pods that name an absent node are kept until the node comes.
 */
export class ClusterCache {
  private readonly promises = new Map<string, readonly PodInfo[]>();
  private readonly nodes = new Map<string, NodeInfo>();
  private readonly pods = new Map<string, CachedPod>();
  private readonly tree = new NodeTree();
  private readonly imageHolders = new Map<string, number>();
  private readonly withAffinity = new Set<NodeInfo>();
  private readonly withRequiredAntiAffinity = new Set<NodeInfo>();
  private readonly observers: CacheObserver[] = [];
  private readonly freeRows: number[] = [];
  private readonly expiring = new Map<string, CachedPod>();
  private readonly changes = new ChangeJournal();
  private rowCount = 0;
  private generation = 0;
  private listedOrder: readonly string[] | undefined;
  private readonly view: Snapshot;

  constructor(private readonly slots: ResourceSlots) {
    this.view = new Snapshot(
      this.changes,
      this.nodes,
      this.imageHolders,
      this.withAffinity,
      this.withRequiredAntiAffinity,
    );
  }

  /** Registers an index; existing objects are reported to it as additions. */
  observe(observer: CacheObserver): void {
    this.observers.push(observer);
    for (const info of this.nodes.values()) {
      if (info.node) observer.nodeChanged?.(info, undefined);
      for (const pod of info.pods.values()) observer.podAdded?.(pod, info);
    }
  }

  /** Brings the one snapshot up to date and returns it. */
  snapshot(): Snapshot {
    const order = this.tree.list();
    if (order !== this.listedOrder) {
      this.listedOrder = order;
      this.view.arrange(
        order.map((name) => this.nodes.get(name)!),
        this.rowCount,
      );
    }
    this.view.generation = this.generation;
    return this.view;
  }

  setNode(node: Node): void {
    const info = this.infoOf(node.metadata.name);
    const before = info.node;
    if (before && !isRelevantNodeChange(before, node)) {
      info.node = node;
      return;
    }
    this.countImages(info, -1);
    info.setNode(node);
    this.countImages(info, 1);
    this.tree.set(node);
    this.touch(info);
    for (const observer of this.observers) observer.nodeChanged?.(info, before);
  }

  removeNode(name: string): void {
    const info = this.nodes.get(name);
    if (!info?.node) return;
    const before = info.node;
    this.countImages(info, -1);
    this.tree.remove(name);
    info.node = undefined;
    this.touch(info);
    for (const observer of this.observers) observer.nodeChanged?.(info, before);
    this.dropIfEmpty(info);
  }

  /** Places a pod before the log confirms it. */
  assume(info: PodInfo): void {
    this.place(info, true);
  }

  /** Binding ended well: from now on a pod that is never confirmed may expire. */
  bindingFinished(uid: string, expiresAtMs: number | undefined): void {
    const cached = this.pods.get(uid);
    if (!cached?.assumed || expiresAtMs === undefined) return;
    cached.expiresAtMs = expiresAtMs;
    this.expiring.set(uid, cached);
  }

  /** Takes back an assumed pod; false if it is not assumed. */
  forget(uid: string): boolean {
    if (!this.pods.get(uid)?.assumed) return false;
    this.removePod(uid);
    return true;
  }

  isAssumed(uid: string): boolean {
    return this.pods.get(uid)?.assumed === true;
  }

  /** An assigned pod as the log shows it: confirms an assumed one (the log wins), adds or updates. */
  setPod(info: PodInfo): void {
    const cached = this.pods.get(info.uid);
    const nodeName = info.pod.spec.nodeName ?? '';
    if (cached && cached.nodeName === nodeName && isSameForScheduling(cached.info, info)) {
      cached.info = info;
      cached.assumed = false;
      this.expiring.delete(info.uid);
      this.nodes.get(nodeName)?.replaceUnchangedPod(info);
      return;
    }
    this.removePod(info.uid);
    this.place(info, false);
  }

  removePod(uid: string): void {
    const cached = this.pods.get(uid);
    if (!cached) return;
    this.pods.delete(uid);
    this.expiring.delete(uid);
    const info = this.nodes.get(cached.nodeName);
    if (!info?.removePod(uid)) return;
    this.indexAffinity(info);
    this.touch(info);
    for (const observer of this.observers) observer.podRemoved?.(cached.info, info);
    this.dropIfEmpty(info);
  }

  /** The cached pod of that uid, assumed or assigned. */
  pod(uid: string): PodInfo | undefined {
    return this.pods.get(uid)?.info;
  }

  /** The pods of a node in the order in which they came, also if the node does not exist. */
  podsOn(nodeName: string): readonly PodInfo[] {
    return [...(this.nodes.get(nodeName)?.pods.values() ?? [])];
  }

  /** Earliest expiry of an assumed pod, in cluster milliseconds. */
  nextExpiryMs(): number | undefined {
    for (const cached of this.expiring.values()) return cached.expiresAtMs;
    return undefined;
  }

  /** Forgets assumed pods that were never confirmed in time; returns them. */
  expire(nowMs: number): PodInfo[] {
    const expired: PodInfo[] = [];
    for (const [uid, cached] of this.expiring) {
      if (cached.expiresAtMs! > nowMs) break;
      expired.push(cached.info);
      this.removePod(uid);
    }
    return expired;
  }

  /** Returns the orders in which nodes are visited, and in which nodes and their pods were added, as plain data. */
  toState(): CacheOrderState {
    const nodes = [...this.nodes.values()].map(({ name, pods }) => [name, [...pods.keys()]] as const);
    return { nodes, zones: this.tree.toState() };
  }

  /** Restores the order in which the other cache visits nodes, once nodes and pods were added in the order of {@link toState}. */
  arrange({ zones }: CacheOrderState): void {
    this.tree.restore(zones);
  }

  private place(info: PodInfo, assumed: boolean): void {
    const nodeName = info.pod.spec.nodeName ?? '';
    const node = this.infoOf(nodeName);
    this.pods.set(info.uid, { info, nodeName, assumed, expiresAtMs: undefined });
    node.addPod(info);
    if (info.affinityTerms) this.indexAffinity(node);
    this.touch(node);
    for (const observer of this.observers) observer.podAdded?.(info, node);
  }

  /** Pods are promised to a node, which need not exist; an empty list takes the promises back. */
  setPromises(nodeName: string, pods: readonly PodInfo[]): void {
    if (pods.length > 0) this.promises.set(nodeName, pods);
    else this.promises.delete(nodeName);
    const node = this.nodes.get(nodeName);
    if (!node) return;
    node.promisedTo = pods;
    this.changes.add(node.row);
  }

  private infoOf(name: string): NodeInfo {
    const known = this.nodes.get(name);
    if (known) return known;
    const info = new NodeInfo(name, this.slots);
    info.row = this.freeRows.pop() ?? this.rowCount++;
    info.promisedTo = this.promises.get(name) ?? [];
    this.nodes.set(name, info);
    return info;
  }

  private dropIfEmpty(info: NodeInfo): void {
    if (info.node || info.pods.size > 0) return;
    this.nodes.delete(info.name);
    this.freeRows.push(info.row);
  }

  private touch(info: NodeInfo): void {
    info.generation = ++this.generation;
    this.changes.add(info.row);
  }

  private indexAffinity(info: NodeInfo): void {
    if (info.podsWithAffinity.size > 0) this.withAffinity.add(info);
    else this.withAffinity.delete(info);
    if (info.podsWithRequiredAntiAffinity.size > 0) this.withRequiredAntiAffinity.add(info);
    else this.withRequiredAntiAffinity.delete(info);
  }

  private countImages(info: NodeInfo, sign: 1 | -1): void {
    if (!info.node) return;
    for (const image of info.images.keys()) {
      const holders = (this.imageHolders.get(image) ?? 0) + sign;
      if (holders > 0) this.imageHolders.set(image, holders);
      else this.imageHolders.delete(image);
    }
  }
}

/** Returns true if a rule reads a changed part of a node. Heartbeats and the like change none; unchanged parts are the same objects. */
function isRelevantNodeChange(before: Node, after: Node): boolean {
  return !(
    sameJson(before.metadata.labels, after.metadata.labels) &&
    sameJson(before.metadata.annotations, after.metadata.annotations) &&
    sameJson(before.spec, after.spec) &&
    sameJson(before.status?.allocatable, after.status?.allocatable) &&
    sameJson(before.status?.images, after.status?.images) &&
    haveSameStatus(before.status?.conditions ?? [], after.status?.conditions ?? [])
  );
}

type Conditions = readonly { readonly type: string; readonly status: string }[];

function haveSameStatus(before: Conditions, after: Conditions): boolean {
  return (
    before.length === after.length &&
    before.every(({ type, status }, i) => type === after[i]!.type && status === after[i]!.status)
  );
}

/** Returns whether the newer version of an assigned pod is the same to every rule, so that nothing needs recounting. */
function isSameForScheduling(before: PodInfo, after: PodInfo): boolean {
  if (before.pod === after.pod) return true;
  if (before.shape !== after.shape || before.priority !== after.priority) return false;
  const a: Pod = before.pod;
  const b: Pod = after.pod;
  return (
    a.metadata.deletionTimestamp === b.metadata.deletionTimestamp &&
    sameJson(a.metadata.labels, b.metadata.labels) &&
    sameJson(a.spec.affinity, b.spec.affinity) &&
    sameJson(a.spec.volumes, b.spec.volumes)
  );
}

function sameJson(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
