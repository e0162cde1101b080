import type { Pool } from 'pg';

/** Renewals of Leases by node, in ms of cluster time since the Unix epoch. */
export type Renewals = ReadonlyMap<string, number>;

/**
 * Records the renewals of many nodes' Leases, by cluster, in one round trip; a later renewal is never overwritten by an earlier.
 * Nothing is left of those of a cluster that is gone: its deletion is waited for, and waits for what is written.
 */
export async function renewHeartbeats(
  database: { readonly pool: Pool; readonly roundTrips: { count: number } },
  byCluster: ReadonlyMap<string, Renewals>,
): Promise<void> {
  const [clusters, nodes, instants]: [string[], string[], number[]] = [[], [], []];
  for (const [cluster, renewals] of byCluster) {
    for (const [node, atMs] of renewals) {
      clusters.push(cluster);
      nodes.push(node);
      instants.push(Math.trunc(atMs));
    }
  }
  if (nodes.length === 0) return;
  database.roundTrips.count++;
  await database.pool.query({
    name: 'orrery_renew_heartbeats',
    text: `
      WITH there AS MATERIALIZED (SELECT id FROM cluster WHERE id = ANY($1::TEXT[]) ORDER BY id FOR KEY SHARE)
      INSERT INTO heartbeat AS h (cluster, node, renewed_at)
      SELECT there.id, n.node, n.at FROM unnest($2::TEXT[], $3::TEXT[], $4::BIGINT[]) AS n(cluster, node, at)
      JOIN there ON there.id = n.cluster
      ON CONFLICT (cluster, node) DO UPDATE SET renewed_at = greatest(h.renewed_at, excluded.renewed_at)`,
    values: [[...byCluster.keys()], clusters, nodes, instants],
  });
}

interface SharedWrite {
  readonly byCluster: Map<string, Renewals>;
  readonly written: Promise<void>;
}

/** Writes the renewals of all clusters of a process: the requests of one turn of the event loop are one statement. */
export class SharedRenewals {
  private next: SharedWrite | undefined;

  constructor(private readonly write: (byCluster: ReadonlyMap<string, Renewals>) => Promise<void>) {}

  /** Resolves when they are in the table. */
  async renew(cluster: string, renewals: Renewals): Promise<void> {
    // A cluster asks for one write at a time; if it did not, the second would be one of its own.
    if (!this.next || this.next.byCluster.has(cluster)) this.next = this.begin();
    const { byCluster, written } = this.next;
    byCluster.set(cluster, renewals);
    await written;
  }

  private begin(): SharedWrite {
    const byCluster = new Map<string, Renewals>();
    const written = new Promise<void>((resolve, reject) => {
      setImmediate(() => {
        if (this.next === shared) this.next = undefined;
        this.write(byCluster).then(resolve, reject);
      });
    });
    const shared: SharedWrite = { byCluster, written };
    return shared;
  }
}
