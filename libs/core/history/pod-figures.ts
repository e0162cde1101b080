import type { Event, Pod } from '@orrery/api-types';
import { parseTimeMs } from '@orrery/time';

/** Figures of the pods of a state. */
export interface PodFigures {
  readonly pods: number;
  /** Pods that have a node. */
  readonly placed: number;
  /** Pods without a node that have not ended. */
  readonly waiting: number;
  /** Seconds from creation to placement, or to now for those that wait: the mean of all of them. */
  readonly meanWaitSeconds: number;
  /** Restarts of containers. */
  readonly restarts: number;
}

/** Reasons of Events that report the eviction of a pod by kubelets, schedulers and the taint manager. */
const EVICTIONS: ReadonlySet<string> = new Set(['Evicted', 'Preempted', 'TaintManagerEviction']);
/** The descheduler gives its strategy as the reason, and warns of evictions that failed. */
const DESCHEDULER = 'sigs.k8s.io/descheduler';
/** The taint manager also reports that it changed its mind. */
const CANCELLED = /^Cancelling/;

/** Counts pods; `nowMs` is the time of the state. */
export function podFigures(pods: readonly Pod[], nowMs: number): PodFigures {
  let [placed, waiting, waited, restarts] = [0, 0, 0, 0];
  for (const pod of pods) {
    const { spec, status, metadata } = pod;
    const hasEnded = status?.phase === 'Succeeded' || status?.phase === 'Failed';
    if (spec.nodeName) placed++;
    else if (!hasEnded) waiting++;
    const scheduled = status?.conditions?.find(({ type, status: is }) => type === 'PodScheduled' && is === 'True');
    const createdMs = parseTimeMs(metadata.creationTimestamp as string | undefined) ?? nowMs;
    const untilMs = scheduled ? (parseTimeMs(scheduled.lastTransitionTime as string | undefined) ?? createdMs) : nowMs;
    if (spec.nodeName ? scheduled : !hasEnded) waited += Math.max(0, untilMs - createdMs);
    for (const { restartCount } of status?.containerStatuses ?? []) restarts += restartCount;
  }
  const counted = placed + waiting;
  const meanWaitSeconds = counted === 0 ? 0 : Math.round(waited / counted) / 1000;
  return { pods: pods.length, placed, waiting, meanWaitSeconds, restarts };
}

/** Evictions that Events of a state report: those of the last hour, by the retention of Events. */
export function evictionsIn(events: readonly Event[]): number {
  let evictions = 0;
  for (const { reason = '', message = '', count = 1, type, source } of events) {
    const isDescheduled = source?.component === DESCHEDULER && type === 'Normal';
    if (isDescheduled || (EVICTIONS.has(reason) && !CANCELLED.test(message))) evictions += count;
  }
  return evictions;
}
