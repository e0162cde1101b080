import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type RequestOptions, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { writeShared } from './shared-chunk';

const SHARED = Buffer.from(`{"type":"ADDED","object":{"name":"${'ä'.repeat(40)}"}}\n`);

/** Returns the text that a client reads of a response written in this way. */
async function read(
  write: (response: ServerResponse) => void | Promise<void>,
  options?: RequestOptions,
): Promise<string> {
  const server = createServer((_request, response) => void write(response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const [answer] = (await once(get({ ...options, port: portOf(server) }), 'response')) as [IncomingMessage];
  const all = await text(answer);
  server.close().closeAllConnections();
  return all;
}

function portOf(server: ReturnType<typeof createServer>): number {
  return (server.address() as AddressInfo).port;
}

it('keeps its place among other writes, before and after them', async () => {
  const written = await read(async (response) => {
    response.writeHead(200);
    response.flushHeaders();
    writeShared(response, SHARED);
    response.write('own 1\n');
    writeShared(response, SHARED);
    writeShared(response, SHARED);
    await new Promise(setImmediate);
    writeShared(response, SHARED);
    response.write('own 2\n');
    response.cork();
    response.write('own 3\n');
    writeShared(response, SHARED);
    response.uncork();
    writeShared(response, SHARED);
    response.end('end\n');
  });
  expect(written).toBe(`${SHARED}own 1\n${SHARED}${SHARED}${SHARED}own 2\nown 3\n${SHARED}${SHARED}end\n`);
});

it('leaves a response with a length as it is', async () => {
  const written = await read((response) => {
    response.writeHead(200, { 'Content-Length': 2 * SHARED.length });
    response.flushHeaders();
    writeShared(response, SHARED);
    writeShared(response, SHARED);
    response.end();
  });
  expect(written).toBe(`${SHARED}${SHARED}`);
});

it('sends no chunks to a client that does not know them', async () => {
  const server = createServer((_request, response) => {
    response.writeHead(200);
    response.flushHeaders();
    writeShared(response, SHARED);
    response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect(portOf(server), '127.0.0.1');
  socket.write('GET / HTTP/1.0\r\n\r\n');
  expect((await text(socket)).split('\r\n\r\n')[1]).toBe(String(SHARED));
  server.close();
});

it('sends the same bytes to all, framed once', async () => {
  const sockets: Buffer[] = [];
  const respond = (response: ServerResponse): void => {
    response.writeHead(200);
    response.flushHeaders();
    const { socket } = response;
    const write = socket!.write.bind(socket);
    jest.spyOn(socket!, 'write').mockImplementation(((chunk: Buffer) => {
      sockets.push(chunk);
      return write(chunk);
    }) as never);
    writeShared(response, SHARED);
    jest.restoreAllMocks();
    response.end();
  };
  await Promise.all([read(respond), read(respond)]);
  expect(sockets).toHaveLength(2);
  expect(sockets[0]).toBe(sockets[1]);
});
