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
  const response = await fetch(url, { method: 'POST', headers, body }).catch((error: unknown) => {
    const { cause, message } = error as Error & { cause?: { message?: string; code?: string } };
    const reason = cause?.message || cause?.code || message;
    throw new CliError(`the server at ${url} cannot be reached: ${reason}`, ExitCode.Unreachable);
  });
  const text = await response.text();
  try {
    return JSON.parse(text) as Answer;
  } catch {
    throw new CliError(
      `${url} answered ${response.status} and no GraphQL: is it an Orrery server?`,
      ExitCode.Unreachable,
    );
  }
}
