import type { Database } from '../server/database';
import type { HistoryMoment } from './incidents';

/** Number of the newest decisions of a cluster that are kept regardless of its history; up to one batch more may exist. */
export const KEPT_DECISIONS = 10_000;
/** Decisions that are kept at most with a log of the usual length: as many as it has changes. */
const MOST_DECISIONS = 50_000;
/** Notified with the cluster's name when decisions were written. */
export const DECISIONS_CHANNEL = 'orrery_decisions';

/** A decision as it was written. */
export interface StoredDecision {
  /** Number from 1, in the order in which decisions were written. */
  readonly number: number;
  /** Decision as one line of JSON. */
  readonly text: string;
}

/**
 * Appends decisions to the history of a cluster in one round trip, each as one line of JSON, and removes those from
 * before the beginning of the log but for the newest. Returns the number of the last; 0 if the cluster is gone.
 */
export async function writeDecisions(
  database: Database,
  cluster: string,
  lines: readonly string[],
  { kept = KEPT_DECISIONS, most = MOST_DECISIONS } = {},
): Promise<number> {
  if (lines.length === 0) return 0;
  database.roundTrips.count++;
  const { rows } = await database.pool.query<{ head: string }>({
    name: 'orrery_write_decisions',
    text: 'SELECT orrery_write_decisions($1, $2, $3, $4, $5) AS head',
    values: [cluster, lines.length, lines.join('\n'), kept, most],
  });
  database.ownNotifications?.notify(DECISIONS_CHANNEL, cluster);
  return Number(rows[0]!.head);
}

/**
 * The newest decisions with numbers above `after` that are still there, oldest first; of before a moment if one is given. No more than
 * {@link KEPT_DECISIONS}, but for the rest of a batch.
 */
export async function readDecisions(
  database: Database,
  cluster: string,
  after: number,
  before?: HistoryMoment,
): Promise<StoredDecision[]> {
  const batches = before
    ? await readBefore(database, cluster, after, before)
    : await readNewest(database, cluster, after);
  return batches.flatMap(({ last, count, body }) =>
    body
      .split('\n')
      .map((text, i) => ({ number: Number(last) - count + 1 + i, text }))
      .filter(({ number }) => number > after),
  );
}

interface Batch {
  readonly last: bigint;
  readonly count: number;
  readonly body: string;
}

function readNewest(database: Database, cluster: string, after: number): Promise<Batch[]> {
  return database.prisma.$queryRaw<Batch[]>`
    SELECT d.last, d.count, d.body FROM decision d
    WHERE d.cluster = ${cluster} AND d.count > 0 AND d.last > greatest(${after}::BIGINT, (
      SELECT coalesce(max(n.last), 0) FROM decision n WHERE n.cluster = ${cluster}
    ) - ${KEPT_DECISIONS})
    ORDER BY d.last`;
}

function readBefore(
  database: Database,
  cluster: string,
  after: number,
  { revision, atMs }: HistoryMoment,
): Promise<Batch[]> {
  const at = atMs === undefined ? null : Math.floor(atMs);
  return database.prisma.$queryRaw<Batch[]>`
    SELECT d.last, d.count, d.body FROM orrery_decisions_before(${cluster}, greatest(${after}::BIGINT, (
      SELECT coalesce(max(n.last), 0) FROM decision n WHERE n.cluster = ${cluster} AND n.revision < ${revision}
    ) - ${KEPT_DECISIONS}), ${revision}::BIGINT, ${at}::BIGINT) d
    WHERE d.count > 0 ORDER BY d.last`;
}
