import { AskError } from '../graphql/client';
import { session } from '../session/session';

/** Request of the Kubernetes API of a cluster, besides its path. */
export interface ApiRequest {
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly accept?: string;
  readonly signal: AbortSignal;
}

const UNAUTHORIZED = 401;

/** Media type of a `Table`, for lists, objects and watches alike. */
export const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io';

/**
 * Reads a JSON answer of the Kubernetes API of a cluster. Rejects with {@link AskError} if the server refuses or cannot
 * be reached; its code is the reason in the status of the server, such as `Expired`.
 */
export async function readApi<A>(cluster: string, path: string, request: ApiRequest): Promise<A> {
  const answer = await send(cluster, path, request);
  return (await reached(() => answer.json())) as A;
}

/**
 * Reads an answer without an end, such as a watch or a log, line by line as it comes. Rejects as {@link readApi} does,
 * also when the connection is lost; ends when the server ends the answer.
 */
export async function* readLines(cluster: string, path: string, request: ApiRequest): AsyncGenerator<string> {
  const { body } = await send(cluster, path, request);
  if (body === null) return;
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { value, done } = await reached(() => reader.read());
    if (done) break;
    const lines = (rest + value).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

/** Returns the address of a path in the Kubernetes API of a cluster. */
export function addressOf(cluster: string, path: string, query: ApiRequest['query'] = {}): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]));
  const text = new URLSearchParams(given).toString();
  return `/clusters/${encodeURIComponent(cluster)}${path}${text === '' ? '' : `?${text}`}`;
}

async function send(cluster: string, path: string, { query, accept, signal }: ApiRequest): Promise<Response> {
  const { token } = session.current();
  const headers = {
    ...(accept === undefined ? {} : { accept }),
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
  const answer = await reached(() => fetch(addressOf(cluster, path, query), { headers, signal }));
  if (!answer.ok) throw await refusalOf(answer);
  return answer;
}

/** Does what needs the connection: its loss becomes an error of the server that is not there. */
async function reached<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new AskError((error as Error).message, true, undefined);
  }
}

async function refusalOf(answer: Response): Promise<AskError> {
  const text = await reached(() => answer.text());
  const { message, reason } = statusIn(text);
  // Without a token one asks as an anonymous user, whom a server with users forbids what it shows others.
  const isAnonymous = reason === 'Forbidden' && session.current().token === undefined;
  if (answer.status === UNAUTHORIZED || isAnonymous) session.refuse();
  return new AskError(message ?? (text || `the server answered ${answer.status}`), false, reason);
}

function statusIn(text: string): { readonly message?: string; readonly reason?: string } {
  try {
    return JSON.parse(text) as { readonly message?: string; readonly reason?: string };
  } catch {
    return {};
  }
}
