import { deepEqual, type DaemonSet, type DaemonSetStatus } from '@orrery/api-types';
import { REVISION_HASH } from '../history/controller-revision';
import { availableFromMs } from '../pods/pod-state';
import type { DaemonNodes } from './daemon-nodes';

export interface DaemonSetStatusInput {
  readonly set: DaemonSet;
  readonly nodes: DaemonNodes;
  readonly hash: string;
  readonly collisionCount: number;
  readonly nowMs: number;
}

export interface DaemonSetStatusVerdict {
  /** The new status; undefined when the current one still holds. */
  readonly status: DaemonSetStatus | undefined;
  /** Time at which the next ready pod becomes available, if one is waiting for that. */
  readonly recheckAtMs: number | undefined;
}

/** Counts nodes (spec api B4): of several pods on one, the one that serves best counts. */
export function daemonSetStatus(input: DaemonSetStatusInput): DaemonSetStatusVerdict {
  const { set, nodes, hash, collisionCount, nowMs } = input;
  const counts = { desired: 0, current: 0, ready: 0, updated: 0, available: 0, misscheduled: 0 };
  let recheckAtMs: number | undefined;
  for (const { shouldRun, pods } of nodes.nodes) {
    if (!shouldRun) {
      if (pods.length > 0) counts.misscheduled++;
      continue;
    }
    counts.desired++;
    if (pods.length === 0) continue;
    counts.current++;
    if (pods.some(({ metadata }) => metadata.labels?.[REVISION_HASH] === hash)) counts.updated++;
    let fromMs: number | undefined;
    for (const pod of pods) {
      const atMs = availableFromMs(pod, set.spec.minReadySeconds ?? 0);
      if (atMs !== undefined) fromMs = Math.min(fromMs ?? atMs, atMs);
    }
    if (fromMs === undefined) continue;
    counts.ready++;
    if (fromMs <= nowMs) counts.available++;
    else recheckAtMs = Math.min(recheckAtMs ?? fromMs, fromMs);
  }
  const unavailable = counts.desired - counts.available;
  const status: DaemonSetStatus = {
    currentNumberScheduled: counts.current,
    numberMisscheduled: counts.misscheduled,
    desiredNumberScheduled: counts.desired,
    numberReady: counts.ready,
    ...(set.metadata.generation === undefined ? {} : { observedGeneration: set.metadata.generation }),
    ...(counts.updated > 0 ? { updatedNumberScheduled: counts.updated } : {}),
    ...(counts.available > 0 ? { numberAvailable: counts.available } : {}),
    ...(unavailable > 0 ? { numberUnavailable: unavailable } : {}),
    ...(collisionCount > 0 ? { collisionCount } : {}),
  };
  return { status: deepEqual(status, set.status) ? undefined : status, recheckAtMs };
}
