import type { ClientRequest, IncomingMessage } from 'node:http';
import { pipeline, type Duplex } from 'node:stream';
import type { PendingUpgrade } from '../sessions/open-streams';
import type { SessionSlot } from '../sessions/sessions';

/** A connection of a client that is to carry another protocol to another server, and the room that it takes. */
export interface PassedUpgrade {
  readonly upgrade: PendingUpgrade;
  readonly slot: SessionSlot;
}

/**
 * Joins the connection of the client with that to the other server when that accepts the upgrade
 * (`UpgradeAwareHandler.tryUpgrade` upstream); `begun` is called then. The room is free again when either has ended.
 */
export function joinOnUpgrade(asked: ClientRequest, { upgrade, slot }: PassedUpgrade, begun: () => void): void {
  let isJoined = false;
  asked.on('close', () => {
    if (!isJoined) slot.release();
  });
  asked.on('upgrade', (answer: IncomingMessage, remote: Duplex, head: Buffer) => {
    isJoined = true;
    const { socket, head: sentAlready } = upgrade.take();
    slot.hold({ close: () => socket.destroy() });
    socket.write(Buffer.concat([Buffer.from(headOf(answer), 'latin1'), head]));
    if (sentAlready.length > 0) remote.write(sentAlready);
    pipeline(socket, remote, socket, () => {
      remote.destroy();
      socket.destroy();
      slot.release();
    });
    begun();
  });
}

/** The status line and the headers as they came. */
function headOf({ statusCode = 101, statusMessage = '', rawHeaders }: IncomingMessage): string {
  const lines = [`HTTP/1.1 ${statusCode} ${statusMessage}`];
  for (let i = 0; i < rawHeaders.length; i += 2) lines.push(`${rawHeaders[i]}: ${rawHeaders[i + 1]}`);
  return `${lines.join('\r\n')}\r\n\r\n`;
}
