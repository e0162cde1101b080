import type { Database } from '../server/database';

/** Something wrong with a node from `sinceMs` until `untilMs` (none: until lifted), in cluster time. */
export interface NodeFaultRecord {
  readonly node: string;
  readonly kind: string;
  readonly sinceMs: number;
  readonly untilMs: number | undefined;
  /** How much of it, where a kind has a measure. */
  readonly amount?: number | undefined;
}

/** Records faults in one statement; a node has at most one of each kind, the last one counts. */
export async function writeNodeFaults(
  database: Database,
  cluster: string,
  faults: readonly NodeFaultRecord[],
): Promise<void> {
  if (faults.length === 0) return;
  const column = <T>(value: (fault: NodeFaultRecord) => T): T[] => faults.map(value);
  const until = column(({ untilMs }) => (untilMs === undefined ? null : Math.trunc(untilMs)));
  await database.prisma.$executeRaw`
    INSERT INTO node_fault (cluster, node, kind, since, until, amount)
    SELECT ${cluster}, f.node, f.kind, f.since, f.until, f.amount
    FROM unnest(${column(({ node }) => node)}::TEXT[], ${column(({ kind }) => kind)}::TEXT[],
                ${column(({ sinceMs }) => Math.trunc(sinceMs))}::BIGINT[], ${until}::BIGINT[],
                ${column(({ amount }) => amount ?? null)}::DOUBLE PRECISION[]) AS f(node, kind, since, until, amount)
    ON CONFLICT (cluster, node, kind) DO UPDATE SET since = excluded.since, until = excluded.until, amount = excluded.amount`;
}

/** Lifts faults of nodes; all kinds if none are given. */
export async function removeNodeFaults(
  database: Database,
  cluster: string,
  { nodes, kinds }: { readonly nodes: readonly string[]; readonly kinds?: readonly string[] | undefined },
): Promise<void> {
  const ofKinds = kinds ? { kind: { in: [...kinds] } } : {};
  await database.prisma.nodeFault.deleteMany({ where: { cluster, node: { in: [...nodes] }, ...ofKinds } });
}

/** All faults that were recorded, by node and kind; also those that have not begun or are over. */
export async function readNodeFaults(database: Database, cluster: string): Promise<NodeFaultRecord[]> {
  const rows = await database.prisma.nodeFault.findMany({
    where: { cluster },
    orderBy: [{ node: 'asc' }, { kind: 'asc' }],
  });
  return rows.map(({ node, kind, since, until, amount }) => ({
    node,
    kind,
    sinceMs: Number(since),
    untilMs: until === null ? undefined : Number(until),
    ...(amount === null ? {} : { amount }),
  }));
}
