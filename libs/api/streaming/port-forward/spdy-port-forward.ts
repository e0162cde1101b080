import type { Duplex } from 'node:stream';
import { SpdyConnection } from '../spdy/spdy-connection';
import type { SpdyStream } from '../spdy/spdy-stream';
import { portNumber, type ServePort } from './port-connection';

/** The protocol of forwarded ports over SPDY. */
export const PORT_FORWARD_PROTOCOL = 'portforward.k8s.io';
/** SPDY for forwarded ports within the messages of a WebSocket, which newer clients prefer. */
export const TUNNEL_PROTOCOL = `SPDY/3.1+${PORT_FORWARD_PROTOCOL}`;

/** Time limit for the second of a pair of streams, as in kubelets. */
const PAIR_WITHIN_MS = 30_000;

/** The two streams of a forwarded connection. */
interface Pair {
  data?: SpdyStream;
  error?: SpdyStream;
  timer?: NodeJS.Timeout;
}

/** A connection over which ports are forwarded: every forwarded connection is a pair of streams with one `requestID`. */
export function forwardOverSpdy(socket: Duplex, serve: ServePort, closed: () => void): { close(): void } {
  const pairs = new Map<string, Pair>();
  const connection = new SpdyConnection(socket, {
    opened: (stream) => {
      const type = stream.header('streamtype');
      const port = portNumber(stream.header('port'));
      if (port === undefined || (type !== 'data' && type !== 'error')) return stream.reset();
      // Clients of long ago sent no such id: the data stream came right after its error stream.
      const id = stream.header('requestid') || String(type === 'error' ? stream.id : stream.id - 2);
      const pair = pairs.get(id) ?? {};
      if (pair[type]) return stream.reset();
      stream.accept();
      pair[type] = stream;
      pairs.set(id, pair);
      const { data, error } = pair;
      if (data && error) {
        clearTimeout(pair.timer);
        pairs.delete(id);
        void forward({ data, error, port }, serve);
      } else pair.timer = setTimeout(() => giveUp(pairs, id), PAIR_WITHIN_MS);
    },
    closed: () => {
      for (const { timer } of pairs.values()) clearTimeout(timer);
      closed();
    },
  });
  return connection;
}

function giveUp(pairs: Map<string, Pair>, id: string): void {
  const { data, error } = pairs.get(id) ?? {};
  pairs.delete(id);
  data?.reset();
  error?.reset();
}

async function forward(
  { data, error, port }: { readonly data: SpdyStream; readonly error: SpdyStream; readonly port: number },
  serve: ServePort,
): Promise<void> {
  try {
    await serve({ port, input: data.input, write: (bytes) => data.write(bytes) });
  } catch (reason) {
    await error.write(Buffer.from((reason as Error).message));
  }
  await error.end();
  await data.end();
}
