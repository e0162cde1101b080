import { isTerminalPhase, type Node, type Pod, type PodStatus } from '@orrery/api-types';
import { quantityValue } from '@orrery/quantity';
import { parseTimeMs } from '@orrery/time';
import type { FilesystemSupply, NodeStatistics, PodStatistics, Supply } from '../statistics/node-statistics';
import { areSettled, valueAt, type Curve } from './curve';
import { throttled, type DaemonCap } from './daemon-caps';
import {
  daemonCurves,
  daemonRestarts,
  sinceRestart,
  totalCurves,
  type DaemonCurves,
  type DaemonRestarts,
  sumOf,
} from './daemons';
import { parseCurve } from './parse-curve';
import { layers, measurePod, podUsage, type ExactStarts, type PodUsage } from './pod-usage';
import { hogAnnotation, NodeFact, NodeUsage, usageAnnotation, type DaemonName } from './usage-annotations';

/** Interval of the samples of disks. */
const DISK_SAMPLE_MS = 10_000;
const DEFAULT_MAX_PROCESSES = 32_768;
/** Bytes per inode, as `mkfs` chooses them. */
const BYTES_PER_INODE = 16_384;

/** Capacity of a node, in whole units. */
export interface NodeCapacity {
  readonly memoryBytes: number;
  readonly swapBytes: number;
  readonly nodefs: { readonly bytes: number; readonly inodes: number };
  /** Undefined while images share the node's disk. */
  readonly imagefs: { readonly bytes: number; readonly inodes: number } | undefined;
  readonly maxProcesses: number;
}

/** A pod of the node, for measuring. */
export interface MeteredPod {
  readonly pod: Pod;
  readonly status: PodStatus;
  readonly exactStart?: ExactStarts;
}

/** Inputs of a meter. */
export interface MeterInput {
  readonly node: Node;
  readonly pods: readonly MeteredPod[];
  /** Sizes of the images on the node. */
  readonly imageBytes: number;
  /** Memory that pods together may use. */
  readonly podsMemoryLimitBytes: number;
  /** True if the volumes of a pod are freed when it ends; false if they stay until its object is deleted. */
  readonly volumesFreedOn: 'podTerminated' | 'podDeleted';
  /** Limits that the kubelet's configuration sets for pods. */
  readonly limits?: MeterLimits;
  /** Restarts of daemons that are not yet in the node's object. */
  readonly daemonRestarts?: DaemonRestarts;
}

export interface MeterLimits {
  readonly logBytes: number | undefined;
  readonly podProcesses: number | undefined;
  /** Minimum of memory that is reported free with swap; undefined without. */
  readonly freeMemoryBytes: number | undefined;
  /** Groups of daemons that are held to their reservations. */
  readonly daemonCaps: readonly DaemonCap[];
}

/** Returns the capacity of a node. */
export function nodeCapacity({ metadata, status }: Node): NodeCapacity {
  const units = (text: string | undefined, otherwise: number): number =>
    text === undefined ? otherwise : Number(quantityValue(text));
  const fact = (name: NodeFact): string | undefined => metadata.annotations?.[usageAnnotation(name)];
  const nodefsBytes = units(status.capacity?.['ephemeral-storage'], 0);
  const imagefs = fact(NodeFact.Imagefs);
  const imagefsBytes = units(imagefs, 0);
  const inodes = (bytes: number): number => Math.floor(bytes / BYTES_PER_INODE);
  return {
    memoryBytes: units(status.capacity?.['memory'], 0),
    swapBytes: units(fact(NodeFact.Swap), 0),
    nodefs: { bytes: nodefsBytes, inodes: units(fact(NodeFact.NodefsInodes), inodes(nodefsBytes)) },
    imagefs:
      imagefs === undefined
        ? undefined
        : { bytes: imagefsBytes, inodes: units(fact(NodeFact.ImagefsInodes), inodes(imagefsBytes)) },
    maxProcesses: units(fact(NodeFact.MaxProcesses), DEFAULT_MAX_PROCESSES),
  };
}

/** Returns the amounts that percentages in a node's curves refer to. */
export function nodeUsageBases({ status }: Node, capacity: NodeCapacity): Readonly<Record<NodeUsage, number>> {
  const imagefs = capacity.imagefs ?? capacity.nodefs;
  return {
    [NodeUsage.Cpu]: 1000 * Number(status.capacity?.['cpu'] ? quantityValue(status.capacity['cpu']) : 0n),
    [NodeUsage.Memory]: capacity.memoryBytes,
    [NodeUsage.Processes]: capacity.maxProcesses,
    [NodeUsage.Nodefs]: capacity.nodefs.bytes,
    [NodeUsage.NodefsInodes]: capacity.nodefs.inodes,
    [NodeUsage.Imagefs]: imagefs.bytes,
    [NodeUsage.ImagefsInodes]: imagefs.inodes,
  };
}

