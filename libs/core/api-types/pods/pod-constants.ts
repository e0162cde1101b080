/** Phase of a pod's life. */
export const PodPhase = {
  Pending: 'Pending',
  Running: 'Running',
  Succeeded: 'Succeeded',
  Failed: 'Failed',
  Unknown: 'Unknown',
} as const;
export type PodPhase = (typeof PodPhase)[keyof typeof PodPhase];

/** Types of conditions in a pod's status. */
export const PodConditionType = {
  PodScheduled: 'PodScheduled',
  Initialized: 'Initialized',
  Ready: 'Ready',
  ContainersReady: 'ContainersReady',
  PodReadyToStartContainers: 'PodReadyToStartContainers',
  DisruptionTarget: 'DisruptionTarget',
} as const;
export type PodConditionType = (typeof PodConditionType)[keyof typeof PodConditionType];

/** Types of conditions in a node's status, in the order in which a kubelet writes them. */
export const NodeConditionType = {
  NetworkUnavailable: 'NetworkUnavailable',
  MemoryPressure: 'MemoryPressure',
  DiskPressure: 'DiskPressure',
  PIDPressure: 'PIDPressure',
  Ready: 'Ready',
} as const;
export type NodeConditionType = (typeof NodeConditionType)[keyof typeof NodeConditionType];

/** The three answers of a condition. */
export const ConditionStatus = { True: 'True', False: 'False', Unknown: 'Unknown' } as const;
export type ConditionStatus = (typeof ConditionStatus)[keyof typeof ConditionStatus];

/** Conditions under which the kubelet restarts containers. */
export const RestartPolicy = { Always: 'Always', OnFailure: 'OnFailure', Never: 'Never' } as const;
export type RestartPolicy = (typeof RestartPolicy)[keyof typeof RestartPolicy];

/** Returns whether a pod in this phase has ended and stays so. */
export function isTerminalPhase(phase: string | undefined): boolean {
  return phase === PodPhase.Succeeded || phase === PodPhase.Failed;
}
