import type { KubeObject, Node, Pod } from '@orrery/api-types';

/** Required outcome of a set of pods, without which the figures do not count. */
export type Outcome = 'allBound' | 'noneBound';

/** Objects that come and go while pods are placed: the objects of `make` are created, and deleted in the next round. */
export interface Churn {
  /** Number of measured pods between two rounds. */
  readonly everyPods: number;
  make(round: number): {
    readonly nodes: readonly Node[];
    readonly pods: readonly Pod[];
    readonly objects: readonly KubeObject[];
  };
}

/** One row of the benchmark: a cluster, existing pods, and pods whose placement is measured. */
export interface SchedulerWorkload {
  readonly name: string;
  readonly nodes: number;
  /** Pods that are tried before the measurement. */
  readonly seedPods: number;
  readonly seedOutcome: Outcome;
  readonly pods: number;
  /** Pods that need another look after others made room. */
  readonly preempts: boolean;
  /** Known figures of the real scheduler with 5,000 nodes. */
  readonly upstream: UpstreamFigures;
  readonly objects: readonly KubeObject[];
  readonly churn: Churn | undefined;
  makeNode(index: number): Node;
  makeSeedPod(index: number): Pod;
  makePod(index: number): Pod;
}

/** Pods a second. */
export interface UpstreamFigures {
  /** Threshold that upstream publishes for its own large machines. */
  readonly published?: number;
  /** Measured on two cores with everything on them. */
  readonly measured?: number;
}
