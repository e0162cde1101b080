import { parseJson, type KubeObject } from '@orrery/api-types';
import { ClusterCache, type ArrivingChange } from './cluster-cache';
import type { Database } from '../server/database';
import type { Operation } from '../commit/write-batch';

const PAGE = 1000;

/** A reader requested changes that were compacted away; it must list again. */
export class CompactedError extends Error {
  constructor(readonly compactedRevision: number) {
    super(`changes up to revision ${compactedRevision} are no longer in the log`);
  }
}

/** Builds a cache of the cluster's current state, or undefined if the cluster does not exist. */
export async function loadCache(database: Database, cluster: string): Promise<ClusterCache | undefined> {
  return database.prisma.$transaction(
    async (tx) => {
      const row = await tx.cluster.findUnique({ where: { id: cluster }, select: { revision: true } });
      if (!row) return undefined;
      const rows = await tx.$queryRaw<{ resource: string; revision: bigint; body: string }[]>`
        SELECT o.resource, o.revision, c.body FROM log_part p
        JOIN object o ON o.cluster = p.cluster AND o.revision > p.after AND o.revision <= p.up_to
        JOIN change c ON c.log = p.log AND c.revision = o.revision
        WHERE p.cluster = ${cluster} ORDER BY o.revision`;
      return new ClusterCache(
        Number(row.revision),
        rows.map(({ resource, revision, body }) => ({ resource, object: parseBody(body, Number(revision)) })),
      );
    },
    { isolationLevel: 'RepeatableRead' },
  );
}

/** A page of the log. */
export interface LogPage {
  /** Oldest first; none if nothing came after the revision. */
  readonly changes: ArrivingChange[];
  /** The latest cluster time of a write when the page was read, in ms since the Unix epoch; 0 of an empty page. */
  readonly writtenAtMs: number;
}

/**
 * Reads one page of the log after `revision`; undefined if the cluster is gone. Throws {@link CompactedError} if the
 * beginning of the log is gone.
 */
export async function readLog(database: Database, cluster: string, revision: number): Promise<LogPage | undefined> {
  const answer = await database.prisma.$queryRaw<(ChangeRow | Pick<ChangeRow, 'floor' | 'compacted'>)[]>`
    SELECT c.revision, c.operation, c.resource, c.namespace, c.name, c.body, k.clock_floor AS floor,
      greatest(k.compacted, k.rewound) AS compacted
    FROM cluster k
    LEFT JOIN cluster_change c ON c.cluster = k.id AND c.revision > ${revision} AND c.revision <= ${revision + PAGE}
    WHERE k.id = ${cluster} ORDER BY c.revision`;
  const [first] = answer;
  if (!first) return undefined;
  // Objects whose last change is older are still reported, but not the changes in between.
  if (revision < Number(first.compacted)) throw new CompactedError(Number(first.compacted));
  const rows = answer.filter((row): row is ChangeRow => 'revision' in row && row.revision !== null);
  const changes = rows.map((row) => ({
    revision: Number(row.revision),
    operation: row.operation,
    key: { resource: row.resource, namespace: row.namespace, name: row.name },
    object: parseBody(row.body, Number(row.revision)),
    isRead: true as const,
  }));
  return { changes, writtenAtMs: rows.length > 0 ? Number(first.floor) : 0 };
}

/** The changes of a page of the log, none of a cluster that is gone: see {@link readLog}. */
export async function readChanges(database: Database, cluster: string, revision: number): Promise<ArrivingChange[]> {
  return (await readLog(database, cluster, revision))?.changes ?? [];
}

interface ChangeRow {
  readonly floor: bigint;
  readonly compacted: bigint;
  readonly revision: bigint;
  readonly operation: Operation;
  readonly resource: string;
  readonly namespace: string;
  readonly name: string;
  readonly body: string;
}

/** An object as it is stored; its revision is a column. */
export function parseBody(body: string, revision: number): KubeObject {
  // The store holds objects only.
  const object = parseJson(body) as { metadata: { resourceVersion: string } };
  object.metadata.resourceVersion = String(revision);
  return object as KubeObject;
}
