import type { IncomingMessage } from 'node:http';
import { badRequest, requestEntityTooLarge, unsupportedMediaType } from '@orrery/api-types';
import { parseDocument } from 'yaml';
import { decodeProtobuf } from './protobuf/decode-protobuf';

/** What a body may weigh, as upstream (api specification C8). */
export const MAX_BODY_BYTES = 3 * 1024 * 1024;
/** YAML anchors can make a small text large; more than this many uses of them is an attack. */
const MAX_YAML_ALIASES = 100;

const ACCEPTED = 'application/json, application/yaml, application/vnd.kubernetes.protobuf';
const PROTOBUF = 'application/vnd.kubernetes.protobuf';
const YAML_TYPES = new Set(['application/yaml', 'application/apply-patch+yaml']);

/** Reads a body as data. An empty one is undefined. Throws 400, 413 or 415 for what cannot be read. */
export async function readBody(request: IncomingMessage): Promise<unknown> {
  const bytes = await collect(request);
  if (bytes.length === 0) return undefined;
  const media = (request.headers['content-type'] ?? 'application/json').split(';')[0]!.trim().toLowerCase();
  if (media === PROTOBUF) return decodeProtobuf(bytes);
  if (YAML_TYPES.has(media)) return parseYaml(bytes.toString('utf8'));
  if (media === 'application/json' || media.endsWith('+json')) return parseJson(bytes.toString('utf8'));
  throw unsupportedMediaType(
    `the body of the request was in an unknown format - accepted media types include: ${ACCEPTED}`,
  );
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw badRequest(`the object provided is unrecognized (must be of type JSON): ${(error as Error).message}`);
  }
}

/** Reads one YAML document; JSON is YAML too. */
export function parseYaml(text: string): unknown {
  const document = parseDocument(text, { uniqueKeys: true });
  const [problem] = document.errors;
  if (problem) throw badRequest(`error parsing YAML: ${problem.message}`);
  try {
    return document.toJS({ maxAliasCount: MAX_YAML_ALIASES });
  } catch (error) {
    throw badRequest(`error parsing YAML: ${(error as Error).message}`);
  }
}

function collect(request: IncomingMessage): Promise<Buffer> {
  const announced = Number(request.headers['content-length'] ?? 0);
  return new Promise((resolve, reject) => {
    if (announced > MAX_BODY_BYTES) return reject(tooLarge());
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > MAX_BODY_BYTES) {
        request.removeAllListeners('data');
        request.resume();
        reject(tooLarge());
      } else {
        chunks.push(chunk);
      }
    });
    request.on('end', () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)));
    request.on('error', reject);
  });
}

function tooLarge(): Error {
  return requestEntityTooLarge(`Request entity too large: limit is ${MAX_BODY_BYTES}`);
}
