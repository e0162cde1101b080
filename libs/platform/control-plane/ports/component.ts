import type { Delivery, Ending, QueueJobs, QueueName } from '@orrery/bus';
import type { Fence } from '@orrery/store';
import type { ClusterSettings } from '../settings/settings-shape';
import type { ClusterPorts } from './cluster-ports';

/** Work of a component for one cluster (or for one shard of it), while this process owns it. */
export interface Component<Q extends QueueName = QueueName> {
  /** Builds what it needs from the state of the cluster; afterwards follows the changes. */
  start(): Promise<void>;
  /** Stops at once; the next owner of the work starts from the state. */
  stop(): Promise<void>;
  /**
   * Returns the component's state besides the objects, as plain data: a component that is created with it continues
   * exactly as this one would. Called when the cluster has settled. Absent for components without such state.
   */
  capture?(): unknown;
  /** Does the work of a job; idempotent, because jobs may come twice. */
  handle?(job: QueueJobs[Q], delivery: Delivery): Promise<Ending>;
}

/** Context that a component is created with: its unit of work, and those parts of its cluster that it uses. */
export interface ComponentContext<Ports = ClusterPorts> {
  readonly cluster: Ports;
  /** Goes with every write, so that a former owner's are refused. */
  readonly fence: Fence;
  readonly shard: number;
  readonly shards: number;
  /** Captured state of an earlier component of this work (see {@link Component.capture}); absent for one that starts from the objects. */
  readonly captured?: unknown;
}

/** A kind of component: what a process announces that it can do. */
export interface ComponentKind<Q extends QueueName = QueueName> {
  /** Name of the component and of its units: `scheduler/0`. */
  readonly name: string;
  /** Into how many units the work is split; all processes must agree. */
  readonly shards: number;
  /** True if a shard is a part of the clusters, or a part of each cluster (as nodes are for kubelets). */
  readonly split: 'clusters' | 'within-clusters';
  /** The queues whose jobs it handles. */
  readonly queues: readonly Q[];
  /**
   * Returns the part of the settings that the component reads once, when it starts: like a program with changed flags,
   * it is restarted when this part changes. A component without it follows the settings as they change, or uses none.
   */
  readonly settingsAtStart?: (settings: ClusterSettings) => unknown;
  create(context: ComponentContext): Component<Q>;
}
