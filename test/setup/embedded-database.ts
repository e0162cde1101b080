import './aliases';
import { mkdtempSync, chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../libs/platform/postgres';
// Not by the index of the store, which loads much that is not needed here.
import { applyMigrations } from '../../libs/platform/store/server/migrations';

/** One Postgres for a whole test run; every test makes clusters of its own in it. */
export default async function startDatabase(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-test-'));
  chmodSync(folder, 0o755);
  const database = await startEmbeddedPostgres({ folder, ephemeral: true });
  await applyMigrations(database.url);
  process.env['ORRERY_TEST_DATABASE_URL'] = database.url;
  (globalThis as { orreryDatabase?: typeof database }).orreryDatabase = database;
}
