import { Client } from 'pg';

export interface NotificationLineOptions {
  readonly url: string;
  readonly channel: string;
  /** Channel on which this process alone listens. */
  readonly own?: string;
  /** Called with every notification on the channels, those of this process too, in the order in which they were said. */
  readonly received: (payload: string) => void;
  /** Called when the connection is back after it broke: messages of that time were missed. */
  readonly reconnected?: () => void;
  readonly failed: (error: unknown) => void;
}

interface Message {
  readonly channel: string;
  readonly payload: string;
  resolve(): void;
  reject(error: unknown): void;
}

const RECONNECT_MS = 200;

/** Connection to the database that listens on one channel, and reconnects automatically after a failure. */
export class NotificationLine {
  private client: Client | undefined;
  private stopped = false;
  private waiting: (() => void)[] = [];
  private unsent: Message[] = [];
  private isTalking = false;

  constructor(private readonly options: NotificationLineOptions) {}

  get isConnected(): boolean {
    return this.client !== undefined;
  }

  /** Throws when the database cannot be reached this first time. */
  async start(): Promise<void> {
    await this.connect();
  }

  /** Says something on the channel, or on the own one of another process; while the connection is broken, waits for the next one. */
  async notify(payload: string, channel = this.options.channel): Promise<void> {
    const sent = new Promise<void>((resolve, reject) => this.unsent.push({ channel, payload, resolve, reject }));
    void this.sendAll();
    return sent;
  }

  /** Sends the notifications, one statement at a time: those that arrive meanwhile are sent with the next. */
  private async sendAll(): Promise<void> {
    if (this.isTalking) return;
    this.isTalking = true;
    while (this.unsent.length > 0) {
      const messages = this.unsent;
      this.unsent = [];
      await this.sendNow(messages).then(
        () => messages.forEach(({ resolve }) => resolve()),
        () => this.sendEach(messages),
      );
    }
    this.isTalking = false;
  }

  /** Sends each message separately, so that only the one that cannot be sent fails. */
  private async sendEach(messages: readonly Message[]): Promise<void> {
    for (const message of messages) await this.sendNow([message]).then(message.resolve, message.reject);
  }

  private async sendNow(messages: readonly Message[]): Promise<void> {
    while (!this.stopped) {
      const { client } = this;
      if (!client) {
        await new Promise<void>((wake) => this.waiting.push(wake));
        continue;
      }
      try {
        await client.query(
          'SELECT pg_notify(channel, payload) FROM unnest($1::text[], $2::text[]) AS said(channel, payload)',
          [messages.map(({ channel }) => channel), messages.map(({ payload }) => payload)],
        );
        return;
      } catch (error) {
        // A broken connection is replaced; anything else would fail again.
        if (this.client === client && !isBroken(error)) throw error;
        this.lost(client);
      }
    }
  }

  async stop(): Promise<void> {
    this.stopped = true;
    const { client } = this;
    this.client = undefined;
    this.wake();
    await client?.end().catch(() => undefined);
  }

  private get channels(): readonly string[] {
    const { channel, own } = this.options;
    return own === undefined ? [channel] : [channel, own];
  }

  private async connect(): Promise<void> {
    const client = new Client({ connectionString: this.options.url, keepAlive: true });
    client.on('error', () => undefined);
    client.on('notification', ({ payload }) => this.options.received(payload ?? ''));
    try {
      await client.connect();
      for (const channel of this.channels) await client.query(`LISTEN ${channel}`);
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    if (this.stopped) return client.end();
    client.once('end', () => this.lost(client));
    this.client = client;
    this.wake();
  }

  private lost(client: Client): void {
    if (this.client !== client || this.stopped) return;
    this.client = undefined;
    void client.end().catch(() => undefined);
    void this.reconnect();
  }

  private async reconnect(): Promise<void> {
    while (!this.stopped) {
      await new Promise((done) => setTimeout(done, RECONNECT_MS));
      if (this.stopped) return;
      try {
        await this.connect();
        if (!this.stopped) this.options.reconnected?.();
        return;
      } catch (error) {
        this.options.failed(error);
      }
    }
  }

  private wake(): void {
    const { waiting } = this;
    this.waiting = [];
    for (const wake of waiting) wake();
  }
}

/** Errors of the connection carry no SQLSTATE, or one of the classes 08 (connection) and 57P (shutdown). */
function isBroken(error: unknown): boolean {
  const { code } = error as { code?: string };
  return code === undefined || !/^[0-9A-Z]{5}$/.test(code) || code.startsWith('08') || code.startsWith('57P');
}
