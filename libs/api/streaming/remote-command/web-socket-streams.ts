import type { WebSocket } from 'ws';
import { ByteQueue } from '../byte-queue';
import type { RemoteStreams, WantedStreams } from './remote-streams';

/**
 * Protocols of commands over WebSockets. From the fifth on a client can say that one channel has ended; before the fourth
 * a failure is sent as text. Those of base64 carry texts, and a client that offers none speaks the first one (upstream:
 * `kubelet/pkg/cri/streaming/remotecommand/websocket.go`).
 */
export const WEB_SOCKET_PROTOCOLS = [
  'v5.channel.k8s.io',
  'v4.channel.k8s.io',
  'v4.base64.channel.k8s.io',
  'channel.k8s.io',
  'base64.channel.k8s.io',
  '',
] as const;
export type WebSocketProtocol = (typeof WEB_SOCKET_PROTOCOLS)[number];

const Channel = { Stdin: 0, Stdout: 1, Stderr: 2, Error: 3, Resize: 4, Close: 255 } as const;
/** Input that may wait before the client is left waiting. */
const MAX_WAITING_BYTES = 1024 * 1024;

/** The streams of a command over a WebSocket: the first byte or digit of each message is the channel it belongs to. */
export class WebSocketStreams implements RemoteStreams {
  readonly stdin = new ByteQueue((waiting) => {
    if (waiting > MAX_WAITING_BYTES) this.socket.pause();
    else if (this.socket.isPaused) this.socket.resume();
  });

  private readonly isBase64: boolean;
  private readonly closeSocket: (code: number) => void;
  private readonly leaving: (() => void)[] = [];
  private hasLeft = false;

  constructor(
    private readonly socket: WebSocket,
    private readonly wanted: WantedStreams,
    private readonly protocol: WebSocketProtocol,
  ) {
    this.isBase64 = protocol.includes('base64');
    if (!wanted.stdin) this.stdin.end();
    socket.on('message', (data) => this.take(data as Buffer));
    // The library answers the close of a client at once, with which the outcome could not be sent any more: clients that
    // close when they have sent everything still wait for it, as upstream's server sends it.
    this.closeSocket = socket.close.bind(socket);
    socket.close = () => this.clientLeft();
    socket.on('close', () => this.clientLeft());
    // It closes next.
    socket.on('error', () => socket.terminate());
    // An empty message tells the client that the streams are open.
    const lowest = wanted.stdout ? Channel.Stdout : wanted.stderr ? Channel.Stderr : Channel.Error;
    void this.send(lowest, Buffer.alloc(0));
  }

  write(to: 'stdout' | 'stderr', bytes: Uint8Array): Promise<void> {
    if (!this.wanted[to]) return Promise.resolve();
    return this.send(to === 'stdout' ? Channel.Stdout : Channel.Stderr, bytes);
  }

  async finish(status: object): Promise<void> {
    const text = this.outcome(status);
    if (text !== undefined) await this.send(Channel.Error, Buffer.from(text));
    this.closeSocket(1000);
  }

  close(): void {
    this.socket.terminate();
  }

  onClosed(listener: () => void): void {
    this.leaving.push(listener);
  }

  /** The client sends nothing more; it may still read. */
  private clientLeft(): void {
    if (this.hasLeft) return;
    this.hasLeft = true;
    this.stdin.end();
    for (const listener of this.leaving) listener();
  }

  /** A Status; before the fourth protocol the message of a failure, and nothing for a success. */
  private outcome(status: object): string | undefined {
    if (/^v\d/.test(this.protocol)) return JSON.stringify(status);
    const { status: result, message } = status as { readonly status?: string; readonly message?: string };
    return result === 'Success' ? undefined : message;
  }

  private take(data: Buffer): void {
    const message = this.isBase64 ? decoded(data) : data;
    const [channel, ended] = message;
    if (channel === Channel.Stdin) this.stdin.push(message.subarray(1));
    else if (channel === Channel.Close && ended === Channel.Stdin) this.stdin.end();
  }

  private send(channel: number, bytes: Uint8Array): Promise<void> {
    return new Promise((resolve) => {
      if (this.socket.readyState !== this.socket.OPEN) return resolve();
      // Nothing more is sent to a client that is gone; the close event reports its end.
      this.socket.send(this.isBase64 ? encoded(channel, bytes) : Buffer.concat([Buffer.from([channel]), bytes]), () =>
        resolve(),
      );
    });
  }
}

/** A message of the protocols of base64: the digit of the channel, then its bytes. */
function encoded(channel: number, bytes: Uint8Array): string {
  return `${channel}${Buffer.from(bytes).toString('base64')}`;
}

function decoded(message: Buffer): Buffer {
  const text = message.toString('latin1');
  return Buffer.concat([Buffer.from([Number(text[0])]), Buffer.from(text.slice(1), 'base64')]);
}