/** Usage of a node that ends with the process `misc`; the rest is on its disks. */
const OF_PROCESSES: readonly NodeUsage[] = [NodeUsage.Cpu, NodeUsage.Memory, NodeUsage.Processes];

/** The curves of a node as a whole, `misc` having perhaps restarted; those that cannot be read count as nothing. */
export function nodeCurves(
  node: Node,
  capacity: NodeCapacity,
  miscRestartMs?: number,
): Readonly<Partial<Record<NodeUsage, Curve>>> {
  const { metadata } = node;
  const bases = nodeUsageBases(node, capacity);
  const createdMs = parseTimeMs(metadata.creationTimestamp) ?? 0;
  const curves: Partial<Record<NodeUsage, Curve>> = {};
  for (const name of Object.values(NodeUsage)) {
    const restartMs = OF_PROCESSES.includes(name) ? miscRestartMs : undefined;
    const read = (text: string | undefined): Curve | undefined => {
      const context = { originMs: restartMs ?? createdMs, bases: { '': bases[name] }, isMilli: name === NodeUsage.Cpu };
      const verdict = text === undefined ? undefined : parseCurve(text, { ...context, key: [metadata.uid, name] });
      return verdict?.ok ? sinceRestart(verdict.curve, restartMs) : undefined;
    };
    // What a hog takes comes on top of what is said of the node.
    const known = [
      read(metadata.annotations?.[usageAnnotation(name)]),
      read(metadata.annotations?.[hogAnnotation(name)]),
    ];
    const sum = sumOf(known);
    if (sum) curves[name] = sum;
  }
  return curves;
}

/** Measures one node: everything is read from its objects, so every process gets the same figures. */
export class NodeMeter {
  readonly capacity: NodeCapacity;
  /** All daemons together, and what is on the disks beside pods. */
  readonly daemons: ReturnType<typeof nodeCurves>;
  readonly daemonsByName: ReadonlyMap<DaemonName, DaemonCurves>;
  /** Last starts of daemons after the kernel had killed them. */
  readonly daemonRestarts: DaemonRestarts;
  readonly usages: readonly PodUsage[];
  private readonly removedAtMs: number;

  constructor(private readonly input: MeterInput) {
    this.capacity = nodeCapacity(input.node);
    const restarts = daemonRestarts(input.node, input.daemonRestarts);
    const ofNode = nodeCurves(input.node, this.capacity, restarts.get('misc'));
    const bases = nodeUsageBases(input.node, this.capacity);
    const wanted = daemonCurves(input.node, ofNode, { bases, restarts });
    this.daemonsByName = throttled(wanted, input.limits?.daemonCaps ?? []);
    this.daemonRestarts = restarts;
    this.daemons = totalCurves(ofNode, this.daemonsByName);
    this.usages = input.pods.map(({ pod, status, exactStart }) =>
      podUsage(pod, status, exactStart, input.limits?.logBytes),
    );
    const removedAt = input.node.metadata.annotations?.[usageAnnotation(NodeFact.ContainersRemovedAt)];
    this.removedAtMs = parseTimeMs(removedAt) ?? Number.NEGATIVE_INFINITY;
  }

  /** All curves that can move the figures. */
  curves(): Curve[] {
    const ofPods = this.usages.flatMap(({ running, volumes }) => [
      ...running.flatMap(({ curves }) => Object.values(curves)),
      ...volumes.flatMap(({ bytes, inodes }) => [bytes, inodes]),
    ]);
    return [...Object.values(this.daemons), ...ofPods].filter((curve): curve is Curve => curve !== undefined);
  }

  /** Returns whether the figures stay as they are: no curve has moved since the disks were sampled, and none will. */
  isSettled(nowMs: number): boolean {
    return areSettled(this.curves(), sampledMs(nowMs));
  }

