import type { PodInfo } from '../cache/pod-info';
import type { CycleState } from '../framework/cycle-state';
import type { Framework } from '../framework/framework';
import type { QueuedPod } from '../queue/queued-pod';

/** A pod between its assumption and the end of its binding. */
export interface BindingCycle {
  readonly entry: QueuedPod;
  readonly framework: Framework;
  readonly state: CycleState;
  /** The pod with its node set. */
  readonly assumed: PodInfo;
  readonly nodeName: string;
  readonly attempt: number;
  /** Latest pending version seen meanwhile, which is queued again after a failure. */
  latest: PodInfo;
  /** Deleted, ended or bound by another client meanwhile: after a failure it is not queued again. */
  isGone: boolean;
  /** The queue no longer watches events for it. */
  isDone: boolean;
}
