import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';

/** Protocols that connections are upgraded to. */
const PROTOCOLS = ['websocket', 'spdy/3.1'];
/** Headers of the upgrade to another protocol, which apply to this connection only. */
const OF_UPGRADE = ['upgrade', 'http2-settings'];

/**
 * Answers requests with an upgrade to another protocol as if they had none, which RFC 9110 (7.8) allows and Go's server
 * does: the client of the JDK asks each server without TLS for HTTP/2. Node gives the connection to the listeners for
 * upgrades, and takes the body for data of the other protocol; so the request is read once more, without its header. To
 * be called after the server is made and before it listens.
 */
export function ignoreOtherUpgrades(server: Server): void {
  const emit = server.emit.bind(server) as (event: string | symbol, ...args: unknown[]) => boolean;
  server.emit = (event: string | symbol, ...args: unknown[]): boolean => {
    const [request, socket, head] = args as [IncomingMessage, Socket, Buffer];
    if (event !== 'upgrade' || isKnown(request)) return emit(event, ...args);
    socket.unshift(Buffer.concat([Buffer.from(withoutUpgrade(request), 'latin1'), head]));
    return emit(socket instanceof TLSSocket ? 'secureConnection' : 'connection', socket);
  };
}

function isKnown({ headers }: IncomingMessage): boolean {
  return tokensOf(headers.upgrade ?? '').some((token) => PROTOCOLS.includes(token.toLowerCase()));
}

/** The request line and the headers as they came, without those of the upgrade. */
function withoutUpgrade({ method, url, httpVersion, rawHeaders }: IncomingMessage): string {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const [name, value] = [rawHeaders[i]!, rawHeaders[i + 1]!];
    if (OF_UPGRADE.includes(name.toLowerCase())) continue;
    const kept = name.toLowerCase() === 'connection' ? withoutTokens(value) : value;
    if (kept !== '') lines.push(`${name}: ${kept}`);
  }
  return `${lines.join('\r\n')}\r\n\r\n`;
}

function withoutTokens(connection: string): string {
  return tokensOf(connection)
    .filter((token) => !OF_UPGRADE.includes(token.toLowerCase()))
    .join(', ');
}

function tokensOf(value: string): string[] {
  return value
    .split(',')
    .map((token) => token.trim())
    .filter((token) => token !== '');
}
