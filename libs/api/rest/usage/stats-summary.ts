import { containerCpu, cpuUse, daemonCpu, isMeasured, sumCpu, type CpuUse } from '@orrery/control-plane';
import type { Node, Pod } from '@orrery/api-types';
import {
  DaemonUsage,
  NodeUsage,
  valueAt,
  type DaemonCurves,
  type DiskUse,
  type FilesystemSupply,
  type NodeMeter,
  type NodeStatistics,
  type PodUsage,
} from '@orrery/node-pressure';
import { formatTime, parseTimeMs } from '@orrery/time';

type Json = Record<string, unknown>;

/** A node at an instant, measured. */
interface Measured {
  readonly meter: NodeMeter;
  readonly statistics: NodeStatistics;
  readonly nowMs: number;
}

/** Returns a kubelet's answer at `/stats/summary`. */
export function summaryOf(meter: NodeMeter, node: Node, nowMs: number): Json {
  const statistics = meter.statistics(nowMs);
  const measured: Measured = { meter, statistics, nowMs };
  const running = meter.usages.filter(({ pod }) => isMeasured(pod) && statistics.ofPod(pod));
  const pods = running.map((usage) => podView(usage, measured));
  const ofDaemons = daemonCpu(meter, parseTimeMs(node.metadata.creationTimestamp) ?? 0, nowMs);
  const ofPods = sumCpu(pods.map(({ cpu }) => cpu));
  const daemonBytes = valueAt(meter.daemons[NodeUsage.Memory], nowMs);
  const podsBytes = meter.usages.reduce((sum, { pod }) => sum + (statistics.ofPod(pod)?.memoryBytes ?? 0), 0);
  const { memory, podsMemory, processes, nodefs, imagefs } = statistics;
  const time = formatTime(nowMs);
  const startTime = node.metadata.creationTimestamp;
  const container = (name: string, cpu: CpuUse, memory: Json, startedAt = startTime): Json => ({
    name,
    startTime: startedAt,
    cpu: { time, ...cpu },
    memory,
  });
  const createdAtMs = parseTimeMs(startTime) ?? 0;
  const daemons = [...meter.daemonsByName].map(([name, curves]) => {
    const restartMs = meter.daemonRestarts.get(name);
    const cpu = cpuUse(curves[DaemonUsage.Cpu], restartMs ?? createdAtMs, nowMs);
    const startedAt = restartMs === undefined ? startTime : formatTime(restartMs);
    return container(name, cpu, daemonMemory(time, curves, nowMs), startedAt);
  });
  return {
    node: {
      nodeName: node.metadata.name,
      systemContainers: [...daemons, container('pods', ofPods, memoryView(time, podsBytes, podsMemory?.available))],
      startTime,
      cpu: { time, ...sumCpu([ofDaemons, ofPods]) },
      memory: memoryView(time, podsBytes + daemonBytes, memory?.available),
      network: networkView(time),
      fs: filesystemView(nodefs!),
      runtime: { imageFs: filesystemView(imagefs!) },
      rlimit: { time, maxpid: processes!.capacity, curproc: processes!.capacity - processes!.available },
    },
    pods: pods.map(({ view }) => view),
  };
}

function podView({ pod, running }: PodUsage, { meter, statistics, nowMs }: Measured): { view: Json; cpu: CpuUse } {
  const own = statistics.ofPod(pod)!;
  const { nodefs, imagefs } = statistics;
  const time = formatTime(nowMs);
  const { namespace, name, uid } = pod.metadata;
  const cpus = containerCpu(meter, uid, nowMs);
  const cpu = sumCpu([...cpus.values()]);
  const disk = (filesystem: FilesystemSupply, use: DiskUse | undefined): Json => ({
    ...filesystemView(filesystem),
    usedBytes: use?.bytes ?? 0,
    inodesUsed: use?.inodes ?? 0,
  });
  const parts = [...own.containers.flatMap(({ rootfs, logs }) => [rootfs, logs]), ...own.volumes];
  const total = { bytes: sum(parts, 'bytes'), inodes: sum(parts, 'inodes') };
  const view = {
    podRef: { name, namespace, uid },
    startTime: pod.status?.startTime,
    containers: own.containers.map((each) => ({
      name: each.name,
      startTime: formatTime(running.find(({ spec }) => spec.name === each.name)?.startedAtMs ?? nowMs),
      cpu: { time, ...cpus.get(each.name) },
      memory: memoryView(time, each.memoryBytes ?? 0),
      rootfs: disk(imagefs!, each.rootfs),
      logs: disk(nodefs!, each.logs),
    })),
    cpu: { time, ...cpu },
    memory: memoryView(time, own.memoryBytes ?? 0),
    network: networkView(time),
    ...(own.volumes.length > 0
      ? { volume: own.volumes.map((use) => ({ ...disk(nodefs!, use), name: use.name, ...claimOf(pod, use.name) })) }
      : {}),
    'ephemeral-storage': disk(nodefs!, total),
    process_stats: { process_count: own.processes ?? 0 },
  };
  return { view, cpu };
}

function sum(parts: readonly (DiskUse | undefined)[], what: keyof DiskUse): number {
  return parts.reduce((total, part) => total + (part?.[what] ?? 0), 0);
}

/** Returns a daemon's memory; figures without a curve of their own default to the working set. */
function daemonMemory(time: string, curves: DaemonCurves, nowMs: number): Json {
  const bytes = valueAt(curves[DaemonUsage.Memory], nowMs);
  const [total, rss] = [curves[DaemonUsage.MemoryTotal], curves[DaemonUsage.MemoryRss]];
  return {
    ...memoryView(time, bytes),
    ...(total ? { usageBytes: valueAt(total, nowMs) } : {}),
    ...(rss ? { rssBytes: valueAt(rss, nowMs) } : {}),
  };
}

/** Nothing is sent in a simulation. */
function networkView(time: string): Json {
  const traffic = { name: 'eth0', rxBytes: 0, rxErrors: 0, txBytes: 0, txErrors: 0 };
  return { time, ...traffic, interfaces: [traffic] };
}

/** Returns the claim of a volume of a pod. */
function claimOf({ spec, metadata }: Pod, volume: string): Json {
  const name = spec.volumes?.find((each) => each.name === volume)?.persistentVolumeClaim?.claimName;
  return name === undefined ? {} : { pvcRef: { name, namespace: metadata.namespace } };
}

function memoryView(time: string, bytes: number, availableBytes?: number): Json {
  return {
    time,
    ...(availableBytes === undefined ? {} : { availableBytes }),
    usageBytes: bytes,
    workingSetBytes: bytes,
    rssBytes: bytes,
    pageFaults: 0,
    majorPageFaults: 0,
  };
}

function filesystemView({ availableBytes, capacityBytes, inodesFree, inodes, timeMs }: FilesystemSupply): Json {
  return {
    time: formatTime(timeMs),
    availableBytes,
    capacityBytes,
    usedBytes: capacityBytes - availableBytes,
    inodesFree,
    inodes,
    inodesUsed: inodes - inodesFree,
  };
}
