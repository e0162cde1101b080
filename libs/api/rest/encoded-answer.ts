import { setImmediate } from 'node:timers/promises';
import { jsonText } from '@orrery/api-types';
import { isTrue, type Query } from '@orrery/api-protocol';
import { slicesOf } from './in-slices';
import { ListBody } from './list-body';
import { Encoding, JSON_TYPE, preferredEncodings, YAML_TYPE } from './negotiation';
import { encodeLongProtobuf, PROTOBUF_TYPE } from './protobuf/encode-protobuf';
import type { Payload } from './respond';
import { yamlOf } from './yaml-answer';

/** What is known of a request whose answer is to be encoded. */
export interface EncodingRequest {
  readonly accept: string | undefined;
  readonly query: Query;
  /** Follows the media type of the answer: `;g=…;v=…;as=…`. */
  readonly parameters?: string;
}

/** An answer in the first encoding that the client accepts and its kind has; JSON where there is none. */
export async function encodeAnswer(
  code: number,
  answer: unknown,
  { accept, query, parameters = '' }: EncodingRequest,
): Promise<Payload> {
  const type = JSON_TYPE + parameters;
  if (answer instanceof ListBody && isPlainJson(accept, query)) return { code, body: await answer.pieces(), type };
  const body = answer instanceof ListBody ? answer.value() : answer;
  for (const encoding of preferredEncodings(accept)) {
    if (encoding === Encoding.Json) break;
    if (encoding === Encoding.Yaml) return { code, body: await yamlOf(body), type: YAML_TYPE + parameters };
    const bytes = await encodeLongProtobuf(body);
    if (bytes) return { code, body: bytes, type: PROTOBUF_TYPE + parameters };
  }
  return { code, body: await longJsonOf(body, query), type };
}

/** Returns whether the first encoding of {@link encodeAnswer} is JSON without indents. */
function isPlainJson(accept: string | undefined, query: Query): boolean {
  const [first = Encoding.Json] = preferredEncodings(accept);
  return first === Encoding.Json && !isTrue(query['pretty']);
}

/** JSON, with indents for a client that asks for it. */
export function jsonOf(body: unknown, query: Query): string {
  return isTrue(query['pretty']) ? `${jsonText(body, 2)}\n` : jsonText(body);
}

/** Returns the JSON of an answer whose last field may be a long list, of which slices are written one after the other. */
async function longJsonOf(body: unknown, query: Query): Promise<string | readonly Buffer[]> {
  const [name, items] = Object.entries((body ?? {}) as object).at(-1) ?? [];
  const slices = Array.isArray(items) ? slicesOf<unknown>(items) : [];
  if (name === undefined || slices.length < 2 || isTrue(query['pretty'])) return jsonOf(body, query);
  const whole = jsonText({ ...(body as object), [name]: [] });
  const pieces = [Buffer.from(whole.slice(0, -2))];
  for (const [at, slice] of slices.entries()) {
    if (at > 0) await setImmediate();
    pieces.push(Buffer.from(`${at > 0 ? ',' : ''}${jsonText(slice).slice(1, -1)}`));
  }
  return [...pieces, Buffer.from(']}')];
}
