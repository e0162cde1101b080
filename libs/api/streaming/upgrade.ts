import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { badRequest } from '@orrery/api-types';
import { WebSocketServer, type WebSocket } from 'ws';

/** A request to upgrade its connection to another protocol, and the data that the connection has sent since. */
export interface UpgradeRequest {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
}

/** Protocols that connections are turned into here. */
export type UpgradeProtocol = 'websocket' | 'spdy';

const SPDY = 'SPDY/3.1';
/** The header by which clients and servers of Kubernetes agree on the protocol above SPDY. */
const STREAM_PROTOCOL = 'X-Stream-Protocol-Version';
/** A longer message ends its connection (1009). */
const MAX_MESSAGE_BYTES = 4 * 1024 * 1024;

/** Returns the protocol that a request asks to upgrade to; undefined if none or an unknown one. */
export function wantedUpgrade({ headers }: IncomingMessage): UpgradeProtocol | undefined {
  const wanted = headers.upgrade?.toLowerCase();
  return wanted === 'websocket' ? 'websocket' : wanted === SPDY.toLowerCase() ? 'spdy' : undefined;
}

/** The protocols above the connection that the client speaks, the one it likes best first. */
export function offeredProtocols({ headers }: IncomingMessage, upgrade: UpgradeProtocol): string[] {
  const header = upgrade === 'spdy' ? headers[STREAM_PROTOCOL.toLowerCase()] : headers['sec-websocket-protocol'];
  return [header ?? []]
    .flat()
    .flatMap((text) => text.split(','))
    .map((text) => text.trim())
    .filter((text) => text !== '');
}

/** Accepts a WebSocket that speaks `protocol`, one of those that were offered; empty where none were. */
export function acceptWebSocket({ request, socket, head }: UpgradeRequest, protocol: string): Promise<WebSocket> {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE_BYTES,
  });
  // The names of some of the protocols are no tokens, so the library would refuse them: they are agreed on without it.
  delete request.headers['sec-websocket-protocol'];
  if (protocol !== '') server.on('headers', (headers) => headers.push(`Sec-WebSocket-Protocol: ${protocol}`));
  return new Promise((resolve, reject) => {
    const lost = (): void => reject(badRequest('the WebSocket could not be opened'));
    socket.once('close', lost);
    server.handleUpgrade(request, socket, head, (accepted) => {
      socket.off('close', lost);
      resolve(accepted);
    });
  });
}

/** Accepts SPDY; the following data on the socket are its frames. */
export function acceptSpdy({ socket, head }: UpgradeRequest, protocol: string): Duplex {
  const lines = ['HTTP/1.1 101 Switching Protocols', 'Connection: Upgrade', `Upgrade: ${SPDY}`];
  if (protocol !== '') lines.push(`${STREAM_PROTOCOL}: ${protocol}`);
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  if (head.length > 0) socket.unshift(head);
  return socket;
}
