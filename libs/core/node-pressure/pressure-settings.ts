import { byRelease, DEFAULT_RELEASE, type ReleaseName } from '@orrery/api-types';
/** Differences between generations of a kubelet under pressure (spec nodes 0.2). */
export interface PressureSettings {
  /** Order of eviction: by quality of service as in the guide, or by excess and priority. */
  readonly ranking: 'legacy-qos' | 'priority';
  /** Comparison of `legacy-qos` within a class, for memory: the guide's rule, or always usage minus request. */
  readonly withinClass: 'guide' | 'difference';
  /** Grace given to pods killed for a hard threshold. */
  readonly hardGraceSeconds: number;
  /** Grace for soft thresholds: the configured maximum, or the pod's own if that is shorter. */
  readonly softGrace: 'max' | 'min';
  /** Resources reclaimed before pods: as Kubernetes does, or as in the guide. */
  readonly nodeReclaimTable: 'upstream' | 'seed';
  /** True if enough is free after a reclaim only with the minimum reclaim on top. */
  readonly reclaimRecheckMinReclaim: boolean;
  /** Moment at which local volumes of an evicted pod are freed. */
  readonly volumesFreedOn: 'podTerminated' | 'podDeleted';
  /** True if the status of an evicted pod is replaced, or what it showed is kept. */
  readonly evictionStatus: 'replace' | 'merge';
  readonly hasDisruptionTargetCondition: boolean;
  /** 1: what exceeds its request; 2: also threshold and what is left. */
  readonly messageVersion: 1 | 2;
  /** True if hard thresholds are withheld from what pods may ask for. */
  readonly withholdHardEviction: boolean;
  /** Effect of a reservation above the capacity. */
  readonly overReservation: 'clamp' | 'fail';
  /** `oom_score_adj` of guaranteed and critical pods; burstable ones stay above it by 1000. */
  readonly oomGuaranteedAdjustment: number;
  /** True if sidecars are not likelier victims than the regular container with the smallest request. */
  readonly oomSparesSidecars: boolean;
  /** Unit in which the memory that a container uses counts. */
  readonly oomScoreFormula: 'percent' | 'permille';
  /** Default thresholds of a kubelet. */
  readonly defaultEvictionHard: Readonly<Record<string, string>>;
}

export type PressureBundle = ReleaseName;

const kubernetes120: PressureSettings = {
  ranking: 'priority',
  withinClass: 'guide',
  hardGraceSeconds: 0,
  softGrace: 'max',
  nodeReclaimTable: 'upstream',
  reclaimRecheckMinReclaim: false,
  volumesFreedOn: 'podTerminated',
  evictionStatus: 'replace',
  hasDisruptionTargetCondition: false,
  messageVersion: 1,
  withholdHardEviction: true,
  overReservation: 'clamp',
  oomGuaranteedAdjustment: -997,
  oomSparesSidecars: false,
  oomScoreFormula: 'permille',
  defaultEvictionHard: {
    'memory.available': '100Mi',
    'nodefs.available': '10%',
    'nodefs.inodesFree': '5%',
    'imagefs.available': '15%',
  },
};

/** Bundles, one frozen record per generation. */
export const PRESSURE_BUNDLES = byRelease<PressureSettings>({
  '1.11': Object.freeze<PressureSettings>({
    ...kubernetes120,
    ranking: 'legacy-qos',
    softGrace: 'min',
    nodeReclaimTable: 'seed',
    volumesFreedOn: 'podDeleted',
    // In the guide's scenario what is reserved for the system covers the threshold: 10Gi without 1.5Gi are 8.5Gi.
    withholdHardEviction: false,
    oomGuaranteedAdjustment: -998,
    oomScoreFormula: 'percent',
    defaultEvictionHard: { 'memory.available': '100Mi' },
  }),
  '1.20': Object.freeze({ ...kubernetes120 }),
  '1.34': Object.freeze<PressureSettings>({
    ...kubernetes120,
    hardGraceSeconds: 1,
    softGrace: 'min',
    reclaimRecheckMinReclaim: true,
    evictionStatus: 'merge',
    hasDisruptionTargetCondition: true,
    oomSparesSidecars: true,
    messageVersion: 2,
    defaultEvictionHard: { ...kubernetes120.defaultEvictionHard, 'imagefs.inodesFree': '5%' },
  }),
});

/** Returns the knobs of a bundle (`modern` by default) with single ones overridden. */
export function pressureSettings(
  bundle: PressureBundle = DEFAULT_RELEASE,
  overrides: Partial<PressureSettings> = {},
): PressureSettings {
  return Object.freeze({ ...PRESSURE_BUNDLES[bundle], ...overrides });
}
