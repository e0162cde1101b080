import { jsonText } from '@orrery/api-types';
import { isTrue, type Query } from '@orrery/api-protocol';
import { TextPieces } from './in-slices';
import { ListBody } from './list-body';
import { Encoding, JSON_TYPE, preferredEncodings, YAML_TYPE } from './negotiation';
import { encodeLongProtobuf, PROTOBUF_TYPE } from '../protobuf/encode-protobuf';
import type { Payload } from './respond';
import { yamlOf } from './yaml-answer';

/** Properties of a request whose answer is to be encoded. */
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
  const body = answer instanceof ListBody ? await answer.value() : answer;
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

/** Returns the JSON of an answer, of whose last field, if that is a list, member after member is written. */
async function longJsonOf(body: unknown, query: Query): Promise<string | readonly Buffer[]> {
  const [name, members] = Object.entries((body ?? {}) as object).at(-1) ?? [];
  if (name === undefined || !Array.isArray(members) || members.length === 0) return jsonOf(body, query);
  const isPretty = isTrue(query['pretty']);
  const [indent, space, end] = isPretty ? (['\n    ', 2, '\n  ]\n}\n'] as const) : (['', undefined, ']}'] as const);
  const whole = jsonText({ ...(body as object), [name]: [] }, space);
  const pieces = new TextPieces();
  await pieces.add(whole.slice(0, whole.lastIndexOf(']')));
  for (const [at, member] of members.entries()) {
    const text = jsonText(member, space);
    await pieces.add(`${at > 0 ? ',' : ''}${indent}${isPretty ? text.replaceAll('\n', indent) : text}`);
  }
  await pieces.add(end);
  return pieces.end();
}
