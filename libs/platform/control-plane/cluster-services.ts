import type { Bus } from '@orrery/bus';
import type { ClockMessage, MessageLine } from '@orrery/clock';
import type { Logger, Metrics } from '@orrery/service';
import type { Database, LogFeed } from '@orrery/store';
import type { DatabaseWatch } from './database-watch';
import type { ProcessHealth } from './process-health';
import type { Questions } from './questions';
import type { Shards } from './sharding';

/** What the clusters in the memory of a process share: its connections, its log and its metrics. */
export interface ClusterServices {
  readonly processId: string;
  /** No other process works on this database. */
  readonly isAlone: boolean;
  /** Jobs of an earlier process were on the queues when this one started. */
  readonly hasLeftovers: boolean;
  readonly shards: Shards;
  readonly database: Database;
  readonly databaseWatch: DatabaseWatch;
  readonly bus: Bus;
  readonly line: MessageLine;
  readonly feed: LogFeed;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly health: ProcessHealth;
  readonly questions: Questions;
  /** Open watches and other streams, which end before the process does. */
  readonly streams: Set<{ close(): void }>;
  /** Sends a message to the other processes, if there can be any. */
  tell(message: ClockMessage): Promise<void>;
  /** Restarts a component of a cluster from the state, in every process. */
  restartComponent(cluster: string, component: string): Promise<void>;
}
