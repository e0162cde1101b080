import { Client } from 'pg';
import type { Database } from '../server/database';

/**
 * Runs `work` in a transaction of a connection of its own, for what takes so long that others should not wait for the connection. Nothing of
 * it stays if it throws.
 */
export async function inOwnTransaction<T>(
  database: Database,
  begin: string,
  work: (connection: Client) => Promise<T>,
): Promise<T> {
  const connection = await connected(database);
  try {
    await connection.query(begin);
    const result = await work(connection);
    await connection.query('COMMIT');
    return result;
  } finally {
    // A transaction that was not committed ends with its connection.
    await connection.end().catch(() => undefined);
  }
}

/** A connection that belongs to none of the pool. */
export async function connected(database: Database): Promise<Client> {
  const connection = new Client({ connectionString: database.url, keepAlive: true });
  // The statement that is under way fails as well.
  connection.on('error', () => undefined);
  await connection.connect();
  return connection;
}
