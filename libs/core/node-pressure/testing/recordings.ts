import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Pod } from '@orrery/api-types';
import type { PodStatistics } from '../statistics/node-statistics';
import type { EvictionSettings } from '../thresholds/parse-thresholds';

/** Changes over time: from each instant (seconds) on, the value holds; 0 before the first. */
export type Series = readonly (readonly [number, number])[];

interface RecordedUsage {
  readonly containers: Readonly<Record<string, Readonly<Partial<Record<ContainerSeries, Series>>>>>;
  readonly volumes?: Readonly<Record<string, { readonly bytes?: Series; readonly inodes?: Series }>>;
  readonly processes?: Series;
  readonly activeFrom?: number;
  readonly activeUntil?: number;
}
type ContainerSeries = 'memory' | 'rootfsBytes' | 'rootfsInodes' | 'logsBytes' | 'logsInodes';

interface RecordedEviction {
  readonly pod: string;
  readonly graceSeconds: number;
  readonly message: string;
  readonly annotations?: Readonly<Record<string, string>>;
}

export interface RecordedStep {
  readonly t: number;
  readonly noSummary?: boolean;
  readonly available?: Readonly<Record<string, number>>;
  readonly met?: readonly (readonly [number, number])[];
  readonly graceSatisfied?: readonly number[];
  readonly fresh?: readonly number[];
  readonly signal?: string;
  readonly event?: string;
  readonly reclaim?: Readonly<Record<string, unknown>> & { readonly satisfied: boolean };
  readonly ranking?: readonly string[];
  readonly evicted?: readonly RecordedEviction[];
  readonly conditions?: readonly string[];
  readonly admit: readonly boolean[];
  readonly rejectMessage?: string;
}

export interface RecordedThreshold {
  readonly signal: string;
  readonly quantity?: string;
  readonly percentage?: number;
  readonly gracePeriodSeconds: number;
}

interface Garbage {
  readonly t: number;
  readonly kind: 'containers' | 'images';
  readonly nodefsBytes?: number;
  readonly nodefsInodes?: number;
  readonly imagefsBytes?: number;
  readonly imagefsInodes?: number;
}

interface RecordedDisk {
  readonly capacityBytes: number;
  readonly inodes: number;
}

/** A recorded timeline of a kubelet's eviction manager, v1.20.2. */
export interface RecordedTimeline {
  readonly id: string;
  readonly config: EvictionSettings & {
    readonly evictionMaxPodGracePeriod?: number;
    readonly evictionPressureTransitionPeriod: string;
  };
  readonly thresholds: readonly RecordedThreshold[];
  readonly node: {
    readonly memoryCapacityBytes: number;
    readonly podsMemoryLimitBytes: number;
    readonly maxPID: number;
    readonly dedicatedImageFs: boolean;
    readonly nodefs: RecordedDisk;
    readonly imagefs?: RecordedDisk;
    readonly fsSampleSeconds: number;
  };
  readonly pods: readonly Pod[];
  readonly usage: Readonly<Record<string, RecordedUsage>>;
  readonly system: Readonly<Record<string, Series>>;
  readonly garbage?: readonly Garbage[];
  readonly gcFails?: readonly string[];
  readonly statisticsGaps?: readonly { readonly from: number; readonly to: number; readonly what: string }[];
  readonly probes: readonly { readonly name: string; readonly pod: Pod }[];
  readonly durationSeconds: number;
  readonly steps: readonly RecordedStep[];
}

/** Pieces of the summary API, as recordings have them. */
export interface RecordedPodStats {
  readonly podRef: { readonly name: string };
  readonly memory?: { readonly workingSetBytes?: number };
  readonly process_stats?: { readonly process_count?: number };
  readonly containers?: readonly {
    readonly name: string;
    readonly memory?: { readonly workingSetBytes?: number };
    readonly rootfs?: RecordedFs;
    readonly logs?: RecordedFs;
  }[];
  readonly volume?: readonly (RecordedFs & { readonly name: string })[];
}
interface RecordedFs {
  readonly usedBytes?: number;
  readonly inodesUsed?: number;
}

export interface RecordedPrimitives {
  readonly evictionFlags: readonly {
    readonly flag: string;
    readonly input: string;
    readonly ok: boolean;
    readonly pairs?: Readonly<Record<string, string>>;
    readonly error?: string;
  }[];
  readonly evictionThresholds: readonly (EvictionSettings & {
    readonly ok: boolean;
    readonly errors?: readonly string[];
    readonly thresholds?: readonly {
      readonly operator: string;
      readonly signal: string;
      readonly gracePeriodSeconds: number;
      readonly value: RecordedAmount;
      readonly minReclaim?: RecordedAmount;
    }[];
  })[];
  readonly evictionRanking: readonly {
    readonly signal: string;
    readonly dedicatedImageFs: boolean;
    readonly pods: readonly Pod[];
    readonly podStats: readonly RecordedPodStats[];
    readonly evictionOrder: readonly string[];
    readonly qosClass: Readonly<Record<string, string>>;
  }[];
  readonly oomScoreAdj: readonly {
    readonly pod: Pod;
    readonly memoryCapacityBytes: number;
    readonly oomScoreAdj: Readonly<Record<string, number>>;
  }[];
}
export interface RecordedAmount {
  readonly quantity?: string;
  readonly percentage?: number | 'NaN';
}

/** Reads a recording beside this area. */
export function readRecording<T>(file: string): T {
  return JSON.parse(gunzipSync(readFileSync(join(__dirname, '..', 'testdata', file))).toString('utf8')) as T;
}

/** A piece of the summary API as the area wants it. */
export function toPodStatistics(recorded: RecordedPodStats): PodStatistics {
  const use = (fs: RecordedFs): { bytes: number; inodes: number } => ({
    bytes: fs.usedBytes ?? 0,
    inodes: fs.inodesUsed ?? 0,
  });
  const bytes = recorded.memory?.workingSetBytes;
  const processes = recorded.process_stats?.process_count;
  return {
    ...(bytes === undefined ? {} : { memoryBytes: bytes }),
    ...(processes === undefined ? {} : { processes }),
    containers: (recorded.containers ?? []).map(({ name, rootfs, logs }) => ({
      name,
      ...(rootfs ? { rootfs: use(rootfs) } : {}),
      ...(logs ? { logs: use(logs) } : {}),
    })),
    volumes: (recorded.volume ?? []).map(({ name, ...fs }) => ({ name, ...use(fs) })),
  };
}
