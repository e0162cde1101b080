import type { KubeObject } from '@orrery/api-types';
import type { Database } from './database';
import { storedText } from './object-text';

/** What a write does to the row of its object. The numbers are those of the `change` table. */
export const Operation = { Create: 0, Update: 1, Delete: 2 } as const;
export type Operation = (typeof Operation)[keyof typeof Operation];

/** Where an object is stored: `resource` is the resource with its group, `namespace` empty if cluster-scoped. */
export interface ObjectKey {
  readonly resource: string;
  readonly namespace: string;
  readonly name: string;
}

/** The storage name of a resource: `pods`, `leases.coordination.k8s.io`. */
export function resourceName(kind: { readonly group: string; readonly resource: string }): string {
  return kind.group === '' ? kind.resource : `${kind.resource}.${kind.group}`;
}

/** The resource and group of a storage name. */
export function parseResource(name: string): { readonly group: string; readonly resource: string } {
  const dot = name.indexOf('.');
  return dot < 0 ? { group: '', resource: name } : { group: name.slice(dot + 1), resource: name.slice(0, dot) };
}

/** One item of a batch: the object as it shall be (for a deletion, its last state). */
export interface RowWrite {
  readonly operation: Operation;
  readonly key: ObjectKey;
  readonly object: KubeObject;
  /** The revision this write was computed from; -1 writes over any version. */
  readonly expectedRevision: number;
}

/** What became of an item; `revision` is the new one, or the current one of the object that stood in the way. */
export const RowOutcome = { Written: 0, Exists: 1, Absent: 2, Changed: 3 } as const;
export type RowOutcome = (typeof RowOutcome)[keyof typeof RowOutcome];

export interface RowResult {
  readonly outcome: RowOutcome;
  readonly revision: number;
}

/** Proof that the writer still owns the work it writes for; a former owner's batch is refused as a whole. */
export interface Fence {
  readonly unit: string;
  readonly epoch: bigint;
}

export interface BatchOptions {
  readonly cluster: string;
  /** Cluster time of the batch in ms; the cluster's clock never starts before it again. */
  readonly nowMs: number;
  readonly fence?: Fence | undefined;
}

/** The cluster of a batch was deleted. */
export class ClusterGoneError extends Error {}
/** The writer lost its unit to another process; whoever has it now does the work. */
export class FencedError extends Error {}

/**
 * Writes a batch in one round trip (see `orrery_write_batch` in the migrations). Bodies are stored with an empty
 * `metadata.resourceVersion`: the revision column is the truth. No key may occur twice in a batch.
 */
export async function writeBatch(
  database: Database,
  writes: readonly RowWrite[],
  options: BatchOptions,
): Promise<RowResult[]> {
  const { cluster, nowMs, fence } = options;
  const bodies = writes.map((write) => Buffer.from(storedText(write.object)));
  database.roundTrips.count++;
  try {
    const { rows } = await database.pool.query<{ outcome: RowOutcome; revision: string }>({
      name: 'orrery_write_batch',
      text: 'SELECT outcome, revision FROM orrery_write_batch($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)',
      values: [
        cluster,
        fence?.unit ?? null,
        fence?.epoch ?? null,
        Math.trunc(nowMs),
        writes.map((write) => write.operation),
        writes.map((write) => write.key.resource),
        writes.map((write) => write.key.namespace),
        writes.map((write) => write.key.name),
        writes.map((write) => write.object.metadata.uid),
        writes.map((write) => write.expectedRevision),
        bodies.map((body) => body.length),
        Buffer.concat(bodies),
      ],
    });
    return rows.map((row) => ({ outcome: row.outcome, revision: Number(row.revision) }));
  } catch (error) {
    throw translate(error);
  }
}

function translate(error: unknown): unknown {
  const { code } = error as { code?: string };
  if (code === 'OR001') return new ClusterGoneError('the cluster does not exist', { cause: error });
  if (code === 'OR002') return new FencedError('another process owns this work now', { cause: error });
  return error;
}
