import { jsonText, storableTextProblem } from '@orrery/api-types';
import type { Database } from '../server/database';

/** A cluster as it is stored; times in ms since the Unix epoch. */
export interface ClusterRecord {
  readonly id: string;
  readonly revision: number;
  /** Changes up to this revision are no longer all in the log. */
  readonly compacted: number;
  /** The log that it writes to. */
  readonly log: number;
  readonly seed: string;
  readonly settings: Record<string, unknown>;
  readonly clock: {
    readonly mode: string;
    readonly rate: number;
    readonly anchorMs: number;
    readonly anchorRealMs: number;
  };
  /** The latest cluster time of an acknowledged write. */
  readonly clockFloorMs: number;
  /** The last revision whose work was routed. */
  readonly routed: number;
  /** Key that signs the tokens of the cluster's service accounts; never to be shown. */
  readonly signingKey: string;
  /** The cluster's certificate authorities, never to be shown; undefined for a cluster that was made before there were any. */
  readonly authorities?: StoredAuthorities;
  /** The nodes that the cluster is still to begin with; undefined once it has them. */
  readonly firstNodes?: FirstNodes;
  /** Seed from which uids and names are drawn; forks have that of their origin. */
  readonly identity: string;
  /** The cluster that it was forked from, and at which of its revisions. */
  readonly forkedFrom?: { readonly cluster: string; readonly revision: number };
  /** True for an incomplete cluster: another one is being replayed in it. */
  readonly isUnfinished: boolean;
  readonly createdAt: Date;
}

/** A certificate authority, both in PEM. */
export interface StoredAuthority {
  readonly certificate: string;
  readonly privateKey: string;
}

/** The authorities of a cluster by what they sign. */
export interface StoredAuthorities {
  /** Certificates of clients and of kubelets. */
  readonly clients: StoredAuthority;
  /** Certificate by which extension API servers identify a server that forwards requests of users. */
  readonly frontProxy: StoredAuthority;
  /** The certificate of the installation whose cluster this one repeats, in PEM; what clients trust is in the log. */
  readonly trusted?: string;
}

/** Simulated nodes, dealt out to zones in turn. */
export interface FirstNodes {
  readonly nodes: number;
  readonly zones: number;
}

export type NewCluster = Pick<ClusterRecord, 'id' | 'seed' | 'settings' | 'clock' | 'firstNodes' | 'authorities'> &
  Partial<Pick<ClusterRecord, 'signingKey' | 'identity' | 'forkedFrom'>> & {
    /** True until {@link finishCluster} marks it complete; {@link deleteUnfinished} removes it until then. */
    readonly isUnfinished?: boolean;
    /** True until the first objects of the cluster are written: see {@link clustersBeingMade}. */
    readonly isBeingMade?: boolean;
  };

/** Time that other processes wait for a process that makes a cluster, and may have died. */
const MAKING_SECONDS = 30;

interface Row {
  id: string;
  revision: bigint;
  compacted: bigint;
  log: bigint;
  seed: string;
  settings: unknown;
  clockMode: string;
  clockRate: number;
  clockAnchor: bigint;
  clockAnchorReal: bigint;
  clockFloor: bigint;
  routed: bigint;
  signingKey: string;
  authorities: unknown;
  firstNodes: unknown;
  identity: string;
  forkedFrom: string | null;
  forkedAt: bigint | null;
  unfinished: boolean;
  createdAt: Date;
}

