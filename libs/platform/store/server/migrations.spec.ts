import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { createDatabase, type FreshDatabase } from '@orrery/test-services';
import { applyMigrations, awaitDatabase, awaitMigrations } from './migrations';

let database: FreshDatabase;
let folder: string;

beforeEach(async () => {
  database = await createDatabase();
  folder = mkdtempSync(join(tmpdir(), 'orrery-migrations-'));
  writeMigration('1_first', 'CREATE TABLE first (id INT)');
  writeMigration('2_second', 'CREATE TABLE second (id INT); INSERT INTO first VALUES (2)');
});

afterEach(async () => {
  await database.drop();
  rmSync(folder, { recursive: true });
});

function writeMigration(name: string, sql: string): void {
  mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, name, 'migration.sql'), sql);
}

async function rowsOf(sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

it('applies what is pending, in order and once', async () => {
  expect(await applyMigrations(database.url, folder)).toEqual(['1_first', '2_second']);
  expect(await applyMigrations(database.url, folder)).toEqual([]);
  writeMigration('3_third', 'INSERT INTO first VALUES (3)');
  expect(await applyMigrations(database.url, folder)).toEqual(['3_third']);
  expect(await rowsOf('SELECT id FROM first ORDER BY id')).toEqual([{ id: 2 }, { id: 3 }]);
});

it('records them as Prisma does', async () => {
  await applyMigrations(database.url, folder);
  const rows =
    await rowsOf(`SELECT migration_name, checksum, applied_steps_count, rolled_back_at, finished_at IS NOT NULL AS finished
    FROM _prisma_migrations ORDER BY migration_name`);
  const sum = (checksum: string): object => ({
    checksum,
    applied_steps_count: 1,
    rolled_back_at: null,
    finished: true,
  });
  // printf '%s' '<sql>' | sha256sum
  expect(rows).toEqual([
    { migration_name: '1_first', ...sum('599c0d7127e66eacb85b436c728d5c35284b300872c2dc5de5cfd674c34f7930') },
    { migration_name: '2_second', ...sum('b768599bc4b8844a862087a4e5f48530dba8c94be3dd8d1560411bb1105b2ba6') },
  ]);
});

it('applies each once when many processes start together', async () => {
  const applied = await Promise.all(Array.from({ length: 5 }, () => applyMigrations(database.url, folder)));
  expect(applied.flat().sort()).toEqual(['1_first', '2_second']);
  expect(await rowsOf('SELECT id FROM first')).toEqual([{ id: 2 }]);
});

it('refuses a migration that was changed after it had been applied', async () => {
  await applyMigrations(database.url, folder);
  writeMigration('1_first', 'CREATE TABLE first (id BIGINT)');
  await expect(applyMigrations(database.url, folder)).rejects.toThrow(
    'migration 1_first was changed after it had been applied',
  );
});

it('leaves nothing of a migration that failed, and goes on from there when it is mended', async () => {
  writeMigration('2_second', 'CREATE TABLE second (id INT); SELECT nonsense');
  await expect(applyMigrations(database.url, folder)).rejects.toThrow('migration 2_second failed');
  writeMigration('2_second', 'CREATE TABLE second (id INT)');
  expect(await applyMigrations(database.url, folder)).toEqual(['2_second']);
});

describe('waiting', () => {
  it('ends when another process has migrated', async () => {
    const reasons: string[] = [];
    let migrating: Promise<unknown> | undefined;
    const waiting = (reason: string): void => {
      reasons.push(reason);
      migrating ??= applyMigrations(database.url, folder);
    };
    await awaitMigrations(database.url, { signal: new AbortController().signal, waiting, folder });
    await migrating;
    expect(reasons[0]).toContain('"_prisma_migrations" does not exist');
    expect(await rowsOf('SELECT id FROM first')).toEqual([{ id: 2 }]);
  });

  it('ends on request', async () => {
    const ending = new AbortController();
    const waiting = (): void => ending.abort(new Error('enough'));
    const nowhere = 'postgresql://orrery:orrery@127.0.0.1:1/none';
    await expect(awaitDatabase(nowhere, { signal: ending.signal, waiting })).rejects.toThrow();
  });

  it('is no waiting where the database answers', async () => {
    const waiting = jest.fn();
    await awaitDatabase(database.url, { signal: new AbortController().signal, waiting });
    expect(waiting).not.toHaveBeenCalled();
  });
});
