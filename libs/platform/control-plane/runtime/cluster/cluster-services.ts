import type { Authority } from '@orrery/authority';
import type { Bus } from '@orrery/bus';
import type { ControlMessage, ControlChannel, RequestReply } from '@orrery/messaging';
import type { Members } from '@orrery/rounds';
import type { PluginRegistry } from '@orrery/scheduling';
import type { Logger, Metrics } from '@orrery/service';
import type { Database, LogFeed } from '@orrery/store';
import type { AuthorizationMode } from '../../object-api/access/cluster-access';
import type { Host } from '../process/component-host';
import type { DatabaseWatch } from '../process/health/database-watch';
import type { ProcessHealth } from '../process/health/process-health';
import type { Shards } from '../process/sharding';

/** Services shared by the clusters in the memory of a process: its connections, its log and its metrics. */
export interface ClusterServices {
  readonly processId: string;
  /** True if no other process works on this database. */
  readonly isAlone: boolean;
  /** Jobs of an earlier process were on the queues when this one started. */
  readonly hasLeftovers: boolean;
  readonly shards: Shards;
  /** Sets the units of work of these processes apart from those of others on the same database. */
  readonly unitPrefix: string;
  /** The scheduler plugins of the process. */
  readonly plugins: PluginRegistry;
  /** Authorization mode for the users on whose behalf components act. */
  readonly authorizationMode: AuthorizationMode;
  readonly database: Database;
  /** Authority that signs the server's certificate, for the clients of all clusters. */
  readonly authority: Authority;
  readonly databaseWatch: DatabaseWatch;
  readonly bus: Bus;
  readonly line: ControlChannel;
  readonly feed: LogFeed;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly health: ProcessHealth;
  readonly requests: RequestReply;
  /** The processes that take part in rounds. */
  readonly members: Members;
  /** Hosts that run the components in this process. */
  readonly hosts: readonly Pick<Host, 'claimed'>[];
  /** Open watches and other streams, which end before the process does. */
  readonly streams: Set<{ close(): void }>;
  /** Sends a message to the other processes, if there can be any. */
  broadcast(message: ControlMessage): Promise<void>;
  /** Restarts a component of a cluster from the state, in every process. */
  restartComponent(cluster: string, component: string): Promise<void>;
}
