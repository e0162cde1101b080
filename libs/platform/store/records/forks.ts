import type { Database } from '../server/database';
import type { ClusterRecord } from './clusters';

/** Cluster that continues from the present or past state of another one. */
export interface Fork {
  readonly origin: string;
  readonly name: string;
  /** Revision of the origin; the present if undefined. */
  readonly revision?: number | undefined;
  readonly clock: ClusterRecord['clock'];
  /** True if the revision has to be the last one: what components know belongs to it. */
  readonly isHead: boolean;
}

/** Outcomes of a fork, or of a rewind. */
export const ForkOutcome = {
  Done: 0,
  /** The cluster does not exist. */
  NoCluster: 1,
  /** A cluster has the new name already. */
  NameTaken: 2,
  /** The log does not tell of the revision any more, or not yet. */
  NotInLog: 3,
  /** The cluster has come further than its components knew. */
  Outrun: 4,
} as const;
export type ForkOutcome = (typeof ForkOutcome)[keyof typeof ForkOutcome];

/** Makes the fork, with everything in it, or nothing at all. Bodies of objects stay where they are and are shared. */
export async function forkCluster(
  database: Database,
  { origin, name, revision, isHead, clock }: Fork,
): Promise<ForkOutcome> {
  const [row] = await database.prisma.$queryRaw<{ outcome: ForkOutcome }[]>`
    SELECT orrery_fork(${origin}, ${name}, ${revision ?? null}::BIGINT, ${isHead}, ${clock.mode},
      ${clock.rate}::DOUBLE PRECISION, ${Math.trunc(clock.anchorMs)}::BIGINT,
      ${Math.trunc(clock.anchorRealMs)}::BIGINT) AS outcome`;
  return row!.outcome;
}

/** Target of a rewind. */
export interface Rewind {
  readonly cluster: string;
  readonly revision: number;
  /** Cluster time in ms since the Unix epoch. */
  readonly atMs: number;
  /** Real time in ms since the Unix epoch at which that is. */
  readonly atRealMs: number;
}

/** Rewinds a cluster to a revision. Revisions keep growing; clients that watched the cluster list again. */
export async function rewindCluster(
  database: Database,
  { cluster, revision, atMs, atRealMs }: Rewind,
): Promise<ForkOutcome> {
  const [row] = await database.prisma.$queryRaw<{ outcome: ForkOutcome }[]>`
    SELECT orrery_rewind(${cluster}, ${revision}::BIGINT, ${Math.trunc(atMs)}::BIGINT,
      ${Math.trunc(atRealMs)}::BIGINT) AS outcome`;
  return row!.outcome;
}
