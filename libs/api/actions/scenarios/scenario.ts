import type { FaultTarget } from '../faults/fault-target';
import type { NewFault } from '../faults/node-faults';
import type { FaultKind } from '../faults/fault-kinds';
import type { RestartableComponent } from '../faults/restart-component';

/** Action of a scenario at an instant; each action is a key of its entry. */
export type ScenarioAction =
  | ({ readonly type: 'fault'; readonly kind: FaultKind } & Omit<NewFault, 'kind' | 'at' | 'after'>)
  | ({ readonly type: 'clearFaults'; readonly kinds?: readonly FaultKind[] } & FaultTarget)
  | { readonly type: 'apply'; readonly objects: readonly unknown[] }
  | ({ readonly type: 'delete' } & ObjectReferenceFields)
  | ({ readonly type: 'patch'; readonly patch: unknown } & ObjectReferenceFields)
  | { readonly type: 'restart'; readonly component: RestartableComponent }
  | { readonly type: 'cordon' | 'uncordon' | 'drain'; readonly node: string }
  | {
      readonly type: 'taint' | 'untaint';
      readonly node: string;
      readonly key: string;
      readonly value?: string;
      readonly effect?: string;
    }
  | { readonly type: 'expect'; readonly expectations: readonly Expectation[] };

/** The object that is meant. */
export interface ObjectReferenceFields {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
}

/** An expectation: a number of matching objects of a kind. */
export interface Expectation {
  readonly apiVersion: string;
  readonly kind: string;
  /** Kinds with namespaces: this one, `default` if not given. */
  readonly namespace?: string;
  readonly name?: string;
  readonly labelSelector?: string;
  /** A part of the object: objects have at least these fields, lists at least such an item for each. */
  readonly matches?: unknown;
  /** Exact number of objects (default: at least one). */
  readonly count?: number;
}

/** Action with its time: at an instant of the scenario, after the action before, or once a condition holds. */
export interface ScenarioEntry {
  readonly name: string;
  readonly action: ScenarioAction;
  /** Milliseconds since the start of the scenario. */
  readonly atMs?: number;
  /** Milliseconds since the entry before. */
  readonly afterMs?: number;
  readonly everyMs?: number;
  readonly times?: number;
  readonly when?: readonly Expectation[];
  /** Maximum time until `when` holds. */
  readonly withinMs: number;
}

export interface Scenario {
  readonly name: string;
  readonly entries: readonly ScenarioEntry[];
  /** Duration of the scenario, in milliseconds; it ends with its last action if not given. */
  readonly lastsMs?: number;
}
