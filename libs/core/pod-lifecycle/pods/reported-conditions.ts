import type { Node, NodeCondition } from '@orrery/api-types';
import { formatTime } from '@orrery/time';
import { withSet } from './condition-order';

/** Annotation that overrides reported conditions: a JSON list of conditions (type, status, reason, message). */
export const REPORTED_CONDITIONS_ANNOTATION = 'orrery.dev/conditions';

/** A condition that a kubelet reports regardless of its state. */
export type ReportedCondition = Pick<NodeCondition, 'type' | 'status' | 'reason' | 'message'>;

/** The overridden conditions of a node; none if the annotation is invalid. */
export function reportedConditions({ metadata }: Node): ReportedCondition[] {
  const text = metadata.annotations?.[REPORTED_CONDITIONS_ANNOTATION];
  if (text === undefined) return [];
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    return [];
  }
  return Array.isArray(list) ? list.filter(isReported) : [];
}

function isReported(entry: unknown): entry is ReportedCondition {
  if (typeof entry !== 'object' || entry === null) return false;
  const { type, status } = entry as Partial<ReportedCondition>;
  return typeof type === 'string' && ['True', 'False', 'Unknown'].includes(status ?? '');
}

/** A status with the overridden conditions. */
export function withReported(
  status: Node['status'],
  before: Node,
  reported: readonly ReportedCondition[],
  nowMs: number,
): Node['status'] {
  if (reported.length === 0) return status;
  const now = formatTime(nowMs);
  const conditions = reported.map(({ type, status: word, reason, message }): NodeCondition => {
    const old = before.status?.conditions?.find((condition) => condition.type === type);
    const lastTransitionTime = (old?.status === word ? old.lastTransitionTime : undefined) ?? now;
    return {
      type,
      status: word,
      reason: reason ?? 'SetByUser',
      message: message ?? '',
      lastHeartbeatTime: now,
      lastTransitionTime,
    };
  });
  return { ...status, conditions: withSet(status.conditions ?? [], conditions) };
}

/** Returns whether a node's status has the overridden conditions. */
export function showsReported({ status }: Node, reported: readonly ReportedCondition[]): boolean {
  return reported.every(({ type, status: word, reason, message }) => {
    const shown = status?.conditions?.find((condition) => condition.type === type);
    return shown?.status === word && shown.reason === (reason ?? 'SetByUser') && shown.message === (message ?? '');
  });
}
