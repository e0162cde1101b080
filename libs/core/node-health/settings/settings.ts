import { byRelease, DEFAULT_RELEASE, type ReleaseName } from '@orrery/api-types';
/** Treatment of a node that is queued again for its NoExecute taint (spec nodes A9). */
export const RequeueMode = {
  /** The waiting entry is replaced: a node waits at most once. */
  Refresh: 'refresh',
  /** A second entry is pushed while the first stays, as Kubernetes 1.20.2 does. */
  Duplicate: 'duplicate',
} as const;
export type RequeueMode = (typeof RequeueMode)[keyof typeof RequeueMode];

/** Effect of a further NoExecute taint on a pod's running eviction timer (spec nodes B3). */
export const TimerRecompute = {
  /** The first evaluation fixes the deadline. */
  Keep: 'keep',
  /** The deadline is the earliest, over the taints, of first sight plus tolerated seconds. */
  Min: 'min',
} as const;
export type TimerRecompute = (typeof TimerRecompute)[keyof typeof TimerRecompute];

/** Settings of node health and taint-based eviction that differ between clusters or Kubernetes releases. */
export interface NodeHealthSettings {
  /** Period of the health pass. */
  readonly nodeMonitorPeriodMs: number;
  /** Silence allowed once a node has had a Ready condition. */
  readonly nodeMonitorGracePeriodMs: number;
  /** Silence allowed, from creation, while a node has no Ready condition. */
  readonly nodeStartupGracePeriodMs: number;
  /** Nodes per second that a zone may have tainted NoExecute. */
  readonly nodeEvictionRate: number;
  /** The same for a large zone in partial disruption. */
  readonly secondaryNodeEvictionRate: number;
  /** A zone with more counted nodes than this is large. */
  readonly largeClusterSizeThreshold: number;
  /** Fraction of not ready nodes from which a zone is partially disrupted. */
  readonly unhealthyZoneThreshold: number;
  /** False: pods of lost nodes are deleted by the controller itself, and no toleration counts. */
  readonly enableTaintManager: boolean;
  /** Without a taint manager: time that a node may be lost before its pods are deleted. */
  readonly podEvictionTimeoutMs: number;
  readonly requeue: RequeueMode;
  /** True if nodes named like masters do not count in their zone. */
  readonly excludeMasterByName: boolean;
  readonly timerRecompute: TimerRecompute;
  /** True if pods deleted by the taint manager first get the condition DisruptionTarget. */
  readonly disruptionTargetCondition: boolean;
  /** True if a pod is remembered as deleted until its object disappears, so that it is not deleted twice. */
  readonly remembersDeletedPods: boolean;
  /** Component named in the taint manager's events. */
  readonly taintManagerComponent: 'taint-controller' | 'taint-eviction-controller';
}

/** Generations of behaviour of this area. */
export type NodeHealthBundle = ReleaseName;

const kubernetes120: NodeHealthSettings = {
  nodeMonitorPeriodMs: 5_000,
  nodeMonitorGracePeriodMs: 40_000,
  nodeStartupGracePeriodMs: 60_000,
  nodeEvictionRate: 0.1,
  secondaryNodeEvictionRate: 0.01,
  largeClusterSizeThreshold: 50,
  unhealthyZoneThreshold: 0.55,
  enableTaintManager: true,
  podEvictionTimeoutMs: 300_000,
  requeue: RequeueMode.Refresh,
  excludeMasterByName: true,
  timerRecompute: TimerRecompute.Keep,
  disruptionTargetCondition: false,
  remembersDeletedPods: true,
  taintManagerComponent: 'taint-controller',
};

/** Bundles, one frozen record per generation (spec nodes 0.2). */
export const NODE_HEALTH_BUNDLES = byRelease<NodeHealthSettings>({
  '1.11': Object.freeze(kubernetes120),
  '1.34': Object.freeze({
    ...kubernetes120,
    nodeMonitorGracePeriodMs: 50_000,
    excludeMasterByName: false,
    disruptionTargetCondition: true,
    remembersDeletedPods: false,
    taintManagerComponent: 'taint-eviction-controller',
  }),
});

/** Returns the knobs of a bundle (`modern` by default) with single ones overridden. */
export function nodeHealthSettings(
  bundle: NodeHealthBundle = DEFAULT_RELEASE,
  overrides: Partial<NodeHealthSettings> = {},
): NodeHealthSettings {
  return Object.freeze({ ...NODE_HEALTH_BUNDLES[bundle], ...overrides });
}

/** Problem of a setting. Errors refuse the start; warnings are for the log. */
export interface SettingProblem {
  readonly field: keyof NodeHealthSettings;
  readonly severity: 'error' | 'warning';
  readonly message: string;
}

const DURATIONS = [
  'nodeMonitorPeriodMs',
  'nodeMonitorGracePeriodMs',
  'nodeStartupGracePeriodMs',
  'podEvictionTimeoutMs',
] as const;
const RATES = ['nodeEvictionRate', 'secondaryNodeEvictionRate', 'largeClusterSizeThreshold'] as const;

/**
 * Checks settings before a controller starts (spec nodes A1).
 * @param heartbeatIntervalMs how often kubelets report; a grace period not above it declares living nodes dead.
 */
export function validateNodeHealthSettings(
  settings: NodeHealthSettings,
  heartbeatIntervalMs = 10_000,
): SettingProblem[] {
  const problems: SettingProblem[] = [];
  const reject = (field: keyof NodeHealthSettings, message: string): void => {
    problems.push({ field, severity: 'error', message });
  };
  for (const field of DURATIONS) {
    if (!(settings[field] > 0 && Number.isSafeInteger(settings[field]))) reject(field, 'must be a positive duration');
  }
  for (const field of RATES) {
    if (!(settings[field] >= 0 && Number.isFinite(settings[field]))) reject(field, 'must not be negative');
  }
  const threshold = settings.unhealthyZoneThreshold;
  if (!(threshold >= 0 && threshold <= 1)) reject('unhealthyZoneThreshold', 'must be between 0 and 1');
  if (settings.nodeMonitorGracePeriodMs <= heartbeatIntervalMs) {
    problems.push({
      field: 'nodeMonitorGracePeriodMs',
      severity: 'warning',
      message: `is not longer than the kubelet heartbeat interval of ${heartbeatIntervalMs} ms`,
    });
  }
  return problems;
}
