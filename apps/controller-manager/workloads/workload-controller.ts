import type { KubeObject } from '@orrery/api-types';
import type { LeavableController } from '@orrery/cluster-state';
import type { Change } from '@orrery/store';
import type { Reconciliation } from './reconciliation';
import type { WorkloadRelations, WorkloadState } from './workload-state';

/**
 * The control loop of one kind of workload: the I/O around a pure reconciler of `@orrery/workloads`. The host calls
 * `reconcile` with an object whose state or dependents changed, never twice at a time for one object, and only when
 * the cache has everything that the last call wrote.
 */
export interface WorkloadController extends WorkloadRelations {
  /** Name of the component in events: `replicaset-controller`. */
  readonly component: string;
  /** The controller of kube-controller-manager whose work it does. */
  readonly does: LeavableController;
  /** Returns whether a change of a dependent can matter to its controller; without this every change does. */
  concerns?(change: Change): boolean;
  /**
   * Returns whether a change matters only to objects whose last step failed: a pod that has ended makes room in a quota, which
   * an owner with all of its pods does not need.
   */
  onlyFreesRoom?(change: Change): boolean;
  /** Storage names of the kinds whose changes {@link touchedBy} gets. */
  readonly watched?: readonly string[];
  /** Further objects of its kind that a change of a watched kind is work for, as `namespace/name`. */
  touchedBy?(change: Change, state: WorkloadState): Iterable<string>;
  /** Does one step. Throws only errors to retry later. */
  reconcile(object: KubeObject, reconciliation: Reconciliation): Promise<void>;
  /** The object is gone. */
  forget?(object: KubeObject): void;
}
