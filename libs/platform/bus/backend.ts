import { createPostgresBackend, createRedisBackend, runMigrations, type BackendFactory } from 'bullmq';
import Redis from 'ioredis';
import { Pool } from 'pg';

/** Server of the queues. */
export type BackendConfig =
  { readonly kind: 'postgres'; readonly url: string } | { readonly kind: 'redis'; readonly url: string };

/** The connection of one process to its queues, in the form that BullMQ's classes take. */
export interface QueueBackend {
  readonly factory: BackendFactory;
  /** The `connection` option of a queue. */
  readonly connection: unknown;
  /** The `connection` option of a worker: a blocking command must not hold up anything else. */
  workerConnection(): unknown;
  /** Returns whether the backend can be reached at the moment, as far as is known. */
  isConnected(): boolean;
  /** Returns whether everything since {@link remember} is still there; false after the backend lost its data. */
  remembers(key: string): Promise<boolean>;
  /** Sets a mark that is lost when the whole server loses its data. */
  remember(key: string): Promise<void>;
  /** Statements or commands sent so far. */
  roundTrips(): number;
  close(): Promise<void>;
}

/** BullMQ names its functions without their schema where the pool is not its own. */
const SEARCH_PATH = '-c search_path=bullmq';
/** Connections for statements; every worker needs one more to listen on. */
const STATEMENT_CONNECTIONS = 2;

const QUIT_TIMEOUT_MS = 500;

export async function openQueueBackend(config: BackendConfig, workers: number): Promise<QueueBackend> {
  return config.kind === 'redis' ? openRedis(config.url) : openPostgres(config.url, workers);
}

async function openPostgres(url: string, workers: number): Promise<QueueBackend> {
  const pool = new Pool({
    connectionString: url,
    max: STATEMENT_CONNECTIONS + workers,
    keepAlive: true,
    options: SEARCH_PATH,
  });
  // Every worker listens for the errors of the pool it shares.
  pool.setMaxListeners(0);
  pool.on('error', () => undefined);
  let count = 0;
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    (client as { query: unknown }).query = (...args: unknown[]) => {
      count++;
      return query(...args);
    };
  });
  const client = await pool.connect();
  try {
    await client.query("SET client_min_messages = 'warning'");
    await runMigrations(client);
  } finally {
    client.release();
  }
  return {
    factory: createPostgresBackend as BackendFactory,
    connection: pool,
    workerConnection: () => pool,
    isConnected: () => true,
    // Queues in the database live and die with the log itself.
    remembers: async () => true,
    remember: async () => undefined,
    roundTrips: () => count,
    close: () => pool.end(),
  };
}

async function openRedis(url: string): Promise<QueueBackend> {
  const clients: Redis[] = [];
  let count = 0;
  const connect = (): Redis => {
    const client = new Redis(url, { maxRetriesPerRequest: null });
    const sendCommand = client.sendCommand.bind(client);
    client.sendCommand = (...args: Parameters<typeof sendCommand>) => {
      count++;
      return sendCommand(...args);
    };
    client.on('error', () => undefined);
    clients.push(client);
    return client;
  };
  const shared = connect();
  await shared.ping();
  return {
    factory: createRedisBackend as BackendFactory,
    connection: shared,
    workerConnection: connect,
    isConnected: () => shared.status === 'ready',
    remembers: async (key) => (await shared.exists(key)) === 1,
    remember: async (key) => void (await shared.set(key, '1')),
    roundTrips: () => count,
    close: async () => {
      await Promise.all(clients.map(hangUp));
    },
  };
}

/** A server that is unreachable does not close connections: closing is not awaited. */
async function hangUp(client: Redis): Promise<void> {
  const timeLimit = new Promise((resolve) => setTimeout(resolve, QUIT_TIMEOUT_MS).unref());
  await Promise.race([client.quit().catch(() => undefined), timeLimit]);
  client.disconnect();
}
