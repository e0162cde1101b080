import type { Database } from '../server/database';

/** The newest decisions of a cluster that are kept; up to one batch more may be there. */
export const KEPT_DECISIONS = 10_000;
/** Postgres notifies on it, with the cluster's name, when decisions were written. */
export const DECISIONS_CHANNEL = 'orrery_decisions';

/** A decision as it was written. */
export interface StoredDecision {
  /** From 1, in the order in which decisions were written. */
  readonly number: number;
  /** One line of JSON. */
  readonly text: string;
}

/**
 * Appends decisions to the history of a cluster in one round trip, each as one line of JSON. Answers the number of the
 * last; 0 if the cluster is gone.
 */
export async function writeDecisions(
  database: Database,
  cluster: string,
  lines: readonly string[],
  kept = KEPT_DECISIONS,
): Promise<number> {
  if (lines.length === 0) return 0;
  database.roundTrips.count++;
  const { rows } = await database.pool.query<{ head: string }>({
    name: 'orrery_write_decisions',
    text: 'SELECT orrery_write_decisions($1, $2, $3, $4) AS head',
    values: [cluster, lines.length, lines.join('\n'), kept],
  });
  return Number(rows[0]!.head);
}

/** The decisions with numbers above `after` that are still there, oldest first. */
export async function readDecisions(database: Database, cluster: string, after: number): Promise<StoredDecision[]> {
  const batches = await database.prisma.decision.findMany({
    where: { cluster, last: { gt: after } },
    orderBy: { last: 'asc' },
  });
  return batches.flatMap(({ last, count, body }) =>
    body
      .split('\n')
      .map((text, i) => ({ number: Number(last) - count + 1 + i, text }))
      .filter(({ number }) => number > after),
  );
}
