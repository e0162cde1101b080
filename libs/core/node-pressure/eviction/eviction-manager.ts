import type { Pod } from '@orrery/api-types';
import { isCriticalPod } from '../critical-pod';
import type { PressureSettings } from '../pressure-settings';
import { rankPods } from '../ranking/rank-pods';
import { isMemorySignal, PRESSURE_CONDITIONS, signalMeaning, type PressureCondition, type Signal } from '../signals';
import type { NodeStatistics } from '../statistics/node-statistics';
import { observe, thresholdsMet, type Observations } from '../statistics/observations';
import { isHard, isSameThreshold, type Threshold } from '../thresholds/threshold';
import { evictionTexts } from './eviction-message';
import { localStorageViolation } from './local-storage-limits';
import { reclaimables, type Reclaimable } from './node-reclaim';

/** Configuration of one kubelet's eviction manager. */
export interface EvictionConfiguration {
  readonly thresholds: readonly Threshold[];
  readonly maxPodGraceSeconds: number;
  /** Time for which a condition is reported after it was last seen. */
  readonly pressureTransitionMs: number;
  readonly hasDedicatedImagefs: boolean;
  readonly settings: PressureSettings;
}

/** Node that a run examines and acts on. */
export interface PressedNode {
  /** Pods that are neither over nor deleted with all containers stopped. */
  readonly activePods: readonly Pod[];
  /** A fresh summary; undefined if there is none to be had. */
  readonly summarize: () => NodeStatistics | undefined;
  /** Clears something away; whether that went well changes nothing. */
  readonly reclaim: (kind: Reclaimable) => void;
}

/** A pod to be killed and marked Failed, reason `Evicted`. */
export interface Eviction {
  readonly pod: Pod;
  readonly graceSeconds: number;
  readonly message: string;
  /** Annotations of the event; none for limits of local storage. */
  readonly annotations?: Readonly<Record<string, string>>;
  /** Undefined for limits of local storage. */
  readonly signal?: Signal;
}

/** Findings and decisions of one run. */
export interface EvictionRun {
  /** Pressure conditions to report from now on. */
  readonly conditions: readonly PressureCondition[];
  /** The thresholds met, in the order of configuration, those included whose minimum reclaim is not reached. */
  readonly met: readonly { readonly threshold: Threshold; readonly firstObservedAtMs: number }[];
  /** Thresholds whose grace period is over. */
  readonly active: readonly Threshold[];
  /** Active thresholds with new measurements. */
  readonly fresh: readonly Threshold[];
  readonly observations: Observations;
  /** The signal acted on, with the message of the node's event `EvictionThresholdMet`. */
  readonly action?: { readonly signal: Signal; readonly message: string };
  readonly reclaimed?: { readonly kinds: readonly Reclaimable[]; readonly satisfied: boolean };
  /** All active pods in order of eviction, critical ones included. */
  readonly ranking?: readonly Pod[];
  readonly evictions: readonly Eviction[];
}

/** All that is remembered between runs; plain data, so that it can be kept and restored. */
export interface EvictionMemory {
  readonly conditions: readonly PressureCondition[];
  readonly lastObservedAtMs: Readonly<Partial<Record<PressureCondition, number>>>;
  readonly met: EvictionRun['met'];
  readonly active: readonly Threshold[];
  /** Time of the measurement of each signal. */
  readonly measuredAtMs: Readonly<Partial<Record<Signal, number>>>;
}

export const NO_EVICTION_MEMORY: EvictionMemory = {
  conditions: [],
  lastObservedAtMs: {},
  met: [],
  active: [],
  measuredAtMs: {},
};

/** Eviction manager of a node (spec nodes E3): it is called for runs, and keeps the state between them. */
export class EvictionManager {
  constructor(
    readonly configuration: EvictionConfiguration,
    private memory: EvictionMemory = NO_EVICTION_MEMORY,
  ) {}

  /** The pressure conditions as of the last run, in the order of reporting. */
  get conditions(): readonly PressureCondition[] {
    return this.memory.conditions;
  }

  /** State from which a new manager continues. */
  get state(): EvictionMemory {
    return this.memory;
  }

  /** Runs once. Undefined if there was no summary: then nothing has changed. */
  run(node: PressedNode, nowMs: number): EvictionRun | undefined {
    const statistics = node.summarize();
    if (!statistics) return undefined;
    const observations = observe(statistics);
    const { memory } = this;
    this.memory = this.remember(observations, nowMs);
    const { conditions, met, active } = this.memory;
    const fresh = active.filter((threshold) => isMeasuredAgain(threshold, observations, memory));
    const findings = { conditions, met, active, fresh, observations };
    const offenders = this.outgrown(node, statistics);
    if (offenders.length > 0) return { ...findings, evictions: offenders };
    const chosen = fresh.find(({ signal }) => isMemorySignal(signal)) ?? fresh[0];
    if (!chosen) return { ...findings, evictions: [] };
    return { ...findings, ...this.act(chosen, node, { statistics, fresh, observations }) };
  }

