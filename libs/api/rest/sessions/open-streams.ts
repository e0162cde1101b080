import type { ServerResponse } from 'node:http';
import { badRequest, forbidden } from '@orrery/api-types';
import {
  acceptSpdy,
  acceptWebSocket,
  offeredProtocols,
  openSpdyStreams,
  SPDY_PROTOCOLS,
  wantedUpgrade,
  WEB_SOCKET_PROTOCOLS,
  WebSocketStreams,
  type RemoteStreams,
  type UpgradeProtocol,
  type UpgradeRequest,
  type WantedStreams,
} from '@orrery/api-streaming';
import type { KindRequest } from '../kind-request';

/** A connection that waits to be turned into something else than HTTP. */
export interface PendingUpgrade {
  readonly protocol: UpgradeProtocol;
  /** Takes the connection over from HTTP. */
  readonly take: () => UpgradeRequest;
  /** The protocols that the client offers, the one it likes best first. */
  readonly offered: readonly string[];
}

/** The upgrade that a request asks for; throws 400 if it asks for none. */
export function requireUpgrade(
  { raw, response }: Pick<KindRequest, 'raw' | 'response'>,
  head: Buffer | undefined,
): PendingUpgrade {
  const protocol = wantedUpgrade(raw);
  if (protocol === undefined || head === undefined) throw badRequest('Upgrade request required');
  const { socket } = raw;
  const take = (): UpgradeRequest => {
    detach(response);
    socket.setTimeout(0);
    // A client that vanished is noticed.
    socket.setKeepAlive(true, 30_000);
    return { request: raw, socket, head };
  };
  return { protocol, take, offered: offeredProtocols(raw, protocol) };
}

/** Detaches HTTP from the connection, so that it writes nothing more to it. */
function detach(response: ServerResponse): void {
  const { socket } = response;
  if (socket) response.detachSocket(socket);
}

/** Opens the streams of a command; throws 403, at once, where the client speaks no protocol that is known here. */
export function openStreams(upgrade: PendingUpgrade, wanted: WantedStreams): Promise<RemoteStreams> {
  const { protocol, offered, take } = upgrade;
  if (protocol === 'websocket') {
    const chosen = chooseProtocol(offered.length === 0 ? [''] : offered, WEB_SOCKET_PROTOCOLS);
    return acceptWebSocket(take(), chosen).then((socket) => new WebSocketStreams(socket, wanted, chosen));
  }
  const chosen = chooseProtocol(offered, SPDY_PROTOCOLS);
  return openSpdyStreams(acceptSpdy(take(), chosen), { wanted, protocol: chosen });
}

/** The first that is offered of those that are known; throws 403 as upstream's handshake does. */
export function chooseProtocol<T extends string>(offered: readonly string[], known: readonly T[]): T {
  const chosen = offered.find((each): each is T => known.includes(each as T));
  if (chosen !== undefined) return chosen;
  const detail = `unable to upgrade: unable to negotiate protocol: client supports [${offered.join(' ')}], server accepts [${known.join(' ')}]`;
  throw forbidden({ group: '', resource: 'pods' }, '', detail);
}
