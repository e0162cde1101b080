import type { Database } from '../server/database';

/**
 * Records the renewals of many nodes' Leases, by node and in ms of cluster time, in one round trip; a later renewal is never overwritten
 * by an earlier. Nothing is left of those of a cluster that is gone: its deletion is waited for, and waits for what is written.
 */
export async function renewHeartbeats(
  database: Database,
  cluster: string,
  renewals: ReadonlyMap<string, number>,
): Promise<void> {
  if (renewals.size === 0) return;
  const instants = [...renewals.values()].map((atMs) => Math.trunc(atMs));
  await database.prisma.$executeRaw`
    WITH there AS (SELECT id FROM cluster WHERE id = ${cluster} FOR KEY SHARE)
    INSERT INTO heartbeat AS h (cluster, node, renewed_at)
    SELECT there.id, n.node, n.at FROM there CROSS JOIN unnest(${[...renewals.keys()]}::TEXT[], ${instants}::BIGINT[]) AS n(node, at)
    ON CONFLICT (cluster, node) DO UPDATE SET renewed_at = greatest(h.renewed_at, excluded.renewed_at)`;
}

/** The latest renewals by node, in ms since the Unix epoch. */
export async function readHeartbeats(database: Database, cluster: string): Promise<Map<string, number>> {
  const rows = await database.prisma.heartbeat.findMany({ where: { cluster } });
  return new Map(rows.map((row) => [row.node, Number(row.renewedAt)]));
}
