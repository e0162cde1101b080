import type { IncomingMessage } from 'node:http';
import { jsonSyntaxError, parseJson, requestEntityTooLarge, unsupportedMediaType } from '@orrery/api-types';
import type { Body } from './decoded-body';
import { ANY_BODY, unreadable, type BodyUse } from './body-use';
import { duplicateFieldsOf } from './json-fields';
import { decodeProtobuf } from '../protobuf/decode-protobuf';
import { parseYaml } from './yaml-body';

/** Maximum size of a body, as upstream (spec api C8). */
const MAX_BODY_BYTES = 3 * 1024 * 1024;

const ACCEPTED = 'application/json, application/yaml, application/vnd.kubernetes.protobuf';
const JSON_TYPE = 'application/json';
const PROTOBUF = 'application/vnd.kubernetes.protobuf';
const APPLY = 'application/apply-patch+yaml';
const YAML = 'application/yaml';

/** Reads a body. Throws 400, 413 or 415 for an unreadable one, in the words of the use of the body. */
export async function readBody(request: IncomingMessage, use: BodyUse = ANY_BODY): Promise<Body> {
  const bytes = await collect(request);
  const media = (request.headers['content-type'] ?? JSON_TYPE).split(';')[0]!.trim().toLowerCase();
  const isPatch = use.as === 'patch';
  if (bytes.length === 0) {
    // To the parser of YAML nothing is an empty object.
    if (media === APPLY && isPatch) return { value: {}, duplicates: [] };
    if (use.as === 'object' || isPatch) throw unreadable(use, jsonSyntaxError(''), bytes);
    return { value: undefined, duplicates: [] };
  }
  if (media === PROTOBUF && !isPatch) return { value: decodeProtobuf(bytes), duplicates: [] };
  if (media === YAML || (media === APPLY && isPatch)) return parseYaml(bytes.toString('utf8'), isPatch);
  if (media === JSON_TYPE || (isPatch && media.endsWith('+json'))) return jsonBody(bytes, use);
  throw unsupportedMediaType(
    `the body of the request was in an unknown format - accepted media types include: ${ACCEPTED}`,
  );
}

function jsonBody(bytes: Buffer, use: BodyUse): Body {
  const text = bytes.toString('utf8');
  const duplicates = duplicateFieldsOf(text).map((field) => ({
    field,
    text: `duplicate field ${JSON.stringify(field)}`,
  }));
  let value: unknown;
  try {
    value = parseJson(text);
  } catch {
    throw unreadable(use, jsonSyntaxError(text), bytes);
  }
  return { value, duplicates };
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
