import type { Bus } from '@orrery/bus';
import type { Metrics } from '@orrery/service';
import { readLogSizes, type Database } from '@orrery/store';

/** Adds metrics of the process's requests to its database and its queues, and of the size of the clusters' logs. */
export function measureConnections(metrics: Metrics, database: Database, bus: Bus): void {
  const sizes = async (part: 'changes' | 'bytes'): Promise<[string, number][]> =>
    [...(await readLogSizes(database))].map(([cluster, size]) => [cluster, size[part]]);
  metrics.counted(
    'orrery_database_round_trips_total',
    'Statements sent to the database.',
    () => database.roundTrips.count,
  );
  metrics.measuredByCluster('orrery_log_changes', 'Changes in the log of a cluster.', () => sizes('changes'));
  metrics.measuredByCluster('orrery_log_bytes', 'Bytes of the objects in the log.', () => sizes('bytes'));
  metrics.counted('orrery_queue_round_trips_total', 'Commands sent to the queues.', () => bus.roundTrips);
}
