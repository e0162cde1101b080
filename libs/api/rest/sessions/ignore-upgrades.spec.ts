import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { ignoreOtherUpgrades } from './ignore-upgrades';

const H2C = 'Connection: keep-alive, Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAEAAEAAAAIA\r\n';

let server: Server;
beforeAll(async () => {
  // Says what it was asked, with the headers that are left of the connection.
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const { upgrade, connection, host } = request.headers;
      response.end(JSON.stringify([request.method, request.url, upgrade ?? '', connection, host, body]));
    });
  });
  server.on('upgrade', (request, socket: Socket) => socket.end(`upgraded to ${request.headers.upgrade}`));
  ignoreOtherUpgrades(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Sends texts one after the other over one connection, each when the answer to the one before is complete. */
async function ask(...texts: (string | readonly string[])[]): Promise<string[]> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const answers: string[] = [];
  for (const text of texts) {
    for (const part of [text].flat()) {
      socket.write(part);
      // The parts come as reads of their own.
      await new Promise((resolve) => setImmediate(resolve));
    }
    answers.push(await nextAnswer(socket));
  }
  socket.destroy();
  return answers;
}

function nextAnswer(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    const take = (chunk: Buffer): void => {
      text += chunk.toString();
      const body = /\r\n\r\n([^]*)$/.exec(text)?.[1];
      const length = /content-length: (\d+)/i.exec(text)?.[1];
      const isWhole = body !== undefined && length !== undefined && body.length >= Number(length);
      if (!isWhole && !text.startsWith('upgraded')) return;
      socket.off('data', take);
      resolve(isWhole ? body : text);
    };
    socket.on('data', take);
  });
}

const post = (headers: string, body: string): string =>
  `POST /a?b=c HTTP/1.1\r\nHost: x\r\n${headers}${H2C}Content-Length: ${body.length}\r\n\r\n${body}`;
const answer = (method: string, url: string, body: string): string =>
  JSON.stringify([method, url, '', 'keep-alive', 'x', body]);

test.each<{ what: string; sent: string | readonly string[]; expected: string }>([
  {
    what: 'a request without a body',
    sent: `GET / HTTP/1.1\r\nHost: x\r\n${H2C}\r\n`,
    expected: answer('GET', '/', ''),
  },
  { what: 'a body', sent: post('', 'hello'), expected: answer('POST', '/a?b=c', 'hello') },
  {
    what: 'a body that comes later',
    sent: [post('', 'hello').slice(0, -5), 'hel', 'lo'],
    expected: answer('POST', '/a?b=c', 'hello'),
  },
  {
    what: 'a body in chunks',
    sent: [`PUT / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n${H2C}\r\n3\r\nhel\r\n`, '2\r\nlo\r\n0\r\n\r\n'],
    expected: answer('PUT', '/', 'hello'),
  },
])('$what is read as if nothing had been asked for', async ({ sent, expected }) => {
  expect(await ask(sent)).toEqual([expected]);
});

test('a connection goes on, and may ask each time', async () => {
  const times = 30;
  const warnings: Error[] = [];
  const note = (warning: Error): void => void warnings.push(warning);
  process.on('warning', note);
  const texts = Array.from({ length: times }, (_, i) => post('', String(i)));
  expect(await ask(...texts)).toEqual(texts.map((_, i) => answer('POST', '/a?b=c', String(i))));
  process.off('warning', note);
  expect(warnings).toEqual([]);
});

test.each(['websocket', 'SPDY/3.1', 'h2c, websocket'])('%s is left to who speaks it', async (protocol) => {
  const text = `GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: ${protocol}\r\n\r\n`;
  expect(await ask(text)).toEqual([`upgraded to ${protocol}`]);
});
