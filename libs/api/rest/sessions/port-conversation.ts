import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Duplex } from 'node:stream';
import type { PortConnection } from '@orrery/api-streaming';

/** Answers one request. */
export type AnswerRequest = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Beginning of an HTTP request; clients send this much at once. */
const REQUEST = /^[A-Z]+ \S+ HTTP\/1\.[01]\r?\n/;

/**
 * Talks over a connection to the port of a simulated container: requests of HTTP are answered, and everything else is sent
 * back as it comes, as an echo server does.
 */
export async function converse(connection: PortConnection, answer: AnswerRequest): Promise<void> {
  const { input, write } = connection;
  const first = await input.next();
  if (first && REQUEST.test(Buffer.from(first).toString('latin1'))) return serveHttp(connection, first, answer);
  for (let bytes = first; bytes; bytes = await input.next()) await write(bytes);
}

/** Requests one after the other, as a server of HTTP reads them. */
function serveHttp({ input, write }: PortConnection, first: Uint8Array, answer: AnswerRequest): Promise<void> {
  const waiting = [first];
  const stream = new Duplex({
    // What was sent may still be answered once the client sends no more.
    allowHalfOpen: true,
    read() {
      const known = waiting.shift();
      if (known) return void this.push(known);
      input.next().then(
        (bytes) => this.push(bytes ?? null),
        (error: Error) => this.destroy(error),
      );
    },
    write(chunk: Buffer, _encoding, done) {
      write(chunk).then(() => done(), done);
    },
  });
  const server = createServer((request, response) => {
    answer(request, response).catch((error: Error) => stream.destroy(error));
  });
  return new Promise((resolve, reject) => {
    stream.once('error', reject);
    stream.once('close', () => resolve());
    server.emit('connection', stream);
  });
}
