import type { WebSocket } from 'ws';
import { ByteQueue } from '../byte-queue';
import type { ServePort } from './port-connection';

/** The protocol of forwarded ports over WebSockets that libraries in other languages speak. */
export const PORT_CHANNEL_PROTOCOL = 'v4.channel.k8s.io';

/** Input of one port that may wait before the client is left waiting. */
const MAX_WAITING_BYTES = 1024 * 1024;

/**
 * Forwards one connection to each of the ports that a WebSocket was opened for: an even channel carries its bytes, the next
 * one its error. Both begin with the number of the port.
 */
export function forwardOverWebSocket(socket: WebSocket, ports: readonly number[], serve: ServePort): void {
  const send = (channel: number, bytes: Uint8Array): Promise<void> =>
    new Promise((resolve) => {
      if (socket.readyState !== socket.OPEN) return resolve();
      socket.send(Buffer.concat([Buffer.from([channel]), bytes]), () => resolve());
    });
  const inputs = ports.map(
    () =>
      new ByteQueue((waiting) => {
        if (waiting > MAX_WAITING_BYTES) socket.pause();
        else if (socket.isPaused) socket.resume();
      }),
  );
  socket.on('message', (data) => {
    const message = data as Buffer;
    const channel = message[0] ?? 0;
    if (channel % 2 === 0) inputs[channel / 2]?.push(message.subarray(1));
  });
  socket.on('close', () => inputs.forEach((input) => input.end()));
  socket.on('error', () => socket.terminate());
  const served = ports.map(async (port, index) => {
    const number = Buffer.from([port & 0xff, port >> 8]);
    await send(2 * index, number);
    await send(2 * index + 1, number);
    try {
      await serve({ port, input: inputs[index]!, write: (bytes) => send(2 * index, bytes) });
    } catch (reason) {
      await send(2 * index + 1, Buffer.from((reason as Error).message));
    }
  });
  void Promise.all(served).then(() => socket.close(1000));
}
