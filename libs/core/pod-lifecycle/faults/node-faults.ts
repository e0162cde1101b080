import type { Node, Pod } from '@orrery/api-types';
import {
  keepNode,
  keepPod,
  keepUpdate,
  keptNode,
  keptPod,
  keptUpdate,
  type KeptNode,
  type KeptPod,
  type KeptUpdate,
  type ObjectsNow,
  type Update,
} from '../pods/kept-objects';

/** Faults of a simulated node (spec nodes F11). */
export const NodeFaultKind = {
  /** The kubelet is dead: no heartbeats, no reaction to the API; containers run on. */
  KubeletStopped: 'heartbeats-stopped',
  /** The kubelet and the API are disconnected; the kubelet continues to act alone. */
  Partition: 'partition',
  /** The machine is off: containers are dead, and restart after the next boot. */
  PowerOff: 'power-off',
  /** The Lease is not renewed. */
  LeaseFrozen: 'lease-frozen',
  /** Node status is not written. */
  StatusFrozen: 'status-frozen',
  /** The container runtime does not answer: no pod changes, and after three minutes the node is not ready. */
  RuntimeDown: 'runtime-down',
  /** The network plugin is not ready: neither is the node, and new pods wait. */
  NetworkNotReady: 'network-not-ready',
  /** The machine is being shut down in good order; afterwards it is off. */
  Shutdown: 'shutdown',
  /** Factor by which renewals of Leases and status are slower. */
  SlowHeartbeat: 'slow-heartbeat',
  /** Delay, in ms, of messages between kubelet and API server. */
  ApiLatency: 'api-latency',
  /** A program outside of pods takes memory. */
  MemoryHog: 'memory-hog',
  /** A program outside of pods fills the disk. */
  DiskFill: 'disk-fill',
  /** A program outside of pods has too many processes. */
  PidHog: 'pid-hog',
} as const;
export type NodeFaultKind = (typeof NodeFaultKind)[keyof typeof NodeFaultKind];

/** A fault that is in force. */
export interface FaultInForce {
  /** Start of the fault, in cluster milliseconds. */
  readonly sinceMs: number;
  /** Extent of the fault: the factor of slow heartbeats, the milliseconds of a latency, the amount that a hog takes. */
  readonly amount?: number | undefined;
}

/** The faults of one node. */
export type FaultsOfNode = ReadonlyMap<NodeFaultKind, FaultInForce>;

const NONE: FaultsOfNode = new Map();

/** Updates that a node behind a partition missed; only the last one for each object is kept. */
export interface MissedUpdates {
  node?: Update<Node>;
  /** By uid. */
  readonly pods: Map<string, Update<Pod>>;
  /** Pods whose status or end could not be written. */
  readonly withheld: Set<string>;
}

/** The faults of nodes, and what they miss, as plain data. */
export interface NodeFaultsState {
  readonly faults: readonly (readonly [node: string, faults: readonly (readonly [NodeFaultKind, FaultInForce])[]])[];
  readonly offline: readonly string[];
  readonly missed: readonly (readonly [node: string, missed: MissedState])[];
}

interface MissedState {
  readonly node?: KeptUpdate<KeptNode>;
  readonly pods: readonly KeptUpdate<KeptPod>[];
  readonly withheld: readonly string[];
}

/** The faults of a shard's nodes, and what nodes behind partitions miss meanwhile. */
export class NodeFaults {
  private readonly faults = new Map<string, FaultsOfNode>();
  private readonly offline = new Set<string>();
  private readonly missed = new Map<string, MissedUpdates>();

  of(node: string): FaultsOfNode {
    return this.faults.get(node) ?? NONE;
  }

  set(node: string, faults: FaultsOfNode): void {
    if (faults.size === 0) this.faults.delete(node);
    else this.faults.set(node, new Map(faults));
    if (faults.has(NodeFaultKind.Partition)) {
      if (!this.missed.has(node)) this.missed.set(node, { pods: new Map(), withheld: new Set() });
    }
  }

  /** The host of an orderly shutdown has stopped. */
  hostStopped(node: string): void {
    this.offline.add(node);
  }

  /** It is about to run again. */
  hostStarted(node: string): void {
    this.offline.delete(node);
  }

  isOff(node: string): boolean {
    return this.of(node).has(NodeFaultKind.PowerOff) || this.offline.has(node);
  }

  /** Returns how many times longer than usual it is between two heartbeats. */
  heartbeatFactor(node: string): number {
    return this.faults.get(node)?.get(NodeFaultKind.SlowHeartbeat)?.amount ?? 1;
  }

  /** Returns whether the kubelet does nothing at all. */
  isSilent(node: string): boolean {
    return (this.faults.get(node)?.has(NodeFaultKind.KubeletStopped) ?? false) || this.isOff(node);
  }

  /** Returns whether the kubelet can do something about pods. */
  canRunPods(node: string): boolean {
    return !this.isSilent(node) && !this.of(node).has(NodeFaultKind.RuntimeDown);
  }

  /** Updates for a node behind a partition; undefined while it is connected. */
  missedBy(node: string): MissedUpdates | undefined {
    return this.faults.get(node)?.has(NodeFaultKind.Partition) ? this.missed.get(node) : undefined;
  }

  /** False if no node misses anything. */
  get isAnyoneCutOff(): boolean {
    return this.missed.size > 0;
  }

  /** The faults, and what is missed, as plain data. */
  toState(objects: ObjectsNow): NodeFaultsState {
    return {
      faults: [...this.faults].map(([node, faults]) => [node, [...faults]]),
      offline: [...this.offline],
      missed: [...this.missed].map(([name, { node, pods, withheld }]) => [
        name,
        {
          ...(node && { node: keepUpdate(node, (each) => keepNode(each, objects)) }),
          pods: [...pods.values()].map((update) => keepUpdate(update, (each) => keepPod(each, objects))),
          withheld: [...withheld],
        },
      ]),
    };
  }

  /** Restores the state that {@link toState} returned. */
  restore({ faults, offline, missed }: NodeFaultsState, objects: ObjectsNow): void {
    for (const [node, each] of faults) this.faults.set(node, new Map(each));
    for (const node of offline) this.offline.add(node);
    for (const [name, { node, pods, withheld }] of missed) {
      const updates = pods.map((update) => keptUpdate(update, (each) => keptPod(each, objects)));
      this.missed.set(name, {
        ...(node && { node: keptUpdate(node, (each) => keptNode(each, objects)) }),
        pods: new Map(updates.map((update) => [(update.after ?? update.before)!.metadata.uid, update])),
        withheld: new Set(withheld),
      });
    }
  }

  /** Removes and returns the updates that a node missed, once it reaches the API again. */
  takeMissed(node: string): MissedUpdates | undefined {
    if (this.of(node).has(NodeFaultKind.Partition)) return undefined;
    const missed = this.missed.get(node);
    this.missed.delete(node);
    return missed;
  }
}