  /** The summary at an instant; `imageBytes` and the removal of dead containers may be newer than the objects. */
  statistics(
    nowMs: number,
    newer: { readonly imageBytes?: number; readonly removedAtMs?: number } = {},
  ): NodeStatistics {
    const { podProcesses, freeMemoryBytes } = this.input.limits ?? {};
    const measuring = { nowMs, diskMs: sampledMs(nowMs), podProcesses };
    const byUid = new Map<string, PodStatistics>();
    let podsMemory = 0;
    let processes = valueAt(this.daemons[NodeUsage.Processes], nowMs);
    for (const usage of this.usages) {
      // A pod is measured from its sandbox on, whether or not anything of it runs at the moment.
      if (usage.running.length === 0 && !this.hasSandbox(usage)) continue;
      const measured = measurePod(usage, measuring);
      byUid.set(usage.pod.metadata.uid, measured);
      podsMemory += measured.memoryBytes ?? 0;
      processes += measured.processes ?? 0;
    }
    const { memoryBytes, maxProcesses } = this.capacity;
    const allMemory = podsMemory + valueAt(this.daemons[NodeUsage.Memory], nowMs);
    // What does not fit into memory is swapped out: the node does not see that it runs short.
    const memoryUsed =
      freeMemoryBytes === undefined ? allMemory : Math.min(allMemory, Math.max(0, memoryBytes - freeMemoryBytes));
    const limit = this.input.podsMemoryLimitBytes;
    const disks = this.disks(byUid, measuring.diskMs, newer);
    return {
      memory: supply(memoryUsed, memoryBytes, nowMs),
      podsMemory: supply(podsMemory, limit, nowMs),
      processes: { available: maxProcesses - processes, capacity: maxProcesses, timeMs: nowMs },
      ...disks,
      ofPod: ({ metadata }) => byUid.get(metadata.uid),
    };
  }

  private disks(
    measured: ReadonlyMap<string, PodStatistics>,
    atMs: number,
    newer: { readonly imageBytes?: number; readonly removedAtMs?: number },
  ): Required<Pick<NodeStatistics, 'nodefs' | 'imagefs'>> {
    const { daemons } = this;
    const nodefs = {
      bytes: valueAt(daemons[NodeUsage.Nodefs], atMs),
      inodes: valueAt(daemons[NodeUsage.NodefsInodes], atMs),
    };
    const imagefs = {
      bytes: valueAt(daemons[NodeUsage.Imagefs], atMs) + (newer.imageBytes ?? this.input.imageBytes),
      inodes: valueAt(daemons[NodeUsage.ImagefsInodes], atMs),
    };
    const add = (to: { bytes: number; inodes: number }, use: { bytes: number; inodes: number }): void => {
      to.bytes += use.bytes;
      to.inodes += use.inodes;
    };
    const removedAtMs = Math.max(this.removedAtMs, newer.removedAtMs ?? Number.NEGATIVE_INFINITY);
    this.usages.forEach((usage, index) => {
      const own = measured.get(usage.pod.metadata.uid);
      for (const { rootfs, logs } of own?.containers ?? []) {
        if (logs) add(nodefs, logs);
        if (rootfs) add(imagefs, rootfs);
      }
      for (const { curves, endedAtMs } of usage.dead) {
        if (endedAtMs! <= removedAtMs) continue;
        const left = layers(curves, Math.min(endedAtMs!, atMs));
        add(nodefs, left.logs);
        add(imagefs, left.rootfs);
      }
      if (!this.keepsVolumes(index)) return;
      for (const { name, bytes, inodes } of usage.volumes) {
        const isMemory = usage.pod.spec.volumes?.find((each) => each.name === name)?.emptyDir?.medium === 'Memory';
        if (!isMemory) add(nodefs, { bytes: valueAt(bytes, atMs), inodes: valueAt(inodes, atMs) });
      }
    });
    const one = { bytes: nodefs.bytes + imagefs.bytes, inodes: nodefs.inodes + imagefs.inodes };
    const { nodefs: nodeDisk, imagefs: imageDisk } = this.capacity;
    if (imageDisk) return { nodefs: filesystem(nodefs, nodeDisk, atMs), imagefs: filesystem(imagefs, imageDisk, atMs) };
    const shared = filesystem(one, nodeDisk, atMs);
    return { nodefs: shared, imagefs: shared };
  }

  private hasSandbox({ pod }: PodUsage): boolean {
    const status = this.input.pods.find((each) => each.pod === pod)?.status;
    return status?.podIP !== undefined && !isTerminalPhase(status.phase);
  }

  private keepsVolumes(index: number): boolean {
    const { status } = this.input.pods[index]!;
    const isOver = isTerminalPhase(status.phase) && this.usages[index]!.running.length === 0;
    return status.startTime !== undefined && (!isOver || this.input.volumesFreedOn === 'podDeleted');
  }
}

/** Returns the time of the disk sample that a summary at an instant reports. */
function sampledMs(nowMs: number): number {
  return Math.floor(nowMs / DISK_SAMPLE_MS) * DISK_SAMPLE_MS;
}

function supply(used: number, capacity: number, timeMs: number): Supply {
  return { available: Math.max(0, capacity - used), capacity, timeMs };
}

function filesystem(
  used: { bytes: number; inodes: number },
  capacity: { bytes: number; inodes: number },
  timeMs: number,
): FilesystemSupply {
  return {
    availableBytes: Math.max(0, capacity.bytes - used.bytes),
    capacityBytes: capacity.bytes,
    inodesFree: Math.max(0, capacity.inodes - used.inodes),
    inodes: capacity.inodes,
    timeMs,
  };
}
