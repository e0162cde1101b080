import { Client } from 'pg';

/**
 * The right to do something that only one process at a time may do: a lock of the database, held by a connection of its
 * own. A process that dies, or whose connection breaks, holds it no more.
 */
export class AdvisoryLock {
  private client: Promise<Client> | undefined;

  /** @param name batons of one name exclude each other, in all processes on the database. */
  constructor(
    private readonly url: string,
    private readonly name: string,
  ) {}

  /** Runs `work` when no other process holds the lock. Not to be called again before that has ended. */
  async holding<T>(work: () => Promise<T>): Promise<T> {
    const client = await this.connected();
    await client.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [this.name]);
    try {
      return await work();
    } finally {
      // A connection that broke meanwhile has given it back already.
      await client
        .query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [this.name])
        .catch(() => this.dropped(client));
    }
  }

  async close(): Promise<void> {
    const { client } = this;
    this.client = undefined;
    await (await client?.catch(() => undefined))?.end().catch(() => undefined);
  }

  private connected(): Promise<Client> {
    this.client ??= this.connect();
    return this.client;
  }

  private async connect(): Promise<Client> {
    const client = new Client({ connectionString: this.url, keepAlive: true });
    client.on('error', () => this.dropped(client));
    client.once('end', () => this.dropped(client));
    try {
      await client.connect();
      return client;
    } catch (error) {
      this.client = undefined;
      throw error;
    }
  }

  private dropped(client: Client): void {
    this.client = undefined;
    void client.end().catch(() => undefined);
  }
}
