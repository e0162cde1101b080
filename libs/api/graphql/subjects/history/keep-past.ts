import { userErrors } from '@orrery/actions';
import type { GraphQLSchema } from 'graphql';
import type { RequestContext } from '../../requests/request-context';

/** Refuses every mutation at an address of the past, as data of its payload. */
export function keepPast(schema: GraphQLSchema): GraphQLSchema {
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    const { resolve } = field;
    if (!resolve) continue;
    field.resolve = (source, args, context: RequestContext, info) => {
      const { moment } = context.runtime ?? {};
      if (!moment) return resolve(source, args, context, info) as unknown;
      const { clientMutationId = null } = (args['input'] ?? {}) as { clientMutationId?: string | null };
      return { errors: userErrors(moment.refusal()), clientMutationId };
    };
  }
  return schema;
}
