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
  /** Scheduler plugins; none for a process that neither schedules nor validates the configuration of a scheduler. */
  readonly plugins: PluginRegistry;
  /** Authorization mode for the users on whose behalf components act; by roles if not given. */
  readonly authorizationMode?: AuthorizationMode;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Keeps the queues and the ownership of several control planes on one database apart. */
  readonly queuePrefix?: string;
  /** Serve only the clusters this process creates itself: test processes share a database. */
  readonly onlyOwnClusters?: boolean;
}

/**
 * Start time of a cluster with a manual clock: always the same instant, so that the outcome does not depend on when the
 * cluster was made; in the past, so that clients, which compute ages by their own clock, show sane ones.
 */
export const MANUAL_START_MS = Date.UTC(2025, 0, 1);

export interface ClusterOptions {
  readonly name: string;
  readonly seed?: string;
  readonly settings?: Record<string, unknown>;
  readonly clock?: { readonly mode: ClockMode; readonly rate?: number };
  /** Start of cluster time, in ms since the Unix epoch; if absent, now, or {@link MANUAL_START_MS} for a manual clock. */
  readonly startMs?: number;
  /** Initial nodes still to be created, until `firstNodesMade`. */
  readonly firstNodes?: FirstNodes;
  /** True if all its inputs are recorded from its beginning on; its clock must be manual or auto. */
  readonly isRecorded?: boolean;
}
