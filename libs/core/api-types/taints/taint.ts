/** Effect of a taint on pods that do not tolerate it. */
export const TaintEffect = {
  NoSchedule: 'NoSchedule',
  PreferNoSchedule: 'PreferNoSchedule',
  NoExecute: 'NoExecute',
} as const;
export type TaintEffect = (typeof TaintEffect)[keyof typeof TaintEffect];

/** Comparison of a toleration; an empty operator is read as Equal. */
export const TolerationOperator = { Equal: 'Equal', Exists: 'Exists' } as const;
export type TolerationOperator = (typeof TolerationOperator)[keyof typeof TolerationOperator];

/** Keys of the taints that the control plane sets itself. */
export const WellKnownTaint = {
  NotReady: 'node.kubernetes.io/not-ready',
  Unreachable: 'node.kubernetes.io/unreachable',
  Unschedulable: 'node.kubernetes.io/unschedulable',
  MemoryPressure: 'node.kubernetes.io/memory-pressure',
  DiskPressure: 'node.kubernetes.io/disk-pressure',
  PidPressure: 'node.kubernetes.io/pid-pressure',
  NetworkUnavailable: 'node.kubernetes.io/network-unavailable',
} as const;
export type WellKnownTaint = (typeof WellKnownTaint)[keyof typeof WellKnownTaint];
