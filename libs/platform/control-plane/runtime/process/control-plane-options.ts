import type { BackendConfig } from '@orrery/bus';
import type { ClockMode } from '@orrery/clock';
import type { PluginRegistry } from '@orrery/scheduling';
import type { Logger, Metrics } from '@orrery/service';
import type { FirstNodes } from '@orrery/store';
import type { AuthorizationMode } from '../../object-api/access/cluster-access';
import type { ComponentKind } from '../../ports/component';
import type { Shards } from './sharding';

export interface ControlPlaneOptions {
  readonly databaseUrl: string;
  readonly queues: BackendConfig;
  /** The only process on this database: no waiting for others, no messages. */
  readonly isAlone: boolean;
  readonly shards: Shards;
  readonly components: readonly ComponentKind[];
  /** The scheduler plugins of the process; those of the library if not given. */
  readonly plugins?: PluginRegistry;
  /** How it is decided what users may do whose rights components ask for; by roles if not given. */
  readonly authorizationMode?: AuthorizationMode;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Keeps the queues and the ownership of several control planes on one database apart. */
  readonly queuePrefix?: string;
  /** Serve only the clusters this process creates itself: test processes share a database. */
  readonly onlyOwnClusters?: boolean;
}

/**
 * Where the time of a cluster begins whose clock is advanced by hand: always the same instant, so that what happens does
 * not depend on when the cluster was made; in the past, so that clients, which count ages by their own clock, show sane ones.
 */
export const MANUAL_START_MS = Date.UTC(2025, 0, 1);

export interface ClusterOptions {
  readonly name: string;
  readonly seed?: string;
  readonly settings?: Record<string, unknown>;
  readonly clock?: { readonly mode: ClockMode; readonly rate?: number };
  /** Where cluster time starts, in ms since the Unix epoch; if absent, now, or {@link MANUAL_START_MS} for a clock that stands still. */
  readonly startMs?: number;
  /** Initial nodes still to be created, until `firstNodesMade`. */
  readonly firstNodes?: FirstNodes;
  /** True if everything that it is asked for is recorded from its beginning on; its clock must stand still. */
  readonly isRecorded?: boolean;
}
