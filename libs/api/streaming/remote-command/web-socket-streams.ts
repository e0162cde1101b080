import type { WebSocket } from 'ws';
import { ByteQueue } from '../byte-queue';
import type { RemoteStreams, WantedStreams } from './remote-streams';

/** Protocols of commands over WebSockets: the second can say that one channel has ended. */
export const WEB_SOCKET_PROTOCOLS = ['v5.channel.k8s.io', 'v4.channel.k8s.io'] as const;

const Channel = { Stdin: 0, Stdout: 1, Stderr: 2, Error: 3, Resize: 4, Close: 255 } as const;
/** Input that may wait before the client is left waiting. */
const MAX_WAITING_BYTES = 1024 * 1024;

/** The streams of a command over a WebSocket: the first byte of each message is the channel it belongs to. */
export class WebSocketStreams implements RemoteStreams {
  readonly stdin = new ByteQueue((waiting) => {
    if (waiting > MAX_WAITING_BYTES) this.socket.pause();
    else if (this.socket.isPaused) this.socket.resume();
  });

  constructor(
    private readonly socket: WebSocket,
    private readonly wanted: WantedStreams,
  ) {
    if (!wanted.stdin) this.stdin.end();
    socket.on('message', (data) => this.take(data as Buffer));
    socket.on('close', () => this.stdin.end());
    // It closes next.
    socket.on('error', () => socket.terminate());
  }

  write(to: 'stdout' | 'stderr', bytes: Uint8Array): Promise<void> {
    if (!this.wanted[to]) return Promise.resolve();
    return this.send(to === 'stdout' ? Channel.Stdout : Channel.Stderr, bytes);
  }

  async finish(status: object): Promise<void> {
    await this.send(Channel.Error, Buffer.from(JSON.stringify(status)));
    this.socket.close(1000);
  }

  close(): void {
    this.socket.terminate();
  }

  onClosed(listener: () => void): void {
    this.socket.on('close', listener);
  }

  private take(message: Buffer): void {
    const [channel, ended] = message;
    if (channel === Channel.Stdin) this.stdin.push(message.subarray(1));
    else if (channel === Channel.Close && ended === Channel.Stdin) this.stdin.end();
  }

  private send(channel: number, bytes: Uint8Array): Promise<void> {
    return new Promise((resolve) => {
      if (this.socket.readyState !== this.socket.OPEN) return resolve();
      // Nothing more is sent to a client that is gone; the close event reports its end.
      this.socket.send(Buffer.concat([Buffer.from([channel]), bytes]), () => resolve());
    });
  }
}