  /** Steps 4 to 8: which thresholds are met and since when, which conditions hold. */
  private remember(observations: Observations, nowMs: number): EvictionMemory {
    const { memory, configuration } = this;
    const now = thresholdsMet(configuration.thresholds, observations, false);
    const unresolved = thresholdsMet(memory.active, observations, true);
    for (const threshold of unresolved) if (!now.some((each) => isSameThreshold(each, threshold))) now.push(threshold);
    const since = (threshold: Threshold): number =>
      memory.met.find((each) => isSameThreshold(each.threshold, threshold))?.firstObservedAtMs ?? nowMs;
    const met = this.inOrder(now).map((threshold) => ({ threshold, firstObservedAtMs: since(threshold) }));
    const lastObservedAtMs = { ...memory.lastObservedAtMs };
    for (const { threshold } of met) lastObservedAtMs[signalMeaning(threshold.signal).condition] = nowMs;
    const conditions = PRESSURE_CONDITIONS.filter((condition) => {
      const seenAtMs = lastObservedAtMs[condition];
      return seenAtMs !== undefined && nowMs - seenAtMs < configuration.pressureTransitionMs;
    });
    const active = met
      .filter(({ threshold, firstObservedAtMs }) => nowMs - firstObservedAtMs >= threshold.gracePeriodMs)
      .map(({ threshold }) => threshold);
    const measuredAtMs = Object.fromEntries([...observations].map(([signal, { timeMs }]) => [signal, timeMs]));
    return { conditions, lastObservedAtMs, met, active, measuredAtMs };
  }

  private inOrder(thresholds: readonly Threshold[]): Threshold[] {
    return this.configuration.thresholds.filter((own) => thresholds.some((each) => isSameThreshold(own, each)));
  }

  private outgrown({ activePods }: PressedNode, { ofPod }: NodeStatistics): Eviction[] {
    const { hasDedicatedImagefs } = this.configuration;
    return activePods.flatMap((pod) => {
      const own = ofPod(pod);
      const message = own && localStorageViolation(pod, own, hasDedicatedImagefs);
      return message !== undefined && !isCriticalPod(pod) ? [{ pod, graceSeconds: 0, message }] : [];
    });
  }

  /** Steps 12 to 15. */
  private act(
    chosen: Threshold,
    node: PressedNode,
    seen: { statistics: NodeStatistics; fresh: readonly Threshold[]; observations: Observations },
  ): Pick<EvictionRun, 'action' | 'reclaimed' | 'ranking' | 'evictions'> {
    const { settings, hasDedicatedImagefs } = this.configuration;
    const { resource } = signalMeaning(chosen.signal);
    const action = { signal: chosen.signal, message: `Attempting to reclaim ${resource}` };
    const reclaimed = this.reclaim(chosen.signal, node);
    const attempt = { action, ...(reclaimed ? { reclaimed } : {}) };
    if (reclaimed?.satisfied) return { ...attempt, evictions: [] };
    const { ofPod } = seen.statistics;
    const ranking = rankPods(node.activePods, { signal: chosen.signal, settings, hasDedicatedImagefs, ofPod });
    const pod = ranking.find((each) => !isCriticalPod(each));
    if (!pod) return { ...attempt, ranking, evictions: [] };
    const words = evictionTexts(pod, ofPod(pod), {
      resource,
      version: settings.messageVersion,
      thresholds: seen.fresh,
      observations: seen.observations,
    });
    const graceSeconds = this.graceSeconds(chosen, pod);
    return { ...attempt, ranking, evictions: [{ pod, graceSeconds, ...words, signal: chosen.signal }] };
  }

  private reclaim(signal: Signal, node: PressedNode): EvictionRun['reclaimed'] {
    const { settings, hasDedicatedImagefs, thresholds } = this.configuration;
    const kinds = reclaimables(signal, settings.nodeReclaimTable, hasDedicatedImagefs);
    if (kinds.length === 0) return undefined;
    for (const kind of kinds) node.reclaim(kind);
    const after = node.summarize();
    const left = after && thresholdsMet(thresholds, observe(after), settings.reclaimRecheckMinReclaim);
    return { kinds, satisfied: left?.length === 0 };
  }

  private graceSeconds(threshold: Threshold, pod: Pod): number {
    const { settings, maxPodGraceSeconds } = this.configuration;
    if (isHard(threshold)) return settings.hardGraceSeconds;
    if (settings.softGrace === 'max') return maxPodGraceSeconds;
    return Math.min(maxPodGraceSeconds, pod.spec.terminationGracePeriodSeconds ?? 30);
  }
}

function isMeasuredAgain({ signal }: Threshold, observations: Observations, before: EvictionMemory): boolean {
  const observed = observations.get(signal);
  if (!observed) return false;
  const last = before.measuredAtMs[signal];
  return last === undefined || observed.timeMs > last;
}
