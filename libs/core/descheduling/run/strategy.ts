import type { Schema } from '@orrery/documents';
import type { ClusterSnapshot } from '../cluster/cluster-snapshot';
import type { NodeFit } from '../cluster/node-fit';
import type { NodeView, PodView } from '../cluster/cluster-views';
import type { DefaultEvictor } from '../evictor/default-evictor';
import type { DeschedulingBehaviour } from './behaviour';
import type { EvictionOutcome } from './eviction-outcome';
import type { MeasuredUsage } from './measured-usage';
import type { NodeClasses } from './report';

/** The two points at which strategies run: all of `deschedule` before all of `balance`. */
export const DeschedulingPoint = { Deschedule: 'deschedule', Balance: 'balance' } as const;
export type DeschedulingPoint = (typeof DeschedulingPoint)[keyof typeof DeschedulingPoint];

/** Inputs of a strategy in one cycle. */
export interface StrategyContext {
  readonly cluster: ClusterSnapshot;
  /** The ready nodes of the cycle by name. */
  readonly nodes: readonly NodeView[];
  readonly nodeFit: NodeFit;
  /** Evictor of the profile that the strategy is enabled in. */
  readonly evictor: DefaultEvictor;
  readonly nowMs: number;
  readonly behaviour: DeschedulingBehaviour;
  readonly usage: MeasuredUsage;
  /** Tries to evict a pod and puts it into the report. */
  evict(pod: PodView, reason: string): Promise<EvictionOutcome>;
  /** Puts a pod into the report that would have been evicted but is protected. */
  spare(pod: PodView, reason: string, obstacle: string): void;
  /** Puts the sorting of nodes into the report. */
  classified(classes: Omit<NodeClasses, 'strategy' | 'profile'>): void;
  /** A remark for people. */
  note(text: string): void;
}

/** A strategy with its arguments, ready to run once a cycle. */
export type ConfiguredStrategy = (context: StrategyContext) => Promise<void>;

/** A strategy of the descheduler. */
export interface Strategy {
  readonly name: string;
  readonly point: DeschedulingPoint;
  /** Schema of its arguments: types, defaults and rules. */
  readonly args: Schema;
  /** The strategy with arguments that were read by that schema. */
  readonly configure: (args: never) => ConfiguredStrategy;
}

/** Ties what `configure` is given to what the schema reads. */
export function strategyOf<T>(
  strategy: Omit<Strategy, 'args' | 'configure'> & {
    readonly args: Schema<T>;
    readonly configure: (args: T) => ConfiguredStrategy;
  },
): Strategy {
  return strategy;
}
