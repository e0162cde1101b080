import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { dropUnreadBodies } from './unread-bodies';

const LENGTH = 8 * 1024 * 1024;

let server: Server;
let socket: Socket;
let answer: string;

beforeEach(async () => {
  server = createServer((_request, response) => {
    response.writeHead(413, { Connection: 'close' }).end('too large');
  });
  dropUnreadBodies(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  answer = '';
  socket.on('data', (data) => (answer += String(data)));
});

afterEach(() => {
  socket.destroy();
  server.close().closeAllConnections();
});

it('lets a client send the rest of a body that was refused, and read the answer', async () => {
  const ended = once(socket, 'end');
  const closed = once(socket, 'close') as Promise<[hadError: boolean]>;
  socket.allowHalfOpen = true;
  socket.write(`POST / HTTP/1.1\r\nHost: h\r\nContent-Length: ${LENGTH}\r\n\r\n`);
  await ended;
  expect(answer).toMatch(/^HTTP\/1\.1 413 [^]*too large/);
  // A connection that was closed answers the first of these with a reset, which the second one meets.
  for (let sent = 0; sent < LENGTH; sent += LENGTH / 8) {
    await new Promise<void>((resolve, reject) =>
      socket.write(Buffer.alloc(LENGTH / 8), (error) => (error ? reject(error) : resolve())),
    );
  }
  socket.end();
  expect(await closed).toEqual([false]);
});

it('closes the connection at once when the whole request was read', async () => {
  const closed = once(socket, 'close');
  socket.write('POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n');
  await closed;
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
});
