import { Client } from 'pg';

/** What processes tell each other about a cluster's time, over the database's notifications. */
export type ClockMessage =
  /** Move to the instant and fire what is due up to the phase (without `atMs`: just become idle), then report. */
  | { readonly type: 'step'; readonly cluster: string; readonly round: string; readonly conductor: string; readonly atMs?: number; readonly phase?: number }
  | {
      readonly type: 'report';
      readonly cluster: string;
      readonly round: string;
      readonly process: string;
      readonly revision: number;
      readonly jobsSent: number;
      readonly jobsHandled: number;
      readonly atMs?: number;
      readonly phase?: number;
    }
  /** The clock's mode, rate or standing changed; the cluster's row has the new setting. */
  | { readonly type: 'setting'; readonly cluster: string }
  /** A cluster was created or deleted; the table has them all. */
  | { readonly type: 'clusters' }
  /** Faults of the cluster's nodes changed; the table has them all. */
  | { readonly type: 'faults'; readonly cluster: string };

const CHANNEL = 'orrery_control';
const RECONNECT_MS = 200;

/** A line between the processes of one control plane. A message reaches every process, the sender too. */
export class MessageLine {
  private client: Client | undefined;
  private readonly listeners = new Set<(message: ClockMessage) => void>();
  private stopped = false;

  constructor(
    private readonly url: string,
    private readonly onError: (error: unknown) => void,
  ) {}

  async start(): Promise<void> {
    const client = new Client({ connectionString: this.url, keepAlive: true });
    client.on('error', () => undefined);
    client.on('end', () => void this.reconnect());
    client.on('notification', ({ payload }) => {
      const message = JSON.parse(payload ?? '{}') as ClockMessage;
      for (const listener of this.listeners) listener(message);
    });
    await client.connect();
    await client.query(`LISTEN ${CHANNEL}`);
    this.client = client;
  }

  listen(listener: (message: ClockMessage) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  async send(message: ClockMessage): Promise<void> {
    await this.client?.query('SELECT pg_notify($1, $2)', [CHANNEL, JSON.stringify(message)]);
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await this.client?.end().catch(() => undefined);
  }

  private async reconnect(): Promise<void> {
    while (!this.stopped) {
      await new Promise((done) => setTimeout(done, RECONNECT_MS));
      try {
        return await this.start();
      } catch (error) {
        this.onError(error);
      }
    }
  }
}
