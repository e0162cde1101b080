import type { Database } from '../server/database';

/** Extent and size of a cluster's log. */
export interface LogExtent {
  /** Revision up to which single changes are gone: past states are available after it. */
  readonly compacted: number;
  /** The last revision. */
  readonly head: number;
  /** Cluster time of the first change that is kept in whole, in ms since the Unix epoch; undefined if there is none. */
  readonly sinceMs: number | undefined;
  /** Number of changes in the log, including those that only hold a current or first version of an object. */
  readonly changes: number;
  /** Bytes of their bodies as text; the database may store them compressed. */
  readonly bytes: number;
}

/** The extent of a cluster's log, without counting it; undefined if the cluster is gone. */
export async function readLogExtent(database: Database, cluster: string): Promise<LogExtent | undefined> {
  const [row] = await database.prisma.$queryRaw<ExtentRow[]>`
    SELECT k.compacted, k.revision, k.logged_bytes, r.changes, r.bytes,
      (SELECT min(x.at) FROM log_part p CROSS JOIN LATERAL (
        SELECT c.at FROM change c
        WHERE c.log = p.log AND c.revision > greatest(p.after, k.compacted) AND c.revision <= p.up_to
        ORDER BY c.revision LIMIT 1
      ) x WHERE p.cluster = k.id) AS since
    FROM cluster k LEFT JOIN log_removal r ON r.cluster = k.id WHERE k.id = ${cluster}`;
  if (!row) return undefined;
  return {
    compacted: Number(row.compacted),
    head: Number(row.revision),
    sinceMs: row.since === null ? undefined : Number(row.since),
    changes: Number(row.revision) - Number(row.changes ?? 0),
    bytes: Number(row.logged_bytes) - Number(row.bytes ?? 0),
  };
}

interface ExtentRow {
  readonly compacted: bigint;
  readonly revision: bigint;
  readonly logged_bytes: bigint;
  readonly changes: bigint | null;
  readonly bytes: bigint | null;
  readonly since: bigint | null;
}

/** Returns the sizes of the logs of all clusters, by cluster. */
export async function readLogSizes(
  database: Database,
): Promise<ReadonlyMap<string, Pick<LogExtent, 'changes' | 'bytes'>>> {
  const rows = await database.prisma.$queryRaw<{ id: string; changes: bigint; bytes: bigint }[]>`
    SELECT k.id, k.revision - coalesce(r.changes, 0) AS changes, k.logged_bytes - coalesce(r.bytes, 0) AS bytes
    FROM cluster k LEFT JOIN log_removal r ON r.cluster = k.id`;
  return new Map(rows.map(({ id, changes, bytes }) => [id, { changes: Number(changes), bytes: Number(bytes) }]));
}

/**
 * The last revision that was written up to an instant of cluster time, in ms since the Unix epoch; 0 if the log has no change
 * so early.
 */
export async function revisionAt(database: Database, cluster: string, atMs: number): Promise<number> {
  const [row] = await database.prisma.$queryRaw<{ revision: bigint }[]>`
    SELECT orrery_revision_at(${cluster}, ${Math.floor(atMs)}::BIGINT) AS revision`;
  return Number(row!.revision);
}
