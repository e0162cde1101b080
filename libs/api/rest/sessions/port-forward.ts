import { badRequest, type Pod } from '@orrery/api-types';
import {
  acceptSpdy,
  acceptWebSocket,
  forwardOverSpdy,
  forwardOverWebSocket,
  PORT_CHANNEL_PROTOCOL,
  PORT_FORWARD_PROTOCOL,
  portNumber,
  TUNNEL_PROTOCOL,
  type PortConnection,
  type ServePort,
} from '@orrery/api-streaming';
import type { Duplex } from 'node:stream';
import { createWebSocketStream } from 'ws';
import type { Answer, KindRequest } from '../kind-request';
import { read } from '../reads';
import { listensOn } from './declared-ports';
import { chooseProtocol, requireUpgrade, type PendingUpgrade } from './open-streams';
import { KubeletRefusal, requireHost } from './session-container';
import type { SessionSlot } from './sessions';

/** `pods/portforward`: connections to the ports of a simulated pod, behind each of which something echoes what it is sent. */
export async function forwardPorts(request: KindRequest): Promise<Answer> {
  const { sessions, raw } = request;
  const pod = (await read(request)) as Pod;
  requireHost(pod);
  if (pod.status?.phase !== 'Running') {
    throw new KubeletRefusal(`unable to forward port because pod is not running. Current status=${pod.status?.phase}`);
  }
  const upgrade = requireUpgrade(request, sessions.headOf(raw));
  const slot = sessions.admit();
  try {
    await accept(request, upgrade, slot);
  } catch (error) {
    slot.release();
    throw error;
  }
  return undefined;
}

async function accept(request: KindRequest, upgrade: PendingUpgrade, slot: SessionSlot): Promise<void> {
  const serve: ServePort = (connection) => echo(request, connection);
  const overSpdy = (duplex: Duplex): void => slot.hold(forwardOverSpdy(duplex, serve, () => slot.release()));
  if (upgrade.protocol === 'spdy') {
    chooseProtocol(upgrade.offered, [PORT_FORWARD_PROTOCOL]);
    return overSpdy(acceptSpdy(upgrade.take(), PORT_FORWARD_PROTOCOL));
  }
  const protocol = chooseProtocol(upgrade.offered, [TUNNEL_PROTOCOL, PORT_CHANNEL_PROTOCOL]);
  const ports = protocol === PORT_CHANNEL_PROTOCOL ? portsOf(request) : [];
  const socket = await acceptWebSocket(upgrade.take(), protocol);
  if (protocol === TUNNEL_PROTOCOL) return overSpdy(createWebSocketStream(socket));
  slot.hold({ close: () => socket.terminate() });
  socket.on('close', () => slot.release());
  forwardOverWebSocket(socket, ports, serve);
}

/** The ports of a WebSocket of the older kind; throws 400 for a query without. */
function portsOf({ raw }: KindRequest): number[] {
  const { url = '' } = raw;
  const texts = new URLSearchParams(url.slice(url.indexOf('?') + 1)).getAll('ports').flatMap((text) => text.split(','));
  const ports = texts.map(portNumber);
  if (ports.length === 0) throw badRequest("query parameter 'ports' is required");
  if (ports.includes(undefined)) throw badRequest("query parameter 'ports' must be numbers from 1 to 65535");
  return ports as number[];
}

/** Sends back what comes, if a container that runs declares the port; throws what a kubelet says otherwise. */
async function echo(request: KindRequest, { port, input, write }: PortConnection): Promise<void> {
  const pod = request.runtime.cache.get({
    resource: 'pods',
    namespace: request.namespace,
    name: request.path.name ?? '',
  }) as Pod | undefined;
  if (!pod || !listensOn(pod, port)) {
    throw new Error(
      `error forwarding port ${port} to pod ${pod?.metadata.uid ?? ''}, uid : failed to connect to localhost:${port} inside namespace, ` +
        `IPv4: dial tcp4 127.0.0.1:${port}: connect: connection refused`,
    );
  }
  for (let bytes = await input.next(); bytes; bytes = await input.next()) await write(bytes);
}