/** Writes the cluster's row; undefined if there is one of that name already. */
export async function insertCluster(database: Database, cluster: NewCluster): Promise<ClusterRecord | undefined> {
  const {
    id,
    seed,
    settings,
    clock,
    signingKey = null,
    authorities,
    firstNodes,
    forkedFrom,
    isUnfinished = false,
    isBeingMade = false,
  } = cluster;
  // One that repeats another has that of the other.
  const { identity = identityOf(seed, id) } = cluster;
  // One statement: a transaction of two would have four round trips, for each of which a test with a cluster waits.
  const [row] = await database.prisma.$queryRaw<Row[]>`
    WITH made AS (
      INSERT INTO cluster (id, seed, identity, settings, clock_mode, clock_rate, clock_anchor, clock_anchor_real,
        signing_key, authorities, first_nodes, forked_from, forked_at, unfinished, making_until)
      VALUES (${id}, ${seed}, ${identity}, ${jsonText(settings)}::jsonb, ${clock.mode},
        ${clock.rate}::DOUBLE PRECISION, ${Math.trunc(clock.anchorMs)}::BIGINT, ${Math.trunc(clock.anchorRealMs)}::BIGINT,
        coalesce(${signingKey}, replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')),
        ${authorities ? jsonText(authorities) : null}::jsonb, ${firstNodes ? jsonText(firstNodes) : null}::jsonb,
        ${forkedFrom?.cluster ?? null}, ${forkedFrom?.revision ?? null}::BIGINT, ${isUnfinished},
        CASE WHEN ${isBeingMade}::BOOLEAN THEN now() + make_interval(secs => ${MAKING_SECONDS}) END)
      ON CONFLICT DO NOTHING RETURNING *),
    seen AS (
      INSERT INTO log_part (cluster, log, after, up_to)
      SELECT id, log, 0, 9223372036854775807 FROM made ON CONFLICT DO NOTHING)
    SELECT id, revision, compacted, log, seed, settings, clock_mode AS "clockMode", clock_rate AS "clockRate",
      clock_anchor AS "clockAnchor", clock_anchor_real AS "clockAnchorReal", clock_floor AS "clockFloor", routed,
      signing_key AS "signingKey", authorities, first_nodes AS "firstNodes", identity, forked_from AS "forkedFrom",
      forked_at AS "forkedAt", unfinished, created_at AS "createdAt"
    FROM made`;
  return row && toRecord(row);
}

/** Returns the seed from which a cluster's uids and names are drawn: two clusters that were made independently never share it. */
function identityOf(seed: string, name: string): string {
  // No name has a line break.
  return `${seed}\n${name}`;
}

export async function readCluster(database: Database, id: string): Promise<ClusterRecord | undefined> {
  // Nothing is called that, and Postgres would not even look.
  if (storableTextProblem(id) !== undefined) return undefined;
  const row = await database.prisma.cluster.findUnique({ where: { id } });
  return row ? toRecord(row) : undefined;
}

/** All clusters, by name. */
export async function listClusters(database: Database): Promise<ClusterRecord[]> {
  const rows = await database.prisma.cluster.findMany({ orderBy: { id: 'asc' } });
  return rows.map(toRecord);
}

/** Returns the ids of the clusters that are not to be run yet, except by the process that makes them. */
export async function clustersBeingMade({ prisma }: Database): Promise<ReadonlySet<string>> {
  const rows = await prisma.$queryRaw<{ id: string }[]>`SELECT id FROM cluster WHERE making_until > now()`;
  return new Set(rows.map(({ id }) => id));
}

/** Records that the first objects of the cluster are written. */
export async function clusterMade({ prisma }: Database, id: string): Promise<void> {
  await prisma.$executeRaw`UPDATE cluster SET making_until = NULL WHERE id = ${id}`;
}

/** Removes a cluster with everything in it; false if there is none. */
export async function deleteCluster(database: Database, id: string): Promise<boolean> {
  const [row] = await database.prisma.$queryRaw<{ deleted: boolean }[]>`
    SELECT orrery_delete_cluster(${id}) AS deleted`;
  return row!.deleted;
}

/** Says that a cluster has come to what it was made for. */
export async function finishCluster({ prisma }: Database, id: string): Promise<void> {
  await prisma.$executeRaw`UPDATE cluster SET unfinished = false WHERE id = ${id}`;
}

