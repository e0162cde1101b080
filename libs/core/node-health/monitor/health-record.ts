import type { Node, NodeCondition } from '@orrery/api-types';
import { formatTime, parseTimeMs } from '@orrery/time';
import type { NodeHealthSettings } from '../settings/settings';
import { findCondition } from '../tainting/taints';

/** Health record of a node, by name. Both times are the controller's, never read from the object. */
export interface HealthRecord {
  /** Time at which a heartbeat was last noticed. */
  readonly probeAtMs: number;
  /** Time of the last change of readiness, as far as the controller saw. */
  readonly readyTransitionAtMs: number;
  /** The Ready condition as last seen or written. */
  readonly savedReady: NodeCondition | undefined;
  /** Renewal of the lease as last seen; undefined when the record holds no lease. */
  readonly savedLeaseRenewMs: number | undefined;
}

/** Verdict of one health update (spec nodes A4). */
export interface HealthUpdate {
  /** The record to keep whether or not `writtenConditions` can be written. */
  readonly record: HealthRecord;
  /** The record to keep instead once they are. */
  readonly recordAfterWrite: HealthRecord | undefined;
  readonly gracePeriodMs: number;
  /** Ready before this update; decides about the NoExecute taint. */
  readonly observedReady: NodeCondition;
  /** Ready after it; counts in the zone. Undefined while the node has none. */
  readonly currentReady: NodeCondition | undefined;
  /** Conditions to write because the node fell silent; undefined if there is nothing to say. */
  readonly writtenConditions: readonly NodeCondition[] | undefined;
}

export interface HealthObservation {
  readonly record: HealthRecord | undefined;
  readonly node: Node;
  /** Undefined when the node has no lease. */
  readonly leaseRenewMs: number | undefined;
  readonly nowMs: number;
}

/** NetworkUnavailable is not here: the kubelet does not own it. */
const HEARTBEAT_CONDITIONS = ['Ready', 'MemoryPressure', 'DiskPressure', 'PIDPressure'] as const;

/**
 * Updates the health of a node. A status write or a newer lease is a heartbeat; a node silent for strictly longer than
 * its grace period gets its heartbeat conditions set to Unknown.
 */
export function updateNodeHealth(observation: HealthObservation, settings: NodeHealthSettings): HealthUpdate {
  const { node, nowMs } = observation;
  const ready = findCondition(node, 'Ready');
  const observedReady = ready ?? neverReady(node);
  const gracePeriodMs = ready ? settings.nodeMonitorGracePeriodMs : settings.nodeStartupGracePeriodMs;
  const record = noticeLease(noticeStatus(observation, ready), observation);
  const verdict = { record, gracePeriodMs, observedReady };
  if (nowMs <= record.probeAtMs + gracePeriodMs) {
    return { recordAfterWrite: undefined, currentReady: ready, writtenConditions: undefined, ...verdict };
  }
  const unknown = unknownConditions(node, nowMs);
  const currentReady = unknown.find(({ type }) => type === 'Ready') ?? ready;
  if (currentReady === ready) {
    return { ...verdict, recordAfterWrite: undefined, currentReady, writtenConditions: undefined };
  }
  const recordAfterWrite = { ...record, readyTransitionAtMs: nowMs, savedReady: currentReady };
  return { ...verdict, recordAfterWrite, currentReady, writtenConditions: unknown };
}

/**
 * The record of a node about which there is nothing to do: its status is the one seen before, and it is either within
 * its grace period or declared Unknown already. Undefined when {@link updateNodeHealth} has to look closer. Most nodes
 * of most passes end here, so it makes nothing that is not needed.
 */
export function quietRecord(
  { record, leaseRenewMs }: { readonly record: HealthRecord | undefined; readonly leaseRenewMs: number | undefined },
  ready: NodeCondition | undefined,
  nowMs: number,
  settings: NodeHealthSettings,
): HealthRecord | undefined {
  const savedReady = record?.savedReady;
  if (!record || !ready || !savedReady) return undefined;
  if (savedReady !== ready && savedReady.lastHeartbeatTime !== ready.lastHeartbeatTime) return undefined;
  const { savedLeaseRenewMs, readyTransitionAtMs, probeAtMs } = record;
  if (leaseRenewMs !== undefined && (savedLeaseRenewMs === undefined || leaseRenewMs > savedLeaseRenewMs)) {
    return { probeAtMs: nowMs, readyTransitionAtMs, savedReady, savedLeaseRenewMs: leaseRenewMs };
  }
  return nowMs <= probeAtMs + settings.nodeMonitorGracePeriodMs || ready.status === 'Unknown' ? record : undefined;
}

/** A node that never reported is observed as Unknown since it was created. */
function neverReady(node: Node): NodeCondition {
  const createdAt = node.metadata.creationTimestamp;
  return { type: 'Ready', status: 'Unknown', lastHeartbeatTime: createdAt, lastTransitionTime: createdAt };
}

function noticeStatus(observation: HealthObservation, ready: NodeCondition | undefined): HealthRecord {
  const { record, node, nowMs } = observation;
  const fresh: HealthRecord = {
    probeAtMs: nowMs,
    readyTransitionAtMs: nowMs,
    savedReady: ready,
    savedLeaseRenewMs: undefined,
  };
  if (!ready) {
    if (record) return record.savedReady ? { ...record, savedReady: undefined } : record;
    const createdAtMs = parseTimeMs(node.metadata.creationTimestamp) ?? nowMs;
    return { ...fresh, probeAtMs: createdAtMs, readyTransitionAtMs: createdAtMs };
  }
  const saved = record?.savedReady;
  if (!record || !saved) return fresh;
  if (saved.lastHeartbeatTime === ready.lastHeartbeatTime) return record;
  const kept = saved.lastTransitionTime === ready.lastTransitionTime;
  return { ...fresh, readyTransitionAtMs: kept ? record.readyTransitionAtMs : nowMs };
}

/**
 * The lease is compared with the one saved before this update, although noticing a status has just dropped it from
 * the record: so the unchanged lease counts as new once more in the next pass.
 */
function noticeLease(noticed: HealthRecord, observation: HealthObservation): HealthRecord {
  const { record, leaseRenewMs, nowMs } = observation;
  const savedBefore = record?.savedLeaseRenewMs;
  if (leaseRenewMs === undefined || (savedBefore !== undefined && leaseRenewMs <= savedBefore)) return noticed;
  return { ...noticed, savedLeaseRenewMs: leaseRenewMs, probeAtMs: nowMs };
}

function unknownConditions(node: Node, nowMs: number): NodeCondition[] {
  const now = formatTime(nowMs);
  const written: NodeCondition[] = [];
  for (const type of HEARTBEAT_CONDITIONS) {
    const condition = findCondition(node, type);
    if (!condition) {
      written.push({
        type,
        status: 'Unknown',
        reason: 'NodeStatusNeverUpdated',
        message: 'Kubelet never posted node status.',
        lastHeartbeatTime: node.metadata.creationTimestamp,
        lastTransitionTime: now,
      });
    } else if (condition.status !== 'Unknown') {
      written.push({
        ...condition,
        status: 'Unknown',
        reason: 'NodeStatusUnknown',
        message: 'Kubelet stopped posting node status.',
        lastTransitionTime: now,
      });
    }
  }
  return written;
}
