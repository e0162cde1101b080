import type { ServerResponse } from 'node:http';

/** Chunks of HTTP/1.1 by their bytes: the same bytes with their length before them (RFC 9112, 7.1). */
const chunks = new WeakMap<Buffer, Buffer>();

/**
 * Writes bytes that many responses share. Node frames a chunk for each response, in three buffers that are written together; here the
 * frame is made once, and each socket gets one buffer. A response that is not sent in chunks writes as ever. Its headers must have been
 * flushed: Node does not say whether they have.
 */
export function writeShared(response: ServerResponse, bytes: Buffer): void {
  const { socket } = response;
  // What the response itself still holds comes first.
  const isFirst = socket?.writable && response.writableLength === socket.writableLength;
  if (isFirst && response.chunkedEncoding && !response.writableEnded && bytes.length > 0) socket.write(chunkOf(bytes));
  else response.write(bytes);
}

function chunkOf(bytes: Buffer): Buffer {
  const known = chunks.get(bytes);
  if (known) return known;
  const chunk = Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
  chunks.set(bytes, chunk);
  return chunk;
}
