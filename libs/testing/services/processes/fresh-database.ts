import { randomUUID } from 'node:crypto';
import { Client } from 'pg';

/** An empty database of a test's own on the Postgres of the test run. */
export interface FreshDatabase {
  readonly url: string;
  /** Breaks every connection to it, as a restart of Postgres does. */
  breakConnections(): Promise<number>;
  drop(): Promise<void>;
}

/** Creates the database; the program under test migrates it. */
export async function createDatabase(): Promise<FreshDatabase> {
  const server = process.env['ORRERY_TEST_DATABASE_URL']!;
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await query(server, `CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    breakConnections: () =>
      query(server, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`),
    drop: async () => void (await query(server, `DROP DATABASE ${name} WITH (FORCE)`)),
  };
}

/** Runs a statement and returns the number of rows. */
async function query(url: string, sql: string): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rowCount ?? 0;
  } finally {
    await client.end();
  }
}
