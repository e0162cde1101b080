import { PodPhase, type PodStatus } from '@orrery/api-types';
import { formatTime } from '@orrery/time';
import type { HostedPod } from './hosted-pod';

/** A pod that its kubelet kills: it becomes Failed and never starts again. */
export interface KillOrder {
  readonly reason: string;
  readonly message: string;
  readonly graceSeconds: number;
  /** `replace`: the status has only the reason, at once; `merge`: its former fields stay, written at the end. */
  readonly status: 'replace' | 'merge';
  /** Adds the condition DisruptionTarget, reason TerminationByKubelet. */
  readonly hasDisruptionTarget: boolean;
  /** Message of that condition, if it is not that of the pod. */
  readonly disruptionMessage?: string;
}

/** Marks a pod as killed; its containers stop on their own within the grace period. */
export function orderKill(entry: HostedPod, order: KillOrder, nowMs: number): void {
  const { reason, message } = order;
  entry.memory.killGraceMs = order.graceSeconds * 1000;
  const failed: PodStatus = { phase: PodPhase.Failed, reason, message };
  const { startTime } = entry.status;
  entry.status = { ...entry.status, ...failed, conditions: conditionsAfter(entry.status, order, nowMs) };
  if (order.status === 'replace') entry.shown = { ...failed, ...(startTime === undefined ? {} : { startTime }) };
  else entry.isEndHeldBack = true;
  entry.isWriteDue = true;
}

function conditionsAfter(status: PodStatus, order: KillOrder, nowMs: number): NonNullable<PodStatus['conditions']> {
  const conditions = status.conditions ?? [];
  if (!order.hasDisruptionTarget) return conditions;
  return [
    ...conditions.filter(({ type }) => type !== 'DisruptionTarget'),
    {
      type: 'DisruptionTarget',
      status: 'True',
      reason: 'TerminationByKubelet',
      message: order.disruptionMessage ?? order.message,
      lastTransitionTime: formatTime(nowMs),
    },
  ];
}
