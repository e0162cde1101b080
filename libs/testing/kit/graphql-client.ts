import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { createClient, type Client as WebSocketClient } from 'graphql-ws';
import WebSocket from 'ws';
import { WAIT_LIMIT_SECONDS } from '@orrery/test-services';

/** A GraphQL answer as it travels. */
export interface GraphqlAnswer<T = Record<string, never>> {
  readonly status: number;
  readonly data: T | null;
  readonly errors: readonly GraphqlError[];
}

interface GraphqlError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions?: Readonly<Record<string, unknown>>;
}

export interface Subscription<T> {
  /** Everything that came so far. */
  readonly events: readonly T[];
  /** Resolves with all events once `isEnough` returns true; rejects when the stream ends or fails before. */
  until(isEnough: (events: readonly T[]) => boolean): Promise<readonly T[]>;
  /** Resolves with the errors that the stream ended with; none for an ordinary end. */
  ended(): Promise<readonly GraphqlError[]>;
  stop(): void;
}

/** Talks GraphQL to one cluster of a server, over HTTP and WebSocket. */
export class GraphqlClient {
  private readonly sockets: WebSocketClient;

  /** The address of the server, with the cluster's path for another cluster than the default one. */
  constructor(
    readonly url: string,
    private readonly token?: string,
  ) {
    class Socket extends WebSocket {
      constructor(address: string, protocols?: string | string[]) {
        super(address, protocols, { headers: headersWith(token), rejectUnauthorized: false });
      }
    }
    this.sockets = createClient({
      url: `${url.replace(/^http/, 'ws')}/graphql`,
      webSocketImpl: Socket,
      retryAttempts: 0,
      lazyCloseTimeout: 0,
    });
  }

  /** Sends any body as it is. */
  async post(body: string, contentType = 'application/json'): Promise<GraphqlAnswer> {
    const headers = { 'content-type': contentType, ...headersWith(this.token) };
    const response = await ask(`${this.url}/graphql`, { method: 'POST', headers, body });
    const { data = null, errors = [] } = JSON.parse(response.body) as Partial<GraphqlAnswer>;
    return { status: response.status, data, errors };
  }

  /** Asks, and answers with errors and all. */
  async send<T>(query: string, variables: Record<string, unknown> = {}): Promise<GraphqlAnswer<T>> {
    return (await this.post(JSON.stringify({ query, variables }))) as unknown as GraphqlAnswer<T>;
  }

  /** Asks, and answers with the data; fails when there are top-level errors. */
  async query<T>(query: string, variables: Record<string, unknown> = {}): Promise<T> {
    const { data, errors } = await this.send<T>(query, variables);
    if (errors.length > 0 || data === null) throw new TypeError(`GraphQL errors: ${JSON.stringify(errors)}`);
    return data;
  }

  /** Carries out one mutation with one `input` argument and answers with its payload; fails when it has errors. */
  async mutate<T>(name: string, input: Record<string, unknown>, selection: string): Promise<T> {
    const payload = await this.attempt<T & { errors: readonly unknown[] }>(name, input, selection);
    if (payload.errors.length > 0) throw new TypeError(`${name} was refused: ${JSON.stringify(payload.errors)}`);
    return payload;
  }

  /** The same, with the refusals left to the caller. */
  async attempt<T>(name: string, input: Record<string, unknown>, selection = ''): Promise<T> {
    const type = `${name[0]!.toUpperCase()}${name.slice(1)}Input`;
    const errors = 'errors { code message field value cause retryAfterSeconds }';
    const text = `mutation ($input: ${type}!) { ${name}(input: $input) { ${selection} ${errors} } }`;
    return (await this.query<Record<string, T>>(text, { input }))[name]!;
  }

  subscribe<T>(query: string, variables: Record<string, unknown> = {}): Subscription<T> {
    return new LiveSubscription<T>(this.sockets, { query, variables });
  }

  async close(): Promise<void> {
    await this.sockets.dispose();
  }
}

export interface Asking {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  /** A certificate to show, with its private key. */
  readonly certificate?: { readonly cert: Buffer; readonly key: Buffer };
}

/** A request over HTTP or HTTPS; a test server's certificate is its own. */
export function ask(
  url: string,
  { method = 'GET', headers = {}, body, certificate }: Asking = {},
): Promise<{ readonly status: number; readonly body: string }> {
  const send = url.startsWith('https:') ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const request = send(url, { method, headers, rejectUnauthorized: false, ...certificate }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() }));
    });
    request.on('error', reject);
    request.end(body);
  });
}

function headersWith(token: string | undefined): Record<string, string> {
  return token === undefined ? {} : { authorization: `Bearer ${token}` };
}

class LiveSubscription<T> implements Subscription<T> {
  readonly events: T[] = [];
  private errors: readonly GraphqlError[] | undefined;
  private isOver = false;
  private readonly listeners = new Set<() => void>();
  readonly stop: () => void;

  constructor(client: WebSocketClient, request: { query: string; variables: Record<string, unknown> }) {
    this.stop = client.subscribe<Record<string, T>>(request, {
      next: ({ data, errors }) => {
        if (errors) this.end(errors as never);
        else if (data) this.events.push(Object.values(data)[0]!);
        this.changed();
      },
      error: (error) => this.end(Array.isArray(error) ? (error as GraphqlError[]) : [{ message: String(error) }]),
      complete: () => this.end([]),
    });
  }

  async until(isEnough: (events: readonly T[]) => boolean): Promise<readonly T[]> {
    await this.when(() => isEnough(this.events) || this.isOver, 'the events did not come');
    if (!isEnough(this.events)) throw new TypeError(`the subscription ended: ${JSON.stringify(this.errors)}`);
    return this.events;
  }

  async ended(): Promise<readonly GraphqlError[]> {
    await this.when(() => this.isOver, 'the subscription did not end');
    return this.errors ?? [];
  }

  private when(isSo: () => boolean, complaint: string): Promise<void> {
    if (isSo()) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.listeners.delete(look);
        reject(new TypeError(`${complaint} within ${WAIT_LIMIT_SECONDS} s; events: ${JSON.stringify(this.events)}`));
      }, WAIT_LIMIT_SECONDS * 1000);
      const look = (): void => {
        if (!isSo()) return;
        clearTimeout(timer);
        this.listeners.delete(look);
        resolve();
      };
      this.listeners.add(look);
    });
  }

  private end(errors: readonly GraphqlError[]): void {
    this.errors ??= errors;
    this.isOver = true;
    this.changed();
  }

  private changed(): void {
    for (const listener of [...this.listeners]) listener();
  }
}
