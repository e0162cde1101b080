import type { IncomingMessage } from 'node:http';
import { badRequest, parseJson, requestEntityTooLarge, unsupportedMediaType } from '@orrery/api-types';
import type { Body } from './decoded-body';
import { duplicateFieldsOf } from './json-fields';
import { decodeProtobuf } from './protobuf/decode-protobuf';
import { parseYaml } from './yaml-body';

/** What a body may weigh, as upstream (spec api C8). */
export const MAX_BODY_BYTES = 3 * 1024 * 1024;

const ACCEPTED = 'application/json, application/yaml, application/vnd.kubernetes.protobuf';
const PROTOBUF = 'application/vnd.kubernetes.protobuf';
const YAML_TYPES = new Set(['application/yaml', 'application/apply-patch+yaml']);

/** Reads a body. Throws 400, 413 or 415 for what cannot be read. */
export async function readBody(request: IncomingMessage): Promise<Body> {
  const bytes = await collect(request);
  if (bytes.length === 0) return { value: undefined, duplicateFields: [] };
  const media = (request.headers['content-type'] ?? 'application/json').split(';')[0]!.trim().toLowerCase();
  if (media === PROTOBUF) return { value: decodeProtobuf(bytes), duplicateFields: [] };
  if (YAML_TYPES.has(media)) return parseYaml(bytes.toString('utf8'));
  if (media === 'application/json' || media.endsWith('+json')) return jsonBody(bytes.toString('utf8'));
  throw unsupportedMediaType(
    `the body of the request was in an unknown format - accepted media types include: ${ACCEPTED}`,
  );
}

function jsonBody(text: string): Body {
  const duplicateFields = duplicateFieldsOf(text);
  try {
    return { value: parseJson(text), duplicateFields };
  } catch (error) {
    throw badRequest(`the object provided is unrecognized (must be of type JSON): ${(error as Error).message}`);
  }
}

function collect(request: IncomingMessage): Promise<Buffer> {
  const announced = Number(request.headers['content-length'] ?? 0);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const refuse = (): void => {
      request.removeAllListeners('data');
      // What is still on its way is read and dropped, so that the client gets to read the answer.
      request.resume();
      reject(requestEntityTooLarge(`Request entity too large: limit is ${MAX_BODY_BYTES}`));
    };
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      chunks.push(chunk);
      if (size > MAX_BODY_BYTES) refuse();
    });
    request.on('end', () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)));
    request.on('error', reject);
    if (announced > MAX_BODY_BYTES) refuse();
  });
}
