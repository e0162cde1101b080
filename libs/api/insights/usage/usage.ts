/** Usage of a node: its pods and its system daemons together. */
export interface Usage {
  readonly cpuMillis: number;
  readonly memoryBytes: number;
}

/** Remaining amount of a signal that a kubelet watches, in bytes, inodes or processes. */
export interface SignalView {
  readonly name: string;
  readonly available: number;
  readonly capacity: number;
  /** Condition of the node that the thresholds bring about. */
  readonly condition: string;
  /** Cluster time since when the condition is True. */
  readonly conditionSince?: string;
  readonly thresholds: readonly { readonly amount: number; readonly gracePeriod: string; readonly isMet: boolean }[];
}

/** Usage of one node. */
export interface NamedUsage extends Usage {
  readonly nodeName: string;
}

/** Usage of a node at one moment. */
export interface UsagePoint extends Usage {
  readonly time: string;
  readonly signals: readonly SignalView[];
}
