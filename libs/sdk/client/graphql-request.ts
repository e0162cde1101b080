import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { RefusedError, UnreachableError, type RefusalCode } from './errors';
import { clusterIn, type ServerAddress } from './server-address';

interface Answer {
  readonly data?: unknown;
  readonly errors?: readonly {
    readonly message: string;
    readonly extensions?: { readonly code?: RefusalCode; readonly field?: readonly string[] };
  }[];
}

/** Asks in GraphQL. Rejects with {@link RefusedError} in the server's words, or {@link UnreachableError}. */
export async function askGraphql<T>(address: ServerAddress, query: string, variables: unknown): Promise<T> {
  const { data, errors } = await post(address, JSON.stringify({ query, variables }));
  if (errors?.[0]) {
    const { code, field } = errors[0].extensions ?? {};
    throw new RefusedError(errors.map(({ message }) => inputText(message)).join('\n'), code, field);
  }
  // The shape follows from the query, which the server has checked.
  return data as T;
}

/** Returns the errors of a value of a variable, by its place in the input: the variables are named by the SDK, and not by its caller. */
function inputText(message: string): string {
  const [, place, reason] = /^Variable "\$\w+" got invalid value [^]* at "\w+\.([^"]+)"; ([^]*)$/.exec(message) ?? [];
  return place === undefined ? message : `${place}: ${reason}`;
}

async function post(address: ServerAddress, body: string): Promise<Answer> {
  const { url, token, ca } = address;
  const target = `${url}/graphql`;
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const headers = { 'content-type': 'application/json', ...authorization };
  const { status, text } = await send(target, { headers, ca, body }).catch((error: unknown) => {
    const { message, code } = error as Error & { code?: string };
    throw new UnreachableError(`the server at ${target} cannot be reached: ${message || code}`);
  });
  try {
    return JSON.parse(text) as Answer;
  } catch {
    // A name that no cluster can have leads nowhere.
    const cluster = status === 404 ? clusterIn(address) : undefined;
    if (cluster !== undefined) throw new RefusedError(`clusters.orrery.dev "${cluster}" not found`, 'NOT_FOUND');
    throw new UnreachableError(`${target} answered ${status} and no GraphQL: is it an Orrery server?`);
  }
}

interface Sending {
  readonly headers: Readonly<Record<string, string>>;
  readonly ca: string | undefined;
  readonly body: string;
}

/** Sends one request; unlike `fetch`, it accepts a certificate authority. */
function send(url: string, { headers, ca, body }: Sending): Promise<{ status: number; text: string }> {
  const open = url.startsWith('https:') ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const request = open(url, { method: 'POST', headers, ...(ca === undefined ? {} : { ca }) }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }),
      );
    });
    request.on('error', reject);
    request.end(body);
  });
}
