import type { Database } from './database';

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

/** A node's heartbeats that stand still, from `sinceMs` until `untilMs` (none: until lifted), in cluster time. */
export interface StoppedHeartbeats {
  readonly node: string;
  readonly sinceMs: number;
  readonly untilMs: number | undefined;
}

const STOPPED = 'heartbeats-stopped';

export async function stopHeartbeats(
  database: Database,
  cluster: string,
  faults: readonly StoppedHeartbeats[],
): Promise<void> {
  const { prisma } = database;
  await prisma.$transaction(
    faults.map(({ node, sinceMs, untilMs }) => {
      const times = { since: Math.trunc(sinceMs), until: untilMs === undefined ? null : Math.trunc(untilMs) };
      const key = { cluster, node, kind: STOPPED };
      return prisma.nodeFault.upsert({
        where: { cluster_node_kind: key },
        create: { ...key, ...times },
        update: times,
      });
    }),
  );
}

export async function resumeHeartbeats(database: Database, cluster: string, nodes: readonly string[]): Promise<void> {
  await database.prisma.nodeFault.deleteMany({ where: { cluster, kind: STOPPED, node: { in: [...nodes] } } });
}

export async function stoppedHeartbeats(database: Database, cluster: string): Promise<StoppedHeartbeats[]> {
  const rows = await database.prisma.nodeFault.findMany({
    where: { cluster, kind: STOPPED },
    orderBy: { node: 'asc' },
  });
  return rows.map(({ node, since, until }) => ({
    node,
    sinceMs: Number(since),
    untilMs: until === null ? undefined : Number(until),
  }));
}
