import { quantityMilliValue, quantityValue } from '@orrery/quantity';
import { parseDurationMs } from '@orrery/time';
import { parseThresholds } from '../thresholds/parse-thresholds';
import type { Threshold } from '../thresholds/threshold';
import { DAEMON_ADJUSTMENT } from '../oom/oom-score';
import type { DaemonCap } from '../usage/daemon-caps';

/** Use of the disk with images from which, and down to which, they are removed. */
export const IMAGE_HIGH_PERCENT = 85;
export const IMAGE_LOW_PERCENT = 80;

/** The fields of a KubeletConfiguration that bear on resources; as given, not defaulted. */
export interface KubeletConfiguration {
  readonly maxPods?: number;
  readonly podsPerCore?: number;
  readonly systemReserved?: Readonly<Record<string, string>>;
  readonly kubeReserved?: Readonly<Record<string, string>>;
  readonly systemReservedCgroup?: string;
  readonly kubeReservedCgroup?: string;
  readonly enforceNodeAllocatable?: readonly string[];
  readonly evictionHard?: Readonly<Record<string, string>>;
  readonly evictionSoft?: Readonly<Record<string, string>>;
  readonly evictionSoftGracePeriod?: Readonly<Record<string, string>>;
  readonly evictionMinimumReclaim?: Readonly<Record<string, string>>;
  readonly evictionPressureTransitionPeriod?: string;
  readonly evictionMaxPodGracePeriod?: number;
  readonly imageMinimumGCAge?: string;
  readonly serializeImagePulls?: boolean;
  readonly maxParallelImagePulls?: number;
  readonly shutdownGracePeriod?: string;
  readonly shutdownGracePeriodCriticalPods?: string;
  readonly nodeStatusUpdateFrequency?: string;
  readonly nodeStatusReportFrequency?: string;
  readonly nodeLeaseDurationSeconds?: number;
  readonly registerWithTaints?: readonly { readonly key: string; readonly value?: string; readonly effect: string }[];
  readonly registerSchedulable?: boolean;
  readonly nodeLabels?: Readonly<Record<string, string>>;
  readonly imageGCHighThresholdPercent?: number;
  readonly imageGCLowThresholdPercent?: number;
  readonly registryPullQPS?: number;
  readonly registryBurst?: number;
  readonly fileCheckFrequency?: string;
  readonly containerLogMaxSize?: string;
  readonly containerLogMaxFiles?: number;
  readonly podPidsLimit?: number;
  readonly failSwapOn?: boolean;
  /** Hard eviction thresholds are not taken off what pods may ask for. */
  readonly experimentalAllocatableIgnoreEviction?: boolean;
  readonly oomScoreAdj?: number;
  readonly cgroupsPerQOS?: boolean;
  readonly registerNode?: boolean;
  readonly staticPodPath?: string;
  /** Kernel parameters, or beginnings of their names with `*`, that pods may set besides the safe ones. */
  readonly allowedUnsafeSysctls?: readonly string[];
  readonly eventRecordQPS?: number;
  readonly eventBurst?: number;
}

/** Later configurations override earlier ones field by field. */
export function overlay(configurations: readonly KubeletConfiguration[]): KubeletConfiguration {
  return Object.assign({}, ...configurations) as KubeletConfiguration;
}

