import type { ClusterClient } from '../../graphql/client';
import { allHold } from '../../lessons/conditions';
import type { Condition, LessonAction } from '../../lessons/lesson';
import { requestsOf } from '../../lessons/requests';

/** Payloads of the mutations of lessons. */
type Payloads = Readonly<Record<string, { readonly errors?: readonly { readonly message: string }[] }>>;

/** Performs actions in their order; returns the refusals of the server. */
export async function performActions(
  client: ClusterClient,
  actions: readonly LessonAction[],
): Promise<readonly string[]> {
  const refusals: string[] = [];
  for (const { query, variables } of requestsOf(actions)) {
    const payloads = await client.ask<Payloads, object>({ text: query }, variables);
    refusals.push(...Object.values(payloads).flatMap(({ errors = [] }) => errors.map(({ message }) => message)));
  }
  return refusals;
}

/** Returns whether all conditions hold in the cluster now. */
export function conditionsHold(client: ClusterClient, conditions: readonly Condition[]): Promise<boolean> {
  return allHold(({ query, variables }) => client.ask<unknown, object>({ text: query }, variables), conditions);
}
