import type { Amounts } from '../cluster/pod-requests';

/** What nodes and pods really use, for strategies that do not go by requests. Absent sources are not configured. */
export interface MeasuredUsage {
  /** Current readings of the metrics API: cpu in thousandths of a core, memory in bytes. */
  readonly metricsApi?: {
    readonly nodeUsage: (node: string) => Amounts | undefined;
    readonly podUsage: (namespace: string, name: string) => Amounts | undefined;
  };
  /** Results of Prometheus queries: by query, a share in [0, 1] by node name. */
  readonly prometheus?: ReadonlyMap<string, ReadonlyMap<string, number>>;
}
