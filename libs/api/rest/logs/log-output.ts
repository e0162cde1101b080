import type { WebSocket } from 'ws';

/** Destination of a log while it grows. */
export interface LogOutput {
  readonly isOver: () => boolean;
  /** Returns whether there is room for more. */
  readonly write: (bytes: Buffer) => boolean;
  /** Resolves when there is room again. */
  readonly drained: () => Promise<void>;
  readonly end: () => void;
  readonly onClosed: (listener: () => void) => void;
}

/** Protocols of logs over WebSockets; a client that offers none gets bytes (upstream: `util/wsstream/stream.go`). */
export const LOG_PROTOCOLS = ['binary.k8s.io', 'base64.binary.k8s.io', ''] as const;
export type LogProtocol = (typeof LOG_PROTOCOLS)[number];

/** Waiting bytes from which on the writer waits. */
const MAX_WAITING_BYTES = 1024 * 1024;

/** A log over a WebSocket: each message is a part of it. */
export class WebSocketLog implements LogOutput {
  constructor(
    private readonly socket: WebSocket,
    private readonly protocol: LogProtocol,
  ) {
    // It closes next.
    socket.on('error', () => socket.terminate());
  }

  readonly isOver = (): boolean => this.socket.readyState !== this.socket.OPEN;

  readonly write = (bytes: Buffer): boolean => {
    if (bytes.length > 0 && !this.isOver()) {
      this.socket.send(this.protocol === 'base64.binary.k8s.io' ? bytes.toString('base64') : bytes);
    }
    return this.socket.bufferedAmount < MAX_WAITING_BYTES;
  };

  /** Resolves once everything that waits has been sent. */
  readonly drained = (): Promise<void> =>
    new Promise((resolve) => (this.isOver() ? resolve() : this.socket.ping(undefined, undefined, () => resolve())));

  readonly end = (): void => this.socket.close(1000);

  readonly onClosed = (listener: () => void): void => void this.socket.on('close', listener);
}
