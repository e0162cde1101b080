import { storableTextProblem } from '@orrery/api-types';
import type { SnapshotSummary } from '@orrery/snapshots';
import type { Database } from '../server/database';
import { inOwnTransaction } from './own-connection';

/** Bytes of one row. */
const PART_BYTES = 1024 * 1024;

/** A snapshot whose file the database has. */
export interface KeptSnapshot {
  readonly name: string;
  /** Size of its file. */
  readonly bytes: number;
  readonly summary: SnapshotSummary;
}

/**
 * Keeps the file that `write` gives to its argument piece by piece, all of it or, if that throws, nothing. Undefined if there is a snapshot
 * of that name.
 */
export async function keepSnapshot(
  database: Database,
  name: string,
  write: (take: (piece: Buffer) => Promise<void>) => Promise<SnapshotSummary>,
): Promise<KeptSnapshot | undefined> {
  return inOwnTransaction(database, 'BEGIN', async (connection) => {
    const { rowCount } = await connection.query(
      `INSERT INTO snapshot (name, bytes, parts, summary) VALUES ($1, 0, 0, '{}') ON CONFLICT DO NOTHING`,
      [name],
    );
    if (rowCount === 0) return undefined;
    const parts = new Parts(async (number, body) => {
      await connection.query('INSERT INTO snapshot_part (snapshot, number, body) VALUES ($1, $2, $3)', [
        name,
        number,
        body,
      ]);
    });
    const summary = await write((piece) => parts.add(piece));
    await parts.end();
    await connection.query('UPDATE snapshot SET bytes = $2, parts = $3, summary = $4 WHERE name = $1', [
      name,
      parts.bytes,
      parts.count,
      JSON.stringify(summary),
    ]);
    return { name, bytes: parts.bytes, summary };
  });
}

/** Puts pieces together to rows of the same size. */
class Parts {
  bytes = 0;
  count = 0;
  private waiting: Buffer[] = [];
  private length = 0;

  constructor(private readonly write: (number: number, body: Buffer) => Promise<void>) {}

  async add(piece: Buffer): Promise<void> {
    this.waiting.push(piece);
    this.length += piece.length;
    this.bytes += piece.length;
    if (this.length >= PART_BYTES) await this.flush();
  }

  async end(): Promise<void> {
    if (this.length > 0) await this.flush();
  }

  private async flush(): Promise<void> {
    const body = Buffer.concat(this.waiting);
    [this.waiting, this.length] = [[], 0];
    await this.write(this.count++, body);
  }
}

/** Returns the kept snapshots, by name. */
export async function listSnapshots({ prisma }: Database): Promise<KeptSnapshot[]> {
  const rows = await prisma.snapshot.findMany({ orderBy: { name: 'asc' } });
  return rows.map(kept);
}

export async function findSnapshot({ prisma }: Database, name: string): Promise<KeptSnapshot | undefined> {
  // No snapshot has such a name, and Postgres refuses the question.
  if (storableTextProblem(name) !== undefined) return undefined;
  const row = await prisma.snapshot.findUnique({ where: { name } });
  return row ? kept(row) : undefined;
}

/** The file of a snapshot, piece by piece; nothing if there is none of that name. Throws if it is deleted meanwhile. */
export async function* snapshotFile({ prisma }: Database, name: string): AsyncIterable<Buffer> {
  const row = await prisma.snapshot.findUnique({ where: { name }, select: { parts: true } });
  for (let number = 0; number < (row?.parts ?? 0); number++) {
    const part = await prisma.snapshotPart.findUnique({ where: { snapshot_number: { snapshot: name, number } } });
    if (!part) throw new Error(`snapshot ${name} was deleted while it was read`);
    yield Buffer.from(part.body);
  }
}

/** False if there is none of that name. */
export async function deleteSnapshot({ prisma }: Database, name: string): Promise<boolean> {
  const [, { count }] = await prisma.$transaction([
    prisma.snapshotPart.deleteMany({ where: { snapshot: name } }),
    prisma.snapshot.deleteMany({ where: { name } }),
  ]);
  return count === 1;
}

function kept({ name, bytes, summary }: { name: string; bytes: bigint; summary: unknown }): KeptSnapshot {
  // Nothing but keepSnapshot writes it.
  return { name, bytes: Number(bytes), summary: summary as SnapshotSummary };
}
