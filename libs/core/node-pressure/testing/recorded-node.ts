import type { Pod } from '@orrery/api-types';
import type { PressedNode } from '../eviction/eviction-manager';
import type { Reclaimable } from '../eviction/node-reclaim';
import type { NodeStatistics, PodStatistics, Supply } from '../statistics/node-statistics';
import type { RecordedTimeline, Series } from './recordings';

type Fields = Record<'nodefsBytes' | 'nodefsInodes' | 'imagefsBytes' | 'imagefsInodes', number>;

/** The value of a series at an instant. */
function valueAt(series: Series | undefined, t: number): number {
  let value = 0;
  for (const [from, next] of series ?? []) {
    if (from > t) break;
    value = next;
  }
  return value;
}

export function keyOf({ metadata }: Pod): string {
  return `${metadata.namespace}/${metadata.name}`;
}

/** Plays the node of a recorded timeline: its pods, what they use, its garbage. */
export class RecordedNode implements PressedNode {
  readonly freed: Record<string, [number, number, number, number] | 'error'> = {};
  private readonly evicted = new Set<string>();
  private readonly collected = new Set<number>();
  private t = 0;

  constructor(private readonly timeline: RecordedTimeline) {}

  get activePods(): readonly Pod[] {
    return this.timeline.pods.filter((pod) => {
      const { activeFrom = 0, activeUntil = Number.POSITIVE_INFINITY } = this.timeline.usage[keyOf(pod)] ?? {};
      return activeFrom <= this.t && this.t < activeUntil && !this.evicted.has(keyOf(pod));
    });
  }

  goTo(t: number): void {
    this.t = t;
    for (const kind of Object.keys(this.freed)) delete this.freed[kind];
  }

  kill(key: string): void {
    this.evicted.add(key);
  }

  readonly reclaim = (kind: Reclaimable): void => {
    if (this.timeline.gcFails?.includes(kind)) {
      this.freed[kind] = 'error';
      return;
    }
    const freed: [number, number, number, number] = [0, 0, 0, 0];
    this.timeline.garbage?.forEach((each, index) => {
      if (each.kind !== kind || each.t > this.t || this.collected.has(index)) return;
      this.collected.add(index);
      freed[0] += each.nodefsBytes ?? 0;
      freed[1] += each.nodefsInodes ?? 0;
      freed[2] += each.imagefsBytes ?? 0;
      freed[3] += each.imagefsInodes ?? 0;
    });
    this.freed[kind] = freed;
  };

  readonly summarize = (): NodeStatistics | undefined => {
    if (this.isMissing('summary')) return undefined;
    const { node, system, usage } = this.timeline;
    const pods = this.activePods;
    const measured = new Map(pods.map((pod) => [keyOf(pod), this.measure(pod)]));
    let podsMemory = 0;
    let processes = valueAt(system['processes'], this.t);
    for (const pod of pods) {
      podsMemory += measured.get(keyOf(pod))!.memoryBytes ?? 0;
      processes += valueAt(usage[keyOf(pod)]?.processes, this.t);
    }
    const timeMs = this.t * 1000;
    const supply = (used: number, capacity: number): Supply => ({
      available: Math.max(0, capacity - used),
      capacity,
      timeMs,
    });
    const hasMemory = !this.isMissing('memory');
    const { nodefs, imagefs } = this.filesystems(pods, measured);
    return {
      ...(hasMemory
        ? {
            memory: supply(podsMemory + valueAt(system['memory'], this.t), node.memoryCapacityBytes),
            podsMemory: supply(podsMemory, node.podsMemoryLimitBytes),
          }
        : {}),
      ...(this.isMissing('fs') ? {} : { nodefs }),
      ...(this.isMissing('imageFs') ? {} : { imagefs }),
      ...(this.isMissing('rlimit')
        ? {}
        : { processes: { available: node.maxPID - processes, capacity: node.maxPID, timeMs } }),
      ofPod: (pod) => (this.isMissing(keyOf(pod)) ? undefined : measured.get(keyOf(pod))),
    };
  };

  private isMissing(what: string): boolean {
    return (this.timeline.statisticsGaps ?? []).some(
      (gap) => gap.what === what && gap.from <= this.t && this.t < gap.to,
    );
  }

  private get diskT(): number {
    return this.t - (this.t % this.timeline.node.fsSampleSeconds);
  }

  private measure(pod: Pod): PodStatistics {
    const usage = this.timeline.usage[keyOf(pod)]!;
    const s = this.diskT;
    const containers = pod.spec.containers.map(({ name }) => {
      const own = usage.containers[name] ?? {};
      return {
        name,
        memoryBytes: valueAt(own.memory, this.t),
        rootfs: { bytes: valueAt(own.rootfsBytes, s), inodes: valueAt(own.rootfsInodes, s) },
        logs: { bytes: valueAt(own.logsBytes, s), inodes: valueAt(own.logsInodes, s) },
      };
    });
    return {
      memoryBytes: containers.reduce((sum, { memoryBytes }) => sum + memoryBytes, 0),
      processes: valueAt(usage.processes, this.t),
      containers,
      volumes: Object.entries(usage.volumes ?? {}).map(([name, { bytes, inodes }]) => ({
        name,
        bytes: valueAt(bytes, s),
        inodes: valueAt(inodes, s),
      })),
    };
  }

  private filesystems(
    pods: readonly Pod[],
    measured: ReadonlyMap<string, PodStatistics>,
  ): Required<Pick<NodeStatistics, 'nodefs' | 'imagefs'>> {
    const used = this.usedBesidePods();
    for (const pod of pods) {
      const { containers, volumes } = measured.get(keyOf(pod))!;
      for (const { logs, rootfs } of containers) {
        used.nodefsBytes += logs!.bytes;
        used.nodefsInodes += logs!.inodes;
        used.imagefsBytes += rootfs!.bytes;
        used.imagefsInodes += rootfs!.inodes;
      }
      for (const { name, bytes, inodes } of volumes) {
        if (pod.spec.volumes?.find((volume) => volume.name === name)?.emptyDir?.medium === 'Memory') continue;
        used.nodefsBytes += bytes;
        used.nodefsInodes += inodes;
      }
    }
    const { node } = this.timeline;
    const timeMs = this.diskT * 1000;
    const left = (disk: { capacityBytes: number; inodes: number }, bytes: number, inodes: number) => ({
      availableBytes: Math.max(0, disk.capacityBytes - bytes),
      capacityBytes: disk.capacityBytes,
      inodesFree: Math.max(0, disk.inodes - inodes),
      inodes: disk.inodes,
      timeMs,
    });
    if (node.dedicatedImageFs) {
      const nodefs = left(node.nodefs, used.nodefsBytes, used.nodefsInodes);
      return { nodefs, imagefs: left(node.imagefs!, used.imagefsBytes, used.imagefsInodes) };
    }
    const one = left(node.nodefs, used.nodefsBytes + used.imagefsBytes, used.nodefsInodes + used.imagefsInodes);
    return { nodefs: one, imagefs: one };
  }

  private usedBesidePods(): Fields {
    const names = ['nodefsBytes', 'nodefsInodes', 'imagefsBytes', 'imagefsInodes'] as const;
    const used = Object.fromEntries(
      names.map((name) => [name, valueAt(this.timeline.system[name], this.diskT)]),
    ) as Fields;
    this.timeline.garbage?.forEach((each, index) => {
      if (each.t > this.t || this.collected.has(index)) return;
      for (const name of names) used[name] += each[name] ?? 0;
    });
    return used;
  }
}
