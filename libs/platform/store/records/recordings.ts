import { jsonText, parseJson } from '@orrery/api-types';
import type { Database } from '../server/database';
import type { Operation } from '../commit/write-batch';

/** A recording of a cluster, as far as the store knows what it is. */
export interface StoredRecording {
  readonly cluster: string;
  /** The version of the program that recorded it. */
  readonly build: string;
  /** Base of the recorded cluster. */
  readonly base: unknown;
  readonly startedAt: Date;
  /** End of the recording, with the reason; undefined until it ends. */
  readonly ended?: unknown;
  /** The number of entries that it has. */
  readonly entries: number;
}

/** A change of a recorded cluster as it is compared. */
export interface LoggedChange {
  readonly revision: number;
  /** Cluster time in ms since the Unix epoch. */
  readonly atMs: number;
  readonly operation: Operation;
  readonly resource: string;
  readonly namespace: string;
  readonly name: string;
  /** JSON text, as it is stored. */
  readonly body: string;
}

/** Rows of one page of entries, and revisions of one page of the log. */
const PAGE = 1000;

interface RecordingRow {
  readonly cluster: string;
  readonly build: string;
  readonly base: string;
  readonly startedAt: Date;
  readonly ended: string | null;
  readonly entries: bigint;
}

/** Begins the recording of a cluster that was just made. */
export async function insertRecording(
  { prisma }: Database,
  cluster: string,
  { build, base }: Pick<StoredRecording, 'build' | 'base'>,
): Promise<void> {
  await prisma.$executeRaw`
    WITH there AS (SELECT id FROM cluster WHERE id = ${cluster} FOR KEY SHARE)
    INSERT INTO recording (cluster, build, base)
    SELECT there.id, ${build}, ${jsonText(base)} FROM there`;
}

/**
 * Writes an entry; it is committed when this resolves. Nothing is left of one for a cluster that is gone, or whose recording is over.
 *
 * @param number its place, for who is the only one to write; absent: the next one
 */
export async function appendRecorded(
  { prisma }: Database,
  cluster: string,
  { number, entry }: { readonly number?: number; readonly entry: unknown },
): Promise<void> {
  // The row is locked by the update, so that processes that write at once take one number after the other.
  await prisma.$executeRaw`
    WITH numbered AS (
      UPDATE recording SET entries = coalesce(${number ?? null}::bigint, entries + 1)
      WHERE cluster = ${cluster} AND ended IS NULL RETURNING cluster, entries)
    INSERT INTO recorded_entry (cluster, number, body)
    SELECT cluster, entries, ${jsonText(entry)} FROM numbered
    ON CONFLICT (cluster, number) DO UPDATE SET body = excluded.body`;
}

/** Ends an unfinished recording; an ended one stays as it is. Returns true if it ended one. */
export async function endRecording({ prisma }: Database, cluster: string, ended: unknown): Promise<boolean> {
  const count = await prisma.$executeRaw`
    UPDATE recording SET ended = ${jsonText(ended)} WHERE cluster = ${cluster} AND ended IS NULL`;
  return count === 1;
}

/** Returns true if the cluster has an unfinished recording. */
export async function isRecording({ prisma }: Database, cluster: string): Promise<boolean> {
  const rows = await prisma.$queryRaw<unknown[]>`SELECT 1 FROM recording WHERE cluster = ${cluster} AND ended IS NULL`;
  return rows.length === 1;
}

/** The recording of a cluster; undefined if it has none. */
export async function readRecording({ prisma }: Database, cluster: string): Promise<StoredRecording | undefined> {
  const [row] = await prisma.$queryRaw<RecordingRow[]>`
    SELECT cluster, build, base, started_at AS "startedAt", ended, entries FROM recording WHERE cluster = ${cluster}`;
  return row && recordingOf(row);
}

/** All recordings, by cluster. */
export async function listRecordings({ prisma }: Database): Promise<StoredRecording[]> {
  const rows = await prisma.$queryRaw<RecordingRow[]>`
    SELECT cluster, build, base, started_at AS "startedAt", ended, entries FROM recording ORDER BY cluster`;
  return rows.map(recordingOf);
}

/** The entries of a recording in their order, up to a number. */
export async function* readRecorded({ prisma }: Database, cluster: string, upTo: number): AsyncGenerator<unknown> {
  for (let after = 0; after < upTo; after += PAGE) {
    const to = Math.min(after + PAGE, upTo);
    const rows = await prisma.$queryRaw<{ body: string }[]>`
      SELECT body FROM recorded_entry
      WHERE cluster = ${cluster} AND number > ${after} AND number <= ${to} ORDER BY number`;
    for (const { body } of rows) yield parseJson(body);
  }
}

/** The log of a cluster after a revision and up to another, oldest first. */
export async function* readLogged(
  { prisma }: Database,
  cluster: string,
  { after: from, upTo }: { readonly after: number; readonly upTo: number },
): AsyncGenerator<LoggedChange> {
  for (let after = from; after < upTo; after += PAGE) {
    const to = Math.min(after + PAGE, upTo);
    const rows = await prisma.$queryRaw<(Omit<LoggedChange, 'revision' | 'atMs'> & { revision: bigint; at: bigint })[]>`
      SELECT revision, at, operation, resource, namespace, name, body FROM cluster_change
      WHERE cluster = ${cluster} AND revision > ${after} AND revision <= ${to} ORDER BY revision`;
    for (const { revision, at, ...rest } of rows) yield { revision: Number(revision), atMs: Number(at), ...rest };
  }
}

function recordingOf({ base, ended, entries, ...row }: RecordingRow): StoredRecording {
  return {
    ...row,
    base: parseJson(base),
    entries: Number(entries),
    ...(ended === null ? {} : { ended: parseJson(ended) }),
  };
}
