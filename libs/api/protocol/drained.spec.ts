import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { drained } from './drained';

/** A response that waits for its reader, who reads slowly. */
async function slowReader(): Promise<{ response: ServerResponse; reader: IncomingMessage; close: () => void }> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const asked = once(server, 'request') as Promise<[IncomingMessage, ServerResponse]>;
  const request = get({ host: '127.0.0.1', port: (server.address() as AddressInfo).port });
  const answered = once(request, 'response') as Promise<[IncomingMessage]>;
  const [, response] = await asked;
  response.flushHeaders();
  const [reader] = await answered;
  return { response, reader, close: () => void server.close().closeAllConnections() };
}

it('leaves no listeners on a response, however often its reader is waited for', async () => {
  const warned = jest.fn();
  process.on('warning', warned);
  const { response, reader, close } = await slowReader();
  const counts = (): number[] => ['drain', 'close'].map((event) => response.listenerCount(event));
  const before = counts();
  reader.resume();
  const burst = 'x'.repeat(1024 * 1024);
  let waits = 0;
  for (; waits < 30; waits++) {
    while (response.write(burst));
    await drained(response);
  }
  expect(counts()).toEqual(before);
  await new Promise(setImmediate);
  expect(warned).not.toHaveBeenCalled();
  process.off('warning', warned);
  close();
});

it('ends when the reader leaves, and at once when it has left', async () => {
  const { response, reader, close } = await slowReader();
  while (response.write('x'.repeat(1024 * 1024)));
  const waiting = drained(response);
  reader.destroy();
  await waiting;
  await drained(response);
  close();
});
