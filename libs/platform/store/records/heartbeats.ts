import type { Database } from '../server/database';

/** The latest renewals by node, in ms since the Unix epoch. */
export async function readHeartbeats(database: Database, cluster: string): Promise<Map<string, number>> {
  const rows = await database.prisma.heartbeat.findMany({ where: { cluster } });
  return new Map(rows.map((row) => [row.node, Number(row.renewedAt)]));
}
