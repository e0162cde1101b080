import type { Database } from '../server/database';
import type { Operation } from '../commit/write-batch';

/** Changes by one writer to the objects of one resource and namespace. */
export interface WrittenMost {
  /** A component of the control plane, or a user. */
  readonly writer: string;
  /** The part of the component, such as a controller, or the program of the user; empty if there is none. */
  readonly client: string;
  readonly operation: Operation;
  readonly resource: string;
  readonly namespace: string;
  readonly changes: number;
  /** Number of those objects. */
  readonly objects: number;
  /** The last of their names, in their order. */
  readonly name: string;
}

/** Maximum number of changes that are examined: those of an instant may be many. */
const LOOKED_AT = 20_000;

/** Returns the busiest writers in the last changes after a revision; the busiest first, events last. */
export async function readBusiestWriters(
  database: Database,
  cluster: string,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<WrittenMost[]> {
  const rows = await database.prisma.$queryRaw<(WrittenMost & { changes: bigint; objects: bigint })[]>`
    SELECT d.writer, coalesce(d.client, '') AS client, d.operation, d.resource, d.namespace,
      count(*) AS changes, count(DISTINCT d.name) AS objects, max(d.name) AS name
    FROM (
      SELECT * FROM cluster_change c WHERE c.cluster = ${cluster} AND c.revision > ${after}
      ORDER BY c.revision DESC LIMIT ${LOOKED_AT}
    ) d
    GROUP BY d.writer, d.client, d.operation, d.resource, d.namespace
    ORDER BY d.resource = 'events', changes DESC, d.writer, client, d.resource, d.namespace, d.operation LIMIT ${limit}`;
  return rows.map(({ changes, objects, ...row }) => ({ ...row, changes: Number(changes), objects: Number(objects) }));
}
