import type { Database } from '../server/database';
import type { ClusterRecord } from './clusters';

/** What a component of a cluster knew beside its objects. */
export interface ComponentState {
  readonly component: string;
  /** Which part of the work it did. */
  readonly shard: number;
  /** As plain data. */
  readonly state: unknown;
}

/** A cluster that goes on from where another one is or was. */
export interface Fork {
  readonly origin: string;
  readonly name: string;
  /** Of the origin; the present if undefined. */
  readonly revision?: number | undefined;
  readonly clock: ClusterRecord['clock'];
  /** What the origin's components know; none for the past. */
  readonly states: readonly ComponentState[];
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
  { origin, name, revision, clock, states }: Fork,
): Promise<ForkOutcome> {
  const components = states.map(({ component }) => component);
  const shards = states.map(({ shard }) => shard);
  const bodies = states.map(({ state }) => JSON.stringify(state));
  const [row] = await database.prisma.$queryRaw<{ outcome: ForkOutcome }[]>`
    SELECT orrery_fork(${origin}, ${name}, ${revision ?? null}::BIGINT, ${states.length > 0},
      ${clock.mode}, ${clock.rate}::DOUBLE PRECISION, ${Math.trunc(clock.anchorMs)}::BIGINT,
      ${Math.trunc(clock.anchorRealMs)}::BIGINT, ${components}::TEXT[], ${shards}::INTEGER[], ${bodies}::TEXT[]) AS outcome`;
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

/** What the components of a cluster knew when it was made, if nothing was written since. */
export async function readComponentStates(database: Database, cluster: string): Promise<ComponentState[]> {
  const rows = await database.prisma.$queryRaw<{ component: string; shard: number; body: string }[]>`
    SELECT s.component, s.shard, s.body FROM cluster k
    JOIN component_state s ON s.cluster = k.id AND s.revision = k.revision WHERE k.id = ${cluster}`;
  return rows.map(({ component, shard, body }) => ({ component, shard, state: JSON.parse(body) as unknown }));
}
