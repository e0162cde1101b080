import type { Duplex } from 'node:stream';
import { ByteQueue } from '../byte-queue';
import { SpdyConnection } from '../spdy/spdy-connection';
import type { SpdyStream } from '../spdy/spdy-stream';
import type { RemoteStreams, WantedStreams } from './remote-streams';

/** Protocols of commands over SPDY; from the fourth on the outcome is a `Status`. */
export const SPDY_PROTOCOLS = [
  'v4.channel.k8s.io',
  'v3.channel.k8s.io',
  'v2.channel.k8s.io',
  'channel.k8s.io',
] as const;
export type SpdyProtocol = (typeof SPDY_PROTOCOLS)[number];

/** Time limit for a client to open its streams, as in kubelets. */
const STREAMS_WITHIN_MS = 30_000;
/** Clients name the stream of an outcome so. */
const ERROR = 'error';
const RESIZE = 'resize';

/** Options of a SPDY connection for a command. */
export interface SpdyCommand {
  readonly wanted: WantedStreams;
  readonly protocol: SpdyProtocol;
}

/** The streams of a command over SPDY; rejects if the client does not open all requested streams. */
export function openSpdyStreams(socket: Duplex, { wanted, protocol }: SpdyCommand): Promise<RemoteStreams> {
  const { stdin, stdout, stderr, tty } = wanted;
  const needed = [
    ERROR,
    ...(stdin ? ['stdin'] : []),
    ...(stdout ? ['stdout'] : []),
    ...(stderr && !tty ? ['stderr'] : []),
  ];
  if (tty && protocol !== 'channel.k8s.io' && protocol !== 'v2.channel.k8s.io') needed.push(RESIZE);
  const open = new Map<string, SpdyStream>();
  const listeners: (() => void)[] = [];
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => fail('timed out waiting for client to create streams'), STREAMS_WITHIN_MS);
    const connection = new SpdyConnection(socket, {
      opened: (stream) => {
        const type = stream.header('streamtype');
        if (!needed.includes(type) || open.has(type)) return stream.reset();
        stream.accept();
        open.set(type, stream);
        if (type === RESIZE) stream.input.drop();
        if (open.size < needed.length) return;
        clearTimeout(timer);
        resolve(new SpdyStreams(connection, { open, protocol, listeners }));
      },
      closed: () => {
        fail('the connection was lost');
        for (const listener of listeners) listener();
      },
    });
    const fail = (text: string): void => {
      clearTimeout(timer);
      connection.close();
      reject(new Error(text));
    };
  });
}

interface Opened {
  readonly open: ReadonlyMap<string, SpdyStream>;
  readonly protocol: SpdyProtocol;
  readonly listeners: (() => void)[];
}

class SpdyStreams implements RemoteStreams {
  readonly stdin: ByteQueue;

  constructor(
    private readonly connection: SpdyConnection,
    private readonly opened: Opened,
  ) {
    this.stdin = opened.open.get('stdin')?.input ?? new ByteQueue();
    if (!opened.open.has('stdin')) this.stdin.end();
  }

  async write(to: 'stdout' | 'stderr', bytes: Uint8Array): Promise<void> {
    await this.opened.open.get(to)?.write(bytes);
  }

  async finish(status: object): Promise<void> {
    const { open, protocol } = this.opened;
    const error = open.get(ERROR)!;
    const { message = '', status: outcome } = status as { readonly message?: string; readonly status?: string };
    if (protocol === 'v4.channel.k8s.io') await error.write(Buffer.from(JSON.stringify(status)));
    else if (outcome !== 'Success') await error.write(Buffer.from(message));
    for (const stream of [open.get('stdout'), open.get('stderr'), error]) await stream?.end();
    this.connection.finish();
  }

  close(): void {
    this.connection.close();
  }

  onClosed(listener: () => void): void {
    this.opened.listeners.push(listener);
  }
}
