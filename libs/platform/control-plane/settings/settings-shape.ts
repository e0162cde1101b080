import type { Leavable } from '@orrery/cluster-state';
import type { BundleName, PolicyDialect } from '@orrery/scheduling';

/** Scheduler configuration as given, with the options of its reading. */
export interface SchedulerDocument {
  /** A Policy or a KubeSchedulerConfiguration, as text or as data. */
  readonly configuration: unknown;
  /** Policy only: how its names are understood. */
  readonly dialect?: PolicyDialect;
  /** Repairs text pasted from the guide. */
  readonly lenient?: boolean;
  /** Unknown fields are errors. */
  readonly strict?: boolean;
  /** Highest score of a plugin, if it is to differ from what the format has. */
  readonly scoreScale?: number;
  readonly disablePreemption?: boolean;
}

/** Settings of a cluster, as stored in its row. */
export interface ClusterSettings {
  /** Generation of behaviour; `modern` if absent. */
  readonly bundle?: BundleName;
  /** Schedulers by name; `default` is there in any case. Each has a queue and profiles of its own. */
  readonly schedulers?: Readonly<Record<string, SchedulerDocument>>;
  /** Components that the cluster runs without. */
  readonly leftOut?: readonly Leavable[];
  /** Section of the same name of a master configuration file: how admission plugins are configured. */
  readonly admissionConfig?: unknown;
  /** Section of the same name of a master configuration file: the default node selector of projects. */
  readonly projectConfig?: unknown;
  /** Section of the same name of a master configuration file: arguments of components, and the scheduler's file. */
  readonly kubernetesMasterConfig?: unknown;
  readonly [component: string]: unknown;
}
