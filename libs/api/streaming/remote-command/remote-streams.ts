import type { ByteQueue } from '../byte-queue';

/** Streams that the client of a command asked for. */
export interface WantedStreams {
  readonly stdin: boolean;
  readonly stdout: boolean;
  readonly stderr: boolean;
  readonly tty: boolean;
}

/** The streams of one command between a client and its process, on any transport. */
export interface RemoteStreams {
  /** Input from the client; ends at once if it asked for no input. */
  readonly stdin: ByteQueue;
  /** Resolves when there is room for more. What the client did not ask for is dropped. */
  write(to: 'stdout' | 'stderr', bytes: Uint8Array): Promise<void>;
  /** Sends the outcome, a `Status`, and ends the connection. */
  finish(status: object): Promise<void>;
  /** Ends the connection at once. */
  close(): void;
  /** Called when the client is gone, or all is over. */
  onClosed(listener: () => void): void;
}