/** Removes the clusters that were not complete when the process that made them ended. */
export async function deleteUnfinished({ prisma }: Database): Promise<void> {
  await prisma.$executeRaw`SELECT orrery_delete_cluster(id) FROM cluster WHERE unfinished`;
}

export async function saveClock(database: Database, id: string, clock: ClusterRecord['clock']): Promise<void> {
  await database.prisma.cluster.updateMany({
    where: { id },
    data: {
      clockMode: clock.mode,
      clockRate: clock.rate,
      clockAnchor: Math.trunc(clock.anchorMs),
      clockAnchorReal: Math.trunc(clock.anchorRealMs),
    },
  });
}

/**
 * Replaces a cluster's settings by what `change` makes of them, one writer at a time; undefined if it is gone.
 */
export async function changeSettings(
  database: Database,
  id: string,
  change: (settings: Record<string, unknown>) => Record<string, unknown>,
): Promise<Record<string, unknown> | undefined> {
  return database.prisma.$transaction(async (transaction) => {
    const rows = await transaction.$queryRaw<{ settings: Record<string, unknown> }[]>`
      SELECT settings FROM cluster WHERE id = ${id} FOR UPDATE`;
    const current = rows[0];
    if (!current) return undefined;
    const settings = change(current.settings);
    await transaction.cluster.update({ where: { id }, data: { settings: settings as object } });
    return settings;
  });
}

/** Saves that a clock which advances in steps reached `atMs`; it is never set back. Does nothing if the clock is running by then. */
export async function reachInstant(database: Database, id: string, atMs: number): Promise<void> {
  const clockAnchor = Math.trunc(atMs);
  await database.prisma.cluster.updateMany({
    where: { id, clockMode: { in: ['manual', 'auto'] }, clockAnchor: { lt: clockAnchor } },
    data: { clockAnchor },
  });
}

/** Saves the position of the router, so that it continues from there after a restart. */
export async function saveRouted(database: Database, id: string, revision: number): Promise<void> {
  await database.prisma.cluster.updateMany({ where: { id, routed: { lt: revision } }, data: { routed: revision } });
}

/** Gives a cluster authorities unless it has some by now; answers those that it has, undefined if it is gone. */
export async function completeAuthorities(
  database: Database,
  id: string,
  made: StoredAuthorities,
): Promise<StoredAuthorities | undefined> {
  await database.prisma.$executeRaw`
    UPDATE cluster SET authorities = ${JSON.stringify(made)}::jsonb WHERE id = ${id} AND authorities IS NULL`;
  return (await readCluster(database, id))?.authorities;
}

/** The cluster has the nodes that it was to begin with. */
export async function firstNodesMade(database: Database, id: string): Promise<void> {
  await database.prisma.$executeRaw`UPDATE cluster SET first_nodes = NULL WHERE id = ${id}`;
}

function toRecord(row: Row): ClusterRecord {
  return {
    id: row.id,
    revision: Number(row.revision),
    compacted: Number(row.compacted),
    log: Number(row.log),
    seed: row.seed,
    settings: row.settings as Record<string, unknown>,
    clock: {
      mode: row.clockMode,
      rate: row.clockRate,
      anchorMs: Number(row.clockAnchor),
      anchorRealMs: Number(row.clockAnchorReal),
    },
    clockFloorMs: Number(row.clockFloor),
    routed: Number(row.routed),
    signingKey: row.signingKey,
    ...(row.authorities ? { authorities: row.authorities as StoredAuthorities } : {}),
    ...(row.firstNodes ? { firstNodes: row.firstNodes as FirstNodes } : {}),
    identity: row.identity,
    ...(row.forkedFrom === null ? {} : { forkedFrom: { cluster: row.forkedFrom, revision: Number(row.forkedAt) } }),
    isUnfinished: row.unfinished,
    createdAt: row.createdAt,
  };
}