/** A kubelet's settings with every default filled in. */
export interface ResourceConfiguration {
  readonly kubeReserved: Readonly<Record<string, string>>;
  readonly systemReserved: Readonly<Record<string, string>>;
  readonly thresholds: readonly Threshold[];
  readonly pressureTransitionMs: number;
  readonly maxPodGraceSeconds: number;
  readonly imageMinimumAgeMs: number;
  readonly enforcesPods: boolean;
  /** Reservations enforced besides the pods, with their control groups. */
  readonly enforcedGroups: readonly EnforcedGroup[];
  /** Groups of daemons that are held to what is reserved for them. */
  readonly daemonCaps: readonly DaemonCap[];
  /** The kubelet's own `oom_score_adj`. */
  readonly kubeletOomAdjustment: number;
  readonly maxPods: number | undefined;
  readonly podsPerCore: number;
  /** Maximum number of parallel image pulls; undefined keeps the default. */
  readonly parallelImagePulls: number | undefined;
  /** Intervals of its heartbeats, where configured. */
  readonly heartbeats: HeartbeatConfiguration;
  /** Use of the disk from which on images are removed, and down to which; in percent. */
  readonly imageCollection: { readonly highPercent: number; readonly lowPercent: number };
  /** Pulls per second; undefined: unlimited. */
  readonly pullLimit: { readonly perSecond: number; readonly burst: number } | undefined;
  /** The number of events that a second the kubelet sends; undefined: as many as there are. */
  readonly eventLimit: { readonly perSecond: number; readonly burst: number } | undefined;
  /** Kernel parameters, or beginnings of their names with `*`, that pods may set besides the safe ones. */
  readonly allowedUnsafeSysctls: readonly string[];
  /** The directory with the manifests of static pods; undefined leaves it as it is, an empty text is none. */
  readonly staticPodPath: string | undefined;
  /** Interval of the check for static pods; undefined keeps the default. */
  readonly fileCheckMs: number | undefined;
  /** Maximum size of a container's logs, where configured. */
  readonly logBytes: number | undefined;
  /** Maximum number of processes of a pod, where configured. */
  readonly podProcesses: number | undefined;
  /** True if hard eviction thresholds are taken off what pods may ask for; undefined: as the cluster's generation does. */
  readonly withholdsHardEviction: boolean | undefined;
  /** True if the kubelet puts up with swap. */
  readonly toleratesSwap: boolean;
  /** Duration of an orderly shutdown, and the part of it for critical pods; undefined keeps the defaults. */
  readonly shutdown: { readonly periodMs: number; readonly criticalMs: number } | undefined;
}

/** A reservation that daemons are held to. */
interface EnforcedGroup {
  readonly reservation: 'system' | 'kube';
  readonly cgroup: string;
  readonly reserved: Readonly<Record<string, string>> | undefined;
}

/** Periods of heartbeats (spec nodes A2); undefined leaves them as they are. */
interface HeartbeatConfiguration {
  readonly statusUpdateMs?: number;
  readonly statusReportMs?: number;
  readonly leaseDurationSeconds?: number;
  readonly leaseRenewMs?: number;
}

/** Fills in the defaults; the configuration has been validated by {@link readKubeletConfiguration}. */
export function resourceConfiguration(
  configuration: KubeletConfiguration,
  defaultEvictionHard: Readonly<Record<string, string>>,
): ResourceConfiguration {
  const enforced = configuration.enforceNodeAllocatable ?? ['pods'];
  const evictionHard = configuration.evictionHard ?? defaultEvictionHard;
  const verdict = parseThresholds({ ...configuration, evictionHard, enforceNodeAllocatable: enforced });
  return {
    kubeReserved: configuration.kubeReserved ?? {},
    systemReserved: configuration.systemReserved ?? {},
    thresholds: verdict.ok ? verdict.thresholds : [],
    pressureTransitionMs: parseDurationMs(configuration.evictionPressureTransitionPeriod ?? '5m')!,
    maxPodGraceSeconds: configuration.evictionMaxPodGracePeriod ?? 0,
    imageMinimumAgeMs: parseDurationMs(configuration.imageMinimumGCAge ?? '2m')!,
    enforcesPods: enforced.includes('pods'),
    enforcedGroups: enforcedGroups(configuration),
    daemonCaps: enforcedGroups(configuration).map(capOf),
    kubeletOomAdjustment: configuration.oomScoreAdj ?? DAEMON_ADJUSTMENT,
    maxPods: configuration.maxPods,
    podsPerCore: configuration.podsPerCore ?? 0,
    parallelImagePulls: parallelPulls(configuration),
    shutdown: shutdownPeriods(configuration),
    heartbeats: heartbeatsOf(configuration),
    imageCollection: {
      highPercent: configuration.imageGCHighThresholdPercent ?? IMAGE_HIGH_PERCENT,
      lowPercent: configuration.imageGCLowThresholdPercent ?? IMAGE_LOW_PERCENT,
    },
    pullLimit: limitOf(configuration.registryPullQPS, configuration.registryBurst),
    eventLimit: limitOf(configuration.eventRecordQPS, configuration.eventBurst),
    allowedUnsafeSysctls: configuration.allowedUnsafeSysctls ?? [],
    staticPodPath: configuration.staticPodPath,
    fileCheckMs:
      configuration.fileCheckFrequency === undefined ? undefined : parseDurationMs(configuration.fileCheckFrequency),
    logBytes: logBytesOf(configuration),
    podProcesses: (configuration.podPidsLimit ?? -1) > 0 ? configuration.podPidsLimit : undefined,
    withholdsHardEviction: withholdsHardEviction(configuration),
    toleratesSwap: configuration.failSwapOn === false,
  };
}

