import { Client, type CombinedError, fetchExchange, subscriptionExchange } from '@urql/core';
import { createClient, type Client as SocketClient } from 'graphql-ws';
import { session } from '../session/session';
import { connection, isAway } from './connection';
import type { Operation } from './operations.generated';

/** Time between two signs of life of a connection, in real time. */
const KEEP_ALIVE_MS = 10_000;
/** A connection that leaves a sign of life unanswered for so long is lost. */
const PONG_WITHIN_MS = 5_000;
const MAX_RETRY_DELAY_MS = 5_000;
const UNAUTHORIZED = 401;
/** Words for a server that does not answer: browsers say "Failed to fetch" and the like. */
export const LOST_WORDS = 'The server cannot be reached.';

/** Client of one cluster: requests over HTTP, subscriptions over one WebSocket. */
export interface ClusterClient {
  readonly cluster: string;
  /** Sends a query or a mutation; throws {@link AskError}. */
  ask<A, V>(operation: Operation<A, V>, variables: V): Promise<A>;
  /** Calls the handlers for the answers of a subscription, until the returned function is called. */
  follow<A, V>(operation: Operation<A, V>, variables: V, on: FollowHandlers<A>): () => void;
  /** Calls back whenever the connection is there again, or lost. */
  onConnection(listener: (isConnected: boolean) => void): () => void;
  /** Calls back when the server says that there is no such cluster. */
  onMissing(listener: () => void): () => void;
  close(): void;
}

/** Handlers of a subscription. */
interface FollowHandlers<A> {
  readonly answer: (answer: A) => void;
  readonly error?: (error: AskError) => void;
  /** The server has ended it. */
  readonly end?: () => void;
}

/** The reason why a request has no answer, in the words of the server. */
export class AskError extends Error {
  constructor(
    message: string,
    /** The server could not be reached. */
    readonly isNetwork: boolean,
    /** The server's code of the reason, such as `FORBIDDEN`; undefined if it gave none. */
    readonly code: string | undefined,
  ) {
    super(message);
  }
}

/** A client of the cluster of this name; with `isKeptOpen` its connection is there before anything is followed. */
export function clientOf(cluster: string, { isKeptOpen = false } = {}): ClusterClient {
  const url = `/clusters/${encodeURIComponent(cluster)}/graphql`;
  let isClosed = false;
  const socket = socketTo(url, { isKeptOpen, isWanted: () => !isClosed });
  const missing = new Set<() => void>();
  const asked = (error: CombinedError): AskError => {
    if (isOfMissing(error, cluster)) missing.forEach((listener) => listener());
    return asAskError(error);
  };
  const client = new Client({
    url,
    preferGetMethod: false,
    requestPolicy: 'network-only',
    fetchOptions: () => ({ headers: authorization() }),
    exchanges: [
      fetchExchange,
      subscriptionExchange({
        forwardSubscription: ({ query, variables }) => ({
          subscribe: (sink) => ({
            unsubscribe: socket.subscribe(
              { query: query ?? '', variables: variables as Record<string, unknown> },
              // Both describe an answer of GraphQL; they differ in whether absent parts may be undefined.
              { next: (value) => sink.next(value as never), error: sink.error, complete: sink.complete },
            ),
          }),
        }),
      }),
    ],
  });
  return {
    cluster,
    ask: (operation, variables) => ask({ client, asked }, operation, variables),
    follow: (operation, variables, on) => follow({ client, asked }, operation, variables, on),
    onConnection(listener) {
      const offs = [socket.on('connected', () => listener(true)), socket.on('closed', () => listener(false))];
      return () => offs.forEach((off) => off());
    },
    onMissing(listener) {
      missing.add(listener);
      return () => void missing.delete(listener);
    },
    // A connection that is closed while it is made fails; nothing needs it any more.
    close() {
      isClosed = true;
      void Promise.resolve(socket.dispose()).catch(() => undefined);
    },
  };
}

function authorization(): Record<string, string> {
  const { token } = session.current();
  return token === undefined ? {} : { Authorization: `Bearer ${token}` };
}

/** Options of a connection. */
interface SocketOptions {
  readonly isKeptOpen: boolean;
  /** False once it is closed on purpose: its end says nothing about the server. */
  readonly isWanted: () => boolean;
}

function socketTo(path: string, { isKeptOpen, isWanted }: SocketOptions): SocketClient {
  let unanswered: ReturnType<typeof setTimeout> | undefined;
  const socket = createClient({
    url: `${location.origin.replace(/^http/, 'ws')}${path}`,
    connectionParams: authorization,
    lazy: !isKeptOpen,
    onNonLazyError: () => undefined,
    keepAlive: KEEP_ALIVE_MS,
    // A server that is started again is found again.
    retryAttempts: Infinity,
    shouldRetry: () => true,
    retryWait: (retries) => connection.wait(Math.min(MAX_RETRY_DELAY_MS, 250 * 2 ** Math.min(retries, 5))),
    on: {
      ping: (isReceived) => {
        if (!isReceived) unanswered = setTimeout(() => socket.terminate(), PONG_WITHIN_MS);
      },
      pong: () => clearTimeout(unanswered),
      closed: () => {
        clearTimeout(unanswered);
        if (isWanted()) connection.suspect();
      },
    },
  });
  return socket;
}

/** A client of urql, and what makes its errors those of this module. */
interface Asking {
  readonly client: Client;
  readonly asked: (error: CombinedError) => AskError;
}

async function ask<A, V>({ client, asked }: Asking, { text }: Operation<A, V>, variables: V): Promise<A> {
  const isMutation = text.startsWith('mutation');
  // The client's types ask for an object of variables; generated ones are.
  const given = variables as Record<string, unknown>;
  const { data, error } = await (
    isMutation ? client.mutation<A>(text, given) : client.query<A>(text, given)
  ).toPromise();
  if (error) throw asked(error);
  return data as A;
}

function follow<A, V>(
  { client, asked }: Asking,
  { text }: Operation<A, V>,
  variables: V,
  on: FollowHandlers<A>,
): () => void {
  // The client's types ask for an object of variables; generated ones are.
  const source = client.subscription<A>(text, variables as Record<string, unknown>);
  const { unsubscribe } = source.subscribe(({ data, error, hasNext }) => {
    if (error) on.error?.(asked(error));
    else if (data) on.answer(data);
    if (hasNext === false) on.end?.();
  });
  return unsubscribe;
}

/** Returns whether an error says that the cluster itself is not there. */
function isOfMissing({ graphQLErrors: [first] }: CombinedError, cluster: string): boolean {
  const { code, details } = (first?.extensions ?? {}) as {
    code?: string;
    details?: { group?: string; kind?: string; name?: string };
  };
  return (
    code === 'NOT_FOUND' && details?.group === 'orrery.dev' && details.kind === 'clusters' && details.name === cluster
  );
}

function asAskError(error: CombinedError): AskError {
  const [first] = error.graphQLErrors;
  const code = first?.extensions?.['code'];
  const status = (error.response as Response | undefined)?.status;
  // Without a token one asks as an anonymous user, whom a server with users forbids what it shows others.
  const isAnonymous = code === 'FORBIDDEN' && session.current().token === undefined;
  if (status === UNAUTHORIZED || code === 'UNAUTHENTICATED' || isAnonymous) session.refuse();
  const isLost = first === undefined && (status === undefined || isAway(status));
  if (isLost) connection.suspect();
  const message = first?.message ?? (isLost ? LOST_WORDS : (error.networkError?.message ?? error.message));
  return new AskError(message, first === undefined, typeof code === 'string' ? code : undefined);
}
