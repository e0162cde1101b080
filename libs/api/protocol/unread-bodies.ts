import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

/** Bodies up to this size in bytes have come with their head, or nearly so. */
const LARGE = 64 * 1024;
/** Time, in ms of real time, for which a client may continue to send a body that is no longer read. */
const PATIENCE_MS = 5_000;

/**
 * Enables clients to read an answer that comes before they have sent their whole request, as that to a body that is too
 * large. Node closes the connection after such an answer at once, with unread data: the system then resets it, and the
 * client that is still sending may see the reset instead of the answer. Here the rest is read and dropped, for a while,
 * as by Go's servers.
 */
export function dropUnreadBodies(server: Pick<Server, 'on'>): void {
  server.on('request', (request: IncomingMessage) => {
    if (!isLarge(request)) return;
    const { socket } = request;
    const { destroySoon } = socket;
    socket.destroySoon = () => {
      socket.destroySoon = destroySoon;
      if (request.complete) socket.destroySoon();
      else closeSoftly(request, socket);
    };
  });
}

function isLarge({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > LARGE;
}

function closeSoftly(request: IncomingMessage, socket: Socket): void {
  socket.end();
  request.resume();
  const destroy = (): void => void socket.destroy();
  const timer = setTimeout(destroy, PATIENCE_MS).unref();
  request.once('end', destroy);
  socket.once('close', () => clearTimeout(timer));
}
