import { writeState, type Database, type LogFeed, type RowWrite } from '@orrery/store';
import type { ClusterMemory } from './cluster-memory';
import type { ClusterRuntime } from './cluster-runtime';

/** What a state is taken over with. */
export interface TakeContext {
  readonly database: Database;
  readonly feed: Pick<LogFeed, 'catchUp'>;
  readonly memory: Pick<ClusterMemory, 'reloadOf'>;
}

/** Writes a whole state at once and resolves when components run from it; throws `StateChangedError` if others were first. */
export async function takeState(
  runtime: ClusterRuntime,
  writes: readonly RowWrite[],
  { database, feed, memory }: TakeContext,
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
