import type { Database } from '../server/database';
import type { ClusterRecord } from './clusters';

/** A cluster that goes on from where another one is or was. */
export interface Fork {
  readonly origin: string;
  readonly name: string;
  /** Of the origin; the present if undefined. */
  readonly revision?: number | undefined;
  readonly clock: ClusterRecord['clock'];
  /** True if the revision has to be the last one: what components know belongs to it. */
  readonly isHead: boolean;
}

/** What became of a fork, or of going back. */
export const ForkOutcome = {
  Done: 0,
  /** There is no such cluster. */
  NoCluster: 1,
  /** There is a cluster of the new name. */
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

/** What a cluster is taken back to. */
export interface Rewind {
  readonly cluster: string;
  readonly revision: number;
  /** Cluster time in ms since the Unix epoch. */
  readonly atMs: number;
  /** Real time in ms since the Unix epoch at which that is. */
  readonly atRealMs: number;
}

/**
 * Takes a cluster back to a revision. Revisions go on growing; who watched the cluster lists again.
 */
export async function rewindCluster(
  database: Database,
  { cluster, revision, atMs, atRealMs }: Rewind,
): Promise<ForkOutcome> {
  const [row] = await database.prisma.$queryRaw<{ outcome: ForkOutcome }[]>`
    SELECT orrery_rewind(${cluster}, ${revision}::BIGINT, ${Math.trunc(atMs)}::BIGINT,
      ${Math.trunc(atRealMs)}::BIGINT) AS outcome`;
  return row!.outcome;
}