function withholdsHardEviction(configuration: KubeletConfiguration): boolean | undefined {
  const { experimentalAllocatableIgnoreEviction: isIgnored } = configuration;
  return isIgnored === undefined ? undefined : !isIgnored;
}

function enforcedGroups({ enforceNodeAllocatable = [], ...configuration }: KubeletConfiguration): EnforcedGroup[] {
  const { systemReserved, kubeReserved, systemReservedCgroup = '', kubeReservedCgroup = '' } = configuration;
  const groups: readonly EnforcedGroup[] = [
    { reservation: 'system', cgroup: systemReservedCgroup, reserved: systemReserved },
    { reservation: 'kube', cgroup: kubeReservedCgroup, reserved: kubeReserved },
  ];
  return groups.filter(({ reservation }) => enforceNodeAllocatable.includes(`${reservation}-reserved`));
}

/**
 * Returns the cap of a reservation: kube-reserved is for the kubelet and its runtime; system-reserved for all other
 * daemons of a machine.
 */
function capOf({ reservation, reserved = {} }: EnforcedGroup): DaemonCap {
  const { memory, cpu, pid } = reserved;
  return {
    daemons: reservation === 'kube' ? ['kubelet', 'runtime'] : ['misc'],
    memoryBytes: memory === undefined ? undefined : Number(quantityValue(memory)),
    cpuMillis: cpu === undefined ? undefined : Number(quantityMilliValue(cpu)),
    processes: pid === undefined ? undefined : Number(quantityValue(pid)),
  };
}

interface RateLimit {
  readonly perSecond: number;
  readonly burst: number;
}

/**
 * Returns the limit of image pulls. Only explicit settings count: by default a node is not limited, as simulations
 * start pods by the hundred.
 */
function limitOf(perSecond: number | undefined, burst: number | undefined): RateLimit | undefined {
  if (perSecond === undefined && burst === undefined) return undefined;
  const limit = { perSecond: perSecond ?? 5, burst: burst ?? 10 };
  return limit.perSecond === 0 ? undefined : limit;
}

/** Returns the size of all kept log files; defaults fill in the one of the two settings that is missing. */
function logBytesOf({ containerLogMaxSize, containerLogMaxFiles }: KubeletConfiguration): number | undefined {
  if (containerLogMaxSize === undefined && containerLogMaxFiles === undefined) return undefined;
  return Number(quantityValue(containerLogMaxSize ?? '10Mi')) * (containerLogMaxFiles ?? 5);
}

/**
 * Returns the intervals of heartbeats. An unset report frequency equals a set update frequency; a Lease is renewed four
 * times in its duration.
 */
function heartbeatsOf(configuration: KubeletConfiguration): HeartbeatConfiguration {
  const { nodeStatusUpdateFrequency: update, nodeLeaseDurationSeconds: lease } = configuration;
  const report = configuration.nodeStatusReportFrequency ?? update;
  return {
    ...(update === undefined ? {} : { statusUpdateMs: parseDurationMs(update)! }),
    ...(report === undefined ? {} : { statusReportMs: parseDurationMs(report)! }),
    ...(lease === undefined ? {} : { leaseDurationSeconds: lease, leaseRenewMs: lease * 250 }),
  };
}

function parallelPulls({ serializeImagePulls, maxParallelImagePulls }: KubeletConfiguration): number | undefined {
  if (serializeImagePulls === false) return maxParallelImagePulls ?? Number.POSITIVE_INFINITY;
  return serializeImagePulls === true ? 1 : maxParallelImagePulls;
}

function shutdownPeriods(configuration: KubeletConfiguration): ResourceConfiguration['shutdown'] {
  const { shutdownGracePeriod, shutdownGracePeriodCriticalPods = '0s' } = configuration;
  if (shutdownGracePeriod === undefined) return undefined;
  return {
    periodMs: parseDurationMs(shutdownGracePeriod)!,
    criticalMs: parseDurationMs(shutdownGracePeriodCriticalPods)!,
  };
}
