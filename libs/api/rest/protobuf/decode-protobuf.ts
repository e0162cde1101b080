import { badRequest } from '@orrery/api-types';
import { decodeMessage } from './decode-message';
import { malformed, WireReader } from './wire-reader';
import { messageOfBody } from './wire-structs';

/** `k8s` and a zero byte, before every message. */
export const PREFIX = Buffer.from([0x6b, 0x38, 0x73, 0x00]);

interface Envelope {
  apiVersion: string;
  kind: string;
  raw: Buffer;
}

/**
 * Reads a protobuf body as the JSON of the same object, in its version. Throws 400 for a body that is not of a known
 * kind.
 */
export function decodeProtobuf(bytes: Buffer): unknown {
  if (!bytes.subarray(0, PREFIX.length).equals(PREFIX)) {
    throw malformed('the bytes do not begin with the prefix of Kubernetes messages [107 56 115 0]');
  }
  const { apiVersion, kind, raw } = readEnvelope(bytes.subarray(PREFIX.length));
  const message = messageOfBody(apiVersion, kind);
  if (!message) {
    throw badRequest(`no kind ${JSON.stringify(kind)} is registered for version ${JSON.stringify(apiVersion)}`);
  }
  return decodeMessage(raw, message, { apiVersion, kind });
}

function readEnvelope(bytes: Buffer): Envelope {
  const reader = new WireReader(bytes);
  const envelope: Envelope = { apiVersion: '', kind: '', raw: Buffer.alloc(0) };
  while (reader.next()) {
    if (reader.number === 1) readTypeMeta(reader.chunk(), envelope);
    else if (reader.number === 2) envelope.raw = reader.chunk();
    else if (reader.number === 3 && reader.text() !== '') throw malformed('encoded contents are not supported');
    else if (reader.number > 3) reader.skip();
  }
  return envelope;
}

function readTypeMeta(bytes: Buffer, envelope: Envelope): void {
  const reader = new WireReader(bytes);
  while (reader.next()) {
    if (reader.number === 1) envelope.apiVersion = reader.text();
    else if (reader.number === 2) envelope.kind = reader.text();
    else reader.skip();
  }
}
