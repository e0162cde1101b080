import { ClusterGoneError } from '../commit/write-batch';
import type { Database } from '../server/database';

/** The newest cycles of a cluster that are kept. */
export const KEPT_RUNS = 100;

/** A cycle of the descheduler as it was written. */
export interface StoredDeschedulingRun {
  /** Rises with time; unique in the control plane. */
  readonly number: number;
  /** JSON. */
  readonly text: string;
}

/** A cycle that is over. */
export interface EndedRun {
  /** JSON. */
  readonly text: string;
  readonly podUid?: string;
  /** Cluster time in ms at which the cluster's schedule had it due. */
  readonly dueMs?: number;
}

/**
 * Stores the record of a cycle and drops the oldest ones. The same transaction saves the time up to which the schedule
 * has been carried out. Returns its number. Throws {@link ClusterGoneError}, and leaves nothing, if the cluster is
 * gone.
 */
export async function writeDeschedulingRun({ prisma }: Database, cluster: string, run: EndedRun): Promise<number> {
  const create = prisma.$queryRaw<{ number: bigint }[]>`
    WITH there AS (SELECT id FROM cluster WHERE id = ${cluster} FOR KEY SHARE)
    INSERT INTO descheduling_run (cluster, body, pod_uid)
    SELECT there.id, ${run.text}, ${run.podUid ?? null} FROM there RETURNING number`;
  const { dueMs } = run;
  const [written] =
    dueMs === undefined ? await create : (await prisma.$transaction([create, noteDue({ prisma }, cluster, dueMs)]))[0];
  if (!written) throw new ClusterGoneError(`cluster "${cluster}" is gone`);
  const oldest = await prisma.deschedulingRun.findFirst({
    where: { cluster },
    orderBy: { number: 'desc' },
    skip: KEPT_RUNS,
    select: { number: true },
  });
  if (oldest) await prisma.deschedulingRun.deleteMany({ where: { cluster, number: { lte: oldest.number } } });
  return Number(written.number);
}

function noteDue({ prisma }: Pick<Database, 'prisma'>, cluster: string, dueMs: number) {
  return prisma.$executeRaw`
    WITH there AS (SELECT id FROM cluster WHERE id = ${cluster} FOR KEY SHARE)
    INSERT INTO "descheduling_due" ("cluster", "due_ms") SELECT there.id, ${dueMs}::bigint FROM there
    ON CONFLICT ("cluster") DO UPDATE SET "due_ms" = greatest("descheduling_due"."due_ms", EXCLUDED."due_ms")`;
}

/** The newest cycles of a cluster, newest first; only those whose text contains `mention`, if it is given. */
export async function readDeschedulingRuns(
  { prisma }: Database,
  cluster: string,
  { first, mention }: { readonly first: number; readonly mention?: string },
): Promise<StoredDeschedulingRun[]> {
  const where = { cluster, ...(mention !== undefined && { body: { contains: mention } }) };
  const rows = await prisma.deschedulingRun.findMany({ where, orderBy: { number: 'desc' }, take: first });
  return rows.map(({ number, body }) => ({ number: Number(number), text: body }));
}

/** Cluster time in ms of the last instant for which the cluster's schedule has been carried out. */
export async function readDeschedulingDue({ prisma }: Database, cluster: string): Promise<number | undefined> {
  const row = await prisma.deschedulingDue.findUnique({ where: { cluster } });
  return row ? Number(row.dueMs) : undefined;
}

/** All kept cycles that ran in a pod, oldest first. */
export async function readRunsOfPod(
  { prisma }: Database,
  cluster: string,
  podUid: string,
): Promise<StoredDeschedulingRun[]> {
  const rows = await prisma.deschedulingRun.findMany({ where: { cluster, podUid }, orderBy: { number: 'asc' } });
  return rows.map(({ number, body }) => ({ number: Number(number), text: body }));
}
