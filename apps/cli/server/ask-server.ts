import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { CliError, ExitCode } from '../command';
import type { Server } from './find-server';

interface Answer {
  readonly data?: Record<string, unknown> | null;
  readonly errors?: readonly { readonly message: string }[];
}

/** Asks the server in GraphQL. Throws {@link CliError} with the server's words if it refuses. */
export async function askServer<T>(server: Server, query: string, variables: Record<string, unknown>): Promise<T> {
  const { data, errors } = await post(server, JSON.stringify({ query, variables }));
  if (errors && errors.length > 0) {
    throw new CliError(errors.map(({ message }) => message).join('\n'), ExitCode.Refused);
  }
  return data as T;
}

async function post(server: Server, body: string): Promise<Answer> {
  const url = `${server.url}/graphql`;
  const authorization = server.token === undefined ? {} : { authorization: `Bearer ${server.token}` };
  const headers = { 'content-type': 'application/json', ...authorization };
  const { status, text } = await send(url, { method: 'POST', headers, ca: server.ca, body }).catch((error: unknown) => {
    const { message, code } = error as Error & { code?: string };
    throw new CliError(`the server at ${url} cannot be reached: ${message || code}`, ExitCode.Unreachable);
  });
  try {
    return JSON.parse(text) as Answer;
  } catch {
    throw new CliError(`${url} answered ${status} and no GraphQL: is it an Orrery server?`, ExitCode.Unreachable);
  }
}

interface Sending {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly ca: string | undefined;
  readonly body: string;
}

/** One request; unlike `fetch`, it accepts a certificate authority. */
function send(url: string, { method, headers, ca, body }: Sending): Promise<{ status: number; text: string }> {
  const open = url.startsWith('https:') ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const request = open(url, { method, headers, ...(ca === undefined ? {} : { ca }) }, (response) => {
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
