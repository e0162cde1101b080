import { writeState, type Database, type LogFeed, type RowWrite } from '@orrery/store';
import type { ClusterMemory } from '../cluster/cluster-memory';
import type { ClusterRuntime } from '../cluster/cluster-runtime';
import type { Host } from '../process/component-host';

/**
 * Replaces a component of a settled cluster by one with the same state, as a fork or another process would continue its
 * work.
 *
 * @param hosts hosts that run the component in this process
 */
export async function replaceComponent(
  { activity, id }: Pick<ClusterRuntime, 'activity' | 'id'>,
  hosts: readonly Host[],
): Promise<void> {
  await activity.track(async () => {
    for (const host of hosts) {
      // As it comes out of a file: what JSON does not have would be lost there.
      const captured = new Map(
        [...(await host.capture(id))].map(([shard, known]) => [shard, JSON.parse(JSON.stringify(known)) as unknown]),
      );
      await host.clusterRemoved(id);
      await host.clusterAdded(id, captured);
    }
  });
}

/** The parts of a process that load the new state. */
export interface ReplaceContext {
  readonly database: Database;
  readonly feed: Pick<LogFeed, 'catchUp'>;
  readonly memory: Pick<ClusterMemory, 'reloadOf'>;
}

/** Writes a whole state at once and resolves when components run from it; throws `StateChangedError` if others were first. */
export async function replaceState(
  runtime: ClusterRuntime,
  writes: readonly RowWrite[],
  { database, feed, memory }: ReplaceContext,
): Promise<void> {
  const cluster = runtime.id;
  const take = async (): Promise<void> => {
    await writeState(database, writes, { cluster, log: runtime.record.log, nowMs: runtime.clock.now() });
    // The log cannot be continued, here and in the other processes: each loads the state, and its components start over.
    await feed.catchUp(cluster);
    await memory.reloadOf(cluster);
  };
  await runtime.inputs.take(
    () => ({ type: 'state', writes }),
    () => runtime.activity.track(take),
  );
}
