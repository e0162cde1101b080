import { createClient, type Client } from 'graphql-ws';
import WebSocket from 'ws';
import type { ChangesQueryVariables } from '../graphql/operations.generated';
import type { ServerAddress } from './server-address';

/** The changes are read by pages, which have their places in the log: here it is enough that there are some. */
const SUBSCRIPTION = `subscription changeMade($object: ChangedObjectInput, $withEvents: Boolean, $since: String) {
  changeMade(object: $object, withEvents: $withEvents, since: $since) { resourceVersion }
}`;
/** Delay before a subscription that has ended is opened again, in ms of real time. */
const OPEN_AGAIN_MS = 500;

/** Rings when something has happened in a cluster. */
export class ChangeBell {
  private readonly client: Client;
  private isRinging = false;
  private isOver = false;
  private wake: () => void = () => undefined;

  /** Rings for what has happened after `since`, a place in the log. */
  constructor(
    { url, token, ca }: ServerAddress,
    variables: Pick<ChangesQueryVariables, 'object' | 'withEvents' | 'since'>,
  ) {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    class Socket extends WebSocket {
      constructor(address: string, protocols?: string | string[]) {
        super(address, protocols, { headers, ...(ca === undefined ? {} : { ca }) });
      }
    }
    this.client = createClient({
      url: `${url.replace(/^http/, 'ws')}/graphql`,
      webSocketImpl: Socket,
      retryAttempts: 0,
      lazyCloseTimeout: 0,
    });
    this.client.subscribe(
      { query: SUBSCRIPTION, variables },
      { next: () => this.ring(), error: () => this.end(), complete: () => this.end() },
    );
  }

  /** True if it cannot ring any more: the connection broke, or the cluster is gone. */
  get hasEnded(): boolean {
    return this.isOver;
  }

  /** Resets the bell: the caller reads the log next. */
  hush(): void {
    this.isRinging = false;
  }

  /** Resolves when it has rung since it was hushed, or has ended a moment ago. */
  async rung(): Promise<void> {
    if (!this.isRinging && !this.isOver) await new Promise<void>((resolve) => (this.wake = resolve));
    if (this.isOver) await new Promise((resolve) => setTimeout(resolve, OPEN_AGAIN_MS));
  }

  async stop(): Promise<void> {
    await this.client.dispose();
  }

  private ring(): void {
    this.isRinging = true;
    this.wake();
  }

  private end(): void {
    this.isOver = true;
    this.wake();
  }
}
