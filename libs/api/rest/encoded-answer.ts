import { jsonText } from '@orrery/api-types';
import { isTrue, type Query } from '@orrery/api-protocol';
import { ListBody } from './list-body';
import { Encoding, JSON_TYPE, preferredEncodings, YAML_TYPE } from './negotiation';
import { encodeProtobuf, PROTOBUF_TYPE } from './protobuf/encode-protobuf';
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
  if (answer instanceof ListBody && isPlainJson(accept, query)) return { code, body: answer.pieces(), type };
  const body = answer instanceof ListBody ? answer.value() : answer;
  for (const encoding of preferredEncodings(accept)) {
    if (encoding === Encoding.Json) break;
    if (encoding === Encoding.Yaml) return { code, body: await yamlOf(body), type: YAML_TYPE + parameters };
    const bytes = encodeProtobuf(body);
    if (bytes) return { code, body: bytes, type: PROTOBUF_TYPE + parameters };
  }
  return { code, body: jsonOf(body, query), type };
}

/** Whether the first encoding of {@link encodeAnswer} is JSON without indents. */
function isPlainJson(accept: string | undefined, query: Query): boolean {
  const [first = Encoding.Json] = preferredEncodings(accept);
  return first === Encoding.Json && !isTrue(query['pretty']);
}

/** JSON, with indents for a client that asks for it. */
export function jsonOf(body: unknown, query: Query): string {
  return isTrue(query['pretty']) ? `${jsonText(body, 2)}\n` : jsonText(body);
}
