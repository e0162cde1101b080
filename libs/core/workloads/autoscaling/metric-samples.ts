import type { Pod } from '@orrery/api-types';
import { parseTimeMs } from '@orrery/time';

/** The use of one resource by a pod, or by one of its containers. */
export interface MetricSample {
  /** Thousandths of the resource's unit. */
  readonly milliValue: number;
  /** Time of the measurement, in ms since the Unix epoch. */
  readonly measuredAtMs: number;
  /** The time that the measurement covers, in ms. */
  readonly windowMs: number;
}

/** Samples by the names of pods. */
export type MetricSamples = Map<string, MetricSample>;

/** Time after its start in which a pod counts by its CPU only once it has been ready for a whole measurement. */
const CPU_INITIALIZATION_MS = 5 * 60_000;
/** A pod that became unready so soon after its start has never been ready. */
const INITIAL_READINESS_MS = 30_000;

/** The pods of a target by what their samples are worth. */
export interface PodGroups {
  readonly readyCount: number;
  /** Names of pods that do not do their work yet. */
  readonly unready: ReadonlySet<string>;
  /** Names of pods without a sample. */
  readonly missing: ReadonlySet<string>;
  /** Names of pods that have failed or are going. */
  readonly ignored: ReadonlySet<string>;
}

/** Divides pods by whether their samples count (`groupPods` of the autoscaler upstream). */
export function groupPods(
  pods: readonly Pod[],
  samples: MetricSamples,
  { resource, nowMs }: { readonly resource: string; readonly nowMs: number },
): PodGroups {
  const [unready, missing, ignored] = [new Set<string>(), new Set<string>(), new Set<string>()];
  let readyCount = 0;
  for (const pod of pods) {
    const { name, deletionTimestamp } = pod.metadata;
    const sample = samples.get(name);
    if (deletionTimestamp !== undefined || pod.status?.phase === 'Failed') ignored.add(name);
    else if (pod.status?.phase === 'Pending') unready.add(name);
    else if (!sample) missing.add(name);
    else if (resource === 'cpu' && isUnready(pod, sample, nowMs)) unready.add(name);
    else readyCount++;
  }
  return { readyCount, unready, missing, ignored };
}

function isUnready({ status }: Pod, sample: MetricSample, nowMs: number): boolean {
  const condition = status?.conditions?.find(({ type }) => type === 'Ready');
  const startedAtMs = parseTimeMs(status?.startTime);
  if (!condition || startedAtMs === undefined) return true;
  const changedAtMs = parseTimeMs(condition.lastTransitionTime) ?? startedAtMs;
  const isFalse = condition.status === 'False';
  if (startedAtMs + CPU_INITIALIZATION_MS > nowMs) {
    return isFalse || sample.measuredAtMs < changedAtMs + sample.windowMs;
  }
  return isFalse && startedAtMs + INITIAL_READINESS_MS > changedAtMs;
}
