import type { KubeObject } from '@orrery/api-types';
import type { ClientBase } from 'pg';
import type { Database } from '../server/database';
import { storedBodies } from './object-text';
import { originLists, type Origin } from './origin';

/** Effect of a write on the row of its object. The numbers are those of the `change` table. */
export const Operation = { Create: 0, Update: 1, Delete: 2 } as const;
export type Operation = (typeof Operation)[keyof typeof Operation];

/** Storage key of an object: `resource` is the resource with its group, `namespace` empty if cluster-scoped. */
export interface ObjectKey {
  readonly resource: string;
  readonly namespace: string;
  readonly name: string;
}

/** The storage name of a resource: `pods`, `leases.coordination.k8s.io`. */
export function resourceName(kind: {
  readonly group: string;
  readonly resource: string;
  readonly storedAs?: string | undefined;
}): string {
  if (kind.storedAs !== undefined) return kind.storedAs;
  return kind.group === '' ? kind.resource : `${kind.resource}.${kind.group}`;
}

/** The resource and group of a storage name. */
export function parseResource(name: string): { readonly group: string; readonly resource: string } {
  const dot = name.indexOf('.');
  return dot < 0 ? { group: '', resource: name } : { group: name.slice(dot + 1), resource: name.slice(0, dot) };
}

/** Item of a batch: the desired object (for a deletion, its last state). */
export interface RowWrite {
  readonly operation: Operation;
  readonly key: ObjectKey;
  readonly object: KubeObject;
  /** The revision this write was computed from; -1 writes over any version. */
  readonly expectedRevision: number;
  /** Author and reason of the write. */
  readonly origin?: Origin | undefined;
}

/** Outcome of an item; `revision` is the new one, or the current one of the conflicting object. */
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
  /** The part of the component that writes, for the log: `garbage-collector`. */
  readonly part?: string | undefined;
}

export interface BatchOptions {
  readonly cluster: string;
  /** Cluster time of the batch in ms; the cluster's clock never starts before it again. */
  readonly nowMs: number;
  /** The log that the cluster wrote to when it was loaded: one that was taken back since, or made again, is another one. */
  readonly log?: number | undefined;
  /** Fences of all writers in the batch; it is refused as a whole if one of them is lost. */
  readonly fences?: readonly Fence[];
  /** The connection of a transaction that has more batches; any of the pool if not given. */
  readonly connection?: Pick<ClientBase, 'query'>;
}

/** The cluster of a batch was deleted. */
export class ClusterGoneError extends Error {}
/** The database refuses what an item of the batch holds, such as a name with a NUL; nothing of the batch was written. */
export class DataRefusedError extends Error {}
/** The writer lost its unit to another process, which does the work now. */
export class FencedError extends Error {
  constructor(
    message: string,
    /** Fence that was lost; undefined when the process ends. */
    readonly fence?: Fence,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/**
 * Writes a batch in one round trip (see `orrery_write_batch` in the migrations). Bodies are stored with an empty
 * `metadata.resourceVersion`: the revision column is the truth. No key may occur twice in a batch.
 */
export async function writeBatch(
  database: Database,
  writes: readonly RowWrite[],
  options: BatchOptions,
): Promise<RowResult[]> {
  const { cluster, nowMs, log, fences = [], connection = database.pool } = options;
  const { lengths, bytes } = storedBodies(writes.map(({ object }) => object));
  const origins = originLists(writes.map(({ origin }) => origin));
  database.roundTrips.count++;
  try {
    const { rows } = await connection.query<{ outcome: RowOutcome; revision: string }>({
      name: 'orrery_write_batch',
      text: 'SELECT outcome, revision FROM orrery_write_batch($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)',
      values: [
        cluster,
        arrayLiteral(fences, ({ unit }) => unit),
        arrayLiteral(fences, ({ epoch }) => String(epoch)),
        Math.trunc(nowMs),
        arrayLiteral(writes, (write) => write.operation),
        arrayLiteral(writes, (write) => write.key.resource),
        arrayLiteral(writes, (write) => write.key.namespace),
        arrayLiteral(writes, (write) => write.key.name),
        arrayLiteral(writes, (write) => write.object.metadata.uid),
        arrayLiteral(writes, (write) => write.expectedRevision),
        arrayLiteral(lengths, (length) => length),
        bytes,
        arrayLiteral(origins.places, (place) => place),
        arrayLiteral(origins.writers, (writer) => writer),
        arrayLiteral(origins.clients, (client) => client),
        arrayLiteral(origins.reasons, (reason) => reason),
        log,
      ],
    });
    return rows.map((row) => ({ outcome: row.outcome, revision: Number(row.revision) }));
  } catch (error) {
    throw translate(error);
  }
}

/** Texts that need no quotes in an array literal, except for the word NULL. */
const BARE = /^[\w.:-]+$/;

/** A one-dimensional array as Postgres reads it. The driver can do that too, but quotes and escapes every element. */
function arrayLiteral<T>(items: readonly T[], valueOf: (item: T) => string | number): string {
  let text = '';
  for (const item of items) {
    const value = valueOf(item);
    const isBare = typeof value === 'number' || (BARE.test(value) && value.toLowerCase() !== 'null');
    const element = isBare ? value : `"${value.replace(/[\\"]/g, '\\$&')}"`;
    text += text === '' ? element : `,${element}`;
  }
  return `{${text}}`;
}

/** Classes of SQLSTATE about the values of a statement: data exceptions, and values over a limit. */
const DATA_FAULT = /^(?:22|54)[0-9A-Z]{3}$/;

function translate(error: unknown): unknown {
  const { code, detail = '', message } = error as { code?: string; detail?: string; message?: string };
  if (code !== undefined && DATA_FAULT.test(code)) return new DataRefusedError(message, { cause: error });
  if (code === 'OR001') return new ClusterGoneError('the cluster does not exist', { cause: error });
  if (code === 'OR002') return new FencedError('another process owns this work now', fenceIn(detail), { cause: error });
  return error;
}

/** The unit and epoch in the database's answer. */
function fenceIn(detail: string): Fence {
  const space = detail.lastIndexOf(' ');
  return { unit: detail.slice(0, space), epoch: BigInt(detail.slice(space + 1)) };
}
