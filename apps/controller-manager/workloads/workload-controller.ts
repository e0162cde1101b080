import type { KubeObject, LabelSelector } from '@orrery/api-types';
import type { Change } from '@orrery/store';
import type { Reconciliation } from './reconciliation';
import type { WorkloadState } from './workload-state';

/**
 * The control loop of one kind of workload: the shell around a pure reconciler of `@orrery/workloads`. The host calls
 * `reconcile` with an object whose state or dependents changed, never twice at a time for one object, and only when
 * the cache has seen everything that the last call wrote: nothing that was asked for is asked for again.
 */
export interface WorkloadController {
  /** Storage name of the kind that it reconciles: `replicasets.apps`. */
  readonly resource: string;
  /** Who it is in events: `replicaset-controller`. */
  readonly component: string;
  /** Storage names of the kinds whose objects it controls; a change of one is work for its controller. */
  readonly dependents: readonly string[];
  /** By what it adopts dependents without a controller; without this it adopts none. */
  selectorOf?(object: KubeObject): LabelSelector | undefined;
  /** Whether a change of a dependent can matter to its controller; without this every change does. */
  concerns?(change: Change): boolean;
  /**
   * Whether a change is news only to an object whose last step failed: a pod that ends for good makes room in a quota,
   * and is nothing to an owner who lacks none.
   */
  onlyFreesRoom?(change: Change): boolean;
  /** Storage names of the kinds of whose changes {@link touchedBy} is told. */
  readonly watched?: readonly string[];
  /** Further objects of its kind that a change of a watched kind is work for, as `namespace/name`. */
  touchedBy?(change: Change, state: WorkloadState): Iterable<string>;
  /** Does one step. Throws only what is to be tried again later. */
  reconcile(object: KubeObject, reconciliation: Reconciliation): Promise<void>;
  /** The object is gone. */
  forget?(object: KubeObject): void;
}
