import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { RefusedError, UnreachableError } from './errors';
import type { ServerAddress } from './server-address';

/** Request other than GraphQL. */
export interface PlainRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** Path with its query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Piece by piece, so that it may be of any size. */
  readonly body?: readonly [Readable, ...NodeJS.ReadWriteStream[]];
}

/** Sends a request and answers with what comes back, to be read. Rejects with {@link UnreachableError}. */
export async function sendRequest(
  { url, token, ca }: ServerAddress,
  { method, path, headers, body }: PlainRequest,
): Promise<IncomingMessage> {
  const target = `${url}${path}`;
  const open = url.startsWith('https:') ? httpsRequest : httpRequest;
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const request = open(target, {
    method,
    headers: { ...headers, ...authorization },
    ...(ca === undefined ? {} : { ca }),
  });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    request.on('error', reject);
    request.on('response', resolve);
  });
  // An answer may come before the body is through; it counts.
  const sent = body ? pipeline([...body, request]) : Promise.resolve(void request.end());
  try {
    return await Promise.race([answered, sent.then(() => answered)]);
  } catch (error) {
    const { message, code } = error as Error & { code?: string };
    throw new UnreachableError(`the server at ${target} cannot be reached: ${message || code}`);
  } finally {
    sent.catch(() => undefined);
  }
}

/** Reads the JSON of an answer. Rejects with {@link RefusedError} for a refusal, and {@link UnreachableError} without a valid answer. */
export async function jsonOf<T>(answer: IncomingMessage, target: string): Promise<T> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  const { statusCode = 0 } = answer;
  let json: T & { readonly message?: string };
  try {
    json = JSON.parse(Buffer.concat(chunks).toString()) as typeof json;
  } catch {
    throw new UnreachableError(`${target} answered ${statusCode} and no JSON: is it an Orrery server?`);
  }
  if (statusCode === 200) return json;
  throw new RefusedError(json.message ?? `${target}: the server answered ${statusCode}`);
}
