import { badRequest, type Container, type Pod } from '@orrery/api-types';
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
import { listenerAt } from './network/asked-container';
import { answerOf } from './network/pod-network';
import { chooseProtocol, requireUpgrade, type PendingUpgrade } from './open-streams';
import { converse } from './port-conversation';
import { sendAnswer } from './send-answer';
import { KubeletRefusal, requireHost } from './session-container';
import type { SessionSlot } from './sessions';

/** `pods/portforward`: connections to the ports of a simulated pod, where its containers answer HTTP and echo the rest. */
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
  const serve: ServePort = (connection) => talk(request, connection);
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

/** Talks to the container that listens at a port; throws the error of a kubelet if none does. */
async function talk({ runtime, sessions, namespace, path }: KindRequest, connection: PortConnection): Promise<void> {
  const { port } = connection;
  const presentPod = (): Pod | undefined =>
    runtime.cache.get({ resource: 'pods', namespace, name: path.name ?? '' }) as Pod | undefined;
  const refused = (): Error =>
    new Error(
      `error forwarding port ${port} to pod ${presentPod()?.metadata.uid ?? ''}, uid : failed to connect to localhost:${port} inside namespace, ` +
        `IPv4: dial tcp4 127.0.0.1:${port}: connect: connection refused`,
    );
  const listening = (): { readonly pod: Pod; readonly container: Container } => {
    const pod = presentPod();
    const container = pod && listenerAt(pod, port);
    if (!container) throw refused();
    return { pod: pod!, container };
  };
  listening();
  await converse(connection, async ({ method = '', url = '/' }, response) => {
    // It may have been restarted, or behave in another way, since the last request.
    const answer = answerOf(runtime, sessions, { asked: listening(), question: { method, target: url, port } });
    await sessions.following.done();
    await sendAnswer(runtime.clock, response, answer);
  });
}
