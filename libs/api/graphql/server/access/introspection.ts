import { denied } from '@orrery/access';
import { BREAK, visit, type DocumentNode } from 'graphql';
import { type ServerActor } from '@orrery/access-control';
import { asGraphQLError } from '../../values/errors/request-errors';

/** The schema as a document is read by the same right. */
const SCHEMA_ACCESS = { verb: 'get', path: '/graphql/schema' } as const;

/** The error for a client that asks for the schema and may not read it; undefined for all other documents. */
export function introspectionError(document: DocumentNode, actor: ServerActor): unknown {
  if (!asksForSchema(document)) return undefined;
  const decision = actor.decide(SCHEMA_ACCESS);
  return decision.allowed ? undefined : asGraphQLError(denied(actor.user, SCHEMA_ACCESS, decision));
}

/**
 * Returns whether a document asks for the schema; `__typename` does not, because it discloses nothing that the answer
 * does not contain.
 */
function asksForSchema(document: DocumentNode): boolean {
  let isAsked = false;
  visit(document, {
    Field({ name: { value } }) {
      if (value !== '__schema' && value !== '__type') return undefined;
      isAsked = true;
      return BREAK;
    },
  });
  return isAsked;
}
