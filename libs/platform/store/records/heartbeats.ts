import type { Database } from '../server/database';

/** Records the renewal of many nodes' Leases in one round trip; a later renewal is never overwritten by an earlier. */
export async function renewHeartbeats(
  database: Database,
  cluster: string,
  renewal: { readonly nodes: readonly string[]; readonly atMs: number },
): Promise<void> {
  if (renewal.nodes.length === 0) return;
  await database.prisma.$executeRaw`
    INSERT INTO heartbeat AS h (cluster, node, renewed_at)
    SELECT ${cluster}, n.node, ${Math.trunc(renewal.atMs)}::BIGINT FROM unnest(${[...renewal.nodes]}::TEXT[]) AS n(node)
    ON CONFLICT (cluster, node) DO UPDATE SET renewed_at = greatest(h.renewed_at, excluded.renewed_at)`;
}

/** The latest renewals by node, in ms since the Unix epoch. */
export async function readHeartbeats(database: Database, cluster: string): Promise<Map<string, number>> {
  const rows = await database.prisma.heartbeat.findMany({ where: { cluster } });
  return new Map(rows.map((row) => [row.node, Number(row.renewedAt)]));
}
