import type { Database } from './database';

/** The newest cycles of a cluster that are kept. */
const KEPT_RUNS = 100;

/** A cycle of the descheduler as it was written. */
export interface StoredDeschedulingRun {
  /** Rises with time; unique in the control plane. */
  readonly number: number;
  /** JSON. */
  readonly text: string;
}

/** Keeps the record of a cycle and drops what is older than the newest ones. Answers its number. */
export async function writeDeschedulingRun(
  { prisma }: Database,
  cluster: string,
  run: { readonly text: string; readonly podUid?: string },
): Promise<number> {
  const { number } = await prisma.deschedulingRun.create({
    data: { cluster, body: run.text, podUid: run.podUid ?? null },
    select: { number: true },
  });
  const oldest = await prisma.deschedulingRun.findFirst({
    where: { cluster },
    orderBy: { number: 'desc' },
    skip: KEPT_RUNS,
    select: { number: true },
  });
  if (oldest) await prisma.deschedulingRun.deleteMany({ where: { cluster, number: { lte: oldest.number } } });
  return Number(number);
}

/** The newest cycles of a cluster, newest first. */
export async function readDeschedulingRuns(
  { prisma }: Database,
  cluster: string,
  first: number,
): Promise<StoredDeschedulingRun[]> {
  const rows = await prisma.deschedulingRun.findMany({ where: { cluster }, orderBy: { number: 'desc' }, take: first });
  return rows.map(({ number, body }) => ({ number: Number(number), text: body }));
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
