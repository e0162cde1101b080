import type { ByteQueue } from '../byte-queue';

/** One connection that a client forwards to a port. */
export interface PortConnection {
  readonly port: number;
  /** Input from the client; ends when the client ends it. */
  readonly input: ByteQueue;
  /** Resolves when there is room for more. */
  write(bytes: Uint8Array): Promise<void>;
}

/** Serves a connection until it is over; the message of a rejection is sent to the client. */
export type ServePort = (connection: PortConnection) => Promise<void>;

const MAX_PORT = 65535;

/** The number of a port; undefined for a text that is none. */
export function portNumber(text: string): number | undefined {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  return port >= 1 && port <= MAX_PORT ? port : undefined;
}
