import type { Node, NodeCondition } from '@orrery/api-types';
import { formatTime, randomFor } from '@orrery/time';
import type { NodeEvent } from '../shard/kubelet-actions';

const REASON = 'KubeletNotReady';

/** A status whose condition Ready says why the kubelet cannot do its work. */
export function withFault(
  status: Node['status'],
  before: Node,
  faultMessage: string | undefined,
  nowMs: number,
): Node['status'] {
  if (faultMessage === undefined) return status;
  const now = formatTime(nowMs);
  const old = readyOf(before.status);
  const ready: NodeCondition = {
    type: 'Ready',
    status: 'False',
    reason: REASON,
    message: faultMessage,
    lastHeartbeatTime: now,
    lastTransitionTime: (old?.status === 'False' ? old.lastTransitionTime : undefined) ?? now,
  };
  return { ...status, conditions: [...(status.conditions ?? []).filter(({ type }) => type !== 'Ready'), ready] };
}

/** Returns whether a node shows that trouble. */
export function isDegraded({ status }: Node, faultMessage: string): boolean {
  const ready = readyOf(status);
  return ready?.status === 'False' && ready.reason === REASON && ready.message === faultMessage;
}

export function withBootID(status: Node['status'], bootID: string | undefined): Node['status'] {
  if (bootID === undefined || !status.nodeInfo) return status;
  return { ...status, nodeInfo: { ...status.nodeInfo, bootID } };
}

/** The id of the boot of a machine at an instant. */
export function bootIDAt(node: string, nowMs: number): string {
  const random = randomFor('boot', node, nowMs);
  const hex = Array.from({ length: 4 }, () => random.uint32().toString(16).padStart(8, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** The events about readiness and boots between a node and its new status (spec nodes D1, D2). */
export function readinessEvents(before: Node, after: Node['status']): NodeEvent[] {
  const { name, uid } = before.metadata;
  const events: NodeEvent[] = [];
  const [was, is] = [readyOf(before.status)?.status, readyOf(after)?.status];
  if (was !== undefined && (was === 'True') !== (is === 'True')) {
    const reason = is === 'True' ? 'NodeReady' : 'NodeNotReady';
    events.push({ nodeName: name, uid, type: 'Normal', reason, message: `Node ${name} status is now: ${reason}` });
  }
  const bootID = after.nodeInfo?.bootID;
  if (before.status?.nodeInfo && before.status.nodeInfo.bootID !== bootID) {
    const message = `Node ${name} has been rebooted, boot id: ${bootID}`;
    events.push({ nodeName: name, uid, type: 'Warning', reason: 'Rebooted', message });
  }
  return events;
}

function readyOf(status: Node['status'] | undefined): NodeCondition | undefined {
  return status?.conditions?.find(({ type }) => type === 'Ready');
}
