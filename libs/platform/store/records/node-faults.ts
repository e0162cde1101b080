import type { Database } from '../server/database';
import { IncidentTopic, textOf, type IncidentOrigin } from './incidents';

/** Fault of a node from `sinceMs` until `untilMs` (none: until lifted), in cluster time. */
export interface NodeFaultRecord {
  readonly node: string;
  readonly kind: string;
  readonly sinceMs: number;
  readonly untilMs: number | undefined;
  /** Amount of the fault, where a kind has a measure. */
  readonly amount?: number | undefined;
}

/** Stored part of a fault under its subject. */
type FaultValue = Pick<NodeFaultRecord, 'sinceMs' | 'untilMs' | 'amount'>;

/** Returns the subject of a fault in incidents: a node has at most one of each kind. */
const faultSubject = ({ node, kind }: Pick<NodeFaultRecord, 'node' | 'kind'>): string => `${node}/${kind}`;

/** The fault that incidents call by a subject. */
export function faultOfSubject(subject: string, value: unknown): NodeFaultRecord {
  const [node, kind] = subject.split('/') as [string, string];
  const { sinceMs, untilMs, amount } = value as FaultValue;
  return { node, kind, sinceMs, untilMs, ...(amount === undefined ? {} : { amount }) };
}

/** Records faults with their origin, in one statement; a node has at most one of each kind, the last one counts. */
export async function writeNodeFaults(
  database: Database,
  cluster: string,
  faults: readonly NodeFaultRecord[],
  { atMs, writer, client = '' }: IncidentOrigin,
): Promise<void> {
  if (faults.length === 0) return;
  const column = <T>(value: (fault: NodeFaultRecord) => T): T[] => faults.map(value);
  const until = column(({ untilMs }) => (untilMs === undefined ? null : Math.trunc(untilMs)));
  const values = column(({ sinceMs, untilMs, amount }): FaultValue => {
    const end = untilMs === undefined ? {} : { untilMs: Math.trunc(untilMs) };
    return { sinceMs: Math.trunc(sinceMs), ...end, ...(amount === undefined ? {} : { amount }) } as FaultValue;
  });
  await database.prisma.$executeRaw`
    WITH there AS (SELECT id FROM cluster WHERE id = ${cluster} FOR UPDATE),
    kept AS (
      INSERT INTO node_fault (cluster, node, kind, since, until, amount)
      SELECT there.id, f.node, f.kind, f.since, f.until, f.amount
      FROM there CROSS JOIN unnest(${column(({ node }) => node)}::TEXT[], ${column(({ kind }) => kind)}::TEXT[],
                  ${column(({ sinceMs }) => Math.trunc(sinceMs))}::BIGINT[], ${until}::BIGINT[],
                  ${column(({ amount }) => amount ?? null)}::DOUBLE PRECISION[]) AS f(node, kind, since, until, amount)
      ON CONFLICT (cluster, node, kind) DO UPDATE SET since = excluded.since, until = excluded.until, amount = excluded.amount
    )
    SELECT orrery_add_incidents(there.id, ${IncidentTopic.Fault}, ${column(faultSubject)}::TEXT[],
      ${values.map(textOf)}::TEXT[], ${Math.trunc(atMs)}::BIGINT, ${writer}, ${client}) FROM there`;
}

/** Lifts faults of nodes; all kinds if none are given. */
export async function removeNodeFaults(
  database: Database,
  cluster: string,
  { nodes, kinds }: { readonly nodes: readonly string[]; readonly kinds?: readonly string[] | undefined },
  { atMs, writer, client = '' }: IncidentOrigin,
): Promise<void> {
  await database.prisma.$executeRaw`
    WITH gone AS (
      DELETE FROM node_fault f WHERE f.cluster = ${cluster} AND f.node = ANY(${[...nodes]}::TEXT[])
        AND (${kinds ? [...kinds] : null}::TEXT[] IS NULL OR f.kind = ANY(${kinds ? [...kinds] : null}::TEXT[]))
      RETURNING f.node || '/' || f.kind AS subject
    ), lifted AS (
      SELECT array_agg(g.subject ORDER BY g.subject) AS subjects, count(*)::INTEGER AS count FROM gone g
    )
    SELECT orrery_add_incidents(${cluster}, ${IncidentTopic.Fault}, l.subjects, array_fill(NULL::TEXT, ARRAY[l.count]),
      ${Math.trunc(atMs)}::BIGINT, ${writer}, ${client})
    FROM lifted l WHERE l.count > 0`;
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
