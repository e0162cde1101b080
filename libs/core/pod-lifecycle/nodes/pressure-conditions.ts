import type { Node, NodeCondition } from '@orrery/api-types';
import { formatTime } from '@orrery/time';
import type { NodeEvent } from '../shard/kubelet-actions';

interface PressureTexts {
  readonly reason: string;
  readonly message: string;
  readonly event: string;
}

/** Reasons and messages of the pressure conditions (spec nodes D2). */
const TEXTS: Readonly<Record<string, { readonly True: PressureTexts; readonly False: PressureTexts }>> = {
  MemoryPressure: {
    True: texts(
      'KubeletHasInsufficientMemory',
      'kubelet has insufficient memory available',
      'NodeHasInsufficientMemory',
    ),
    False: texts('KubeletHasSufficientMemory', 'kubelet has sufficient memory available', 'NodeHasSufficientMemory'),
  },
  DiskPressure: {
    True: texts('KubeletHasDiskPressure', 'kubelet has disk pressure', 'NodeHasDiskPressure'),
    False: texts('KubeletHasNoDiskPressure', 'kubelet has no disk pressure', 'NodeHasNoDiskPressure'),
  },
  PIDPressure: {
    True: texts('KubeletHasInsufficientPID', 'kubelet has insufficient PID available', 'NodeHasInsufficientPID'),
    False: texts('KubeletHasSufficientPID', 'kubelet has sufficient PID available', 'NodeHasSufficientPID'),
  },
};

export const PRESSURE_TYPES: readonly string[] = Object.keys(TEXTS);

function texts(reason: string, message: string, event: string): PressureTexts {
  return { reason, message, event };
}

/** The pressure conditions that hold. */
export function pressuresIn(conditions: readonly NodeCondition[] = []): string[] {
  return conditions.filter(({ type, status }) => status === 'True' && type in TEXTS).map(({ type }) => type);
}

/** A status whose pressure conditions say what the kubelet found; `verdicts` by type, others stay. */
export function withPressures(
  status: Node['status'],
  before: Node,
  verdicts: ReadonlyMap<string, boolean>,
  nowMs: number,
): Node['status'] {
  if (verdicts.size === 0) return status;
  const now = formatTime(nowMs);
  const conditions = (status.conditions ?? []).map((condition): NodeCondition => {
    const holds = verdicts.get(condition.type);
    if (holds === undefined) return condition;
    const word = holds ? 'True' : 'False';
    const { reason, message } = TEXTS[condition.type]![word];
    const old = before.status?.conditions?.find(({ type }) => type === condition.type);
    const lastTransitionTime = (old?.status === word ? old.lastTransitionTime : undefined) ?? now;
    return { type: condition.type, status: word, reason, message, lastHeartbeatTime: now, lastTransitionTime };
  });
  return { ...status, conditions };
}

/** The events about pressure conditions that changed between a node and its new status. */
export function pressureEvents(before: Node, after: Node['status']): NodeEvent[] {
  const { name, uid } = before.metadata;
  const had = new Set(pressuresIn(before.status?.conditions));
  const has = new Set(pressuresIn(after.conditions));
  return PRESSURE_TYPES.filter((type) => had.has(type) !== has.has(type)).map((type) => {
    const reason = TEXTS[type]![has.has(type) ? 'True' : 'False'].event;
    return { nodeName: name, uid, type: 'Normal', reason, message: `Node ${name} status is now: ${reason}` };
  });
}
