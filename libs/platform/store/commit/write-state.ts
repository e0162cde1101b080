import type { Database } from '../server/database';
import { RowOutcome, writeBatch, type RowWrite } from './write-batch';

/** Items of one round trip. */
const PORTION = 500;

/** Another writer changed one of the objects first; nothing was written. */
export class StateChangedError extends Error {}

/** Destination of a state that is written. */
export interface StateOptions {
  readonly cluster: string;
  /** The log that the cluster wrote to when the state was planned: one that was taken back since is another one. */
  readonly log?: number;
  /** Cluster time in ms. */
  readonly nowMs: number;
}

/**
 * Writes a whole state at once: all of it or nothing, even if this process ends meanwhile. The log begins again with
 * it: readers of the cluster's log load the state instead of a part of the changes, so that no process acts before the
 * last object. Other writers wait. No key may occur twice. Throws {@link StateChangedError} if one of the objects is
 * not as expected.
 */
export async function writeState(
  database: Database,
  writes: readonly RowWrite[],
  { cluster, log, nowMs }: StateOptions,
): Promise<void> {
  const connection = await database.pool.connect();
  let isUsable = false;
  try {
    await connection.query('BEGIN');
    for (let start = 0; start < writes.length; start += PORTION) {
      const portion = writes.slice(start, start + PORTION);
      const results = await writeBatch(database, portion, { cluster, log, nowMs, connection });
      const refused = results.findIndex(({ outcome }) => outcome !== RowOutcome.Written);
      if (refused >= 0) {
        const { resource, namespace, name } = portion[refused]!.key;
        throw new StateChangedError(`${resource} ${namespace}/${name} was changed meanwhile`);
      }
    }
    await connection.query('UPDATE cluster SET compacted = revision WHERE id = $1', [cluster]);
    await connection.query('COMMIT');
    isUsable = true;
  } catch (error) {
    isUsable = await connection.query('ROLLBACK').then(
      () => true,
      () => false,
    );
    throw error;
  } finally {
    connection.release(!isUsable);
  }
}
