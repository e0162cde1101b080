import type { ClusterClient } from '../../graphql/client';
import type { Check, LessonRequest } from '../../lessons/lesson';

/** Payloads of the mutations of lessons. */
type Payloads = Readonly<Record<string, { readonly errors?: readonly { readonly message: string }[] }>>;

/** Sends requests in their order; answers with what the server refused. */
export async function sendRequests(
  client: ClusterClient,
  requests: readonly LessonRequest[],
): Promise<readonly string[]> {
  const refusals: string[] = [];
  for (const { query, variables = {} } of requests) {
    const payloads = await client.ask<Payloads, object>({ text: query }, variables);
    refusals.push(...Object.values(payloads).flatMap(({ errors = [] }) => errors.map(({ message }) => message)));
  }
  return refusals;
}

/** Returns whether a check holds now. */
export async function holds(client: ClusterClient, { query, variables = {}, holds: judge }: Check): Promise<boolean> {
  // Each check knows the shape of the answer to its own query.
  return judge((await client.ask<unknown, object>({ text: query }, variables)) as never);
}
